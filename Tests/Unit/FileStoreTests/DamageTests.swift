import Checklists
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

/// A folder as a crash during a checkpoint leaves it: files of lists 1 to 3 with items, and a journal with
/// changes in segments 2 and 3.
private func makeFolder() async throws -> (folder: TemporaryFolder, contents: Contents) {
    let folder = TemporaryFolder()
    let files = FaultyFileSystem()
    let contents = try await withStore(folder, files) { store in
        for step in Work.steps.prefix(9) { try await step(store) }
        try await store.checkpoint()
        for step in Work.steps.dropFirst(9).prefix(3) { try await step(store) }
        // The checkpoint starts a new segment, then fails.
        files.setPlan { _, call, path in
            call == "rename" && path.hasSuffix("settings.json") ? .error(28) : nil
        }
        await #expect(throws: StorageError.self) { try await store.checkpoint() }
        for step in Work.steps.dropFirst(12) { try await step(store) }
        return try await store.contents
    }
    return (folder, contents)
}

/// The error of opening a folder. Expects that a refused folder is unchanged.
private func refusal(_ folder: TemporaryFolder) async throws -> StorageError? {
    let before = try folder.files
    var refusal: StorageError?
    do {
        try await withStore(folder) { _ in }
    } catch let error as StorageError {
        refusal = error
        let after = try folder.files
        #expect(after == before)
    }
    return refusal
}

@Suite struct `A data folder` {
    @Test func `is complete after an interrupted checkpoint`() async throws {
        let (folder, contents) = try await makeFolder()
        #expect(try folder.names.contains("journal/0000000003.jsonl"))
        for _ in 0..<2 {
            #expect(try await withStore(folder) { try await $0.contents } == contents)
        }
    }

    @Test func `is refused if any file of it is missing`() async throws {
        let (original, _) = try await makeFolder()
        // A folder without `epoch.json` begins a new epoch. The tombstones are also in the journal, so the
        // unfinished checkpoint does not need `tombstones.json`.
        for name in try original.names where !["LOCK", "epoch.json", "removals.json"].contains(name) {
            let folder = try original.copy()
            try folder.remove(name)
            let refusal = try await refusal(folder)
            // List 3 was deleted since, so its file may be missing.
            if name == "checklists/3.json" { continue }
            #expect(refusal != nil, "\(name)")
        }
    }

    @Test func `without its journal is refused`() async throws {
        let (folder, _) = try await makeFolder()
        for name in try folder.names where name.hasPrefix("journal/") { try folder.remove(name) }
        let refusal = try await refusal(folder)
        #expect(refusal?.description.contains("journal is missing") == true)
    }

    @Test func `is refused with a copied list file`() async throws {
        let (folder, _) = try await makeFolder()
        try folder.write(try folder["checklists/1.json"], to: "checklists/9.json")
        let refusal = try await refusal(folder)
        #expect(refusal?.description.contains("9.json") == true)
    }

