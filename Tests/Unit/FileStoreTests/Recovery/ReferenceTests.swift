import Checklists
import MemoryStore
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `A folder with references to what no longer exists` {
    private let folder = TemporaryFolder()
    private let copy = TemporaryFolder()

    @Test func `is read by everything, and repaired by a start`() async throws {
        try folder.data.make(of: .dangling, tokens: nil, epoch: Sample.epoch, now: Sample.moment)
        let found = try folder.data.verify(now: Sample.moment)
        #expect(found.notices.count == 8, "\(found.notices)")
        #expect(found.notices.contains { $0.hasPrefix("List 1 has 5 references") })
        #expect(try folder.data.people(now: Sample.moment).map(\.id.rawValue) == [1, 2])
        #expect(try folder.data.checklists(now: Sample.moment).count == 2)
        MemoryStore.expectRepaired(try folder.data.contents(now: Sample.moment))
        try folder.data.backup(to: copy.path, now: Sample.moment)
        for place in [folder, copy] {
            let events = EventLog()
            try await withStore(place, events: events) { store in
                try await MemoryStore.expectRepaired(store.read { ($0, asOf: $0.revision) })
                try await store.checkpoint()
            }
            // A backup has no epoch.
            let begun =
                place.path == copy.path ? ["epoch.json is missing: new numbers skip those in use."] : []
            #expect(events.notices.sorted() == (found.notices + begun).sorted())
            #expect(try place.data.verify(now: Sample.moment).notices.isEmpty)
        }
    }

    @Test func `has another epoch after the repair`() async throws {
        let epoch = Epoch(rawValue: 7)
        try folder.data.make(of: .dangling, tokens: nil, epoch: Sample.epoch, now: Sample.moment)
        try await withStore(folder, makeEpoch: { epoch }) { store in
            #expect(store.epoch == epoch)
            try await store.checkpoint()
        }
        try await withStore(folder) { #expect($0.epoch == epoch) }
    }

    @Test(arguments: [false, true]) func `is none after a person and then their list are deleted`(
        makesCheckpoint: Bool
    ) async throws {
        try await withStore(folder) { store in
            let ada = try await store.addPerson(named: "Ada", idempotencyKey: nil).value.id
            let session = Session(store, for: .person(ada, device: nil))
            let list = try await session.addChecklist(ChecklistDraft(name: "Own"), idempotencyKey: nil).value
                .id
            var patch = PreferencesPatch()
            patch.selectedChecklistID = list
            _ = try await session.updatePreferences(patch, ifMatch: nil)
            if makesCheckpoint { try await store.checkpoint() }
            try await store.removePerson(ada, transferringTo: .first, ifMatch: nil)
            try await store.asFirst.deleteChecklist(list, ifMatch: nil)
        }
        #expect(try folder.data.verify(now: Sample.moment).notices.isEmpty)
        #expect(try folder.data.contents(now: Sample.moment).allPreferences.isEmpty)
    }
}
