package import Checklists

/// Sample values for stores.
package enum Sample {
    /// 2026-11-20T23:55:57.484Z.
    package static let moment = Timestamp(milliseconds: 1_795_218_957_484)

    package static let epoch = Epoch(rawValue: 0xC0FFEE)

    /// An item with only the required fields.
    package static func plainItem(_ id: Int, on checklist: Int = 1, revision: UInt64 = 1) -> Item {
        Item(
            id: Item.ID(rawValue: id), checklistID: Checklist.ID(rawValue: checklist), text: "Item \(id)",
            position: id, createdAt: moment, updatedAt: moment, revision: Revision(rawValue: revision)
        )
    }

    /// An item with a value in every field.
    package static let fullItem = Item(
        id: Item.ID(rawValue: 7), checklistID: Checklist.ID(rawValue: 3), text: "Crème \"brûlée\" \\ 🍮",
        notes: "first\nsecond\t\u{1}", checked: true, important: true, dueDate: moment, shouldRemind: true,
        snoozedUntil: moment.advanced(byMilliseconds: 600_000),
        location: Location(
            street: "Rue 1", postalCode: "75001", city: "Paris", country: "FR", latitude: 48.8566,
            longitude: -2.5e-7
        ),
        calendarObject: CalendarObject(name: "crème.ics", text: "BEGIN:VTODO\r\nX-É:\\n\r\nEND:VTODO\r\n"),
        position: 9_007_199_254_740_991, checkedAt: moment.advanced(byMilliseconds: 1), createdAt: moment,
        updatedAt: moment.advanced(byMilliseconds: -1), revision: Revision(rawValue: 12)
    )

    /// A list without items.
    package static func checklist(_ id: Int, name: String = "List", revision: UInt64 = 1) -> Checklist {
        Checklist(
            id: Checklist.ID(rawValue: id), name: name, icon: .folder, createdAt: moment, updatedAt: moment,
            revision: Revision(rawValue: revision)
        )
    }

    /// A change that adds an item.
    package static func change(_ revision: UInt64, item id: Int? = nil) -> Change {
        let item = plainItem(id ?? Int(revision), revision: revision)
        return Change(revision: Revision(rawValue: revision), mutations: [.item(before: nil, after: item)])
    }
}
