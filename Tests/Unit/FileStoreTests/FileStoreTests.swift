import Checklists
import Foundation
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `A store in files` {
    @Test func `creates its folder and the parents`() async throws {
        let folder = TemporaryFolder()
        for path in ["\(folder.path)/a/b/c", "\(folder.path)/a//b/d/", "\(folder.path)/a/../e/f"] {
            let store = try await FileStore.open(
                at: path, now: { Sample.moment }, makeEpoch: { Sample.epoch },
                onFatal: { Issue.record("\($0)") })
            await store.close()
            #expect(try DataFolder(at: path).verify(now: Sample.moment).checklists == 1)
        }
    }

    @Test func `creates its folder readable only by its owner`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder, LinuxFileSystem()) { _ in }
        #expect(
            try folder.names == [
                "LOCK", "epoch.json", "idempotency.json", "journal/0000000001.jsonl", "secret.json",
                "settings.json", "tokens.json",
            ])
        for name in try ["", "checklists", "journal"] + folder.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            let permissions = try #require(attributes[.posixPermissions] as? NSNumber).intValue
            #expect(permissions & 0o077 == 0, "\(name)")
        }
    }

    @Test func `keeps its data over a restart`() async throws {
        let folder = TemporaryFolder()
        let before = try await withStore(folder) { store in
            try await Work.everything(store)
            return try await store.contents
        }
        #expect(try await withStore(folder) { try await $0.contents } == before)
    }

    @Test func `keeps its data over a checkpoint and a restart`() async throws {
        let folder = TemporaryFolder()
        let before = try await withStore(folder) { store in
            try await Work.everything(store)
            try await store.checkpoint()
            return try await store.contents
        }
        #expect(try folder.names.filter { $0.hasPrefix("journal") } == ["journal/0000000002.jsonl"])
        #expect(try await withStore(folder) { try await $0.contents } == before)
    }

    @Test func `accepts changes after a checkpoint`() async throws {
        let folder = TemporaryFolder()
        let before = try await withStore(folder) { store in
            for step in Work.steps { try await step(store) }
            try await store.checkpoint()
            for step in Work.furtherSteps { try await step(store) }
            return try await store.contents
        }
        let after = try await withStore(folder) { store in
            let after = try await store.contents
            try await store.checkpoint()
            return after
        }
        #expect(after == before)
        #expect(try await withStore(folder) { try await $0.contents } == before)
    }

    @Test(arguments: [false, true])
    func `keeps the activity of a list that its journal does not repeat`(hasFile: Bool) async throws {
        let folder = TemporaryFolder()
        let before = try await withStore(folder) { store in
            let session = store.asFirst
            let list = try await session.addChecklist(ChecklistDraft(name: "Old"), idempotencyKey: nil).value
            if hasFile { try await store.checkpoint() }
            _ = try await session.addItem(ItemDraft(text: "Milk"), to: list.id, idempotencyKey: nil)
            _ = try await session.updateChecklist(list.id, ChecklistPatch(name: "New"), ifMatch: nil)
            _ = try await session.addItem(ItemDraft(text: "Tea"), to: list.id, idempotencyKey: nil)
            return try await store.contents
        }
        let journal = try folder.names.filter { $0.hasPrefix("journal") }.map { try folder[$0] }
        let text = journal.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(text.components(separatedBy: #"{"checklistTouched":{"id":1,"changedAt":"#).count == 3)
        #expect(text.components(separatedBy: #"{"checklist":{"id":1,"#).count == (hasFile ? 2 : 3))
        #expect(before.checklists[0].name == "New" && before.checklists[0].itemsCount == 2)
        #expect(try await withStore(folder) { try await $0.contents } == before)
        #expect(try Recovery.contents(of: folder).checklists == before.checklists)
    }

    @Test func `makes the first lists once`() async throws {
        let folder = TemporaryFolder()
        for _ in 0..<2 {
            let store = try await FileStore.open(
                at: folder.path, now: { Sample.moment }, makeEpoch: { Sample.epoch },
                onFatal: { Issue.record("\($0)") }
            )
            #expect(try await store.contents.items.count == 2)
            #expect(try await store.contents.revision == Revision(rawValue: 1))
            await store.close()
        }
        let store = try await FileStore.open(
            at: folder.path, now: { Sample.moment }, makeEpoch: { Sample.epoch },
            onFatal: { Issue.record("\($0)") }
        )
        try await store.asFirst.deleteChecklist(Checklist.ID(rawValue: 1), ifMatch: nil)
        await store.close()
        try await withStore(folder) { store in
            let contents = try await store.contents
            #expect(contents.checklists.isEmpty)
        }
    }

    @Test func `permits one process at a time`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder) { _ in
            await #expect(throws: StorageError.locked(folder: folder.path)) {
                try await withStore(folder) { _ in }
            }
        }
        try await withStore(folder) { _ in }
    }

    @Test func `takes no requests when it is closed`() async throws {
        let folder = TemporaryFolder()
        let store = try await withStore(folder) { $0 }
        await #expect(throws: StorageError.closed) {
            try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
        }
        await #expect(throws: StorageError.closed) { try await store.asFirst.counts() }
        await #expect(throws: StorageError.closed) { try await store.checkpoint() }
        await store.close()
    }

    @Test func `seals its journal when it is idle`() async throws {
        let folder = TemporaryFolder()
        var limits = StorageLimits.quiet
        limits.sealIdleSeconds = 0
        let events = EventLog()
        try await withStore(folder, limits: limits, events: events) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "A"), idempotencyKey: nil)
            await events.wait { if case .sealed = $0 { true } else { false } }
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "B"), idempotencyKey: nil)
        }
        let text = String(decoding: try folder["journal/0000000001.jsonl"], as: UTF8.self)
        #expect(text.split(separator: "\n").last?.hasSuffix(#""d":{"sealed":true}}"#) == true)
        #expect(try Recovery.contents(of: folder).checklists.map(\.name) == ["A", "B"])
    }

    @Test func `makes a checkpoint when the journal is long`() async throws {
        let folder = TemporaryFolder()
        var limits = StorageLimits.quiet
        limits.journalChangesMax = 3
        let events = EventLog()
        try await withStore(folder, limits: limits, events: events) { store in
            for name in ["A", "B", "C"] {
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: name), idempotencyKey: nil)
            }
            await events.wait { if case .checkpoint = $0 { true } else { false } }
        }
        #expect(try folder.names.contains("checklists/1.json"))
    }

    @Test func `counts the lists, items and reminders of all people`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder) { store in
            let before = store.statistics
            let ada = try await store.addPerson(named: "Ada", idempotencyKey: nil).value.id
            for session in [store.asFirst, Session(store, for: .person(ada, device: nil))] {
                let list = try await session.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
                    .value.id
                var draft = ItemDraft(text: "Item")
                (draft.dueDate, draft.shouldRemind) = (store.now().advanced(by: .seconds(60)), true)
                _ = try await session.addItem(draft, to: list, idempotencyKey: nil)
            }
            let after = store.statistics
            #expect(after.checklists == before.checklists + 2)
            #expect(after.items == before.items + 2)
            #expect(after.reminders == before.reminders.map { $0 + 2 })
            #expect(after.dataBytes > before.dataBytes)
        }
    }

    @Test func `gives a change the time at which it is made`() async throws {
        let folder = TemporaryFolder()
        let clock = ManualClock()
        let store = try await FileStore.open(
            DataFolder(at: folder.path), now: { clock.now }, makeEpoch: { Sample.epoch },
            onFatal: { Issue.record("\($0)") })
        let list = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            .value.id
        // Raises the barrier as a large change does, so that the next change must wait.
        guard case .durable = store.state.withLock({ $0.raiseWriteBarrier { _ in } }) else {
            Issue.record("a change is under way")
            return
        }
        async let added = store.asFirst.addItem(ItemDraft(text: "Item"), to: list, idempotencyKey: nil).value
        while store.state.withLock({ $0.barrier.waiters.isEmpty }) { await Task.yield() }
        clock.advance(bySeconds: 60)
        store.state.withLock { $0.lowerWriteBarrier() }.send()
        #expect(try await added.createdAt == clock.now)
        await store.close()
    }

    @Test func `reports its totals`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder) { store in
            try await Work.everything(store)
            var statistics = store.statistics
            #expect(statistics.state == .ok)
            #expect(try await store.contents.revision == statistics.durable)
            #expect(statistics.changedChecklists > 0)
            #expect(try folder["journal/0000000001.jsonl"].count == statistics.journalBytes)
            try await store.checkpoint()
            statistics = store.statistics
            #expect(statistics.changedChecklists == 0)
            #expect(try folder["journal/0000000002.jsonl"].count == statistics.journalBytes)
        }
    }
}
