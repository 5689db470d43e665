import Checklists
import Foundation
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

/// A copy of a folder that an earlier version wrote, from the fixtures.
func golden(_ name: String) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden/\(name)").path
    try FileManager.default.copyItem(atPath: source, toPath: folder.path)
    return folder
}

@Suite struct `A folder of an older format` {
    /// The files that a migration leaves as they are.
    private static let untouched: Set = ["tokens.json", "secret.json", "epoch.json"]

    /// Expects an unchanged `.bak` copy of every other file.
    private func expectKept(_ before: [String: [UInt8]], in folder: TemporaryFolder) throws {
        let after = try folder.files
        for (name, bytes) in before where !Self.untouched.contains(name) {
            #expect(after[name + ".bak"] == bytes, "\(name)")
        }
    }

    @Test func `is rewritten, and its old files are kept`() async throws {
        let folder = try golden("format-9")
        let (before, contents) = (try folder.files, try Recovery.contents(of: folder))
        let events = EventLog()
        let after = try await withStore(folder, events: events) { try await $0.contents }
        #expect(after == contents)
        #expect(events.notices.contains { $0.contains("format 9") && $0.contains(".bak") })
        try expectKept(before, in: folder)
        for name in try folder.names where name.hasSuffix(".json") && !Self.untouched.contains(name) {
            let bytes = try folder[name]
            #expect(try Document.format(of: bytes) == Document.newestFormat)
        }
    }

    @Test func `is rewritten once`() async throws {
        let folder = try golden("format-9")
        let before = try folder.files
        try await withStore(folder) { store in
            for step in Work.steps.prefix(2) { try await step(store) }
        }
        let events = EventLog()
        try await withStore(folder, events: events) { _ in }
        #expect(events.notices == [])
        try expectKept(before, in: folder)
    }

    @Test func `is kept if the start ends at any call`() async throws {
        let original = try golden("format-9")
        let (before, contents) = (try original.files, try Recovery.contents(of: original))
        let files = FaultyFileSystem()
        try await withStore(try original.copy(), files) { _ in }
        for number in 0..<files.calls.count {
            let folder = try original.copy()
            let ending = FaultyFileSystem { call, _, _ in call == number ? .end : nil }
            // The start may fail; only the files it leaves matter.
            try? await withStore(folder, ending, onFatal: { _ in }) { _ in }
            let after = try await withStore(folder) { try await $0.contents }
            #expect(after == contents, "\(number)")
            try expectKept(before, in: folder)
            #expect(try folder.data.verify(now: Sample.moment).notices == [])
        }
    }
}
