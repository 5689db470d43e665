/// A change that a client has made itself.
public enum OwnChange: Hashable, Sendable {
    /// It left an item at a revision.
    case item(Item.ID, Revision)
    /// It took an item off a list.
    case itemRemoved(Item.ID)
    /// It left a list at a revision.
    case checklist(Revision)

    /// Whether a notice is about this change alone.
    fileprivate func accounts(for notice: ChangeNotice) -> Bool {
        switch (self, notice.subject) {
        case (.item(let id, let revision), .item(let item)): item.id == id && item.revision == revision
        case (.item(let id, _), .itemRemoved(let removed, from: _)): removed == id
        case (.itemRemoved(let id), .itemRemoved(let removed, from: _)): removed == id
        case (.checklist(let revision), .checklist(let list)): list.revision == revision
        default: false
        }
    }
}

/// Some push registrations of a person, as a client names them.
public enum RegistrationSelection: Hashable, Sendable {
    /// All of that person.
    case all
    /// Those with these numbers.
    case some(Set<Webhook.ID>)

    fileprivate func includes(_ id: Webhook.ID) -> Bool {
        switch self {
        case .all: true
        case .some(let ids): ids.contains(id)
        }
    }
}

extension Requester {
    /// Keeps push registrations of the person from being notified of a change that their own client made.
    ///
    /// A registration for which anything else has changed is notified all the same, and so are those beyond
    /// `Limits.registrationsPassedOverMax`. Registrations of other people are left out.
    ///
    /// - Parameters:
    ///   - change: What the client did.
    ///   - lists: The lists that it did it on.
    /// - Throws: `personNeeded`.
    public func passOver(
        _ change: OwnChange, on lists: [Checklist.ID], for selection: RegistrationSelection
    ) async throws {
        let own = try await store.webhooks(PageRequest(limit: .max), of: person, .pushRegistration).elements
        let chosen = own.filter { registration in
            selection.includes(registration.id) && lists.contains(where: registration.isRegistration)
        }
        for registration in chosen.prefix(Limits.registrationsPassedOverMax) {
            try await passOver(change, for: registration)
        }
    }

    private func passOver(_ change: OwnChange, for registration: Webhook) async throws {
        guard let kept = registration.position else { return }
        let principal = Principal.person(registration.personID, device: nil)
        var position = kept
        for _ in 0..<Limits.feedPagesPassedOverMax {
            let page = try await store.changes(after: position, limit: Limits.feedPageEntries, for: principal)
            guard registration.notices(of: page, after: position).allSatisfy(change.accounts) else { return }
            position = page.next
            if !page.hasMore {
                _ = try await store.tell(registration, nil, through: position) { _ in [] }
                return
            }
        }
    }
}
