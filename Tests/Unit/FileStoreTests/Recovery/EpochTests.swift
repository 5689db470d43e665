import Checklists
import StoreFixtures
import Testing

@testable import FileStore

@Suite struct `The epoch of a folder` {
    private let folder = TemporaryFolder()

    /// Removes the checksum from a file, as a repair by hand does.
    private func repair(_ name: String) throws {
        let text = String(decoding: try folder[name], as: UTF8.self)
        let checksum = try #require(text.firstRange(of: ",\"crc32\""))
        try folder.write(Array((text[..<checksum.lowerBound] + "}\n").utf8), to: name)
    }

    @Test(arguments: [
        "settings.json", "webhooks.json", "people.json", "removals.json", "checklists/1.json",
        "deliveries/0000000000.json",
    ])
    func `ends after a repair by hand`(name: String) async throws {
        let epochs = (0...9).map { Epoch(rawValue: $0) }
        try await withStore(folder, makeEpoch: { epochs[1] }) { store in
            try await Work.everything(store)
            _ = try await store.addPerson(named: "Ada", idempotencyKey: nil)
            let hook = WebhookDraft(url: "https://example.org/hook", secret: .sample(1))
            let webhook = try await store.asFirst.addWebhook(hook, idempotencyKey: nil).value.id
            _ = try await store.asFirst.testWebhook(webhook, idempotencyKey: nil, body: { _, _ in [7] })
            try await store.checkpoint()
        }
        try repair(name)
        try await withStore(folder, makeEpoch: { epochs[2] }) { store in
            #expect(store.epoch == epochs[2])
            // The checkpoint writes the checksum, so the epoch stays.
            try await store.checkpoint()
        }
        try await withStore(folder, makeEpoch: { epochs[9] }) { #expect($0.epoch == epochs[2]) }
    }

    @Test func `of a backup skips the numbers that the lost history may have given`() async throws {
        let copy = TemporaryFolder()
        let lost = try await withStore(folder) { store in
            for step in Work.steps { try await step(store) }
            try await store.backup(to: copy.path)
            for step in Work.furtherSteps { try await step(store) }
            return try await store.contents
        }
        let migrated = try copy.data.contents(now: Sample.moment)
        var known = Contents(migrated)
        for _ in 1...2 {
            let found = try await withStore(copy) { store in
                let found = try await store.contents
                #expect(found == known)
                let list = try await store.asFirst.addChecklist(
                    ChecklistDraft(name: "A"), idempotencyKey: nil
                )
                .value
                #expect(list.id >= found.sequences[Checklist.ID.self] && list.revision > found.revision)
                known = try await store.contents
                return found
            }
            #expect(found.revision > lost.revision)
            for kind in Sequences.Kind.allCases {
                #expect(found.sequences[kind] > lost.sequences[kind])
                #expect(found.sequences[kind] < 1 << 53)
            }
        }
        // Without the epoch, as after a crash before it was written, the numbers are skipped again.
        try copy.remove("epoch.json")
        let again = try await withStore(copy) { try await $0.contents }
        #expect(again.revision.rawValue == known.revision.rawValue + UInt64(Epoch.skippedNumbers))
        #expect(again.items == known.items)
    }
}
