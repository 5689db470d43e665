import Checklists
import StoreFixtures
import Testing

/// A request with an idempotency key; returns the answer and whether it is a replay.
private struct KeyedRequest {
    var name: String
    var run: (any Store, IdempotencyKey) async throws -> (answer: AnyHashable, isReplay: Bool)

    init<Value: Hashable>(
        _ name: String, _ run: @escaping (any Store, IdempotencyKey) async throws -> Idempotent<Value>
    ) {
        self.name = name
        self.run = { store, key in
            let once = try await run(store, key)
            return (AnyHashable(once.value), once.isReplay)
        }
    }
}

/// A store with the objects that the keyed requests need.
private struct Stage {
    let contract: Contract
    let requests: [KeyedRequest]

    init(_ kind: StoreKind) async throws {
        contract = try await Contract(kind)
        let list = try await contract.list()
        let items = try await contract.items("A", "B", on: list)
        let reminder = try await contract.reminder(in: 1_000_000_000, on: list).id
        let webhook = try await contract.webhook()
        let delivery = try await contract.delivery(for: webhook).id
        try await contract.end(delivery, .failed)
        let until = contract.later(2_000_000_000)
        requests = [
            KeyedRequest("list") {
                try await $0.asFirst.addChecklist(ChecklistDraft(name: "C"), idempotencyKey: $1)
            },
            KeyedRequest("item") {
                try await $0.asFirst.addItem(ItemDraft(text: "C"), to: list, idempotencyKey: $1)
            },
            KeyedRequest("items") {
                try await $0.asFirst.addItems([ItemDraft(text: "D")], to: list, idempotencyKey: $1)
            },
            KeyedRequest("toggle") {
                try await $0.asFirst.toggleItem(items[0], ifMatch: nil, idempotencyKey: $1)
            },
            KeyedRequest("move") {
                try await $0.asFirst.moveItem(items[0], to: .last, ifMatch: nil, idempotencyKey: $1)
            },
            KeyedRequest("stay") {
                try await $0.asFirst.moveItem(items[0], to: .last, ifMatch: nil, idempotencyKey: $1)
            },
            KeyedRequest("snooze") {
                try await $0.asFirst.snoozeItem(reminder, until: until, ifMatch: nil, idempotencyKey: $1)
            },
            KeyedRequest("webhook") {
                try await $0.asFirst.addWebhook(
                    WebhookDraft(url: "https://example.org", secret: .sample(2)), idempotencyKey: $1)
            },
            KeyedRequest("rotate") {
                try await $0.asFirst.rotateSecret(
                    of: webhook, to: .sample(3), ifMatch: nil, idempotencyKey: $1)
            },
            KeyedRequest("test") {
                try await $0.asFirst.testWebhook(webhook, idempotencyKey: $1) { _, _ in [1] }
            },
            KeyedRequest("redeliver") { try await $0.asFirst.redeliver(delivery, idempotencyKey: $1) },
            KeyedRequest("import") {
                let item = ImportedItem(ItemDraft(text: "E"))
                let list = ImportedChecklist(ChecklistDraft(name: "D"), items: [item])
                return try await $0.asFirst.importChecklists([list], idempotencyKey: $1)
            },
            KeyedRequest("import nothing") { try await $0.asFirst.importChecklists([], idempotencyKey: $1) },
        ]
    }

    /// Makes each request for the first time, each with its own key.
    func answers() async throws -> [AnyHashable] {
        var answers: [AnyHashable] = []
        for request in requests {
            let (answer, isReplay) = try await request.run(contract.store, .sample(request.name))
            #expect(!isReplay, "\(request.name)")
            answers.append(answer)
        }
        return answers
    }
}

