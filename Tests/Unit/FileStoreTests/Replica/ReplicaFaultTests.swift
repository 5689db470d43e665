import Checklists
import Foundation
import Glibc
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `A replica on a disk that fails` {
    private let folder = TemporaryFolder()
    private let copy = TemporaryFolder()
    private let events = EventLog()

    private static let follows: @Sendable (StorageEvent) -> Bool = {
        if case .replicaFollows = $0 { true } else { false }
    }

    private static func failed(_ code: Int32) -> @Sendable (StorageEvent) -> Bool {
        { event in
            guard case .replicaFailed(.system(let error)) = event else { return false }
            return error.code == code
        }
    }

    private func restored() throws -> Contents {
        let target = TemporaryFolder()
        _ = try Replica(at: copy.path).restore(to: target.path, at: nil, now: Sample.moment)
        return try Recovery.contents(of: target)
    }

    /// The replica before a step: failures are reported once, and end with a report.
    private func check(
        _ code: Int32, _ breakIt: () throws -> Void, _ mendIt: () throws -> Void,
        fileSystem: any FileSystem = LinuxFileSystem()
    ) async throws {
        let contents = try await withStore(folder, replica: .quick(copy, fileSystem), events: events) {
            store in
            await events.wait(for: Self.follows)
            for step in Work.steps { try await step(store) }
            try breakIt()
            for step in Work.furtherSteps { try await step(store) }
            await events.wait(for: Self.failed(code))
            let failed = try #require(store.replicaStatus)
            #expect(failed.failure == String(cString: strerror(code)))
            #expect(failed.failures > 0)
            let count = events.count(Self.follows)
            try mendIt()
            await events.wait(past: count, for: Self.follows)
            let status = try #require(store.replicaStatus)
            #expect(status.failure == nil)
            #expect(status.lastSuccess == Sample.moment)
            return try await store.contents
        }
        #expect(events.count(Self.failed(code)) == 1)
        #expect(try restored() == contents)
    }

    @Test(arguments: [ENOSPC, EROFS, EIO, EACCES])
    func `is reported once, holds up no request, and follows again`(code: Int32) async throws {
        let files = FaultyFileSystem()
        try await check(
            code,
            {
                files.setPlan { _, call, _ in
                    ["open", "pwrite", "mkdir", "rename"].contains(call) ? .error(code) : nil
                }
            }, { files.setPlan { _, _, _ in nil } }, fileSystem: files)
    }

    @Test func `that is gone begins anew when its folder is there again`() async throws {
        let path = copy.path
        defer { try? FileManager.default.removeItem(atPath: path + "-away") }
        try await check(
            ENOENT, { try FileManager.default.moveItem(atPath: path, toPath: path + "-away") },
            { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) })
        #expect(events.notices.contains { $0.contains("A new replica begins there.") })
    }

    @Test func `that is gone continues when it is back`() async throws {
        let path = copy.path
        try await check(
            ENOENT, { try FileManager.default.moveItem(atPath: path, toPath: path + "-away") },
            { try FileManager.default.moveItem(atPath: path + "-away", toPath: path) })
        #expect(try Replica(at: path).generations().count == 1)
    }

    @Test func `has everything if any of the first calls fails once`() async throws {
        let count = try await run { _, _, _ in nil }
        #expect(count > 30)
        // The first calls make the copy; later ones repeat.
        for number in 0..<60 {
            for code in [ENOSPC, EIO] {
                _ = try await run { call, _, _ in call == number ? .error(code) : nil }
            }
        }
    }

    /// Runs a store whose replica has faults, and checks the replica. Returns the number of calls.
    private func run(
        _ plan: @escaping @Sendable (Int, String, String) -> FaultyFileSystem.Fault?
    ) async throws -> Int {
        let (folder, copy) = (TemporaryFolder(), TemporaryFolder())
        let files = FaultyFileSystem(plan)
        let events = EventLog()
        let contents = try await withStore(folder, replica: .quick(copy, files), events: events) { store in
            for step in Work.steps { try await step(store) }
            try await store.checkpoint()
            for step in Work.furtherSteps { try await step(store) }
            await events.wait(for: Self.follows)
            let count = events.count(Self.follows)
            // A failure of the last copies is over then.
            if store.replicaStatus?.failure != nil {
                await events.wait(past: count, for: Self.follows)
            }
            return try await store.contents
        }
        let calls = files.calls.count
        let target = TemporaryFolder()
        // The last copy of a closed store is not tried again.
        guard case .replicaFollows? = events.all.last(where: Self.isState) else { return calls }
        _ = try Replica(at: copy.path).restore(to: target.path, at: nil, now: Sample.moment)
        #expect(try Recovery.contents(of: target) == contents)
        return calls
    }

    private static let isState: @Sendable (StorageEvent) -> Bool = {
        switch $0 {
        case .replicaFollows, .replicaFailed: true
        default: false
        }
    }

    @Test func `of another store is refused`() async throws {
        try await withStore(folder, replica: .quick(copy)) { try await Work.everything($0) }
        let files = try copy.files
        let other = TemporaryFolder()
        #expect(throws: StorageError.foreignReplica(path: copy.path)) {
            try Replica(at: copy.path).check(for: other.data)
        }
        try await withStore(other, replica: .quick(copy), events: events) { store in
            try await Work.everything(store)
            await events.wait {
                if case .replicaFailed(.foreignReplica) = $0 { true } else { false }
            }
            #expect(store.replicaStatus?.failure == "the folder has the copy of another store")
        }
        #expect(try copy.files == files)
    }

    @Test func `with other files is refused`() throws {
        try copy.write([1], to: "file")
        #expect(throws: StorageError.exists(path: copy.path)) {
            try Replica(at: copy.path).check(for: folder.data)
        }
        #expect(try copy.files == ["file": [1]])
    }

    @Test func `is found by the check at the start`() throws {
        let files = FaultyFileSystem { _, call, _ in call == "open" ? .error(EROFS) : nil }
        let error = try #require(throws: StorageError.self) {
            try Replica(at: copy.path, files).check(for: folder.data)
        }
        #expect("\(error)".contains("Read-only file system"))
        #expect(try copy.files == [:])
        try Replica(at: copy.path).check(for: folder.data)
        #expect(try copy.files == [:])
    }

    @Test func `is written by one server at a time`() async throws {
        try await withStore(folder, replica: .quick(copy), events: events) { _ in
            await events.wait(for: Self.follows)
            #expect(throws: StorageError.locked(folder: copy.path)) {
                try Replica(at: copy.path).check(for: folder.data)
            }
        }
        try Replica(at: copy.path).check(for: folder.data)
    }
}

extension EventLog {
    fileprivate func count(_ matches: (StorageEvent) -> Bool) -> Int { all.count(where: matches) }
}
