import Checklists
import Foundation
import StoreFixtures
import Testing

@testable import FileStore

/// A server whose folder is moved, deleted or replaced while it runs.
@Suite struct `A store whose folder is no longer in its place` {
    private let folder = TemporaryFolder()
    private let other = TemporaryFolder()
    private let events = EventLog()

    /// What happens to the folder.
    enum Event: CaseIterable {
        case moved, deleted, replacedByBackup, lockReplaced, journalReplaced
    }

    private func happen(_ event: Event) throws {
        let manager = FileManager.default
        switch event {
        case .moved: try manager.moveItem(atPath: folder.path, toPath: other.path)
        case .deleted: try manager.removeItem(atPath: folder.path)
        case .replacedByBackup:
            try folder.data.backup(to: other.path, now: Sample.moment)
            try manager.removeItem(atPath: folder.path)
            try manager.moveItem(atPath: other.path, toPath: folder.path)
        case .lockReplaced: try replace("LOCK")
        case .journalReplaced: try replace("journal/0000000001.jsonl")
        }
    }

    private func replace(_ name: String) throws {
        let bytes = try folder[name]
        // The file that is still open keeps its inode, so that the new one gets another.
        try folder.remove(name)
        try folder.write(bytes, to: name)
    }

    private func add(_ name: String, to store: FileStore) async throws {
        _ = try await store.asFirst.addChecklist(ChecklistDraft(name: name), idempotencyKey: nil)
    }

    private static func isMoved(_ event: StorageEvent) -> Bool {
        if case .stateChanged(.moved, _) = event { true } else { false }
    }

    @Test(arguments: Event.allCases)
    func `refuses changes, and reads what it had`(event: Event) async throws {
        var limits = StorageLimits.quiet
        limits.placeCheckSeconds = 0
        try await withStore(folder, limits: limits, events: events) { store in
            try await add("Before", to: store)
            try happen(event)
            for _ in 0..<2 {
                await #expect(throws: ChecklistsError.readOnly) { try await add("After", to: store) }
            }
            #expect(store.health == .moved)
            #expect(try await store.contents.checklists.map(\.name) == ["Before"])
            await #expect(throws: StorageError.self) { try await store.checkpoint() }
        }
        #expect(events.all.count(where: Self.isMoved) == 1)
        if event == .deleted {
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        } else if event != .moved {
            #expect(try Recovery.contents(of: folder).checklists.map(\.name) == ["Before"])
        }
    }

    @Test func `says so without a request`() async throws {
        var limits = StorageLimits.quiet
        (limits.sealIdleSeconds, limits.placeCheckSeconds) = (0.01, 0.01)
        try await withStore(folder, limits: limits, events: events) { store in
            try happen(.moved)
            await events.wait(for: Self.isMoved)
            #expect(store.health == .moved)
        }
    }

    @Test func `makes no checkpoint in another folder`() async throws {
        try await withStore(folder, events: events) { store in
            try await add("Before", to: store)
            try happen(.replacedByBackup)
            let files = try folder.files
            await #expect(throws: StorageError.self) { try await store.checkpoint() }
            #expect(try folder.files == files && store.health == .moved)
        }
    }
}
