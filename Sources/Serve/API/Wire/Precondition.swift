import Checklists
import Digest
import HTTP

/// The conditions under which a request is to be done, or their refusal.
protocol RequestCondition: Sendable {
    /// - Throws: `Problem` 400 where a condition is malformed; `RequestError.preconditionFailed`.
    init(_ head: RequestHead) throws
}

/// There is no `ETag` that a condition could be about, so that one that wants any is not met.
struct NoCondition: RequestCondition {
    init(_ head: RequestHead) throws {
        guard try Conditions(head.fields).outcome(head.method, etag: nil) == .proceed else {
            throw RequestError.preconditionFailed
        }
    }
}

/// The conditions of a request about something with an `ETag`, to be weighed when that is known
/// (RFC 9110 §13.2.2).
struct Precondition: RequestCondition {
    private let conditions: Conditions
    private let method: HTTP.Method

    init(_ head: RequestHead) throws(Problem) {
        conditions = try Conditions(head.fields)
        method = head.method
    }

    /// What a request to read is answered: that answer, or 304 without content where it has that state
    /// already.
    /// - Throws: `RequestError.preconditionFailed`, and what making the answer throws.
    func answer(_ etag: ETag, with response: @autoclosure () throws -> Response) throws -> Response {
        switch conditions.outcome(method, etag: etag) {
        case .proceed: try response()
        case .notModified: .notModified(etag)
        case .preconditionFailed: throw RequestError.preconditionFailed
        }
    }

    /// The revisions that a change may start from, as `If-Match` names them; `nil` where it may start from
    /// any.
    ///
    /// `If-None-Match` is weighed here as well. It is rare on a change, and one look before is enough for it:
    /// a revision that is no longer the current one never is again.
    /// - Parameters:
    ///   - tags: The tags that resources have at present; those of another epoch name no revision.
    ///   - current: Gives the current revision of what is changed.
    /// - Throws: `RequestError.preconditionFailed`; what `current` throws.
    func expectedRevisions(
        _ tags: RevisionTags, current: () async throws -> Revision
    ) async throws -> Set<Revision>? {
        if conditions.ifNoneMatch != nil {
            let etag = tags.tag(of: try await current())
            guard conditions.outcome(method, etag: etag) == .proceed else {
                throw RequestError.preconditionFailed
            }
        }
        guard case .tags(let expected) = conditions.ifMatch else { return nil }
        return Set(expected.lazy.filter { !$0.isWeak }.compactMap(tags.revision))
    }
}

extension ETag {
    /// The tag of something that has no revision: a digest of its content.
    init(digestOf content: [UInt8]) {
        self.init(Array(SHA256.digest(content).prefix(16)).hexadecimal)
    }
}

extension Precondition {
    /// The revisions that an item may have for the request to be carried out.
    /// - Throws: `RequestError.preconditionFailed`, `notFound`.
    func expectedRevisions(_ tags: RevisionTags, of call: Call<Item.ID>) async throws -> Set<Revision>? {
        try await expectedRevisions(tags) { try await call.session.item(call.id).revision }
    }
}
