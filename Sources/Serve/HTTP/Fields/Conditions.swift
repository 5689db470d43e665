public import Dates

/// The preconditions of a request (RFC 9110 §13).
public struct Conditions: Sendable {
    /// `If-Match`: execute the request only if one of these tags is current.
    public let ifMatch: ETag.List?
    /// `If-None-Match`: execute the request only if none of these tags is current.
    public let ifNoneMatch: ETag.List?
    /// `If-Unmodified-Since`: execute the request only if the resource has not changed since this date.
    private let ifUnmodifiedSince: String?
    /// `If-Modified-Since`: send the content only if the resource has changed since this date.
    private let ifModifiedSince: String?

    /// The result of the evaluation.
    public enum Outcome: Hashable, Sendable {
        /// The conditions hold: execute the request.
        case proceed
        /// 304: the client has the current state.
        case notModified
        /// 412: the current state is not the one that the client expects.
        case preconditionFailed
    }

    /// Reads the conditional fields of a request.
    /// - Throws: `Problem` 400 for a malformed list of tags. Ignoring the list could overwrite data that the
    ///   client wanted to protect.
    public init(_ fields: Fields) throws(Problem) {
        ifMatch = try Self.list(fields, .ifMatch)
        ifNoneMatch = try Self.list(fields, .ifNoneMatch)
        ifUnmodifiedSince = fields[.ifUnmodifiedSince]
        ifModifiedSince = fields[.ifModifiedSince]
    }

    /// Evaluates the conditions in the order of §13.2.2. Invalid dates are ignored, as §13.1.3 and §13.1.4
    /// require.
    /// - Parameters:
    ///   - method: Only `GET` and `HEAD` lead to a 304.
    ///   - etag: The tag of the current state; `nil` if the resource does not exist.
    ///   - lastModified: `nil` ignores the date conditions.
    public func outcome(_ method: Method, etag: ETag?, lastModified: LastModified? = nil) -> Outcome {
        let isRead = method == .get || method == .head
        if let ifMatch {
            if !ifMatch.contains(etag) { return .preconditionFailed }
        } else if Self.isModified(lastModified, since: ifUnmodifiedSince) == true {
            return .preconditionFailed
        }
        if let ifNoneMatch {
            if ifNoneMatch.contains(etag) {
                return isRead ? .notModified : .preconditionFailed
            }
        } else if isRead, Self.isModified(lastModified, since: ifModifiedSince) == false {
            return .notModified
        }
        return .proceed
    }

    /// `nil` if the modification date is unknown, or `text` is missing or not a date.
    private static func isModified(_ lastModified: LastModified?, since text: String?) -> Bool? {
        guard let lastModified, let text, let since = HTTPDate(text, now: lastModified.now) else {
            return nil
        }
        return lastModified.date > since || lastModified.isWeak
    }

    private static func list(_ fields: Fields, _ name: FieldName) throws(Problem) -> ETag.List? {
        guard let value = fields[name] else { return nil }
        guard let list = ETag.List(value) else {
            throw Problem(
                .malformedHeader,
                "\(name.spelling) must be * or a list of quoted entity tags, for example \"12-5\".")
        }
        return list
    }
}

/// The last modification of a resource, and the current time by the same clock.
public struct LastModified: Hashable, Sendable {
    /// The time of the last modification.
    public let date: HTTPDate
    /// The current time.
    public let now: HTTPDate

    /// Makes the last modification of a resource.
    public init(_ date: HTTPDate, now: HTTPDate) {
        self.date = date
        self.now = now
    }

    /// Whether the date is less than 2 s old, so that the same second can have another change (RFC 9110
    /// §8.8.2.2). Such a date is not sent, and as a condition it counts as modified.
    public var isWeak: Bool { now.secondsSince1970 - date.secondsSince1970 < 2 }
}

extension ETag.List {
    /// Whether the list has a tag of the same state.
    fileprivate func contains(_ etag: ETag?) -> Bool {
        guard let etag else { return false }
        return switch self {
        case .any: true
        case .tags(let tags): tags.contains { $0.matches(etag) }
        }
    }
}
