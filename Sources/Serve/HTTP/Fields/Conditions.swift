public import Dates

/// Under which conditions a request is to be done (RFC 9110 §13).
public struct Conditions: Sendable {
    /// Do it only if one of these is the current state.
    public let ifMatch: ETag.List?
    /// Do it only if none of these is.
    public let ifNoneMatch: ETag.List?
    /// Do it only if nothing has changed since that date.
    private let ifUnmodifiedSince: String?
    /// Answer only if something has changed since that date.
    private let ifModifiedSince: String?

    /// What is to be done about the request.
    public enum Outcome: Hashable, Sendable {
        /// What it asks for.
        case proceed
        /// 304: the client has it already.
        case notModified
        /// 412: it is not as the client expects.
        case preconditionFailed
    }

    /// The conditions of a request.
    /// - Throws: `Problem` 400 for a malformed list of tags: to ignore it could overwrite what the client
    ///   wanted kept.
    public init(_ fields: Fields) throws(Problem) {
        ifMatch = try Self.list(fields, .ifMatch)
        ifNoneMatch = try Self.list(fields, .ifNoneMatch)
        ifUnmodifiedSince = fields[.ifUnmodifiedSince]
        ifModifiedSince = fields[.ifModifiedSince]
    }

    /// Weighs the conditions in the order of §13.2.2. Dates that are none are ignored, as §13.1.3 and §13.1.4
    /// demand.
    /// - Parameters:
    ///   - method: What is to be done: only for `GET` and `HEAD` is there a 304.
    ///   - etag: The tag of the current state; `nil` where there is none.
    ///   - lastModified: When it last changed, and what time it is by the same clock; `nil` where that is not
    ///     kept, and conditions on it are ignored.
    public func outcome(
        _ method: Method, etag: ETag?, lastModified: (date: HTTPDate, now: HTTPDate)? = nil
    ) -> Outcome {
        let isRead = method == .get || method == .head
        if let ifMatch {
            if !ifMatch.contains(etag, by: { $0.stronglyMatches($1) }) { return .preconditionFailed }
        } else if Self.isModified(lastModified, since: ifUnmodifiedSince) == true {
            return .preconditionFailed
        }
        if let ifNoneMatch {
            if ifNoneMatch.contains(etag, by: { $0.weaklyMatches($1) }) {
                return isRead ? .notModified : .preconditionFailed
            }
        } else if isRead, Self.isModified(lastModified, since: ifModifiedSince) == false {
            return .notModified
        }
        return .proceed
    }

    /// `nil` where that cannot be told.
    private static func isModified(
        _ lastModified: (date: HTTPDate, now: HTTPDate)?, since text: String?
    ) -> Bool? {
        guard let lastModified, let text, let since = HTTPDate(text, now: lastModified.now) else {
            return nil
        }
        return lastModified.date > since
    }

    private static func list(_ fields: Fields, _ name: FieldName) throws(Problem) -> ETag.List? {
        guard let value = fields[name] else { return nil }
        guard let list = ETag.List(value) else {
            throw Problem(.badRequest, "\(name.spelling) is neither * nor a list of entity tags in quotes.")
        }
        return list
    }
}

extension ETag.List {
    fileprivate func contains(_ etag: ETag?, by matches: (ETag, ETag) -> Bool) -> Bool {
        guard let etag else { return false }
        return switch self {
        case .any: true
        case .tags(let tags): tags.contains { matches($0, etag) }
        }
    }
}
