import Checklists
import StoreFixtures
import Testing

@Suite(.closingStores) struct `A batch in a store` {
    @Test(arguments: StoreKind.allCases) func `creates records that its later operations use`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = temporary(0, Checklist.ID.self)
        let (parent, section) = (temporary(1, Item.ID.self), temporary(2, Section.ID.self))
        let session = try await contract.store.asFirst
        let results = try await session.batch([
            addList("Trip"), addItem("Bag", to: list),
            { try await $0.addSection(named: "Car", to: list, idempotencyKey: nil).value },
            addItem("Passport", to: list) { $0.patch.details.parentID = parent },
            change(parent) { $0.details.sectionID = section },
            { session in
                try await session.updateSection(section, on: list, name: "Train", ifMatch: nil)
            },
            addItem("First", to: list),
            { session in
                try await session.moveItem(
                    temporary(6, Item.ID.self), to: .before(parent), ifMatch: nil, idempotencyKey: nil
                ).value
            },
            toggle(temporary(3, Item.ID.self)),
        ]).value
        let made = try #require(results[0].checklist)
        let found = try await session.checklist(made.id)
        #expect(found.sections.all.map(\.name) == ["Train"])
        #expect(found.itemsCount == 3 && found.uncheckedItemsCount == 2)
        let items = try await session.items(ItemQuery(checklistID: made.id)).elements
        #expect(items.map(\.text) == ["First", "Bag", "Passport"])
        #expect(items.map(\.checked) == [false, false, true])
        #expect(items[2].parentID == items[1].id && items[1].sectionID == found.sections.all[0].id)
        #expect(results[8].item == items[2])
    }

    @Test(arguments: StoreKind.allCases) func `changes nothing if one of its operations fails`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", on: list)
        let missing = Item.ID(rawValue: 1 << 40)
        let steps: [BatchStep] = [
            addList("Trip"), addItem("C", to: temporary(0, Checklist.ID.self)), toggle(items[0]),
            delete(items[1]), deleteItems(of: list), delete(list),
        ]
        for index in 0...steps.count {
            var failing = steps
            failing.insert(toggle(missing), at: index)
            // The list of the second operation is that of the first, wherever that stands.
            if index == 0 { failing.remove(at: 2) }
            let made = failing
            try await contract.expect(.operationFailed(index, .notFound(.item))) {
                try await contract.store.asFirst.batch(made, key: .sample())
            }
        }
        let item = try await contract.item("D", on: list)
        #expect(item.id > items[1])
        try await contract.store.asFirst.batch(steps, key: .sample())
    }

    @Test(arguments: StoreKind.allCases) func `restores what it deletes as new records`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list) { $0.uid = "uid" }
        let trash = Tombstone.ID(rawValue: Int(item.revision.rawValue) + 1)
        let restored = try await contract.store.asFirst.batch([
            delete(item.id), { try await $0.restore(trash, idempotencyKey: nil).value },
        ])
        #expect(restored.value.count == 2)
        let found = try await contract.store.asFirst.item(item.id)
        #expect(found.createdIn > item.createdIn && found.uid == "uid")
    }

    @Test(arguments: StoreKind.allCases) func `has one effect for each idempotency key`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list) { $0.patch.details.tags = ["old"] }
        let steps: [BatchStep] = [
            addList("Trip"), addItem("Bag", to: temporary(0, Checklist.ID.self)), toggle(item.id),
            { try await $0.renameTag("old", to: "new") },
            { session in
                try await session.addView(
                    SavedViewDraft(name: "V", icon: .folder, query: []), idempotencyKey: nil
                ).value
            },
            deleteItems(of: list), delete(list),
        ]
        let first = try await contract.store.asFirst.batch(steps, key: .sample())
        #expect(!first.isReplay)
        try await contract.expectNoChange {
            let second = try await contract.store.asFirst.batch(steps, key: .sample())
            #expect(second.isReplay && second.value == first.value)
        }
        try await contract.expect(.idempotencyKeyReused) {
            try await contract.store.asFirst.batch(steps, key: .sample(ofAnotherRequest: true))
        }
    }

    @Test(arguments: StoreKind.allCases) func `checks revisions after its earlier operations`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list)
        let other = try await contract.item("Other", on: list)
        try await contract.expect(.operationFailed(1, .revisionMismatch)) {
            try await contract.store.asFirst.batch([
                toggle(item.id), toggle(item.id, ifMatch: [item.revision]),
            ])
        }
        try await contract.store.asFirst.batch([
            toggle(other.id), toggle(item.id, ifMatch: [item.revision]), toggle(other.id),
        ])
        try await #expect(contract.store.asFirst.item(item.id).checked)
        try await #expect(!contract.store.asFirst.item(other.id).checked)
    }

    @Test(arguments: StoreKind.allCases) func `has each of its changes in the feed`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let (first, second) = (try await contract.list("First"), try await contract.list("Second"))
        let third = try await contract.list("Third")
        let items = try await contract.items("A", "B", on: first)
        let session = try await contract.store.asFirst
        let start = try await session.changes(after: nil, limit: 100).next
        let results = try await session.batch([
            addItem("C", to: second), delete(items[0]), delete(items[1]), delete(third),
            toggle(temporary(0, Item.ID.self)),
        ]).value
        let page = try await session.changes(after: start, limit: 100)
        var (deleted, lists, changed): ([Item.ID], [Checklist.ID], [Item]) = ([], [], [])
        for entry in page.entries {
            switch entry.subject {
            case .itemRemoved(let id, from: _, name: _): deleted.append(id)
            case .checklistRemoved(let id): lists.append(id)
            case .item(let item): changed.append(item)
            default: break
            }
        }
        #expect(deleted.sorted() == items && lists == [third])
        #expect(changed.map(\.text) == ["C"] && changed.allSatisfy(\.checked))
        // One by one, the entries are the same.
        var position: FeedPosition? = start
        var count = 0
        repeat {
            let page = try await session.changes(after: position, limit: 1)
            count += page.entries.count
            if page.entries.isEmpty { break }
            position = page.next
        } while count < 100
        #expect(count == page.entries.count)
        let trash = Set(results[1...3].compactMap(\.trash))
        #expect(trash.count == 3)
        for id in trash.sorted().reversed() { _ = try await session.restore(id, idempotencyKey: nil) }
        try await #expect(contract.texts(on: first) == ["A", "B"])
    }

    @Test(arguments: StoreKind.allCases) func `of a guest changes only the list of the link`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let other = try await contract.list("Other")
        let item = try await contract.item(on: list)
        let secret = try await contract.item("Secret", on: other)
        let end = contract.later(1_000)
        for (role, number) in [(Role.check, UInt8(1)), (.edit, 3)] {
            _ = try await contract.store.asFirst.addLink(
                to: list, role, secretDigest: [number], tokenDigest: [number + 1], until: end,
                idempotencyKey: nil)
            _ = try await contract.store.signIn(
                bySecret: [number], tokenDigest: [number + 1], deviceName: "x", idempotencyKey: nil)
            let token = try #require(try await contract.store.caller(ofToken: [number + 1]))
            let guest = { Session(try await contract.store, for: token.caller.principal) }
            try await contract.expect(.operationFailed(1, .notFound(.item))) {
                try await guest().batch([toggle(item.id), toggle(secret.id)])
            }
            try await contract.expect(.operationFailed(1, .notFound(.checklist))) {
                try await guest().batch([toggle(item.id), addItem("X", to: other)])
            }
            if role == .check {
                try await contract.expect(.operationFailed(1, .roleNeeded(.edit))) {
                    try await guest().batch([toggle(item.id), addItem("X", to: list)])
                }
            } else {
                try await guest().batch([toggle(item.id), addItem("X", to: list)])
                try await #expect(contract.texts(on: list) == ["Milk", "X"])
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `fits as a whole, or changes nothing`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind) { $0.checklistsMax = 3 }
        let session = try await contract.store.asFirst
        let before = try await session.counts().checklists
        try await contract.expect(.full(.checklists, used: before, limit: 3)) {
            try await session.batch((before..<4).map { addList("\($0)") })
        }
        try await session.batch((before..<3).map { addList("\($0)") })
    }

    @Test(arguments: StoreKind.allCases) func `can change more records than small changes do`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let drafts = (0..<1_000).map { ItemDraft(text: "\($0)") }
        for _ in 0..<3 {
            _ = try await contract.store.asFirst.addItems(drafts, to: list, idempotencyKey: nil)
        }
        let copy = temporary(0, Checklist.ID.self)
        let results = try await contract.store.asFirst.batch([
            { try await $0.copyChecklist(list, ChecklistCopy(), idempotencyKey: nil).value },
            { try await $0.copyChecklist(copy, ChecklistCopy(), idempotencyKey: nil).value },
            deleteItems(of: copy), addItem("Last", to: temporary(1, Checklist.ID.self)), delete(list),
        ]).value
        #expect(results[2].deletedCount == 3_000)
        let lists = results[0...1].compactMap(\.checklist?.id)
        let counts = try await contract.store.asFirst.checklists(ChecklistQuery()).elements
            .filter { lists.contains($0.id) }.map(\.itemsCount)
        #expect(counts.sorted() == [0, 3_001])
    }

    @Test(arguments: StoreKind.allCases) func `makes one write with each operation`(
        kind: StoreKind
    ) async throws {
        let contract = try await Contract(kind)
        let list = try await contract.list()
        let item = try await contract.item(on: list)
        let before = try await contract.listing
        let session = try await contract.store.asFirst
        await #expect(throws: BatchFault.self) {
            try await session.batch([toggle(item.id), { try await $0.item(item.id) }])
        }
        await #expect(throws: BatchFault.self) {
            try await session.batch([
                toggle(item.id), { try await $0.addWebhook(.sample, idempotencyKey: nil).value },
            ])
        }
        try await #expect(contract.listing == before)
    }
}

extension WebhookDraft {
    fileprivate static let sample = WebhookDraft(url: "https://example.org/hook", secret: .sample(1))
}
