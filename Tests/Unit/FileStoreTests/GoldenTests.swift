import Checklists
import Foundation
import MemoryStore
import Records
import StoreFixtures
import Testing

@testable import FileStore

/// Folders that earlier versions wrote. They never change; every version must read all of them.
@Suite struct `A folder of an earlier version` {
    /// The content of a file without its format and its checksum.
    private func content(_ bytes: [UInt8]) -> Substring {
        let text = String(decoding: bytes, as: UTF8.self)
        let file = text.components(separatedBy: #","crc32""#).first ?? text
        return file.drop { $0 != "," }
    }

    /// One hour after the last change in the folders.
    private static let now = Timestamp(milliseconds: 1_795_223_960_484)

    @Test func `of format 1 opens completely`() throws {
        let contents = try Recovery.contents(of: try golden("format-1"), now: Self.now)
        #expect(contents.revision == Revision(rawValue: 24))
        #expect(contents.sequences[Checklist.ID.self] == Checklist.ID(rawValue: 5))
        #expect(contents.sequences[Item.ID.self] == Item.ID(rawValue: 8))
        let lists = contents.checklists.map { "\($0.id) \($0.name), \($0.icon.rawValue): \($0.summary)" }
        #expect(
            lists == [
                "1 Renamed, Appointments: 1 Remaining", "2 List 2, Birthdays: (No Item)",
                "4 Fourth, Folder: 2 Remaining",
            ])
        let keys = contents.idempotencyRecords.map {
            "\($0.key.key) \($0.key.fingerprint) \($0.revision.rawValue)"
        }
        #expect(keys == ["list [1, 2] 1", "item [1, 2] 6", "late [1, 2] 23"])
        let items = contents.items.map { "\($0.id) on \($0.checklistID) at \($0.position): \($0.text)" }
        #expect(
            items == [
                "3 on 1 at 65536: and back", "5 on 4 at 65536: Item 4 “é”\\", "7 on 4 at 131072: late",
            ])
        let item = try #require(contents.items.first { $0.id.rawValue == 5 })
        #expect(item.notes == "4\n4\n4\n4\n")
        #expect(item.important)
        #expect(item.location == Location(city: "Paris", latitude: 48.8566, longitude: 2.3522))
        #expect(item.createdAt.text == "2026-11-21T00:04:05.484Z")
        #expect(item.updatedAt.text == "2026-11-21T00:18:19.484Z")
        #expect(item.revision == Revision(rawValue: 22))
    }

    @Test func `of format 1 with webhooks and preferences opens completely`() async throws {
        let folder = try golden("format-1-preferences")
        let contents = try Recovery.contents(of: folder, now: Self.now)
        #expect(contents.revision == Revision(rawValue: 28))
        #expect(contents.items.map(\.text) == ["one", "two", "three", "and back", "Item 4 “é”\\", "late"])
        let preferences = contents.preferences
        #expect(preferences.selectedChecklistID == Checklist.ID(rawValue: 4))
        #expect(!preferences.showChecked)
        #expect(preferences.itemSort.text == "checked,dueDate")
        #expect(preferences.revision == Revision(rawValue: 28))
        let many = try #require(contents.idempotencyRecords.first { $0.key.key == "many" })
        guard case .items(let items) = many.result else {
            Issue.record("\(many)")
            return
        }
        #expect(items.map(\.text) == ["one", "two", "three"])
        try await withStore(folder) { store in
            let webhook = try await store.asFirst.webhook(Webhook.ID(rawValue: 1))
            #expect(webhook.url == "http://127.0.0.1:9/")
        }
        let settings = try golden("format-1-preferences")["settings.json"]
        let read = try SettingsFile(settings)
        #expect(read.preferences.first?.itemSort == [SortKey(.text, descending: true)])
        #expect(read.preferences.map(\.personID) == [.first])
        #expect(try SettingsFile(read.bytes) == read)
    }

    @Test func `of format 2 opens with all data owned by person 1`() throws {
        let contents = try Recovery.contents(of: try golden("format-2"), now: Self.now)
        #expect(contents.revision == Revision(rawValue: 14))
        #expect(contents.checklists.map(\.name) == ["List", "Groceries", "Trip"])
        #expect(contents.checklists.allSatisfy { $0.members == [Member(.first, .own)] && $0.links.isEmpty })
        #expect(contents.items.map(\.text).contains("Crème"))
        #expect(contents.items.count == 7)
        #expect(contents.items.allSatisfy { $0.assigneeID == nil })
        #expect(contents.preferences.personID == .first)
        #expect(contents.preferences.selectedChecklistID == Checklist.ID(rawValue: 3))
        #expect(contents.idempotencyRecords.map(\.key.key) == ["list", "item"])
    }

    @Test func `of format 3 opens with people and shared lists`() async throws {
        let folder = try golden("format-3")
        let contents = try Recovery.contents(of: folder, now: Self.now)
        #expect(contents.checklists.map(\.name) == ["List", "Groceries"])
        let groceries = try #require(contents.checklists.last)
        let ada = Person.ID(rawValue: 2)
        #expect(groceries.members.map(\.personID) == [.first, ada])
        #expect(groceries.members.map(\.role) == [.own, .edit])
        #expect(groceries.members.map(\.preferences.isMuted) == [true, false])
        #expect(groceries.members.allSatisfy { $0.joinedIn == .zero } && groceries.links.count == 1)
        #expect(
            contents.items.map(\.text) == ["Swipe me to delete", "Crème fraîche", "Milk", "Bread", "Butter"])
        #expect(contents.items.map(\.assigneeID) == [nil, ada, nil, nil, nil])
        #expect(contents.items.allSatisfy { $0.changedBy == .first && $0.changedAt == $0.updatedAt })
        try await withStore(folder) { store in
            let start = try await store.asFirst.changes(after: nil, limit: 100)
            #expect(start.entries.count == 7)
            #expect(try await store.asFirst.trash(PageRequest()).elements.isEmpty)
        }
    }

    @Test func `of format 4 opens with its trash, without all-day and repeating items`() async throws {
        let folder = try golden("format-4")
        let contents = try Recovery.contents(of: folder, now: Self.now)
        #expect(contents.checklists.map(\.name) == ["List", "Groceries"])
        #expect(contents.checklists.allSatisfy { $0.resetRule == nil })
        #expect(
            contents.items.map(\.text) == [
                "Edit your first item", "Swipe me to delete", "Milk", "Crème fraîche", "Butter",
            ])
        #expect(contents.items.map(\.checklistID.rawValue) == [1, 1, 1, 2, 2])
        #expect(contents.items[3].uid == "0b8cdd2f-6c5e-4ef1-9f0c-3f1ecd7b5b3a")
        #expect(contents.items.allSatisfy { $0.timing == Timing() })
        #expect(contents.items[2].checked && contents.items[2].dueDate?.text == "2099-12-31T08:00:00.000Z")
        #expect(contents.preferences.timeZone == nil)
        #expect(contents.checklists[1].links.count == 1)
        try await withStore(folder) { store in
            let start = try await store.asFirst.changes(after: nil, limit: 100)
            #expect(start.entries.count == 7)
            // Tombstones of deletions, and of items that left a shared list.
            #expect(try await store.read { ($0.allTombstones.count, asOf: $0.revision) } == 2)
        }
    }

    @Test func `of format 5 opens with repeating items, without calendar objects`() async throws {
        let folder = try golden("format-5")
        let contents = try Recovery.contents(of: folder, now: Self.now)
        #expect(contents.checklists.map(\.name) == ["List", "Groceries"])
        #expect(contents.checklists.allSatisfy { $0.collection == nil })
        #expect(contents.checklists[1].resetRule != nil && contents.checklists[1].links.count == 1)
        let items = contents.items
        #expect(
            items.map(\.text) == [
                "Edit your first item", "Swipe me to delete", "Butter", "Crème", "Water the plants", "Milk",
            ])
        #expect(items.allSatisfy { !$0.hasCalendarObject })
        #expect(items[3].resourceName == "0b8cdd2f-6c5e-4ef1-9f0c-3f1ecd7b5b3a.ics")
        #expect(items[5].resourceName == "checklistd-7.ics")
        #expect(items[4].timing.alarms.count == 2 && items[4].timing.completionsCount == 1)
        #expect(contents.preferences.timeZone == "Europe/Paris")
        try await withStore(folder) { store in
            let start = FeedPosition(after: .zero)
            let page = try await store.changes(after: start, limit: 100, for: .first)
            let names = page.entries.compactMap { entry in
                switch entry.subject {
                case .itemRemoved(_, from: _, let name): name
                case .itemMoved(_, from: _, to: _, let name, comesLater: _): name
                default: nil
                }
            }
            // That version stored no names, so they derive from the ids.
            #expect(names == ["checklistd-5.ics", "checklistd-6.ics"])
            let trash = try await store.asFirst.trash(PageRequest()).elements
            #expect(trash.map(\.names) == [[:]])
        }
    }

    @Test func `of format 6 opens with webhooks of the standard format`() async throws {
        let folder = try golden("format-6")
        let contents = try Recovery.contents(of: folder, now: Self.now)
        #expect(contents.revision == Revision(rawValue: 13))
        #expect(contents.checklists.map(\.name) == ["List", "Groceries"])
        #expect(contents.items.map(\.text).suffix(2) == ["Milk", "Crème"])
        #expect(try folder.data.secret() == nil)
        try await withStore(folder) { store in
            let webhook = try await store.asFirst.webhook(Webhook.ID(rawValue: 1))
            #expect(webhook.format == .standard && webhook.authorization == nil && webhook.position != nil)
            let deliveries = try await store.asFirst.deliveries(of: webhook.id, status: nil, PageRequest())
            #expect(deliveries.elements.map(\.attempts.count) == [2])
            #expect(try await store.asFirst.webhooks(PageRequest(), .pushSubscription).total == 0)
        }
    }

    @Test func `of format 7 opens without sections, tags and subtasks`() async throws {
        let folder = try golden("format-7")
        let contents = try Recovery.contents(of: folder)
        #expect(contents.checklists.map(\.name) == ["List", "Groceries"])
        #expect(contents.checklists.allSatisfy { $0.sections == Sections() })
        #expect(contents.items.allSatisfy { !$0.hasDetails })
        let texts = contents.items.map(\.text)
        #expect(texts.contains("From an app") && texts.last == "Tea")
        let member = try #require(contents.checklists.last?.members.first)
        #expect(member.preferences.isMuted && !member.preferences.isPinned)
        #expect(member.preferences.archivedAt == nil && contents.preferences.views.isEmpty)
        try await withStore(folder) { store in
            let webhook = try await store.asFirst.webhook(Webhook.ID(rawValue: 1))
            #expect(webhook.format != .standard)
            var draft = ItemDraft(text: "Cake")
            draft.patch.details.parentID = contents.items.last?.id
            let list = Checklist.ID(rawValue: 2)
            let added = try await store.asFirst.addItem(draft, to: list, idempotencyKey: nil).value
            #expect(added.parentID == contents.items.last?.id)
        }
        let after = try Recovery.contents(of: folder)
        #expect(after.items.count == contents.items.count + 1)
    }

    @Test func `of format 8 opens without accounts at providers, and takes one`() async throws {
        let folder = try golden("format-8")
        let admission = Admission(issuer: "", subject: "dora", name: "Dora", first: .never, addsPeople: true)
        let key = ExternalIdentity.key(issuer: "", subject: "dora")
        try await withStore(folder) { store in
            let people = try await store.people(PageRequest(), knownTo: nil).elements
            #expect(people.map(\.name) == ["Me", "Ada", "Bea", "Carl"])
            #expect(people.allSatisfy(\.identities.isEmpty) && people[1].devices.map(\.name) == ["Phone"])
            _ = try await store.admit(admission)
        }
        try await withStore(folder) { store in
            let dora = try await store.admit(admission)
            #expect(dora.id == Person.ID(rawValue: 5))
            #expect(store.caller(ofToken: key)?.caller == .person(dora.id, by: .identity, scope: .write))
        }
    }

    @Test func `of format 9 opens, although its journal has whole lists instead of their activity`()
        async throws
    {
        let folder = try golden("format-9")
        let contents = try Recovery.contents(of: folder)
        #expect(contents.revision == Revision(rawValue: 8))
        #expect(contents.checklists.map(\.name) == ["List", "Shopping"])
        #expect(contents.checklists.map(\.summary) == ["2 Remaining", "1 Remaining"])
        #expect(contents.checklists[1].revision == Revision(rawValue: 8))
        #expect(contents.checklists[1].updatedIn == Revision(rawValue: 6))
        #expect(contents.items.map(\.text).suffix(2) == ["Crème", "Tea"])
        let after = try await withStore(folder) { try await $0.contents }
        #expect(after.checklists == contents.checklists && after.items == contents.items)
    }

    @Test func `of format 1 is rewritten with the same content`() throws {
        let folder = try golden("format-1")
        for name in ["checklists/1.json", "checklists/2.json"] {
            let bytes = try folder[name]
            let file = try ChecklistFile(bytes)
            var memory = MemoryStore()
            memory.restore(file.checklist, items: file.items)
            let snapshot = memory.snapshot(of: file.checklist.id)
            let written = ChecklistFile.bytes(try #require(snapshot), revision: file.revision)
            #expect(content(written) == content(bytes))
        }
        let settings = try folder["settings.json"]
        // Members that later versions added read as empty.
        let read = try SettingsFile(settings)
        #expect(read.sequences[Webhook.ID.self] == Webhook.ID(rawValue: 1))
        #expect(read.deliveries.isEmpty && read.files.isEmpty)
        #expect(try SettingsFile(read.bytes) == read)
        let records = try folder["idempotency.json"]
        #expect(content(try IdempotencyFile(records).bytes) == content(records))
    }

    @Test func `of format 1 with webhooks opens with them and their deliveries`() async throws {
        let folder = try golden("format-1-webhooks")
        try await withStore(folder) { store in
            let (lists, items, webhooks, deliveries) = try await store.read { memory in
                let ids = memory.checklistIDs.sorted()
                let snapshots = ids.compactMap { memory.snapshot(of: $0) }
                let found = (
                    snapshots.map(\.checklist.name), snapshots.flatMap { $0.items.map(\.text) },
                    memory.webhooks(), memory.deliveries(in: DeliveriesFile.identifiers(of: 0))
                )
                return (found, asOf: memory.revision)
            }
            #expect(lists == ["List", "Groceries"])
            #expect(items == ["Swipe me to delete", "Tea is ready", "late", "Crème fraîche"])
            #expect(webhooks.map(\.description) == ["Kitchen, again"])
            #expect(deliveries.map(\.messageID) == ["rem_4_1795241126652", "test_1_9"])
        }
        #expect(try folder.data.tokens()?.map(\.name) == ["phone"])
    }

    @Test func `accepts changes`() async throws {
        let folder = try golden("format-1")
        let before = try Recovery.contents(of: folder)
        try await withStore(folder) { store in
            let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "New"), idempotencyKey: nil)
                .value
            #expect(list.id == Checklist.ID(rawValue: 5))
            try await store.checkpoint()
        }
        let after = try Recovery.contents(of: folder)
        #expect(after.items == before.items)
        #expect(after.checklists.dropLast() == before.checklists[...])
    }
}
