import Checklists
import MemoryStore
import Records
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `The contents of a folder` {
    private let folder = TemporaryFolder()
    private let copy = TemporaryFolder()

    @Test func `make a folder that continues where the first one ended`() async throws {
        try await withStore(folder) { store in
            for step in Work.steps { try await step(store) }
            try await store.checkpoint()
            for step in Work.furtherSteps { try await step(store) }
        }
        let token = StoredToken(
            name: "phone", scope: "write", digest: [UInt8](repeating: 7, count: 32), createdAt: Sample.moment)
        let memory = try folder.data.contents(now: Sample.moment)
        try copy.data.make(of: memory, tokens: [token], epoch: Sample.epoch, now: Sample.moment)
        #expect(try Recovery.contents(of: copy) == Recovery.contents(of: folder))
        #expect(try copy.data.tokens() == [token])
        let copied = try copy.data.contents(now: Sample.moment)
        #expect(copied.revision == memory.revision)
        #expect(copied.sequences == memory.sequences)
        let next = try await withStore(copy) { store in
            try await store.asFirst.addChecklist(ChecklistDraft(name: "Next"), idempotencyKey: nil).value
        }
        #expect(next.id == memory.sequences[Checklist.ID.self])
        #expect(next.revision.rawValue == memory.revision.rawValue + 1)
    }

    @Test func `of an empty store make an empty folder`() async throws {
        try copy.data.make(of: MemoryStore(), tokens: nil, epoch: Sample.epoch, now: Sample.moment)
        #expect(try copy.data.tokens() == nil)
        #expect(try copy.data.verify(now: Sample.moment).checklists == 0)
    }

    @Test func `are not written over others, nor read while a process uses the folder`() async throws {
        try await withStore(folder) { store in
            try await Work.everything(store)
            #expect(throws: StorageError.locked(folder: folder.path)) {
                try folder.data.contents(now: Sample.moment)
            }
        }
        #expect(throws: StorageError.exists(path: folder.path)) {
            try folder.data.make(of: MemoryStore(), tokens: nil, epoch: Sample.epoch, now: Sample.moment)
        }
    }
}
