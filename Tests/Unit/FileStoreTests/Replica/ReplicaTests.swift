import Checklists
import Foundation
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `A replica` {
    private let folder = TemporaryFolder()
    private let copy = TemporaryFolder()
    private let clock = ManualClock()

    private var replica: Replica { Replica(at: copy.path) }

    /// The data of a restored folder.
    private func restored(at moment: Timestamp? = nil) throws -> Contents {
        let target = TemporaryFolder()
        _ = try replica.restore(to: target.path, at: moment, now: clock.now)
        return try Recovery.contents(of: target, now: clock.now)
    }

    private func generations() throws -> [ReplicaGenerationName] { try replica.generations() }

    @Test func `has everything that the store acknowledged`() async throws {
        let contents = try await withStore(folder, replica: .quick(copy), clock: clock) { store in
            for step in Work.steps { try await step(store) }
            try await store.checkpoint()
            for step in Work.furtherSteps { try await step(store) }
            return try await store.contents
        }
        #expect(try restored() == contents)
    }

    @Test func `begins with what the store had before`() async throws {
        try await withStore(folder, clock: clock) { store in
            for step in Work.steps { try await step(store) }
            try await store.checkpoint()
            for step in Work.furtherSteps { try await step(store) }
        }
        let contents = try await withStore(folder, replica: .quick(copy), clock: clock) {
            try await $0.contents
        }
        #expect(try restored() == contents)
    }

    @Test(arguments: [false, true])
    func `gives each moment`(beginsGenerations: Bool) async throws {
        var settings = ReplicaSettings.quick(copy)
        if beginsGenerations { settings.generationJournalBytesMax = 1 }
        let events = EventLog()
        let moments = try await withStore(folder, replica: settings, clock: clock, events: events) { store in
            await events.wait { if case .replicaFollows = $0 { true } else { false } }
            var moments: [(Timestamp, Contents)] = []
            for (number, step) in (Work.steps + Work.furtherSteps).enumerated() {
                clock.advance(bySeconds: 1)
                try await step(store)
                // A checkpoint removes segments, whether or not the replica has copied them.
                while try #require(store.replicaStatus).lag > .zero { await Task.yield() }
                if number.isMultiple(of: 5) { try await store.checkpoint() }
                moments.append((clock.now, try await store.contents))
                clock.advance(bySeconds: 1)
            }
            return moments
        }
        for (moment, contents) in moments { #expect(try restored(at: moment) == contents, "\(moment)") }
        #expect(try (generations().count > 1) == beginsGenerations)
    }

    @Test func `continues its last generation after a restart`() async throws {
        try await withStore(folder, replica: .quick(copy), clock: clock) { store in
            for step in Work.steps { try await step(store) }
        }
        // This server has no replica; the next one catches up.
        try await withStore(folder, clock: clock) { store in
            for step in Work.furtherSteps { try await step(store) }
        }
        let contents = try await withStore(folder, replica: .quick(copy), clock: clock) {
            try await $0.contents
        }
        #expect(try generations().count == 1)
        #expect(try restored() == contents)
    }

    @Test func `begins a generation if a checkpoint has removed what follows`() async throws {
        try await withStore(folder, replica: .quick(copy), clock: clock) { store in
            for step in Work.steps { try await step(store) }
        }
        try await withStore(folder, clock: clock) { store in
            try await store.checkpoint()
            for step in Work.furtherSteps { try await step(store) }
            try await store.checkpoint()
        }
        clock.advance(bySeconds: 1)
        let contents = try await withStore(folder, replica: .quick(copy), clock: clock) {
            try await $0.contents
        }
        #expect(try generations().count == 2)
        #expect(try restored() == contents)
    }

    @Test func `begins a generation each day, and drops those that only have older moments`() async throws {
        for _ in 0..<10 {
            clock.advance(bySeconds: 86_400)
            try await withStore(folder, replica: .quick(copy), clock: clock) { store in
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Day"), idempotencyKey: nil)
            }
        }
        // The generation that began seven days ago has the moments of that day.
        #expect(try generations().count == 8)
        #expect(try restored(at: clock.now.advanced(by: .seconds(-7 * 86_400))).checklists.count == 3)
        #expect(throws: StorageError.self) { try restored(at: clock.now.advanced(by: .seconds(-8 * 86_400))) }
    }

    @Test func `is only for its owner`() async throws {
        try await withStore(folder, replica: .quick(copy), clock: clock) { try await Work.everything($0) }
        for name in try copy.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(copy.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        #expect(try copy.names.allSatisfy { $0 == "REPLICA" || $0.contains("/") })
    }

    @Test func `has the current tokens`() async throws {
        try await withStore(folder, replica: .quick(copy), clock: clock) { try await Work.everything($0) }
        try folder.data.changeTokens { $0 = [] }
        try await withStore(folder, replica: .quick(copy), clock: clock) { _ in }
        let target = TemporaryFolder()
        _ = try replica.restore(to: target.path, at: nil, now: clock.now)
        #expect(try target.data.tokens() == [])
    }

    @Test func `keeps the last tokens of a folder that lost them`() async throws {
        try await withStore(folder) { try await Work.everything($0) }
        try folder.data.changeTokens { $0 = [] }
        try await withStore(folder, replica: .quick(copy), clock: clock) { _ in
            try folder.remove("tokens.json")
        }
        let target = TemporaryFolder()
        _ = try replica.restore(to: target.path, at: nil, now: clock.now)
        #expect(try target.data.tokens() == [])
    }

    @Test func `has what was durable before a crash at each moment after it`() async throws {
        try await withStore(folder, replica: .quick(copy), clock: clock) { try await Work.everything($0) }
        clock.advance(bySeconds: 60)
        // A process without a replica stands for one that crashes before it has copied its last changes.
        let contents = try await withStore(folder, clock: clock) { store in
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Last"), idempotencyKey: nil)
            return try await store.contents
        }
        let crash = clock.now
        let written = Date(timeIntervalSince1970: Double(crash.milliseconds) / 1000)
        try FileManager.default.setAttributes(
            [.modificationDate: written], ofItemAtPath: "\(folder.path)/journal/0000000001.jsonl")
        clock.advance(bySeconds: 3600)
        try await withStore(folder, replica: .quick(copy), clock: clock) { _ in }
        #expect(try restored(at: crash.advanced(by: .seconds(-1))) != contents)
        #expect(try restored(at: crash.advanced(by: .seconds(1))) == contents)
    }

    @Test func `names a copy that lost its moments, instead of an older one`() async throws {
        for _ in 0..<2 {
            clock.advance(bySeconds: 86_400)
            try await withStore(folder, replica: .quick(copy), clock: clock) { store in
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Day"), idempotencyKey: nil)
            }
        }
        let last = try #require(try generations().last).text
        try copy.remove("\(last)/moments")
        let error = try #require(throws: StorageError.self) { try restored() }
        #expect("\(error)".contains("\(last)/moments is missing"))
        #expect(throws: error) { try replica.spans() }
    }

    @Test func `restores without the rest of an interrupted copy`() async throws {
        let contents = try await withStore(folder, replica: .quick(copy), clock: clock) { store in
            try await Work.everything(store)
            return try await store.contents
        }
        let name = try #require(try copy.names.last { $0.hasSuffix("0000000001.jsonl") })
        try copy.write(copy[name] + Array("{\"c\":\"".utf8), to: name)
        let generation = try #require(try generations().last).text
        try copy.write([UInt8(ascii: "{")], to: "\(generation)/data/journal/0000000002.jsonl")
        #expect(try restored() == contents)
    }

    @Test func `reports its moments`() async throws {
        #expect(throws: StorageError.self) { try replica.spans() }
        try await withStore(folder, replica: .quick(copy), clock: clock) { store in
            clock.advance(bySeconds: 1)
            try await Work.everything(store)
        }
        let span = try #require(try replica.spans().last)
        #expect(span.last == clock.now)
        #expect(try span.lastRevision == Recovery.contents(of: folder).revision)
        #expect(throws: StorageError.self) { try restored(at: span.first.advanced(byMilliseconds: -1)) }
    }

    @Test func `restores into an empty folder only`() async throws {
        try await withStore(folder, replica: .quick(copy), clock: clock) { try await Work.everything($0) }
        #expect(throws: StorageError.exists(path: folder.path)) {
            try replica.restore(to: folder.path, at: nil, now: clock.now)
        }
    }

    @Test func `that is missing gives the error of the system`() throws {
        let error = #expect(throws: StorageError.self) { try Replica(at: "/nowhere").spans() }
        #expect("\(try #require(error))".contains("No such file or directory"))
    }

    @Test func `that is damaged restores nothing`() async throws {
        try await withStore(folder, replica: .quick(copy), clock: clock) { try await Work.everything($0) }
        let names = try copy.names.filter { $0.contains(".json") && !$0.contains("secret") }
        for name in names {
            let intact = try copy[name]
            var bytes = intact
            bytes[bytes.count / 2] ^= 1
            try copy.write(bytes, to: name)
            let target = TemporaryFolder()
            #expect(throws: StorageError.self, "\(name)") {
                try replica.restore(to: target.path, at: nil, now: clock.now)
            }
            #expect(throws: (any Error).self) { try target.names }
            try copy.write(intact, to: name)
        }
    }
}

extension ReplicaSettings {
    /// Settings under which a replica is never late, and checks its folder at each copy. Creates the folder.
    static func quick(_ folder: TemporaryFolder, _ fileSystem: any FileSystem = LinuxFileSystem()) -> Self {
        var settings = ReplicaSettings(Replica(at: folder.path, fileSystem))
        // An error shows in the test.
        try? LinuxFileSystem().makeFolders(folder.path)
        settings.pauseSeconds = 0.05
        settings.retrySeconds = 0.05
        settings.checkInterval = .zero
        settings.generationRetry = .zero
        settings.lagMax = .seconds(3600)
        settings.stopSeconds = 600
        return settings
    }
}
