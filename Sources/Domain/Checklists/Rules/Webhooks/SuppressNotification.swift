/// A change that the calling client made.
public enum OwnChange: Hashable, Sendable {
    /// An item was written, and has this revision now.
    case item(Item.ID, Revision)
    /// An item left a list.
    case itemRemoved(Item.ID)
    /// A list was written, and has this revision now.
    case checklist(Revision)

    /// Whether a notice is about this change and no other.
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

/// The push registrations of a person that a `Push-Dont-Notify` header names.
public enum RegistrationSelection: Hashable, Sendable {
    /// All registrations of the person.
    case all
    /// The registrations with these numbers.
    case some(Set<Webhook.ID>)

    fileprivate func includes(_ id: Webhook.ID) -> Bool {
        switch self {
        case .all: true
        case .some(let ids): ids.contains(id)
        }
    }
}

extension CallerSession {
    /// Suppresses the notification of a change to push registrations of the client that made it.
    ///
    /// The server still notifies a registration whose list has other changes, and those beyond
    /// `Limits.registrationsSuppressedMax`. It ignores registrations of other people.
    ///
    /// - Parameters:
    ///   - change: The change of the client.
    ///   - lists: The changed lists.
    /// - Throws: `personNeeded`.
    public func suppress(
        _ change: OwnChange, on lists: [Checklist.ID], for selection: RegistrationSelection
    ) async throws {
        let own = try await store.webhooks(PageRequest(limit: .max), of: person, .pushRegistration).elements
        let chosen = own.filter { registration in
            selection.includes(registration.id) && lists.contains(where: registration.isRegistration)
        }
        for registration in chosen.prefix(Limits.registrationsSuppressedMax) {
            try await suppress(change, for: registration)
        }
    }

    private func suppress(_ change: OwnChange, for registration: Webhook) async throws {
        guard let kept = registration.position else { return }
        let principal = Principal.person(registration.personID, device: nil)
        var position = kept
        for _ in 0..<Limits.feedPagesSuppressedMax {
            let page = try await store.changes(after: position, limit: Limits.feedPageEntries, for: principal)
            guard registration.notices(of: page, after: position).allSatisfy(change.accounts) else { return }
            position = page.next
            if !page.hasMore {
                _ = try await store.notify(registration, nil, through: position) { _ in [] }
                return
            }
        }
    }
}
