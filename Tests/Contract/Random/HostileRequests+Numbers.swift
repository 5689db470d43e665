import Checklists
import Dates

// MARK: Numbers

extension HostileRequests {
    static func identifiers(_ number: Int) -> [StoreRequest] {
        let missing = number == 1 ? 1 << 40 : number
        let (list, item) = (Checklist.ID(rawValue: missing), Item.ID(rawValue: missing))
        let webhook = Webhook.ID(rawValue: missing)
        let person = Person.ID(rawValue: missing)
        let revision = Revision(rawValue: UInt64(bitPattern: Int64(number)))
        return [
            StoreRequest("read list \(missing)") { try await $0.asFirst.checklist(list) },
            StoreRequest("read item \(missing)") { try await $0.asFirst.item(item) },
            StoreRequest("read the items of list \(missing)") {
                try await $0.asFirst.items(ItemQuery(checklistID: list)).elements
            },
            StoreRequest("read person \(missing)") { try await $0.person(person) },
            StoreRequest("delete list \(missing)") { store in
                try await store.asFirst.deleteChecklist(list, ifMatch: nil)
                return true
            },
            StoreRequest("delete item \(missing)") { store in
                try await store.asFirst.deleteItem(item, ifMatch: nil)
                return true
            },
            StoreRequest("move an item after \(missing)") {
                try await $0.asFirst.moveItem(self.item, to: .after(item), ifMatch: nil, idempotencyKey: nil)
                    .value
            },
            StoreRequest("move an item to list \(missing)") { store in
                var patch = ItemPatch()
                patch.checklistID = list
                return try await store.asFirst.updateItem(self.item, patch, ifMatch: nil)
            },
            StoreRequest("have person \(missing) do an item") { store in
                var patch = ItemPatch()
                patch.assigneeID = person
                return try await store.asFirst.updateItem(self.item, patch, ifMatch: nil)
            },
            StoreRequest("read webhook \(missing)") { try await $0.asFirst.webhook(webhook) },
            StoreRequest("restore \(missing)") {
                try await $0.asFirst.restore(Tombstone.ID(rawValue: missing), idempotencyKey: nil).value
            },
            StoreRequest("redeliver \(missing)") {
                try await $0.asFirst.redeliver(Delivery.ID(rawValue: missing), idempotencyKey: nil).value
            },
            StoreRequest("change an item if it is of \(revision.rawValue)") { store in
                try await store.asFirst.updateItem(self.item, ItemPatch(), ifMatch: [revision])
            },
        ] + feed(number)
    }

    private static func feed(_ number: Int) -> [StoreRequest] {
        let revision = Revision(rawValue: UInt64(bitPattern: Int64(number)))
        let positions = [
            FeedPosition(revision: revision, start: revision), FeedPosition(revision: revision, start: .zero),
            FeedPosition(revision: .zero, start: revision), FeedPosition(after: revision),
            FeedPosition(revision: .zero, kind: number, number: number, start: .zero),
        ]
        return positions.map { position in
            StoreRequest("read changes after \(position)") {
                try await $0.asFirst.changes(after: position, limit: 10)
            }
        }
    }

    static func amounts(_ number: Int) -> [StoreRequest] {
        var draft = ItemDraft(text: "Item")
        draft.position = number
        let placed = draft
        draft = ItemDraft(text: "Item")
        draft.dueDate = .earliest
        draft.alarms = [.offset(number)]
        let alarm = draft
        draft.alarms = []
        draft.repeatEvery = number
        let repeated = draft
        draft.repeatEvery = nil
        (draft.recurrence, draft.timeZone) = (daily, "UTC")
        var imported = ImportedItem(draft)
        imported.completionsCount = number
        let done = imported
        return [
            add(placed, "at \(number)"), add(alarm, "with an alarm after \(number) s"),
            add(repeated, "reminding each \(number) s"),
            StoreRequest("import and check an item that was done \(number) times") { store in
                let list = ImportedChecklist(ChecklistDraft(name: "Done"), items: [done])
                _ = try await store.asFirst.importChecklists([list], idempotencyKey: nil)
                var query = ItemQuery()
                query.sort = [SortKey(.createdAt, descending: true)]
                query.page.limit = 1
                guard let item = try await store.asFirst.items(query).elements.first else { return 0 }
                return try await store.asFirst.toggleItem(item.id, ifMatch: nil, idempotencyKey: nil).value
            },
            StoreRequest("read a page of \(number)") { store in
                var query = ItemQuery()
                query.page.limit = number
                return try await store.asFirst.items(query).elements
            },
            StoreRequest("read \(number) changes") { store in
                try await store.asFirst.changes(after: nil, limit: min(max(number, 1), 1_000)).entries
            },
        ]
    }

    static func locations(_ degrees: Double) -> [StoreRequest] {
        [(degrees, 0.0), (0.0, degrees)].map { latitude, longitude in
            var draft = ItemDraft(text: "Item")
            draft.location = Location(latitude: latitude, longitude: longitude)
            return add(draft, "at \(latitude), \(longitude)")
        }
    }
}
