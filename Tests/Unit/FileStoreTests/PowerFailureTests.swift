import Checklists
import MemoryStore
import Randomness
import StoreFixtures
import Testing

@testable import FileStore

/// The operations on a disk, and the data after each change.
private struct Recording: Sendable {
    var operations: [DiskOperation]
    /// The data by the number of changes.
    var states: [Contents]

    private enum Event: Sendable {
        case rename
        case end
    }

    /// Records a run with two checkpoints, and a change before each checkpoint's rename of a list file.
    static func make() async throws -> Recording {
        let folder = TemporaryFolder()
        try folder.write([], to: "LOCK")
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let hasGoneOn = Semaphore()
        let files = RecordingFileSystem(root: folder.path) { name in
            guard name.hasPrefix("checklists/") else { return }
            // The checkpoint blocks here until the test has made another change.
            continuation.yield(.rename)
            hasGoneOn.wait()
        }
        var limits = StorageLimits.quiet
        limits.checkpointListsMax = 1
        let shadow = VolatileStore(now: { Sample.moment })
        var states = [try await shadow.contents]
        try await withStore(folder, files, limits: limits) { store in
            var steps = (Work.steps + Work.furtherSteps)[...]
            func takeStep() async throws {
                guard let step = steps.popFirst() else { return }
                try await step(store)
                try await step(shadow)
                states.append(try await shadow.contents)
                files.answer(states.count - 1)
            }
            for _ in 0..<10 { try await takeStep() }
            for _ in 0..<2 {
                let checkpoint = Task {
                    try await store.checkpoint()
                    continuation.yield(.end)
                }
                for await event in events {
                    if event == .end { break }
                    try await takeStep()
                    hasGoneOn.send()
                }
                try await checkpoint.value
                try await takeStep()
            }
            while !steps.isEmpty { try await takeStep() }
        }
        return Recording(operations: files.operations, states: states)
    }

    /// A faulty recording, which answers each change one sync too early.
    func withEarlyAnswers() -> Recording {
        var result = self
        for index in operations.indices {
            guard case .answered = operations[index] else { continue }
            var earlier = index
            while earlier > 0 {
                earlier -= 1
                if case .syncFile = operations[earlier] { break }
            }
            let answer = result.operations.remove(at: index)
            result.operations.insert(answer, at: earlier)
        }
        return result
    }
}

/// Cuts the power after each operation, and checks the files that may remain.
private struct PowerFailures {
    /// The errors, a sentence each.
    private(set) var violations: [String] = []
    /// The number of different folders that were checked.
    private(set) var count = 0
    private var seen: Set<[String: [UInt8]]> = []

    /// - Parameter chances: How many random subsets of the unsynced changes are kept at each point.
    init(_ recording: Recording, seed: UInt64, chances: Int) throws {
        var randomness = SeededGenerator(seed: seed)
        var disk = Disk()
        for (index, operation) in recording.operations.enumerated() {
            disk.apply(operation)
            let place = "after operation \(index), seed \(seed)"
            try look(
                at: disk.afterPowerFailure { false }, disk.answered, recording.states, "nothing kept \(place)"
            )
            try look(
                at: disk.afterPowerFailure { true }, disk.answered, recording.states, "all kept \(place)")
            for chance in 0..<chances {
                // Between little and much.
                let percent = Int.random(in: 10...90, using: &randomness)
                let files = disk.afterPowerFailure { Int.random(in: 0..<100, using: &randomness) < percent }
                try look(at: files, disk.answered, recording.states, "chance \(chance) \(place)")
            }
        }
    }

    private mutating func look(
        at files: [String: [UInt8]], _ answered: Int, _ states: [Contents], _ place: String
    ) throws {
        // After more answers the same files may be an error.
        var key = files
        key["answered"] = [UInt8(answered)]
        guard seen.insert(key).inserted else { return }
        count += 1
        let folder = TemporaryFolder()
        try folder.write([], to: "LOCK")
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        do {
            let contents = try Recovery.contents(of: folder)
            let changes = states.firstIndex(of: contents)
            if changes.map({ $0 < answered }) ?? true {
                violations.append("\(place): \(answered) changes were answered, found \(changes ?? -1)")
            }
        } catch {
            violations.append("\(place): \(error)")
        }
    }
}

@Suite struct `A power failure` {
    @Test func `loses no answered change, and leaves no partial one`() async throws {
        let recording = try await Recording.make()
        #expect(recording.states.count == Work.steps.count + Work.furtherSteps.count + 1)
        let failures = try PowerFailures(recording, seed: 1, chances: 10)
        #expect(failures.violations.isEmpty, "\(failures.violations.prefix(3))")
        #expect(failures.count > recording.operations.count)
    }

    @Test func `would be noticed by these tests if files were not synced`() async throws {
        var recording = try await Recording.make()
        recording.operations.removeAll { if case .syncFile = $0 { true } else { false } }
        #expect(try !PowerFailures(recording, seed: 2, chances: 2).violations.isEmpty)
    }

    @Test(arguments: ["", "checklists", "journal"])
    func `would be noticed by these tests if a folder were not synced`(name: String) async throws {
        var recording = try await Recording.make()
        recording.operations.removeAll { if case .syncFolder(name) = $0 { true } else { false } }
        #expect(try !PowerFailures(recording, seed: 3, chances: 2).violations.isEmpty)
    }

    @Test func `would be noticed by these tests if answers came before the sync`() async throws {
        let recording = try await Recording.make().withEarlyAnswers()
        #expect(try !PowerFailures(recording, seed: 4, chances: 2).violations.isEmpty)
    }
}
