import Checklists
import Foundation
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `A backup` {
    private let folder = TemporaryFolder()
    private let copy = TemporaryFolder()

    @Test func `is a data folder with everything that was durable`() async throws {
        let contents = try await withStore(folder) { store in
            for step in Work.steps { try await step(store) }
            try await store.checkpoint()
            for step in Work.furtherSteps { try await step(store) }
            try await store.backup(to: copy.path)
            let contents = try await store.contents
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Later"), idempotencyKey: nil)
            return contents
        }
        #expect(try Recovery.contents(of: copy) == contents)
        #expect(try await withStore(copy) { try await $0.contents } == contents.inNextEpoch)
    }

    @Test func `begins a new epoch wherever it is used`() async throws {
        let epochs = (0...9).map { Epoch(rawValue: $0) }
        try await withStore(folder, makeEpoch: { epochs[1] }) { store in
            try await Work.everything(store)
            try await store.backup(to: copy.path)
        }
        let second = try copy.copy()
        for (place, expected) in [(folder, epochs[1]), (copy, epochs[2]), (second, epochs[3])] {
            try await withStore(place, makeEpoch: { expected }) { #expect($0.epoch == expected) }
            // Further starts keep the epoch.
            try await withStore(place, makeEpoch: { epochs[9] }) { #expect($0.epoch == expected) }
        }
    }

    @Test func `has the secret of the folder, wherever it is used`() async throws {
        let secret = try await withStore(folder) { store in
            try await Work.everything(store)
            let secret = try await store.secret()
            try await store.backup(to: copy.path)
            return secret
        }
        for place in [folder, copy] {
            #expect(try await withStore(place) { try await $0.secret() } == secret)
        }
        #expect(
            try FileManager.default.attributesOfItem(atPath: copy.path + "/secret.json")[.posixPermissions]
                as? Int == 0o600)
    }

    @Test func `can go into an empty folder`() async throws {
        try await withStore(folder) { try await Work.everything($0) }
        try copy.write([], to: "file")
        try copy.remove("file")
        try folder.data.backup(to: copy.path + "/", now: Sample.moment)
        #expect(try Recovery.contents(of: copy) == Recovery.contents(of: folder))
    }

    @Test func `creates missing parent folders`() async throws {
        try await withStore(folder) { try await Work.everything($0) }
        let destination = copy.path + "/weeks/47/monday"
        try folder.data.backup(to: destination, now: Sample.moment)
        #expect(try DataFolder(at: destination).verify(now: Sample.moment).checklists > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: copy.path + "/weeks/47") == ["monday"])
    }

    @Test func `reports the folder that it cannot create, and a remedy`() async throws {
        try await withStore(folder) { try await Work.everything($0) }
        try copy.write([], to: "file")
        let error = try #require(throws: StorageError.self) {
            try folder.data.backup(to: copy.path + "/file/monday", now: Sample.moment)
        }
        #expect("\(error)".contains("\(copy.path)/file/monday: Not a directory"))
        #expect("\(error)".hasSuffix("A part of the path is not a folder; name another one."))
    }

    @Test func `refuses a folder that is not empty`() async throws {
        try await withStore(folder) { try await Work.everything($0) }
        try copy.write([1], to: "file")
        #expect(throws: StorageError.exists(path: copy.path)) {
            try folder.data.backup(to: copy.path, now: Sample.moment)
        }
        #expect(try copy.files == ["file": [1]])
    }

    @Test func `blocks checkpoints while it runs, and no requests`() async throws {
        try await withStore(folder) { store in
            for step in Work.steps { try await step(store) }
            let lock = try folder.data.lockFiles(.shared, waits: false)
            await #expect(throws: StorageError.self) { try await store.checkpoint() }
            for step in Work.furtherSteps { try await step(store) }
            if let lock { folder.data.fileSystem.close(lock) }
            try await store.checkpoint()
        }
    }

    @Test func `omits a write in progress`() async throws {
        try await withStore(folder) { try await Work.everything($0) }
        let name = "journal/0000000001.jsonl"
        let whole = try folder[name]
        try folder.write(whole + Array("{\"c\":\"".utf8), to: name)
        try folder.data.backup(to: copy.path, now: Sample.moment)
        #expect(try copy[name] == whole)
    }

    @Test func `of a truncated or missing journal fails`() async throws {
        try await withStore(folder) { try await Work.everything($0) }
        let name = "journal/0000000001.jsonl"
        let whole = try folder[name]
        let lastLine = try #require(whole.dropLast().lastIndex(of: UInt8(ascii: "\n")))
        try folder.write(Array(whole[...lastLine]), to: name)
        #expect(throws: StorageError.self) { try folder.data.backup(to: copy.path, now: Sample.moment) }
        try folder.remove(name)
        #expect(throws: StorageError.self) { try folder.data.backup(to: copy.path, now: Sample.moment) }
    }

    @Test(arguments: ["checklists/1.json", "settings.json", "journal/0000000002.jsonl"])
    func `of a damaged folder fails`(name: String) async throws {
        try await withStore(folder) { store in
            for step in Work.steps { try await step(store) }
            try await store.checkpoint()
            for step in Work.furtherSteps { try await step(store) }
        }
        var bytes = try folder[name]
        bytes[30] ^= 1
        try folder.write(bytes, to: name)
        #expect(throws: StorageError.self) { try folder.data.backup(to: copy.path, now: Sample.moment) }
        #expect(throws: (any Error).self) { try copy.names }
        #expect(throws: (any Error).self) { try copy["../\(copy.path).partial"] }
    }

    @Test func `that fails leaves no folder under its name`() async throws {
        try await withStore(folder) { try await Work.everything($0) }
        let files = FaultyFileSystem()
        let data = DataFolder(at: folder.path, files)
        try data.backup(to: copy.path, now: Sample.moment)
        let expected = try Recovery.contents(of: folder)
        for number in 0..<files.calls.count {
            let other = TemporaryFolder()
            files.setPlan { [start = files.calls.count] call, _, _ in
                call == start + number ? .error(28) : nil
            }
            do {
                try data.backup(to: other.path, now: Sample.moment)
                Issue.record("call \(number) did not matter")
            } catch {
                #expect(throws: (any Error).self, "call \(number)") { try other.names }
            }
            files.setPlan { _, _, _ in nil }
            try data.backup(to: other.path, now: Sample.moment)
            #expect(try Recovery.contents(of: other) == expected)
        }
    }
}
