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
}
