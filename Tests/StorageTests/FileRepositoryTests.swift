import Checklists
import Foundation
import Testing

@testable import Storage

@Suite struct `A repository in files` {
    @Test func `makes its folder for its owner alone`() async throws {
        let folder = TemporaryFolder()
        try await withRepository(folder, LinuxFileSystem()) { _ in }
        #expect(
            try folder.names == ["LOCK", "idempotency.json", "journal/0000000001.jsonl", "settings.json"])
        for name in ["", "/checklists", "/journal", "/settings.json", "/journal/0000000001.jsonl"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + name)
            let permissions = try #require(attributes[.posixPermissions] as? NSNumber).intValue
            #expect(permissions & 0o077 == 0, "\(name)")
        }
    }

    @Test func `has after a restart what it had before`() async throws {
        let folder = TemporaryFolder()
        let before = try await withRepository(folder) { repository in
            try await Work.everything(repository)
            return try await repository.contents
        }
        #expect(try await withRepository(folder) { try await $0.contents } == before)
    }

    @Test func `has after a checkpoint and a restart what it had before`() async throws {
        let folder = TemporaryFolder()
        let before = try await withRepository(folder) { repository in
            try await Work.everything(repository)
            try await repository.checkpoint()
            return try await repository.contents
        }
        #expect(try folder.names.filter { $0.hasPrefix("journal") } == ["journal/0000000002.jsonl"])
        #expect(try await withRepository(folder) { try await $0.contents } == before)
    }

    @Test func `goes on with changes after a checkpoint`() async throws {
        let folder = TemporaryFolder()
        let before = try await withRepository(folder) { repository in
            for step in Work.steps { try await step(repository) }
            try await repository.checkpoint()
            for step in Work.furtherSteps { try await step(repository) }
            return try await repository.contents
        }
        let after = try await withRepository(folder) { repository in
            let after = try await repository.contents
            try await repository.checkpoint()
            return after
        }
        #expect(after == before)
        #expect(try await withRepository(folder) { try await $0.contents } == before)
    }

    @Test func `makes the first lists once`() async throws {
        let folder = TemporaryFolder()
        for _ in 0..<2 {
            let repository = try await FileRepository.open(
                at: folder.path, now: { Sample.moment }, onFatal: { Issue.record("\($0)") }
            )
            #expect(try await repository.contents.items.count == 2)
            #expect(try await repository.contents.revision == Revision(rawValue: 1))
            await repository.close()
        }
        let repository = try await FileRepository.open(
            at: folder.path, now: { Sample.moment }, onFatal: { Issue.record("\($0)") }
        )
        try await repository.deleteChecklist(Checklist.ID(rawValue: 1), ifMatch: nil)
        await repository.close()
        try await withRepository(folder) { repository in
            let contents = try await repository.contents
            #expect(contents.checklists.isEmpty)
        }
    }

    @Test func `lets one process at a time work on its folder`() async throws {
        let folder = TemporaryFolder()
        try await withRepository(folder) { _ in
            await #expect(throws: StorageError.locked(folder: folder.path)) {
                try await withRepository(folder) { _ in }
            }
        }
        try await withRepository(folder) { _ in }
    }

    @Test func `takes no requests when it is closed`() async throws {
        let folder = TemporaryFolder()
        let repository = try await withRepository(folder) { $0 }
        await #expect(throws: StorageError.closed) {
            try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil)
        }
        await #expect(throws: StorageError.closed) { try await repository.counts() }
        await #expect(throws: StorageError.closed) { try await repository.checkpoint() }
        await repository.close()
    }

    @Test func `keeps what idempotency keys left behind for a day, over restarts`() async throws {
        let folder = TemporaryFolder()
        let clock = ManualClock()
        let key = IdempotencyKey(key: "key", fingerprint: [1, 2])
        let draft = ChecklistDraft(name: "Once")
        let first = try await withRepository(folder, clock: clock) { repository in
            let first = try await repository.addChecklist(draft, once: key)
            #expect(!first.isReplay)
            return first.value
        }
        for _ in 0..<2 {
            try await withRepository(folder, clock: clock) { repository in
                let again = try await repository.addChecklist(draft, once: key)
                #expect(again.isReplay)
                #expect(again.value == first)
                try await repository.checkpoint()
            }
        }
        #expect(try folder.names.contains("idempotency.json"))
        clock.advance(bySeconds: 24 * 60 * 60)
        try await withRepository(folder, clock: clock) { repository in
            let late = try await repository.addChecklist(draft, once: key)
            #expect(!late.isReplay)
        }
    }

    @Test func `never gives an identifier twice, even if what had it is deleted`() async throws {
        let folder = TemporaryFolder()
        var seen: Set<Int> = []
        for turn in 0..<4 {
            try await withRepository(folder) { repository in
                let list = try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil).value.id
                #expect(seen.insert(list.rawValue).inserted)
                try await repository.deleteChecklist(list, ifMatch: nil)
                if turn.isMultiple(of: 2) { try await repository.checkpoint() }
            }
        }
    }

    @Test func `seals its journal when it is idle`() async throws {
        let folder = TemporaryFolder()
        var limits = StorageLimits.quiet
        limits.sealIdleSeconds = 0
        let events = EventLog()
        try await withRepository(folder, limits: limits, events: events) { repository in
            _ = try await repository.addChecklist(ChecklistDraft(name: "A"), once: nil)
            await events.wait { if case .sealed = $0 { true } else { false } }
            _ = try await repository.addChecklist(ChecklistDraft(name: "B"), once: nil)
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
        try await withRepository(folder, limits: limits, events: events) { repository in
            for name in ["A", "B", "C"] {
                _ = try await repository.addChecklist(ChecklistDraft(name: name), once: nil)
            }
            await events.wait { if case .checkpoint = $0 { true } else { false } }
        }
        #expect(try folder.names.contains("checklists/1.json"))
    }

    @Test func `tells how much there is`() async throws {
        let folder = TemporaryFolder()
        try await withRepository(folder) { repository in
            try await Work.everything(repository)
            var statistics = repository.statistics
            #expect(statistics.state == .ok)
            #expect(try await repository.contents.revision == statistics.durable)
            #expect(statistics.changedChecklists > 0)
            #expect(try folder["journal/0000000001.jsonl"].count == statistics.journalBytes)
            try await repository.checkpoint()
            statistics = repository.statistics
            #expect(statistics.changedChecklists == 0)
            #expect(try folder["journal/0000000002.jsonl"].count == statistics.journalBytes)
        }
    }
}