@Suite(.closingStores) struct `A repeated request` {
    @Test(arguments: StoreKind.allCases) func `gets the first answer and changes nothing`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let contract = stage.contract
        let answers = try await stage.answers()
        // Later changes do not alter the recorded answers.
        _ = try await contract.store.asFirst.moveItem(
            Item.ID(rawValue: 1), to: .first, ifMatch: nil, idempotencyKey: nil)
        try await contract.change(Item.ID(rawValue: 2)) { $0.text = "changed" }
        contract.advance(milliseconds: Limits.idempotencyRecordMillisecondsMax - 1)
        for (request, answer) in zip(stage.requests, answers) {
            try await contract.expectNoChange {
                let again = try await request.run(contract.store, .sample(request.name))
                #expect(again.isReplay, "\(request.name)")
                #expect(again.answer == answer, "\(request.name)")
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `gets the first answer after a deletion`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let contract = stage.contract
        let answers = try await stage.answers()
        for list in try await contract.store.asFirst.checklists(ChecklistQuery()).elements {
            try await contract.store.asFirst.deleteChecklist(list.id, ifMatch: nil)
        }
        for webhook in try await contract.store.asFirst.webhooks(PageRequest()).elements {
            try await contract.store.asFirst.deleteWebhook(webhook.id, ifMatch: nil)
        }
        for (request, answer) in zip(stage.requests, answers) {
            let again = try await request.run(contract.store, .sample(request.name))
            #expect(again.isReplay && again.answer == answer, "\(request.name)")
        }
        try await #expect(contract.store.asFirst.counts() == Counts())
    }

    @Test(arguments: StoreKind.allCases) func `with another content is refused`(kind: StoreKind)
        async throws
    {
        let stage = try await Stage(kind)
        _ = try await stage.contract.store.asFirst.addChecklist(
            ChecklistDraft(name: "New"), idempotencyKey: .sample())
        for request in stage.requests {
            try await stage.contract.expect(.idempotencyKeyReused) {
                _ = try await request.run(stage.contract.store, .sample(ofAnotherRequest: true))
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is refused where the first was of another kind`(
        kind: StoreKind
    ) async throws {
        let stage = try await Stage(kind)
        let store = try await stage.contract.store
        _ = try await store.asFirst.importChecklists([], idempotencyKey: .sample("import"))
        _ = try await store.asFirst.addChecklist(ChecklistDraft(name: "New"), idempotencyKey: .sample("list"))
        for request in stage.requests {
            let key = request.name.hasPrefix("import") ? "list" : "import"
            try await stage.contract.expect(.idempotencyKeyReused) {
                _ = try await request.run(stage.contract.store, .sample(key))
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func `is a new request after 24 hours`(kind: StoreKind) async throws
    {
        let stage = try await Stage(kind)
        let contract = stage.contract
        _ = try await stage.answers()
        contract.advance(milliseconds: Limits.idempotencyRecordMillisecondsMax)
        // The redelivered message has been pending since then.
        for request in stage.requests where request.name != "redeliver" {
            let again = try await request.run(contract.store, .sample(request.name))
            #expect(!again.isReplay, "\(request.name)")
            let third = try await request.run(contract.store, .sample(request.name))
            #expect(third.isReplay && third.answer == again.answer, "\(request.name)")
        }
    }

    @Test(arguments: StoreKind.allCases) func `of a failed one is decided again`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        let nothing = Checklist.ID(rawValue: 1)
        try await contract.expect(.notFound(.checklist)) {
            _ = try await contract.store.asFirst.addItem(
                ItemDraft(text: "Milk"), to: nothing, idempotencyKey: .sample())
        }
        let list = try await contract.list()
        let made = try await contract.store.asFirst.addItem(
            ItemDraft(text: "Milk"), to: list, idempotencyKey: .sample())
        #expect(!made.isReplay)
    }

    @Test(arguments: StoreKind.allCases) func `ignores its precondition`(kind: StoreKind) async throws {
        let contract = try await Contract(kind)
        let item = try await contract.reminder(in: 100, on: contract.list())
        let (revisions, until) = ([item.revision] as KnownState, contract.later(5))
        for _ in 0..<2 {
            // The change made the revision stale, but the key replays the answer.
            _ = try await contract.store.asFirst.snoozeItem(
                item.id, until: until, ifMatch: revisions, idempotencyKey: .sample())
            contract.advance(milliseconds: 10)
        }
        let webhook = try await contract.store.asFirst.webhook(contract.webhook())
        for _ in 0..<2 {
            _ = try await contract.store.asFirst.rotateSecret(
                of: webhook.id, to: .sample(5), ifMatch: [webhook.revision], idempotencyKey: .sample("rotate")
            )
        }
        let current = try await contract.store.asFirst.item(item.id).revision
        for isReplay in [false, true] {
            let toggled = try await contract.store.asFirst.toggleItem(
                item.id, ifMatch: [current], idempotencyKey: .sample("toggle"))
            #expect(toggled.isReplay == isReplay && toggled.value.checked)
        }
    }

    @Test(arguments: StoreKind.allCases) func `without a key is a new request`(kind: StoreKind)
        async throws
    {
        let contract = try await Contract(kind)
        try await #expect(contract.list() != contract.list())
    }
}