    @Test func `is refused if two files have the same item`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder) { store in
            for step in Work.steps.prefix(5) { try await step(store) }
            try await store.checkpoint()
        }
        var memory = MemoryStore()
        memory.restore(
            Sample.checklist(3), items: [Sample.plainItem(1, on: 3), Sample.plainItem(50, on: 3)])
        let snapshot = memory.snapshot(of: Checklist.ID(rawValue: 3))
        let bytes = ChecklistFile.bytes(try #require(snapshot), revision: Revision(rawValue: 5))
        try folder.write(bytes, to: "checklists/3.json")
        let refusal = try await refusal(folder)
        #expect(refusal?.description.contains("item 1 is also in the file of list 1") == true)
    }

    @Test func `is refused if a file is newer than the end of the journal`() async throws {
        let (folder, _) = try await makeFolder()
        let earlier = try await {
            let folder = TemporaryFolder()
            try await withStore(folder) { store in
                try await Work.everything(store)
                try await store.checkpoint()
            }
            return folder
        }()
        try folder.write(try earlier["checklists/1.json"], to: "checklists/1.json")
        let refusal = try await refusal(folder)
        #expect(refusal?.description.contains("has lost its end") == true)
    }

    @Test(arguments: [
        "settings.json", "epoch.json", "idempotency.json", "checklists/1.json", "journal/0000000002.jsonl",
        "journal/0000000003.jsonl",
    ])
    func `of a newer format is refused before anything is written`(name: String) async throws {
        let (folder, _) = try await makeFolder()
        let text = String(decoding: try folder[name], as: UTF8.self)
        try folder.write(Array(text.replacing(#""format":10"#, with: #""format":11"#).utf8), to: name)
        // A temporary file, which a start would otherwise delete.
        try folder.write([], to: "settings.json.tmp")
        let refusal = try await refusal(folder)
        #expect(refusal == .newerFormat(file: "\(folder.path)/\(name)", format: 11))
    }

    @Test func `keeps damage to the file of a list within that file`() async throws {
        let (folder, _) = try await makeFolder()
        var bytes = try folder["checklists/2.json"]
        bytes[bytes.count / 2] ^= 4
        try folder.write(bytes, to: "checklists/2.json")
        let refusal = try await refusal(folder)
        guard case .damagedFile(let file, _) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(file == "\(folder.path)/checklists/2.json")
    }

    @Test func `names segment and byte where the journal is damaged`() async throws {
        let (folder, _) = try await makeFolder()
        var bytes = try folder["journal/0000000003.jsonl"]
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let offset = lines[0].count + 1
        bytes[offset + 60] ^= 1
        try folder.write(bytes, to: "journal/0000000003.jsonl")
        let refusal = try await refusal(folder)
        guard case .damagedJournal(_, 3, offset, _) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(refusal?.description.contains("--truncate-at 3:\(offset)") == true)
    }

    @Test func `may have a torn end only in its last segment`() async throws {
        let (original, _) = try await makeFolder()
        for name in ["journal/0000000002.jsonl", "journal/0000000003.jsonl"] {
            let folder = try original.copy()
            // Cut the last line (a seal, or the name of the next segment) and half of the last change.
            var lines = try folder[name].split(separator: UInt8(ascii: "\n"))
            lines.removeLast()
            let last = lines.removeLast()
            let torn = lines.flatMap { $0 + [UInt8(ascii: "\n")] } + last.prefix(last.count / 2)
            try folder.write(torn, to: name)
            // Without the watermark nothing proves that the journal was longer, as after a power failure.
            try folder.write([], to: "LOCK")
            let refusal = try await refusal(folder)
            #expect((refusal == nil) == (name == "journal/0000000003.jsonl"))
        }
    }

    @Test func `saves the bytes of a torn end`() async throws {
        let (folder, contents) = try await makeFolder()
        let name = "journal/0000000003.jsonl"
        let whole = try folder[name]
        let torn = Array("{\"c\":\"0000".utf8)
        try folder.write(whole + torn, to: name)
        let events = EventLog()
        let found = try await withStore(folder, events: events) { try await $0.contents }
        #expect(found == contents)
        #expect(try folder[name] == whole)
        let kept = "journal/torn-20261120T235557.484Z"
        #expect(try folder[kept] == torn)
        #expect(events.notices.contains { $0.contains(kept) && $0.contains("10 bytes") })

        // A second torn end at the same moment gets another name.
        try folder.write(whole + torn, to: name)
        try await withStore(folder) { _ in }
        #expect(try folder["\(kept)-2"] == torn)
    }

    @Test func `deletes the temporary files of a crash, and no foreign files`() async throws {
        let (folder, contents) = try await makeFolder()
        let ours = [
            "settings.json.tmp", "idempotency.json.tmp", "checklists/1.json.tmp",
            "journal/0000000004.jsonl.tmp",
        ]
        let others = ["notes.txt", "checklists/01.json", "checklists/a.json.tmp", "journal/7.jsonl"]
        for name in ours + others { try folder.write([1, 2, 3], to: name) }
        let events = EventLog()
        let found = try await withStore(folder, events: events) { try await $0.contents }
        #expect(found == contents)
        let names = try folder.names
        for name in ours { #expect(!names.contains(name)) }
        for name in others {
            #expect(names.contains(name))
            #expect(events.notices.contains { $0.contains(name) })
        }
    }

    @Test func `deletes journal segments before its checkpoint`() async throws {
        let folder = TemporaryFolder()
        try await withStore(folder) { store in
            for step in Work.steps.prefix(9) { try await step(store) }
        }
        let old = try folder["journal/0000000001.jsonl"]
        let contents = try await withStore(folder) { store in
            try await store.checkpoint()
            for step in Work.steps.dropFirst(9) { try await step(store) }
            return try await store.contents
        }
        try folder.write(old, to: "journal/0000000001.jsonl")
        #expect(try await withStore(folder) { try await $0.contents } == contents)
        #expect(try folder.names.filter { $0.hasPrefix("journal") } == ["journal/0000000002.jsonl"])
    }

    @Test func `is initialised again after an interrupted first start`() async throws {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        try await withStore(folder, files) { _ in }
        // A start continues after the previous first start ended at any call.
        for number in 0..<files.calls.count {
            let folder = TemporaryFolder()
            try? await withStore(
                folder, FaultyFileSystem { call, _, _ in call == number ? .end : nil }, onFatal: { _ in }
            ) { _ in }
            let contents = try await withStore(folder) { try await $0.contents }
            #expect(contents.revision == .zero)
        }
    }

    @Test func `with a truncated journal opens only if nothing proves that it was longer`()
        async throws
    {
        let original = TemporaryFolder()
        var states = [Contents(MemoryStore())]
        try await withStore(original) { store in
            for step in Work.steps.prefix(5) {
                try await step(store)
                states.append(try await store.contents)
            }
        }
        let name = "journal/0000000001.jsonl"
        let bytes = try original[name]
        let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
        for count in bytes.indices {
            try original.write(Array(bytes[..<count]), to: name)
            // As after a power failure. The watermark of a process would prove the journal's length.
            let mark = try original["LOCK"]
            #expect(throws: StorageError.self) { try Recovery.contents(of: original) }
            try original.write([], to: "LOCK")
            defer { try? original.write(mark, to: "LOCK") }
            do {
                let found = try Recovery.contents(of: original)
                let lines = bytes[..<count].count { $0 == UInt8(ascii: "\n") }
                #expect(count >= header)
                #expect(found == states[min(lines - 1, 5)])
            } catch {
                #expect(count < header)
            }
        }
    }
}
