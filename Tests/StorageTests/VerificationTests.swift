import Checklists
import Testing

@testable import Storage

@Suite struct `A check of a folder` {
    @Test func `counts what is there and changes nothing`() async throws {
        let folder = TemporaryFolder()
        let contents = try await withRepository(folder) { repository in
            try await Work.everything(repository)
            return try await repository.contents
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

    @Test func `may be made while a process works on the folder`() async throws {
        let folder = TemporaryFolder()
        try await withRepository(folder) { repository in
            for step in Work.steps.prefix(3) { try await step(repository) }
            #expect(try folder.data.verify(now: Sample.moment).checklists == 3)
            try await repository.checkpoint()
            #expect(try folder.data.verify(now: Sample.moment).checklists == 3)
        }
    }

    @Test func `finds what a start finds`() async throws {
        let folder = TemporaryFolder()
        try await withRepository(folder) { repository in
            for step in Work.steps.prefix(3) { try await step(repository) }
            try await repository.checkpoint()
        }
        try folder.remove("checklists/2.json")
        #expect(throws: StorageError.self) { try folder.data.verify(now: Sample.moment) }
    }

    @Test func `needs a folder`() {
        let folder = TemporaryFolder()
        #expect(throws: StorageError.self) { try folder.data.verify(now: Sample.moment) }
    }
}

@Suite struct `Cutting off a damaged journal` {
    /// A folder with so many changes in each of its segments, none of them in files, and everything after
    /// each change.
    private func makeFolder(_ counts: Int...) async throws -> (TemporaryFolder, states: [Contents]) {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        var states = [Contents(Catalogue())]
        try await withRepository(folder, files) { repository in
            var steps = Work.steps[...]
            for (index, count) in counts.enumerated() {
                for _ in 0..<count {
                    guard let step = steps.popFirst() else { return }
                    try await step(repository)
                    states.append(try await repository.contents)
                }
                guard index < counts.count - 1 else { return }
                // The checkpoint gets no farther than to a new segment.
                files.setPlan { _, call, path in call == "open" && path.contains(".json.") ? .error(28) : nil
                }
                await #expect(throws: StorageError.self) { try await repository.checkpoint() }
                files.setPlan { _, _, _ in nil }
            }
        }
        return (folder, states)
    }

    /// Where the lines of a segment begin.
    private func lines(_ folder: TemporaryFolder, _ name: String) throws -> [Int] {
        let bytes = try folder[name]
        return [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    @Test func `gives up what is behind the damage and keeps it beside`() async throws {
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
        try await withRepository(folder) { try await Work.steps[2]($0) }
        #expect(try Recovery.contents(of: folder) == states[3])
    }

    @Test func `gives up the segments after it as well`() async throws {
        let (folder, states) = try await makeFolder(3, 3, 3)
        #expect(try folder.names.filter { $0.hasPrefix("journal/0") }.count == 3)
        let offset = try lines(folder, "journal/0000000002.jsonl")[2]
        _ = try folder.data.truncate(segment: 2, at: offset, now: Sample.moment)
        #expect(try folder.names.filter { $0.hasPrefix("journal/torn-") }.count == 2)
        #expect(try Recovery.contents(of: folder) == states[4])
    }

    @Test(arguments: [1, 2, 3])
    func `can give up whole segments`(segment: Int) async throws {
        let (folder, states) = try await makeFolder(3, 3, 3)
        _ = try folder.data.truncate(segment: segment, at: 0, now: Sample.moment)
        #expect(try Recovery.contents(of: folder) == states[(segment - 1) * 3])
        try await withRepository(folder) { try await $0.checkpoint() }
        #expect(try Recovery.contents(of: folder) == states[(segment - 1) * 3])
    }

    @Test func `keeps what files have beyond the cut`() async throws {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        let contents = try await withRepository(folder, files) { repository in
            for step in Work.steps { try await step(repository) }
            // All lists have their files, but nothing says so yet.
            files.setPlan { _, call, path in
                call == "open" && path.hasSuffix("settings.json.tmp") ? .error(28) : nil
            }
            await #expect(throws: StorageError.self) { try await repository.checkpoint() }
            return try await repository.contents
        }
        let offset = try lines(folder, "journal/0000000001.jsonl")[5]
        let report = try folder.data.truncate(segment: 1, at: offset, now: Sample.moment)
        #expect(report.contains { $0.contains("more than what is left of the journal") })
        let found = try Recovery.contents(of: folder)
        #expect(found.checklists.filter { $0.id.rawValue < 3 } == contents.checklists)
        #expect(found.items.filter { $0.checklistID.rawValue < 3 } == contents.items)
        #expect(found.revision >= contents.checklists.map(\.revision).max() ?? .zero)
        try await withRepository(folder) { repository in
            _ = try await repository.addChecklist(ChecklistDraft(name: "Later"), once: nil)
            try await repository.checkpoint()
        }
        #expect(try Recovery.contents(of: folder).checklists.contains { $0.name == "Later" })
    }

    @Test func `is refused where no line begins, and while a process works on the folder`() async throws {
        let (folder, _) = try await makeFolder(3)
        let before = try folder.files
        for (segment, offset) in [(1, 10), (1, 1_000_000), (1, -1), (2, 0)] {
            #expect(throws: StorageError.self) {
                try folder.data.truncate(segment: segment, at: offset, now: Sample.moment)
            }
        }
        #expect(try folder.files == before)
        try await withRepository(folder) { _ in
            #expect(throws: StorageError.locked(folder: folder.path)) {
                try folder.data.truncate(segment: 1, at: 0, now: Sample.moment)
            }
        }
    }
}
