import Checklists
import Digest
import HTTP

/// A request to an endpoint, with the ids in its path.
struct Call<ID: PathTarget>: Sendable {
    /// The resource that the path names.
    let id: ID
    /// The request.
    let request: Request
    let caller: Caller
    /// The store with the rights of the caller.
    let session: Session
    /// Encrypts and decrypts cursors.
    let cursors: CursorCipher

    /// The idempotency key of the caller; `nil` without one.
    /// - Throws: `Problem` 400 for a malformed key.
    var idempotencyKey: IdempotencyKey? {
        get throws(Problem) { try request.idempotencyKey(of: caller.idempotencyOwner) }
    }
}

/// A request to an open endpoint.
struct OpenCall: Sendable {
    /// The request.
    let request: Request
    /// The store. Without a caller there is no session.
    let store: any Store

    /// The idempotency key; `nil` without one.
    /// - Throws: `Problem` 400 for a malformed key.
    var idempotencyKey: IdempotencyKey? {
        get throws(Problem) { try request.idempotencyKey(of: nil) }
    }
}

extension Request {
    /// The idempotency key with a digest of method, target and body; `nil` without one.
    ///
    /// - Parameter owner: Separates the keys of callers; see `Caller.idempotencyOwner`.
    /// - Throws: `Problem` 400 for a malformed key.
    fileprivate func idempotencyKey(of owner: UInt64?) throws(Problem) -> IdempotencyKey? {
        guard let key = try idempotencyKey else { return nil }
        var digest = SHA256()
        digest.update(
            Array("\(head.method.rawValue) \(head.target.path)?\(head.target.query ?? "")\n".utf8))
        digest.update(body)
        return IdempotencyKey(key, of: owner, fingerprint: digest.finalize())
    }
}

/// The resource that a path names.
protocol PathTarget: Sendable {
    /// - Parameter parameters: The path segments for the placeholders.
    /// - Throws: `notFound` if no resource can have that name.
    init(_ parameters: [String]) throws(ChecklistsError)
}

/// A path without placeholders.
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

/// The path of a member of a list.
struct MemberPath: PathTarget {
    let checklistID: Checklist.ID
    let personID: Person.ID

    init(_ parameters: [String]) throws(ChecklistsError) {
        checklistID = try Checklist.ID(parameters, of: .checklist)
        personID = try Person.ID(Array(parameters.dropFirst()), of: .person)
    }
}

/// The path of a share link.
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
