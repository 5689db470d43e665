import Checklists
import PostgresServer
import SQL
import StoreFixtures
import Testing

@testable import PostgresStore
@testable import SQLStore

/// Several stores on one database stand for several processes.
@Suite(
    .enabled(if: TestedStores.include(.postgres), "PostgreSQL is not among the stores to test"),
    .timeLimit(.minutes(20)))
struct `Processes on one database` {
    /// Opens stores on one database, each with its limits.
    private func withStores(
        _ limits: SQLStoreLimits..., body: ([SQLStore]) async throws -> Void
    ) async throws {
        let address = try await TemporaryServer.database()
        var stores: [SQLStore] = []
        for limits in limits {
            stores.append(try await PostgresStore.openEmpty(address, limits: limits, allowsLoss: true))
        }
        do {
            try await body(stores)
        } catch {
            for store in stores { await store.close() }
            throw error
        }
        for store in stores { await store.close() }
    }

    /// The limits of a process with a heartbeat every 20 ms, which also reads the commits of others.
    private static var attentive: SQLStoreLimits {
        var limits = SQLStoreLimits.patient
        limits.heartbeatInterval = .milliseconds(20)
        limits.processSilenceTimeMax = .milliseconds(100)
        return limits
    }

    /// The limits of a process that sends no heartbeat during the test.
    private static var still: SQLStoreLimits {
        var limits = SQLStoreLimits.patient
        limits.heartbeatInterval = .seconds(600)
        return limits
    }

    @Test func `count what the others change`() async throws {
        try await withStores(.patient, .patient) { stores in
            let list = try await stores[1].asFirst.addChecklist(
                ChecklistDraft(name: "A"), idempotencyKey: nil)
            var query = ItemQuery()
            query.filter.text = "milk"
            // The commits of old versions do not name the lists that they touch.
            let asOld = Statement("UPDATE commits SET kinds = NULL, lists = NULL")
            // Commits are deleted after an hour.
            let forget = Statement("DELETE FROM commits")
            for (number, statement) in [nil, nil, asOld, nil, forget, nil].enumerated() {
                try await #expect(stores[0].asFirst.items(query).total == number)
                try await #expect(stores[0].asFirst.counts().items == number)
                _ = try await stores[1].asFirst.addItem(
                    ItemDraft(text: "Milk"), to: list.value.id, idempotencyKey: nil)
                if let statement { _ = try await stores[1].client.run([statement], on: .write) }
            }
            try await #expect(stores[0].asFirst.items(query).total == 6)
            try await #expect(stores[0].asFirst.counts().items == 6)
        }
    }

    @Test func `publish the commits of others while they commit`() async throws {
        try await withStores(Self.attentive, Self.still) { stores in
            var commits = stores[0].commits().makeAsyncIterator()
            for _ in 0..<20 {
                let foreign = try await stores[1].asFirst.addChecklist(
                    ChecklistDraft(name: "B"), idempotencyKey: nil)
                let own = try await stores[0].asFirst.addChecklist(
                    ChecklistDraft(name: "A"), idempotencyKey: nil)
                var isAnnounced = false
                while !isAnnounced {
                    let commit = try #require(await commits.next())
                    let touched = try #require(commit.touched)
                    isAnnounced = touched.lists.contains(foreign.value.id)
                }
                #expect(own.value.revision > foreign.value.revision)
            }
        }
    }

    @Test func `publish their own commits immediately, with the touched lists`() async throws {
        try await withStores(Self.still, Self.still) { stores in
            var commits = stores[0].commits().makeAsyncIterator()
            for _ in 0..<3 {
                _ = try await stores[1].asFirst.addChecklist(ChecklistDraft(name: "B"), idempotencyKey: nil)
                let own = try await stores[0].asFirst.addChecklist(
                    ChecklistDraft(name: "A"), idempotencyKey: nil
                ).value
                var isAnnounced = false
                while !isAnnounced {
                    // The other store's notification may come first.
                    let commit = try #require(await commits.next())
                    isAnnounced = commit.revision == own.revision && commit.touched?.lists == [own.id]
                }
            }
        }
    }

    @Test func `publish the commits of others without waiting for a heartbeat`() async throws {
        try await withStores(Self.still, Self.still) { stores in
            // The connection listens before it runs this.
            _ = try await stores[0].client.run([Statement("SELECT 1")], on: .hint)
            var commits = stores[0].commits().makeAsyncIterator()
            for _ in 0..<10 {
                let foreign = try await stores[1].asFirst.addChecklist(
                    ChecklistDraft(name: "B"), idempotencyKey: nil)
                let commit = try #require(await commits.next())
                #expect(commit.revision == foreign.value.revision)
                #expect(commit.touched?.lists == [foreign.value.id])
            }
        }
    }

