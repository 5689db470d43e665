import Checklists
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `A check of a folder` {
    @Test func `counts the data and changes nothing`() async throws {
        let folder = TemporaryFolder()
        let contents = try await withStore(folder) { store in
            try await Work.everything(store)
            return try await store.contents
        }
        try folder.write(try folder["journal/0000000001.jsonl"] + [1, 2, 3], to: "journal/0000000001.jsonl")
        try folder.write([], to: "settings.json.tmp")
        let before = try folder.files
        let found = try folder.data.verify(now: Sample.moment)
        #expect(found.revision == contents.revision)
        #expect(found.checklists == contents.checklists.count)
        #expect(found.items == contents.items.count)
        #expect(found.notices.contains { $0.contains("3 bytes") })
        #expect(try folder.files == before)
    }

    @Test func `can run while a process uses the folder`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder) { store in
            for step in Work.steps.prefix(3) { try await step(store) }
            #expect(try folder.data.verify(now: Sample.moment).checklists == 3)
            try await store.checkpoint()
            #expect(try folder.data.verify(now: Sample.moment).checklists == 3)
        }
    }

    @Test func `reports the errors that a start reports`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder) { store in
            for step in Work.steps.prefix(3) { try await step(store) }
            try await store.checkpoint()
        }
        try folder.remove("checklists/2.json")
        #expect(throws: StorageError.self) { try folder.data.verify(now: Sample.moment) }
    }

    @Test func `needs a store`() throws {
        let folder = TemporaryFolder()
        let error = StorageError.noStore(folder: folder.path)
        let copy = TemporaryFolder()
        for name in [nil, "file", "tokens.json"] {
            if let name { try folder.write([], to: name) }
            #expect(throws: error) { try folder.data.verify(now: Sample.moment) }
            #expect(throws: error) { try folder.data.checklists(now: Sample.moment) }
            #expect(throws: error) { try folder.data.people(now: Sample.moment) }
            #expect(throws: error) { try folder.data.contents(now: Sample.moment) }
            #expect(throws: error) { try folder.data.backup(to: copy.path, now: Sample.moment) }
            if let name { #expect(try folder.names == [name]) }
            if let name { try folder.remove(name) }
        }
    }

    @Test func `follows a start that says that it made the store`() async throws {
        let folder = TemporaryFolder()
        let events = EventLog()
        for _ in 0..<2 { try await withStore(folder, events: events) { _ in } }
        let made = events.all.compactMap { if case .storeMade(let folder) = $0 { folder } else { nil } }
        #expect(made == [folder.path])
    }

    @Test func `says that the length of the journal is lost`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder) { try await Work.everything($0) }
        #expect(try folder.data.verify(now: Sample.moment).notices.isEmpty)
        try folder.remove("LOCK")
        let notices = try folder.data.verify(now: Sample.moment).notices
        #expect(notices.count == 1 && notices[0].contains("LOCK does not have the length of the journal"))
        let events = EventLog()
        try await withStore(folder, events: events) { _ in }
        #expect(events.notices == notices)
        #expect(try folder.data.verify(now: Sample.moment).notices.isEmpty)
    }
}

@Suite struct `Cutting off a damaged journal` {
    /// A folder with a number of changes in each segment, none of them in other files; and the data after
    /// each
    /// change.
    private func makeFolder(_ counts: Int...) async throws -> (TemporaryFolder, states: [Contents]) {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        var states = [Contents(MemoryStore())]
        try await withStore(folder, files) { store in
            var steps = Work.steps[...]
            for (index, count) in counts.enumerated() {
                for _ in 0..<count {
                    guard let step = steps.popFirst() else { return }
                    try await step(store)
                    states.append(try await store.contents)
                }
                guard index < counts.count - 1 else { return }
                // The checkpoint starts a new segment, then fails.
                files.setPlan { _, call, path in call == "open" && path.contains(".json.") ? .error(28) : nil
                }
                await #expect(throws: StorageError.self) { try await store.checkpoint() }
                files.setPlan { _, _, _ in nil }
            }
        }
        return (folder, states)
    }

