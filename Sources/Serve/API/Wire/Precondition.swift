import Checklists
import Digest
import HTTP

/// The conditional header fields of a request.
protocol RequestCondition: Sendable {
    /// The request fields that can make a difference.
    static var requestFields: [FieldName] { get }

    /// - Throws: `Problem` 400 for a malformed condition; `RequestError.preconditionFailed`.
    init(_ head: RequestHead) throws
}

/// The conditions of a request whose resource has no `ETag`: a condition that needs one fails.
struct NoCondition: RequestCondition {
    static let requestFields: [FieldName] = []

    init(_ head: RequestHead) throws {
        guard try Conditions(head.fields).outcome(head.method, etag: nil) == .proceed else {
            throw RequestError.preconditionFailed
        }
    }
}

/// The conditions of a request whose resource has an `ETag`. The handler checks them once it knows the tag
/// (RFC 9110 §13.2.2).
struct Precondition: RequestCondition {
    static let requestFields: [FieldName] = [.ifMatch, .ifNoneMatch]

    private let conditions: Conditions
    private let method: HTTP.Method

    init(_ head: RequestHead) throws(Problem) {
        conditions = try Conditions(head.fields)
        method = head.method
    }

    /// The answer to a read: `response`, or 304 without content if the client has that state.
    /// - Throws: `RequestError.preconditionFailed`; any error of `response`.
    func answer(_ etag: ETag, with response: @autoclosure () throws -> Response) throws -> Response {
        switch conditions.outcome(method, etag: etag) {
        case .proceed: try response()
        case .notModified: .notModified(etag)
        case .preconditionFailed: throw RequestError.preconditionFailed
        }
    }

    /// The expectation of `If-Match`; `nil` for any revision.
    ///
    /// It checks `If-None-Match` too. That field is rare with a change, and one check before the change
    /// suffices: a revision that is no longer current never becomes current again.
    /// - Parameters:
    ///   - tags: Maps tags to revisions. A tag of another epoch has none.
    ///   - current: Reads the current revision of the resource.
    /// - Throws: `RequestError.preconditionFailed`; any error of `current`.
    func expectedRevisions(
        _ tags: RevisionTags, current: () async throws -> Revision
    ) async throws -> KnownState? {
        if conditions.ifNoneMatch != nil {
            let etag = tags.tag(of: try await current())
            guard conditions.outcome(method, etag: etag) == .proceed else {
                throw RequestError.preconditionFailed
            }
        }
        guard case .tags(let expected) = conditions.ifMatch else { return nil }
        return KnownState(revisions: Set(expected.lazy.compactMap { tags.revision(of: $0.withoutCoding) }))
    }
}

extension ETag {
    /// The tag of content without a revision: a digest.
    init(digestOf content: [UInt8]) {
        self.init(Array(SHA256.digest(content).prefix(16)).hexadecimal)
    }
}

extension Precondition {
    /// The expectation of an item; `nil` for any revision.
    /// - Throws: `RequestError.preconditionFailed`, `notFound`.
    func expectedRevisions(_ tags: RevisionTags, of call: Call<Item.ID>) async throws -> KnownState? {
        try await expectedRevisions(tags) { try await call.session.item(call.id).revision }
    }
}
