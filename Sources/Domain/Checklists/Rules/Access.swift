/// An action on a list that needs a role.
public enum Action: Sendable {
    /// Read the list, its items and its members.
    case look
    /// Check, skip and snooze items.
    case checkItems
    /// Add, change, move and delete items.
    case changeItems
    /// Change the name, the icon and the sections.
    case changeList
    /// Manage members and share links.
    case share
    /// Delete the list.
    case delete
    /// Purge deletions of other members.
    case purge

    /// The lowest role that allows the action.
    public var role: Role {
        switch self {
        case .look: .view
        case .checkItems: .check
        case .changeItems, .changeList: .edit
        case .share, .delete, .purge: .own
        }
    }
}

extension Role {
    /// Checks that the role allows an action.
    /// - Throws: `roleNeeded`.
    @inlinable public func authorize(_ action: Action) throws(ChecklistsError) {
        if self < action.role { throw .roleNeeded(action.role) }
    }
}

/// The target of an operation, and the right that it needs. To a caller, a target that they cannot see does
/// not exist.
public enum Access: Sendable {
    /// No check: the operation has no owned target, or checks its owner itself.
    case unrestricted
    case list(Checklist.ID, Action)
    case item(Item.ID, Action)
    /// A webhook of the calling person, of one kind. Other people cannot see it.
    case webhook(Webhook.ID, Webhook.Kind = .webhook)
    /// A delivery to a webhook of the calling person, of any kind.
    case delivery(Delivery.ID)
    /// A deletion to restore.
    case trash(Tombstone.ID)
    /// A deletion to purge.
    case purge(Tombstone.ID)
}

extension Transaction {
    /// Checks the access of a person or guest.
    /// - Throws: `notFound`, `roleNeeded`, `personNeeded`.
    @inlinable package mutating func check(
        _ access: Access, of principal: Principal
    ) throws(ChecklistsError) {
        switch access {
        case .unrestricted: break
        case .list(let id, let action):
            try check(action, on: id, of: principal, else: .checklist)
        case .item(let id, let action):
            guard let item = item(id) else { throw .notFound(.item) }
            try check(action, on: item.checklistID, of: principal, else: .item)
        case .webhook(let id, let kind): try check(id, kind, of: principal, else: kind.resource)
        case .delivery(let id):
            guard let delivery = delivery(id) else { throw .notFound(.delivery) }
            try check(delivery.webhookID, nil, of: principal, else: .delivery)
        case .trash(let id): _ = try trash(id, of: principal)
        case .purge(let id): try checkPurge(id, of: principal)
        }
    }

    /// Whether the target no longer exists for any caller.
    @inlinable mutating func isMissing(_ access: Access) -> Bool {
        switch access {
        case .unrestricted: false
        case .list(let id, _): checklist(id) == nil
        case .item(let id, _): item(id) == nil
        case .webhook(let id, _): webhook(id) == nil
        case .delivery(let id): delivery(id) == nil
        case .trash(let id), .purge(let id): tombstone(id)?.trash == nil
        }
    }

    @inlinable mutating func check(
        _ action: Action, on id: Checklist.ID, of principal: Principal, else resource: Resource
    ) throws(ChecklistsError) {
        guard let role = checklist(id)?.role(of: principal, at: now) else { throw .notFound(resource) }
        try role.authorize(action)
    }

    @inlinable mutating func check(
        _ id: Webhook.ID, _ kind: Webhook.Kind?, of principal: Principal, else resource: Resource
    ) throws(ChecklistsError) {
        guard let person = principal.personID else { throw .personNeeded }
        guard let webhook = webhook(id), webhook.personID == person,
            kind.map({ $0 == webhook.kind }) ?? true
        else {
            throw .notFound(resource)
        }
    }

    /// The list that an item moves to.
    /// - Throws: `invalid`, `roleNeeded`.
    mutating func targetChecklist(
        _ id: Checklist.ID, of principal: Principal
    ) throws(ChecklistsError) -> Checklist {
        guard let checklist = checklist(id), let role = checklist.role(of: principal, at: now) else {
            throw .invalid([Violation("/checklistId", .notAChecklist)])
        }
        try role.authorize(.changeItems)
        return checklist
    }
}

extension Transaction {
    /// A deletion that the person or guest may restore: as an owner of the deleted list, or with the right to
    /// change the list that the items were on.
    /// - Throws: `notFound`.
    @usableFromInline mutating func trash(
        _ id: Tombstone.ID, of principal: Principal
    ) throws(ChecklistsError) -> (tombstone: Tombstone, trash: Trash) {
        guard let tombstone = tombstone(id), let trash = tombstone.trash else { throw .notFound(.trash) }
        let list = trash.checklist == nil ? checklist(tombstone.checklistID) : nil
        guard tombstone.isRestorable(by: principal, from: list, at: now) else { throw .notFound(.trash) }
        return (tombstone, trash)
    }

    /// Checks that a person may purge a deletion: an owner of the list, or the person who deleted it.
    /// - Throws: `notFound`, `personNeeded`, `roleNeeded`.
    @usableFromInline mutating func checkPurge(
        _ id: Tombstone.ID, of principal: Principal
    ) throws(ChecklistsError) {
        let (tombstone, trash) = try trash(id, of: principal)
        guard let person = principal.personID else { throw .personNeeded }
        let list = trash.checklist ?? checklist(tombstone.checklistID)
        guard tombstone.removedBy?.personID == person || list?.member(person)?.role == Action.purge.role
        else { throw .roleNeeded(Action.purge.role) }
    }
}

extension Tombstone {
    /// Whether a person or guest may restore the deletion.
    ///
    /// - Parameter list: The list that the items were on; `nil` if it no longer exists.
    package func isRestorable(by principal: Principal, from list: Checklist?, at now: Timestamp) -> Bool {
        guard let trash else { return false }
        if let deleted = trash.checklist { return deleted.role(of: principal, at: now) == .own }
        guard let role = list?.role(of: principal, at: now) else { return false }
        return role >= Action.changeItems.role
    }
}

extension Checklist {
    /// Checks that an assignee is a member of the list.
    /// - Throws: `invalid`.
    func checkAssignee(_ id: Person.ID?, at pointer: String = "") throws(ChecklistsError) {
        guard let id, member(id) == nil else { return }
        throw .invalid([Violation(pointer + "/assigneeId", .notAMember.orNull)])
    }
}
