import Checklists
import Glibc
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

/// A step of these tests: a change or a checkpoint.
private enum Step: Sendable {
    case change(Work.Step)
    case checkpoint

    static let all: [Step] =
        Work.steps.dropLast(4).map(Step.change) + [.checkpoint] + Work.steps.suffix(4).map(Step.change)
        + Work.furtherSteps.prefix(3).map(Step.change) + [.checkpoint]
        + Work.furtherSteps.dropFirst(3).map(Step.change)
}

/// How far a run got.
private struct Outcome {
    /// The data after the answered steps.
    var answered: Contents
    /// The data including the step that got no answer, if there is one.
    var begun: Contents?
}

extension FileStore {
    /// Runs the steps, and the successful ones also on a store in memory, until the store closes.
    fileprivate func run(_ steps: [Step], clock: ManualClock) async throws -> Outcome {
        let shadow = VolatileStore(now: { clock.now })
        for step in steps {
            guard case .change(let change) = step else {
                // A failed checkpoint changes nothing that clients see.
                try? await checkpoint()
                continue
            }
            let before = try await shadow.contents
            do {
                try await change(self)
                try await change(shadow)
            } catch ChecklistsError.storageFull, ChecklistsError.readOnly {
                // The refused change must leave no trace.
            } catch let error as ChecklistsError {
                // An earlier change that this one needs was refused.
                await #expect(throws: error) { try await change(shadow) }
            } catch {
                #expect(error as? StorageError == .closed)
                try await change(shadow)
                return Outcome(answered: before, begun: try await shadow.contents)
            }
            let contents = try await contents
            let expected = try await shadow.contents
            #expect(contents == expected)
        }
        return Outcome(answered: try await shadow.contents)
    }
}

@Suite struct `A store on a disk that fails` {
    /// Runs all steps on a disk with planned faults, and checks the data afterwards.
    private func check(
        _ what: String,
        _ plan: @escaping @Sendable (_ number: Int, _ call: String, _ path: String) -> FaultyFileSystem.Fault?
    ) async throws {
        let folder = TemporaryFolder()
        let clock = ManualClock()
        let hasGivenUp = Flag()
        let store: FileStore
        do {
            store = try await FileStore.open(
                DataFolder(at: folder.path, FaultyFileSystem(plan)), limits: .quiet, now: { clock.now },
                makeEpoch: { Sample.epoch }, onFatal: { _ in hasGivenUp.set() }
            )
        } catch {
            // Opening failed. A later start must succeed.
            try await withStore(folder, clock: clock) { try await $0.checkpoint() }
            return
        }
        let outcome = try await store.run(Step.all, clock: clock)
        await store.close()

        let found = try await withStore(folder, clock: clock) { try await $0.contents }
        if outcome.begun != nil {
            #expect(hasGivenUp.isSet, "\(what)")
            #expect(found == outcome.answered || found == outcome.begun, "\(what)")
        } else {
            #expect(found == outcome.answered, "\(what)")
        }
        // The store must accept changes after the recovery.
        let later = try await withStore(folder, clock: clock) { store in
            try await store.checkpoint()
            _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "Later"), idempotencyKey: nil)
            return try await store.contents
        }
        #expect(later.revision.rawValue == found.revision.rawValue + 1, "\(what)")
        let last = try await withStore(folder, clock: clock) { try await $0.contents }
        #expect(last == later, "\(what)")
    }

    /// The number of calls in a run without faults.
    private func countCalls() async throws -> Int {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        let clock = ManualClock()
        _ = try await withStore(folder, files, clock: clock) { try await $0.run(Step.all, clock: clock) }
        return files.calls.count
    }

    @Test func `keeps the answered changes if the process ends at any call`() async throws {
        let count = try await countCalls()
        #expect(count > 100)
        for number in 0..<count {
            try await check("end at call \(number)") { call, _, _ in call == number ? .end : nil }
        }
    }

    @Test(arguments: [ENOSPC, EIO])
    func `keeps exactly the answered changes if any call fails once`(code: Int32) async throws {
        for number in 0..<(try await countCalls()) {
            try await check("errno \(code) at call \(number)") { call, _, _ in
                call == number ? .error(code) : nil
            }
        }
    }

    @Test func `keeps exactly the answered changes if the disk is full from any call on`()
        async throws
    {
        for number in 0..<(try await countCalls()) {
            try await check("no room from call \(number) on") { number_, call, _ in
                number_ >= number && ["open", "pwrite", "mkdir"].contains(call) ? .error(ENOSPC) : nil
            }
        }
    }

    @Test func `knows the files of a checkpoint that failed midway`() async throws {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        let before = try await withStore(folder, files) { store in
            for name in ["One", "Two"] {
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: name), idempotencyKey: nil)
            }
            files.setPlan { _, call, path in
                call == "rename" && path.hasSuffix("checklists/2.json") ? .error(EIO) : nil
            }
            await #expect(throws: StorageError.self) { try await store.checkpoint() }
            #expect(try folder.names.contains("checklists/1.json"))
            files.setPlan { _, _, _ in nil }
            try await store.asFirst.deleteChecklist(Checklist.ID(rawValue: 1), ifMatch: nil)
            try await store.checkpoint()
            return try await store.contents
        }
        #expect(try !folder.names.contains("checklists/1.json"))
        #expect(try await withStore(folder) { try await $0.contents } == before)
    }

    @Test func `keeps the answered changes if every write is short and then fails`() async throws {
        for number in 0..<(try await countCalls()) {
            try await check("short write at call \(number)") { call, name, _ in
                guard name == "pwrite" else { return nil }
                return call == number ? .short(50) : call == number + 1 ? .error(ENOSPC) : nil
            }
        }
    }
}
