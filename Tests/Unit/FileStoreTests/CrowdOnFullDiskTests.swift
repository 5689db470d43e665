import Checklists
import Glibc
import MemoryStore
import Randomness
import StoreFixtures
import Testing

@testable import FileStore

/// One of several clients. Each adds items to shared lists, and moves and checks its own items.
private struct Client: Sendable {
    let name: String
    var generator: SeededGenerator
    /// The client's items according to the answers it got.
    var kept: [Item.ID: Item] = [:]
    /// How many requests failed with `storageFull`.
    var refusals = 0

    static let lists = (1...3).map { Checklist.ID(rawValue: $0) }

    /// Makes requests, and checks a list after each refusal.
    mutating func work(on store: FileStore, steps: Int) async throws {
        for step in 0..<steps {
            let list = Self.lists[Int.random(in: 0..<Self.lists.count, using: &generator)]
            do {
                for item in try await change(store, list, step) { kept[item.id] = item }
            } catch ChecklistsError.storageFull {
                refusals += 1
                try await look(at: list, in: store)
            }
        }
    }

    private mutating func change(
        _ store: FileStore, _ list: Checklist.ID, _ step: Int
    ) async throws -> [Item] {
        let own = kept.keys.min { $0.rawValue % 7 < $1.rawValue % 7 }
        switch (Int.random(in: 0..<5, using: &generator), own) {
        case (0, let id?):
            var patch = ItemPatch()
            patch.checklistID = list
            return [try await store.asFirst.updateItem(id, patch, ifMatch: nil)]
        case (1, let id?):
            return [try await store.asFirst.toggleItem(id, ifMatch: nil, idempotencyKey: nil).value]
        case (2, _):
            let drafts = (0..<3).map { ItemDraft(text: "\(name) \(step) \($0)") }
            return try await store.asFirst.addItems(drafts, to: list, idempotencyKey: nil).value
        default:
            let key = IdempotencyKey(key: "\(name) \(step)", fingerprint: [])
            return [
                try await store.asFirst.addItem(ItemDraft(text: key.key), to: list, idempotencyKey: key).value
            ]
        }
    }

    /// Expects a list to have exactly the client's items that were answered.
    private func look(at list: Checklist.ID, in store: FileStore) async throws {
        var query = ItemQuery(checklistID: list)
        query.page.limit = 1_000
        let page = try await store.asFirst.items(query)
        #expect(own(page.elements) == kept.filter { $0.value.checklistID == list })
        for list in Self.lists {
            _ = try await store.asFirst.checklist(list)
            _ = store.currentRevision(of: .items(of: list))
        }
    }

    /// The client's items among some.
    func own(_ items: [Item]) -> [Item.ID: Item] {
        items.filter { $0.text.hasPrefix(name + " ") }.reduce(into: [:]) { $0[$1.id] = $1 }
    }
}

@Suite struct `Concurrent clients on a disk that is sometimes full` {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `find exactly their answered changes after every refusal`(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        let files = FaultyFileSystem()
        let before = try await withStore(folder, files) { store in
            for _ in Client.lists {
                _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "List"), idempotencyKey: nil)
            }
            files.setPlan { number, call, path in
                guard call == "pwrite", path.hasSuffix(".jsonl") else { return nil }
                var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
                return [nil, .error(ENOSPC), .short(100)].randomElement(using: &generator) ?? nil
            }
            let clients = try await withThrowingTaskGroup(of: Client.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        var client = Client(
                            name: "client\(number)",
                            generator: SeededGenerator(seed: seed &* 100 &+ UInt64(number)))
                        try await client.work(on: store, steps: 60)
                        return client
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            files.setPlan { _, _, _ in nil }
            let contents = try await store.contents
            for client in clients { #expect(client.own(contents.items) == client.kept, "seed \(seed)") }
            #expect(clients.contains { $0.refusals > 0 }, "seed \(seed)")
            return contents
        }
        #expect(try await withStore(folder) { try await $0.contents } == before, "seed \(seed)")
    }
}
