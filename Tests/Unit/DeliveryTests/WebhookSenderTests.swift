import Checklists
import Delivery
import Digest
import Foundation
import HTTPClient
import Receivers
import Synchronization
import Testing

/// A sender at work, with its store, its clock and what it reports.
private struct Workshop {
    let store: DeliveryStore
    let clock = ManualClock(.seconds(1_000_000))
    let sender: WebhookSender
    let events: AsyncStream<WebhookSender.Event>

    init(
        _ webhooks: [Webhook], _ deliveries: [Delivery], client: HTTPClient = .local(),
        limits: SenderLimits = SenderLimits()
    ) {
        store = DeliveryStore(webhooks, deliveries, now: clock.now)
        let tokens = Atomic<UInt64>(0)
        let (events, reported) = AsyncStream<WebhookSender.Event>.makeStream()
        self.events = events
        sender = WebhookSender(
            store: store, client: client, limits: limits, version: "1.2.3", senderMark: "4f2a",
            now: clock.now,
            random: { 0 },
            makeToken: { ClaimToken(rawValue: tokens.add(1, ordering: .relaxed).newValue) },
            timer: clock.arm, report: { reported.yield($0) })
    }

    /// Lets the sender run while a test does something, and then stops it.
    func run(_ test: (inout AsyncStream<WebhookSender.Event>.Iterator) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await sender.run() }
            var iterator = events.makeAsyncIterator()
            try await test(&iterator)
            sender.stop()
            try await group.waitForAll()
        }
    }

    func delivery(_ id: Int) async throws -> Delivery {
        try #require(try await store.deliveries[Delivery.ID(rawValue: id)])
    }

    func webhook(_ id: Int) async throws -> Webhook {
        try await store.webhook(Webhook.ID(rawValue: id))
    }
}

extension AsyncStream<WebhookSender.Event>.Iterator {
    /// Waits for the ends of so many attempts, and gives their outcomes.
    fileprivate mutating func ends(_ count: Int) async -> [AttemptOutcome] {
        var outcomes: [AttemptOutcome] = []
        while outcomes.count < count, let event = await next(isolation: #isolation) {
            if case .ended(let outcome, _) = event { outcomes.append(outcome) }
        }
        return outcomes
    }

    /// Waits for the next failure of the store.
    fileprivate mutating func storeFailure() async {
        while let event = await next(isolation: #isolation) {
            if case .storeFailed = event { return }
        }
    }

    /// Waits for the beginning of an attempt, and gives how late it was, in milliseconds.
    fileprivate mutating func begin() async -> Int64? {
        while let event = await next(isolation: #isolation) {
            if case .began(_, _, let lateness) = event { return lateness }
        }
        return nil
    }
}

