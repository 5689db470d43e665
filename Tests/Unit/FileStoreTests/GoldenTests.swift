import Checklists
import Foundation
import MemoryStore
import Records
import StoreFixtures
import Testing

@testable import FileStore

/// Folders that earlier versions wrote. They never change; this version reads all of them.
@Suite struct `A folder of an earlier version` {
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

    @Test func `of format 10 opens with all that its journal has`() async throws {
        let folder = try golden("format-10")
        let contents = try Recovery.contents(of: folder)
        #expect(contents.checklists.map(\.name) == ["Groceries"])
        let (list, ada) = (try #require(contents.checklists.first), Person.ID(rawValue: 2))
        #expect(list.members.map(\.personID) == [.first, ada] && list.members.map(\.role) == [.own, .edit])
        #expect(list.links.count == 1)
        #expect(contents.items.map(\.text) == ["Crème fraîche", "Bins", "Cream", "Milk", "Tea"])
        let item = contents.items[0]
        #expect(item.sectionID == list.sections.all.first?.id && item.assigneeID == ada)
        #expect(item.tags == ["cold"] && item.uid == "0b8cdd2f-6c5e-4ef1-9f0c-3f1ecd7b5b3a")
        #expect(contents.items[1].timing.recurrence != nil && contents.items[1].important)
        #expect(contents.items[2].parentID == contents.items[1].id)
        #expect(contents.items[3].location?.city == "Paris" && contents.items[3].shouldRemind)
        let preferences = contents.preferences
        #expect(preferences.selectedChecklistID == list.id && !preferences.showChecked)
        #expect(preferences.timeZone == "Europe/Paris" && preferences.views.map(\.name) == ["Important"])
        #expect(contents.idempotencyRecords.map(\.key.key) == ["list", "item"])
        #expect(try folder.data.tokens()?.map(\.name) == ["phone"])
        try await withStore(folder) { store in
            let webhook = try await store.asFirst.webhook(Webhook.ID(rawValue: 1))
            #expect(webhook.description == "Kitchen" && webhook.checklistIDs == [list.id])
            #expect(try await !store.asFirst.trash(PageRequest()).elements.isEmpty)
        }
    }

    @Test(arguments: [1, 8])
    func `of a format before 9 is refused, and kept as it is`(format: Int) async throws {
        let folder = try golden("format-9")
        let settings = try String(decoding: folder["settings.json"], as: UTF8.self)
            .replacing(#""format":9"#, with: #""format":\#(format)"#)
            .replacing(/,"crc32":"[0-9a-f]*"/, with: "")
        try folder.write(Array(settings.utf8), to: "settings.json")
        let before = try folder.files
        let error = await #expect(throws: StorageError.self) { try await withStore(folder) { _ in } }
        #expect(error?.description.contains("start the build of format 9 once") == true)
        var after = try folder.files
        after["LOCK"] = nil
        #expect(after == before)
    }

    @Test func `accepts changes`() async throws {
        let folder = try golden("format-9")
        let before = try Recovery.contents(of: folder)
        try await withStore(folder) { store in
            let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "New"), idempotencyKey: nil)
                .value
            #expect(list.id == Checklist.ID(rawValue: 3))
            try await store.checkpoint()
        }
        let after = try Recovery.contents(of: folder)
        #expect(after.items == before.items)
        #expect(after.checklists.dropLast() == before.checklists[...])
    }
}
