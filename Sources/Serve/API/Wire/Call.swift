import Checklists
import Digest
import HTTP

/// A request to an endpoint, with what its path names.
struct Call<ID: PathTarget>: Sendable {
    /// What the path names.
    let id: ID
    /// What was sent.
    let request: Request
    /// What is known of it beside that.
    let context: RequestContext
    /// The store as who asks sees it.
    let session: Session
    /// What who asks may do, by the token that was shown; everything where none has to be.
    let scope: Scope
    /// Writes the cursors of pages.
    let cursors: CursorCipher

    /// The idempotency key with a digest of method, target and body; `nil` where there is none.
    ///
    /// Each person has their own keys, and so has each token that is no person's device: whoever shows
    /// another one that came before learns nothing of it.
    /// - Throws: `Problem` 400 where it is malformed.
    var once: IdempotencyKey? {
        get throws(Problem) {
            guard let key = try request.idempotencyKey else { return nil }
            let (head, body) = (request.head, request.body)
            var digest = SHA256()
            digest.update(
                Array("\(head.method.rawValue) \(head.target.path)?\(head.target.query ?? "")\n".utf8))
            digest.update(body)
            // No key that a client sends has a line feed in it, so that none is like that of a token.
            let owner = context.principal.map { String($0, radix: 16) + "\n" } ?? ""
            return IdempotencyKey(key: owner + key, fingerprint: digest.finalize())
        }
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
