import Checklists
import Digest
import HTTP

extension Request {
    /// The checklist that the path names.
    /// - Throws: `notFound` where no checklist can have such a number.
    var checklistID: Checklist.ID {
        get throws(ChecklistsError) { try identifier(of: .checklist) }
    }

    /// The item that the path names.
    /// - Throws: `notFound` where no item can have such a number.
    var itemID: Item.ID {
        get throws(ChecklistsError) { try identifier(of: .item) }
    }

    /// The webhook that the path names.
    /// - Throws: `notFound` where no webhook can have such a number.
    var webhookID: Webhook.ID {
        get throws(ChecklistsError) { try identifier(of: .webhook) }
    }

    /// The delivery that the path names.
    /// - Throws: `notFound` where no delivery can have such a number.
    var deliveryID: Delivery.ID {
        get throws(ChecklistsError) { try identifier(of: .delivery) }
    }

    private func identifier<ID: Identifier>(of resource: Resource) throws(ChecklistsError) -> ID {
        guard let segment = parameters.first, let id = ID(segment: segment) else { throw .notFound(resource) }
        return id
    }

    /// The idempotency key with a digest of method, target and body; `nil` where there is none.
    /// - Throws: `Problem` 400 where it is malformed.
    var once: IdempotencyKey? {
        get throws(Problem) {
            guard let key = try idempotencyKey else { return nil }
            var digest = SHA256()
            digest.update(
                Array("\(head.method.rawValue) \(head.target.path)?\(head.target.query ?? "")\n".utf8))
            digest.update(body)
            return IdempotencyKey(key: key, fingerprint: digest.finalize())
        }
    }

    /// The revisions that a change may start from, as `If-Match` names them; `nil` where it may start from
    /// any.
    ///
    /// `If-None-Match` is weighed here as well. It is rare on a change, and one look before is enough for it:
    /// a revision that is no longer the current one never is again.
    /// - Parameter current: Gives the current revision of what is changed.
    /// - Throws: `Problem` 400 where a condition is malformed; `RequestError.preconditionFailed`; what
    ///   `current` throws.
    func expectedRevisions(current: () async throws -> Revision) async throws -> Set<Revision>? {
        let conditions = try conditions
        if conditions.ifNoneMatch != nil {
            let etag = ETag(try await current())
            guard conditions.outcome(head.method, etag: etag) == .proceed else {
                throw RequestError.preconditionFailed
            }
        }
        guard case .tags(let tags) = conditions.ifMatch else { return nil }
        return Set(tags.lazy.filter { !$0.isWeak }.compactMap(Revision.init))
    }
}

extension ETag {
    /// The tag of a resource: the number of the change that last touched it.
    init(_ revision: Revision) {
        self.init(String(revision.rawValue))
    }

    /// The tag of something that has no revision: a digest of its content.
    init(digestOf content: [UInt8]) {
        self.init(Array(SHA256.digest(content).prefix(16)).hexadecimal)
    }
}

extension Revision {
    /// The revision that a tag was made from; `nil` where it was made from none.
    init?(_ etag: ETag) {
        guard let number = UInt64(etag.opaque), String(number) == etag.opaque else { return nil }
        self.init(rawValue: number)
    }
}