@Suite(.timeLimit(.minutes(20))) struct `The sender of webhooks` {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

    @Test func `sends a message as the standard has it`() async throws {
        let seen = Mutex<[Connection.Request]>([])
        let receiver = try Receiver { connection in
            while let request = connection.readRequest() {
                let count = seen.withLock {
                    $0.append(request)
                    return $0.count
                }
                connection.write(count == 1 ? "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n" : Self.ok)
            }
        }
        var webhook = Webhook.example(url: receiver.url())
        let old = Webhook.Secret(bytes: [UInt8](repeating: 9, count: 24))
        webhook.previousSecret = Webhook.Expiring(secret: old, until: .seconds(1_000_005))
        let workshop = Workshop([webhook], [.example(7, dueAt: .seconds(999_990))])
        try await workshop.run { events in
            #expect(await events.begin() == 10_000)
            #expect(await events.ends(1).first?.verdict == .retry(at: .seconds(1_000_005)))
            workshop.clock.advance(seconds: 5)
            #expect(await events.ends(1).first?.verdict == .delivered)
        }
        let requests = seen.withLock { $0 }
        #expect(requests.map(\.line) == ["POST /hook HTTP/1.1", "POST /hook HTTP/1.1"])
        for (request, (seconds, secrets)) in zip(
            requests, [(1_000_000, [webhook.secret, old]), (1_000_005, [webhook.secret])])
        {
            #expect(String(decoding: request.body, as: UTF8.self) == #"{"number":7}"#)
            #expect(request.fields["content-type"] == "application/json")
            #expect(request.fields["user-agent"] == "checklistd/1.2.3")
            #expect(request.fields["webhook-id"] == "msg_7")
            #expect(request.fields["webhook-timestamp"] == "\(seconds)")
            let message = Array("msg_7.\(seconds).".utf8) + request.body
            let signatures = secrets.map { secret in
                "v1,\(Data(HMAC.sha256(key: secret.bytes, message)).base64EncodedString())"
            }
            #expect(request.fields["webhook-signature"] == signatures.joined(separator: " "))
        }
        #expect(requests.map { $0.fields["webhook-attempt"] } == ["1", "2"])
        #expect(requests.map { $0.fields["webhook-sender"] } == ["4f2a", "4f2a"])
        let delivery = try await workshop.delivery(7)
        #expect(delivery.status == .delivered)
        #expect(delivery.attempts.map(\.status) == [500, 200])
    }

    @Test func `is never held up by a receiver that hangs`() async throws {
        let connections = Atomic<Int>(0)
        let hanging = try Receiver { connection in
            connections.add(1, ordering: .relaxed)
            connection.readToEnd()
        }
        let good = try Receiver.answering(Self.ok)
        let deliveries =
            (1...20).map { Delivery.example($0, to: 1) } + (21...60).map { Delivery.example($0, to: 2) }
        let workshop = Workshop(
            [.example(1, url: hanging.url()), .example(2, url: good.url())], deliveries,
            limits: .endless())
        try await withThrowingTaskGroup { group in
            group.addTask { await workshop.sender.run() }
            var events = workshop.events.makeAsyncIterator()
            let outcomes = await events.ends(40)
            #expect(outcomes.allSatisfy { $0.verdict == .delivered && $0.deliveryID.rawValue > 20 })
            group.cancelAll()
            try await group.waitForAll()
        }
        let count = connections.load(ordering: .relaxed)
        #expect(count <= 4)
        // What was cut off never was.
        for id in 1...20 { #expect(try await workshop.delivery(id) == .example(id, to: 1)) }
        for id in 21...60 { #expect(try await workshop.delivery(id).status == .delivered) }
    }

    @Test func `finishes what is under way when it stops, and begins nothing more`() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let semaphore = DispatchSemaphore(value: 0)
        let receiver = try Receiver { connection in
            _ = connection.readRequest()
            arrived.yield()
            semaphore.wait()
            connection.write(Self.ok)
        }
        let workshop = Workshop(
            [.example(url: receiver.url())], (1...9).map { .example($0) }, limits: .endless())
        try await workshop.run { _ in
            var arrivals = arrivals.makeAsyncIterator()
            for _ in 0..<4 { await arrivals.next(isolation: #isolation) }
            workshop.sender.stop()
            for _ in 0..<4 { semaphore.signal() }
        }
        let deliveries = try await workshop.store.deliveries.values
        #expect(deliveries.filter { $0.status == .delivered }.count == 4)
        #expect(deliveries.filter { $0.status == .pending && $0.attempts.isEmpty }.count == 5)
    }

    @Test func `records what ends meanwhile as one change`() async throws {
        let receiver = try Receiver.answering(Self.ok)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let workshop = Workshop((1...10).map { .example($0, url: receiver.url()) }, [.example(1, to: 1)])
        await workshop.store.setGate(gate)
        try await workshop.run { events in
            _ = await events.ends(1)
            for id in 2...10 { try await workshop.store.add(.example(id, to: id)) }
            workshop.sender.wake()
            _ = await events.ends(9)
            open.yield()
            open.finish()
        }
        #expect(await workshop.store.batches == [1, 9])
    }

    @Test func `goes on when the store is full, and records later`() async throws {
        let receiver = try Receiver.answering(Self.ok)
        let workshop = Workshop([.example(url: receiver.url())], (1...50).map { .example($0) })
        await workshop.store.setFull(true)
        try await workshop.run { events in
            var ended = 0
            var failures = 0
            while ended < 50 || failures < 1, let event = await events.next(isolation: #isolation) {
                if case .ended = event { ended += 1 }
                if case .storeFailed = event { failures += 1 }
            }
            #expect(await workshop.store.recordCalls == 1)
            workshop.clock.advance(seconds: 1)
            await events.storeFailure()
            #expect(await workshop.store.recordCalls == 2)
            await workshop.store.setFull(false)
            workshop.clock.advance(seconds: 2)
        }
        #expect(await workshop.store.batches == [50])
        #expect(
            try await workshop.store.deliveries.values.allSatisfy {
                $0.status == .delivered && $0.attempts.count == 1
            })
    }

    @Test func `pauses a webhook that asks for it`() async throws {
        let count = Atomic<Int>(0)
        let receiver = try Receiver { connection in
            while connection.readRequest() != nil {
                let isFirst = count.add(1, ordering: .relaxed).newValue == 1
                connection.write(
                    isFirst ? "HTTP/1.1 429 Later\r\nRetry-After: 90\r\nContent-Length: 0\r\n\r\n" : Self.ok)
            }
        }
        var limits = SenderLimits()
        limits.requestsPerWebhookMax = 1
        let workshop = Workshop([.example(url: receiver.url())], (1...3).map { .example($0) }, limits: limits)
        try await workshop.run { events in
            #expect(await events.ends(1).first?.pauseUntil == .seconds(1_000_090))
            workshop.clock.advance(seconds: 60)
            workshop.clock.advance(seconds: 30)
            let outcomes = await events.ends(3)
            #expect(outcomes.allSatisfy { $0.verdict == .delivered && $0.attempt.at == .seconds(1_000_090) })
        }
    }

    @Test func `sends nothing more to a webhook that is gone`() async throws {
        let count = Atomic<Int>(0)
        let receiver = try Receiver { connection in
            while connection.readRequest() != nil {
                count.add(1, ordering: .relaxed)
                connection.write("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var limits = SenderLimits()
        limits.requestsPerWebhookMax = 1
        let good = try Receiver.answering(Self.ok)
        let workshop = Workshop(
            [.example(1, url: receiver.url()), .example(2, url: good.url())], (1...5).map { .example($0) },
            limits: limits)
        try await workshop.run { events in
            #expect(await events.ends(1).first?.disableReason == "The receiver answered 410 (Gone).")
            try await workshop.store.add(.example(6, to: 2))
            workshop.sender.wake()
            #expect(await events.ends(1).first?.deliveryID.rawValue == 6)
        }
        let requests = count.load(ordering: .relaxed)
        #expect(requests == 1)
        let webhook = try await workshop.webhook(1)
        #expect(!webhook.active)
        #expect(webhook.disabledReason == "The receiver answered 410 (Gone).")
    }

    @Test func `leaves everything pending without libcurl, and says so once`() async throws {
        let client = HTTPClient.local { $0.library = "libcurl-that-is-not-there.so.4" }
        let workshop = Workshop([.example()], (1...9).map { .example($0) }, client: client)
        var reports = 0
        try await workshop.run { events in
            while let event = await events.next(isolation: #isolation) {
                guard case .unavailable = event else { continue }
                reports += 1
                break
            }
        }
        #expect(reports == 1)
        for id in 1...9 { #expect(try await workshop.delivery(id) == .example(id)) }
    }
}

extension SenderLimits {
    /// Limits that no test reaches.
    fileprivate static func endless() -> SenderLimits {
        var limits = SenderLimits()
        limits.request.totalTimeMax = .seconds(600)
        return limits
    }
}
