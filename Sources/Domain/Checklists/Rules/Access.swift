/// What can be done with a list.
public enum Action: Sendable {
    /// Seeing it, its items and who its members are.
    case look
    /// Checking, skipping and snoozing items.
    case checkItems
    /// Adding, changing, moving and deleting items.
    case changeItems
    /// Changing its name and its icon.
    case changeList
    /// Saying who may do what on it, and making links to it.
    case share
    /// Deleting it.
    case delete
    /// Purging what others deleted.
    case purge

    /// The least role that may.
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
    /// Checks that a member with this role may do something on the list.
    /// - Throws: `roleNeeded`.
    @inlinable public func authorize(_ action: Action) throws(ChecklistsError) {
        if self < action.role { throw .roleNeeded(action.role) }
    }
}

/// What an operation is done to, and so who may have it done. What somebody may not see is not there for
/// them.
public enum Access: Sendable {
    /// Nothing that belongs to anybody, or what the operation itself knows the owner of.
    case unrestricted
    case list(Checklist.ID, Action)
    case item(Item.ID, Action)
    /// A webhook of a person, who alone knows of it, of a kind.
    case webhook(Webhook.ID, Webhook.Kind = .webhook)
    /// A delivery to a webhook of a person, of whatever kind.
    case delivery(Delivery.ID)
    /// A deletion, to restore it.
    case trash(Removal.ID)
    /// A deletion, to purge it.
    case purge(Removal.ID)
}

extension Transaction {
    /// Checks that somebody may have an operation done.
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

    /// Whether what an operation is done to is no more, for whomever.
    @inlinable mutating func isGone(_ access: Access) -> Bool {
        switch access {
        case .unrestricted: false
        case .list(let id, _): checklist(id) == nil
        case .item(let id, _): item(id) == nil
        case .webhook(let id, _): webhook(id) == nil
        case .delivery(let id): delivery(id) == nil
        case .trash(let id), .purge(let id): removal(id)?.trash == nil
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

    /// The list that somebody has an item go to.
    /// - Throws: `conflict`, `roleNeeded`.
    mutating func targetChecklist(
        _ id: Checklist.ID, of principal: Principal
    ) throws(ChecklistsError) -> Checklist {
        guard let checklist = checklist(id), let role = checklist.role(of: principal, at: now) else {
            throw .conflict([Violation("/checklistId", "must be the id of a checklist")])
        }
        try role.authorize(.changeItems)
        return checklist
    }
}

extension Transaction {
    /// What was deleted, where somebody may restore it: who owned the list, or may change the one that the
    /// items were on.
    /// - Throws: `notFound`.
    @usableFromInline mutating func trash(
        _ id: Removal.ID, of principal: Principal
    ) throws(ChecklistsError) -> (removal: Removal, trash: Trash) {
        guard let removal = removal(id), let trash = removal.trash else { throw .notFound(.trash) }
        let list = trash.checklist == nil ? checklist(removal.checklistID) : nil
        guard removal.isRestorable(by: principal, from: list, at: now) else { throw .notFound(.trash) }
        return (removal, trash)
    }

    /// Checks that a person may purge a deletion: an owner of the list, or the person who deleted it.
    /// - Throws: `notFound`, `personNeeded`, `roleNeeded`.
    @usableFromInline mutating func checkPurge(
        _ id: Removal.ID, of principal: Principal
    ) throws(ChecklistsError) {
        let (removal, trash) = try trash(id, of: principal)
        guard let person = principal.personID else { throw .personNeeded }
        let list = trash.checklist ?? checklist(removal.checklistID)
        guard removal.removedBy?.personID == person || list?.member(person)?.role == Action.purge.role
        else { throw .roleNeeded(Action.purge.role) }
    }
}

extension Removal {
    /// Whether somebody may restore it.
    ///
    /// - Parameter list: The list that the items were on; `nil` where it is no more.
    package func isRestorable(by principal: Principal, from list: Checklist?, at now: Timestamp) -> Bool {
        guard let trash else { return false }
        if let deleted = trash.checklist { return deleted.role(of: principal, at: now) == .own }
        guard let role = list?.role(of: principal, at: now) else { return false }
        return role >= Action.changeItems.role
    }
}

extension Checklist {
    /// Checks that somebody is on the list, where an item is to be theirs.
    /// - Throws: `conflict`.
    func checkAssignee(_ id: Person.ID?, at pointer: String = "") throws(ChecklistsError) {
        guard let id, member(id) == nil else { return }
        throw .conflict([
            Violation(pointer + "/assigneeId", "must be the id of a member of the list, or null")
        ])
    }
}
