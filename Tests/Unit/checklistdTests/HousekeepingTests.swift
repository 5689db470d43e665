import API
import Checklists
import Foundation
import MemoryStore
import Testing

@testable import checklistd

@Suite(.timeLimit(.minutes(20))) struct `The service as it forgets` {
    @Test func `stops while more tombstones are there than one person may have`() async throws {
        let now = Timestamp(Date())
        var memory = MemoryStore()
        for number in 1...Checklists.Limits.tombstonesPerPersonMax + 1 {
            memory.restore(
                Tombstone(
                    id: Tombstone.ID(rawValue: number), checklistID: Checklist.ID(rawValue: 1),
                    itemIDs: [Item.ID(rawValue: number)], removedAt: now, removedBy: .first))
        }
        memory.restore(revision: Revision(rawValue: UInt64(Checklists.Limits.tombstonesPerPersonMax + 1)))
        let store = VolatileStore(memory, now: { now })
        let commits = store.commits()
        let configuration = try CommandLineArguments([], environment: [:]).configuration
        let service = ReminderService(
            store, configuration, MessageWriter(), configuration.deviceEncryption(store), nil, nil,
            senderMark: "4f2a", metrics: ReminderMetrics(),
            log: Log(level: .error, format: .text, now: { Date() }))
        service.start()
        // The one step that there is to take.
        for await _ in commits { break }
        await service.stop(within: .seconds(1_000))
        #expect(try await store.forgetTombstones(Retention().age(at: now)) == 0)
    }

    @Test func `is refused where the system permits too few threads`() {
        #expect(throws: Never.self) { try ThreadCheck.check(3) }
        #expect(ThreadCheck.servingCount(cores: 1) >= 8)
    }
}
