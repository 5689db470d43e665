/// Clears the references of stored records to records that no longer exist.
///
/// The rule that removes a record clears the references to it:
///
/// | Reference | Cleared by |
/// | --- | --- |
/// | member, offer and announcement of a list, to a person | `RemoveMember`, `RemovePerson` |
/// | assignee of an item, to a member | `unassign` |
/// | section of an item | `DeleteSection`, a move to another list |
/// | parent of an item | `ItemChanges` |
/// | selected list of a person | `deselect` |
/// | preferences, webhooks and undo records of a person | `RemovePerson` |
/// | device of a proposal | `signOut` |
/// | delivery of a webhook | `deletion(of:)` |
///
/// A store that reads its records again, or those of another store, clears what a fault has left. No
/// reference but that of an item to its list is worth refusing a start.
///
/// Authors, the lists of a webhook and those of a view may name what is gone: its number is never given
/// again, and a list can come back from the trash. Trash is checked when it is restored. An approval leaves
/// out the operations of a proposal that name what is gone.
package struct References: Sendable {
    private let people: Set<Person.ID>

    /// - Parameter people: All people; the first one always exists.
    package init(among people: some Sequence<Person.ID>) { self.people = Set(people).union([.first]) }

    /// Clears the references of a list and its items.
    /// - Returns: A notice for the operator; `nil` if nothing changed.
    package func repair(_ list: inout Checklist, _ items: inout [Item]) -> String? {
        var cleared: [String] = []
        for member in list.members where !people.contains(member.personID) {
            list.removeMember(member.personID)
            cleared.append("member \(member.personID)")
        }
        if !cleared.isEmpty, !list.members.contains(where: { $0.role == .own }) {
            list.setRole(.own, of: .first, changingIn: list.revision)
        }
        var parents: Set<Item.ID>?
        for index in items.indices where items[index].assigneeID != nil || items[index].hasDetails {
            if items[index].isSubtask, parents == nil {
                parents = Set(items.lazy.filter { !$0.isSubtask }.map(\.id))
            }
            for field in items[index].clearMissingReferences(on: list, parents: parents ?? []) {
                cleared.append("the \(field) of item \(items[index].id)")
            }
        }
        guard let first = cleared.first else { return nil }
        return """
            List \(list.id) has \(cleared.count) references to records that no longer exist, first \(first). \
            The server clears them.
            """
    }

    /// Clears the selection of a list that is gone or hidden from the person, or drops the preferences of a
    /// person who is gone.
    /// - Returns: A notice for the operator; `nil` if nothing changed.
    package func repair(_ preferences: inout Preferences?, on selected: Checklist?) -> String? {
        guard let person = preferences?.personID else { return nil }
        guard people.contains(person) else {
            preferences = nil
            return "Person \(person) no longer exists. The server drops their preferences."
        }
        guard let list = preferences?.selectedChecklistID, selected?.member(person) == nil else { return nil }
        preferences?.selectedChecklistID = nil
        return "Person \(person) selects list \(list), which is gone. The server clears the selection."
    }

    /// Drops the proposals of devices that are gone.
    /// - Returns: A notice for the operator; `nil` if nothing changed.
    package func repair(_ person: inout Person) -> String? {
        let (count, devices) = (person.proposals.count, Set(person.devices.map(\.id)))
        person.proposals.removeAll { $0.deviceID.map { !devices.contains($0) } ?? false }
        let gone = count - person.proposals.count
        if gone == 0 { return nil }
        return """
            Person \(person.id) has \(gone) proposals of devices that no longer exist. The server drops them.
            """
    }

    /// The notice of a delivery that is dropped, because its webhook is gone.
    package static func notice(dropping delivery: Delivery) -> String {
        "Webhook \(delivery.webhookID) no longer exists. The server drops delivery \(delivery.id)."
    }

    /// Drops a webhook whose person is gone.
    /// - Returns: A notice for the operator; `nil` if the webhook stays.
    package func repair(_ webhook: inout Webhook?) -> String? {
        guard let known = webhook, !people.contains(known.personID) else { return nil }
        webhook = nil
        return "Person \(known.personID) no longer exists. The server drops their webhook \(known.id)."
    }
}

extension Checklist {
    /// Removes a member and the offer to them.
    mutating func removeMember(_ person: Person.ID) {
        members.removeAll { $0.personID == person }
        removeOffer(to: person)
    }
}

extension Item {
    /// Clears an assignee, a section and a parent that a list does not have.
    ///
    /// - Parameter parents: The items that can have subtasks.
    /// - Returns: The cleared fields.
    @discardableResult mutating func clearMissingReferences(
        on list: Checklist, parents: Set<Item.ID>
    ) -> [String] {
        var cleared: [String] = []
        if let assignee = assigneeID, list.member(assignee) == nil {
            assigneeID = nil
            cleared.append("assignee")
        }
        if let section = sectionID, list.sections[section] == nil {
            details.sectionID = nil
            cleared.append("section")
        }
        if let parent = parentID, !parents.contains(parent) {
            details.detach()
            cleared.append("parent")
        }
        return cleared
    }
}
