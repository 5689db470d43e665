extension Transaction {
    /// A checklist that must exist.
    /// - Throws: `notFound`.
    mutating func existingChecklist(_ id: Checklist.ID) throws(ChecklistsError) -> Checklist {
        guard let checklist = checklist(id) else { throw .notFound(.checklist) }
        return checklist
    }

    /// An item that must exist.
    /// - Throws: `notFound`.
    mutating func existingItem(_ id: Item.ID) throws(ChecklistsError) -> Item {
        guard let item = item(id) else { throw .notFound(.item) }
        return item
    }

    /// A webhook that must exist.
    /// - Throws: `notFound`.
    mutating func existingWebhook(_ id: Webhook.ID) throws(ChecklistsError) -> Webhook {
        guard let webhook = webhook(id) else { throw .notFound(.webhook) }
        return webhook
    }

    /// A webhook that must exist, be turned on and, for mail, have a confirmed address.
    /// - Throws: `notFound`, `conflict`.
    mutating func activeWebhook(_ id: Webhook.ID) throws(ChecklistsError) -> Webhook {
        let webhook = try existingWebhook(id)
        guard webhook.active else {
            throw .conflict([Violation("", .turnedOff(webhook.kind))])
        }
        guard webhook.isConfirmed else {
            throw .conflict([Violation("", .unconfirmed)])
        }
        return webhook
    }

    /// A person who must exist.
    /// - Throws: `notFound`.
    mutating func existingPerson(_ id: Person.ID) throws(ChecklistsError) -> Person {
        guard let person = person(id) else { throw .notFound(.person) }
        guard person.revision == .zero else { return person }
        // The change that first stores a person sets the times.
        return Person(id: id, name: person.name, createdAt: now, updatedAt: now, revision: .zero)
    }
}