    /// The offsets of a segment's lines.
    private func lines(_ folder: TemporaryFolder, _ name: String) throws -> [Int] {
        let bytes = try folder[name]
        return [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    @Test func `drops the changes after the damage and saves them in a file`() async throws {
        let (folder, states) = try await makeFolder(5)
        let name = "journal/0000000001.jsonl"
        let offset = try lines(folder, name)[3]
        var bytes = try folder[name]
        bytes[offset + 40] ^= 1
        try folder.write(bytes, to: name)
        #expect(throws: StorageError.self) { try Recovery.contents(of: folder) }

        let report = try folder.data.truncate(segment: 1, at: offset, now: Sample.moment)
        let kept = try #require(folder.names.first { $0.hasPrefix("journal/torn-") })
        #expect(report.contains { $0.contains(kept) })
        #expect(try folder[kept] == Array(bytes[offset...]))
        #expect(try Recovery.contents(of: folder) == states[2])
        try await withStore(folder) { try await Work.steps[2]($0) }
        let next = try Recovery.contents(of: folder)
        #expect(next.checklists.map(\.name) == states[3].checklists.map(\.name))
        // No number of the discarded changes is given again.
        #expect(
            next.revision > states[5].revision
                && next.checklists[2].id >= states[5].sequences[Checklist.ID.self])
    }

    @Test func `drops the later segments, too`() async throws {
        let (folder, states) = try await makeFolder(3, 3, 3)
        #expect(try folder.names.filter { $0.hasPrefix("journal/0") }.count == 3)
        let offset = try lines(folder, "journal/0000000002.jsonl")[2]
        _ = try folder.data.truncate(segment: 2, at: offset, now: Sample.moment)
        #expect(try folder.names.filter { $0.hasPrefix("journal/torn-") }.count == 2)
        #expect(try Recovery.contents(of: folder) == states[4])
    }

    @Test func `begins a new epoch, because ids are reused`() async throws {
        let (folder, _) = try await makeFolder(3, 3, 3)
        try await withStore(folder) { #expect($0.epoch == Sample.epoch) }
        _ = try folder.data.truncate(segment: 2, at: 0, now: Sample.moment)
        let next = Epoch(rawValue: 7)
        try await withStore(folder, makeEpoch: { next }) { #expect($0.epoch == next) }
    }

    @Test func `refuses an epoch that is damaged`() async throws {
        let (folder, _) = try await makeFolder(3)
        var bytes = try folder["epoch.json"]
        bytes[24] ^= 1
        try folder.write(bytes, to: "epoch.json")
        #expect(throws: StorageError.self) { try folder.data.verify(now: Sample.moment) }
        await #expect(throws: StorageError.self) { try await withStore(folder) { _ in } }
        #expect(try folder["epoch.json"] == bytes)
    }

    @Test(arguments: [1, 2, 3])
    func `can drop whole segments`(segment: Int) async throws {
        let (folder, states) = try await makeFolder(3, 3, 3)
        _ = try folder.data.truncate(segment: segment, at: 0, now: Sample.moment)
        #expect(try Recovery.contents(of: folder) == states[(segment - 1) * 3])
        try await withStore(folder) { try await $0.checkpoint() }
        #expect(try Recovery.contents(of: folder) == states[(segment - 1) * 3].inNextEpoch)
    }

    @Test func `keeps the changes that files already have`() async throws {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        let contents = try await withStore(folder, files) { store in
            for step in Work.steps { try await step(store) }
            // All list files are written, but `settings.json` does not refer to them yet.
            files.setPlan { _, call, path in
                call == "open" && path.hasSuffix("settings.json.tmp") ? .error(28) : nil
            }
            await #expect(throws: StorageError.self) { try await store.checkpoint() }
            return try await store.contents
        }
        let offset = try lines(folder, "journal/0000000001.jsonl")[5]
        let report = try folder.data.truncate(segment: 1, at: offset, now: Sample.moment)
        #expect(report.contains { $0.contains("newer than the remaining journal") })
        let found = try Recovery.contents(of: folder)
        #expect(found.checklists.filter { $0.id.rawValue < 3 } == contents.checklists)
        #expect(found.items.filter { $0.checklistID.rawValue < 3 } == contents.items)
        #expect(found.revision >= contents.checklists.map(\.revision).max() ?? .zero)
        try await withStore(folder) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Later"), idempotencyKey: nil)
            try await store.checkpoint()
        }
        #expect(try Recovery.contents(of: folder).checklists.contains { $0.name == "Later" })
    }

    @Test func `is refused within a line, and while a process uses the folder`() async throws {
        let (folder, _) = try await makeFolder(3)
        let before = try folder.files
        for (segment, offset) in [(1, 10), (1, 1_000_000), (1, -1), (2, 0)] {
            #expect(throws: StorageError.self) {
                try folder.data.truncate(segment: segment, at: offset, now: Sample.moment)
            }
        }
        #expect(try folder.files == before)
        try await withStore(folder) { _ in
            #expect(throws: StorageError.locked(folder: folder.path)) {
                try folder.data.truncate(segment: 1, at: 0, now: Sample.moment)
            }
        }
    }
}
