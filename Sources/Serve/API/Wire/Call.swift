import Checklists
import Digest
import HTTP

/// A request to an endpoint, with what its path names.
struct Call<ID: PathTarget>: Sendable {
    /// What the path names.
    let id: ID
    /// What was sent.
    let request: Request
    /// The address of the other end, without its port; empty for a Unix socket.
    let peer: String
    /// The identity of the request.
    let caller: Caller
    /// The store as the caller sees it.
    let session: Session
    /// Writes the cursors of pages.
    let cursors: CursorCipher

    /// The idempotency key, which is the caller's; `nil` where there is none.
    /// - Throws: `Problem` 400 where it is malformed.
    var once: IdempotencyKey? {
        get throws(Problem) { try request.once(of: caller.idempotencyOwner) }
    }
}

/// A request to an endpoint that is open to everyone.
struct OpenCall: Sendable {
    /// What was sent.
    let request: Request
    /// The store. There is no session, because there is no caller.
    let store: any Store

    /// The idempotency key; `nil` where there is none.
    /// - Throws: `Problem` 400 where it is malformed.
    var once: IdempotencyKey? {
        get throws(Problem) { try request.once(of: nil) }
    }
}

extension Request {
    /// The idempotency key with a digest of method, target and body; `nil` where there is none.
    ///
    /// Each caller has keys of their own: the same key of another caller reveals nothing.
    /// - Parameter owner: Separates the keys of callers; see `Caller.idempotencyOwner`.
    /// - Throws: `Problem` 400 where it is malformed.
    fileprivate func once(of owner: UInt64?) throws(Problem) -> IdempotencyKey? {
        guard let key = try idempotencyKey else { return nil }
        var digest = SHA256()
        digest.update(
            Array("\(head.method.rawValue) \(head.target.path)?\(head.target.query ?? "")\n".utf8))
        digest.update(body)
        // No key that a client sends has a line feed in it, so that none is like that of a token.
        let prefix = owner.map { String($0, radix: 16) + "\n" } ?? ""
        return IdempotencyKey(key: prefix + key, fingerprint: digest.finalize())
    }
}

/// What the path of an endpoint names.
protocol PathTarget: Sendable {
    /// - Parameter parameters: The segments that stand for placeholders.
    /// - Throws: `notFound` where nothing can have that name.
    init(_ parameters: [String]) throws(ChecklistsError)
}

/// A path without placeholders, which always names the same.
struct Fixed: PathTarget {
    init(_ parameters: [String]) {}
}

extension Identifier {
    init(_ parameters: [String], of resource: Resource) throws(ChecklistsError) {
        guard let segment = parameters.first, let id = Self(segment: segment) else {
            throw .notFound(resource)
        }
        self = id
    }
}

extension Checklist.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .checklist) }
}

extension Item.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .item) }
}

extension Webhook.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .webhook) }
}

extension Person.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .person) }
}

extension Device.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .device) }
}

/// A person on a list.
struct MemberPath: PathTarget {
    let checklistID: Checklist.ID
    let personID: Person.ID

    init(_ parameters: [String]) throws(ChecklistsError) {
        checklistID = try Checklist.ID(parameters, of: .checklist)
        personID = try Person.ID(Array(parameters.dropFirst()), of: .person)
    }
}

/// A link to a list.
struct LinkPath: PathTarget {
    let checklistID: Checklist.ID
    let linkID: ListLink.ID

    init(_ parameters: [String]) throws(ChecklistsError) {
        checklistID = try Checklist.ID(parameters, of: .checklist)
        linkID = try ListLink.ID(Array(parameters.dropFirst()), of: .link)
    }
}

extension Delivery.ID: PathTarget {
    init(_ parameters: [String]) throws(ChecklistsError) { try self.init(parameters, of: .delivery) }
}