    @Test func `claim the deliveries of a dead process`() async throws {
        try await withStores(Self.attentive, Self.still) { stores in
            let hook = WebhookDraft(url: "https://example.org/hook", secret: .sample(1))
            let webhook = try await stores[0].asFirst.addWebhook(hook, idempotencyKey: nil).value.id
            var ids: [Delivery.ID] = []
            for _ in 0..<5 {
                let sample = try await stores[0].asFirst.testWebhook(
                    webhook, idempotencyKey: nil, body: { _, _ in [7] })
                ids.append(sample.value.id)
            }
            let claimed = try await stores[1].claimDeliveries(.sample(limitPerWebhook: 4, by: 1))
            #expect(claimed.map(\.delivery.id) == Array(ids[..<4]))
            let request = ClaimRequest.sample(limitPerWebhook: 4, by: 2)
            try await #expect(stores[0].claimDeliveries(request).isEmpty)
            let commits = stores[0].commits()
            // The upsert: the first store may already have deleted the row of the silent process.
            let death = """
                INSERT INTO processes (id, started_at, seen_at) \
                VALUES ($1, clock_timestamp(), clock_timestamp() - interval '1 day') \
                ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp() - interval '1 day'
                """
            _ = try await stores[0].client.run(
                [Statement(death, [.int(stores[1].processID)])], on: .control)
            for await commit in commits where commit.queuesDeliveries {
                let again = try await stores[0].claimDeliveries(request)
                if again.isEmpty { continue }
                #expect(again.map(\.delivery.id) == Array(ids[..<4]))
                break
            }
            let attempt = Delivery.Attempt(
                at: Sample.moment, durationMilliseconds: 12, status: 204, error: nil)
            let outcome = AttemptOutcome(
                deliveryID: ids[0], attempt: attempt, verdict: .delivered, pauseUntil: nil,
                disableReason: nil)
            try await #expect(stores[1].record([claimed[0].ended(outcome)]).lost == [claimed[0].claim])
        }
    }

    @Test func `answer a committed change, even if they cannot look for the others`() async throws {
        var limits = Self.still
        limits.retryTime = .zero
        try await withStores(limits) { stores in
            let hide = Statement("ALTER TABLE processes RENAME TO hidden")
            _ = try await stores[0].client.run([hide], on: .control)
            let ada = try await stores[0].addPerson(named: "Ada", idempotencyKey: nil).value
            try await #expect(stores[0].person(ada.id) == ada)
            let show = Statement("ALTER TABLE hidden RENAME TO processes")
            _ = try await stores[0].client.run([show], on: .control)
        }
    }

    @Test func `are not ready while a table is locked`() async throws {
        var limits = Self.attentive
        limits.silenceTimeMax = .milliseconds(500)
        // The other process keeps its connections, however late a heartbeat of the first one is.
        try await withStores(limits, Self.still) { stores in
            while !stores[0].isServing { await Task.yield() }
            try await stores[1].client.withConnection(on: .long) { connection in
                _ = try await connection.run([Statement("BEGIN"), Statement("LOCK TABLE items")])
                while !stores[0].isLocked { await Task.yield() }
                #expect(!stores[0].isServing)
            }
            while !stores[0].isServing { await Task.yield() }
        }
    }

    @Test func `delete all old commits`() async throws {
        try await withStores(Self.still) { stores in
            let insertion = """
                INSERT INTO commits (owner_id, revision, token, at) \
                SELECT 1, -number, 0, clock_timestamp() - interval '1 day' \
                FROM generate_series(1, 12001) AS number
                """
            _ = try await stores[0].client.run([Statement(insertion)], on: .control)
            await stores[0].cleanOnce()
            let left = Statement("SELECT count(*) FROM commits WHERE revision < 0")
            let rows = try await stores[0].client.run([left], on: .control)[0]
            var columns = try #require(rows.first?.columns)
            try #expect(columns.int() == 0)
        }
    }

    @Test func `send heartbeats while a long operation has its connection`() async throws {
        try await withStores(Self.attentive) { stores in
            let sql = "SELECT seen_at FROM processes WHERE id = $1"
            let seen = Statement(sql, [.int(stores[0].processID)])
            try await stores[0].client.withConnection(on: .long) { _ in
                var moments: Set<Timestamp> = []
                while moments.count < 4 {
                    let rows = try await stores[0].client.run([seen], on: .control)[0]
                    var columns = try #require(rows.first?.columns)
                    moments.insert(try columns.timestamp())
                }
            }
        }
    }
}
