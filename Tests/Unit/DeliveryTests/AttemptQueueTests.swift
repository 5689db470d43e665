import Checklists
import MemoryStore
import Testing

@testable import Delivery

/// A queue of attempts with the store that it claims from.
private struct Sending {
    var queue: AttemptQueue
    private var memory = MemoryStore()
    private var attempts: [Int: Attempt] = [:]
    private var tokens: UInt64 = 0

    init(_ change: (inout SenderLimits) -> Void = { _ in }) {
        var limits = SenderLimits()
        change(&limits)
        queue = AttemptQueue(limits: limits)
    }

    /// Queues for each number of a webhook one delivery, numbered from `first` on.
    mutating func add(_ webhooks: Int..., failing: Set<Int> = [], mail: Set<Int> = [], first: Int = 1) {
        for (index, number) in webhooks.enumerated() {
            var webhook = Webhook.example(number)
            if mail.contains(number) { webhook.format = .email(.init(address: "ada@example.org")) }
            if failing.contains(number) { webhook.failingSince = .zero }
            memory.restore(webhook)
            memory.restore(.example(first + index, to: number))
        }
    }

    /// Claims what may be sent; between asking and beginning something may happen.
    mutating func send(
        at now: Timestamp = .zero, meanwhile happen: (inout Sending) -> Void = { _ in }
    ) -> [Int] {
        tokens += 1
        guard let request = queue.request(ClaimToken(rawValue: tokens), at: now) else { return [] }
        let claimed = memory.claimDeliveries(request, at: now)
        happen(&self)
        let (begun, returned) = queue.begin(claimed, at: now)
        memory.release(returned)
        for attempt in begun { attempts[attempt.claimed.delivery.id.rawValue] = attempt }
        return begun.map(\.claimed.delivery.id.rawValue)
    }

    /// Lets an attempt end.
    mutating func end(
        _ id: Int, _ verdict: AttemptOutcome.Verdict = .delivered, pauseUntil: Timestamp? = nil,
        disableReason: String? = nil
    ) throws {
        let attempt = try #require(attempts[id])
        queue.end(
            attempt, .example(verdict, of: id, pauseUntil: pauseUntil, disableReason: disableReason))
    }

    /// Cuts an attempt off.
    mutating func cutOff(_ id: Int) throws {
        memory.release([queue.cutOff(try #require(attempts[id]))])
    }

    /// The deliveries whose attempts are to be recorded.
    mutating func toRecord(at now: Timestamp = .zero) -> [Int] {
        queue.attemptsToRecord(at: now).map(\.claim.deliveryID.rawValue)
    }

    /// Has the store record what was asked for, and tells the queue.
    mutating func record(_ ids: Int...) throws {
        for id in ids {
            memory.release([try #require(attempts[id]).claimed.claim])
            memory.restore(done(id))
        }
        queue.finish(RecordedAttempts(lost: []))
    }

    private func done(_ id: Int) -> Delivery {
        var delivery = attempts[id]?.claimed.delivery ?? .example(id)
        delivery.apply(.example(.delivered, of: id))
        return delivery
    }
}

@Suite struct `A queue of attempts` {
    @Test func `sends what is due, in its order`() {
        var sending = Sending()
        sending.add(2, 1, 3)
        #expect(sending.send() == [1, 2, 3])
    }

    @Test func `sends nothing twice at once`() throws {
        var sending = Sending()
        sending.add(1)
        #expect(sending.send() == [1])
        #expect(sending.send().isEmpty)
        try sending.end(1)
        #expect(sending.send().isEmpty)
    }

    @Test func `sends nothing twice though the lease of its claim is over`() throws {
        var sending = Sending()
        sending.add(1, 1)
        #expect(sending.send() == [1, 2])
        try sending.end(1)
        #expect(sending.send(at: .seconds(3600)).isEmpty)
        #expect(sending.toRecord(at: .seconds(3600)) == [1])
    }

    @Test func `sends few at once to one webhook, and others meanwhile`() throws {
        var sending = Sending()
        sending.add(1, 1, 1, 1, 1, 1, 2)
        #expect(sending.send() == [1, 2, 3, 4, 7])
        try sending.end(2)
        #expect(sending.send() == [5])
    }

    @Test func `sends a bounded number at once in all`() throws {
        var sending = Sending { $0.requestsMax = 3 }
        sending.add(1, 2, 3, 4, 5)
        #expect(sending.send() == [1, 2, 3])
        try sending.cutOff(2)
        #expect(sending.send() == [2])
    }

    @Test func `keeps room for webhooks that work`() throws {
        var sending = Sending { $0.failingRequestsMax = 2 }
        sending.add(1, 2, 3, 4, failing: [1, 2, 3])
        #expect(sending.send() == [1, 2, 4])
        try sending.end(1, .failed)
        #expect(sending.send() == [3])
    }

    @Test func `hands over few messages at once to the one mail server, and sends others meanwhile`() throws {
        var sending = Sending { $0.mailsMax = 2 }
        sending.add(1, 2, 3, 4, mail: [1, 2, 3])
        #expect(sending.send() == [1, 2, 4])
        #expect(sending.send() == [])
        try sending.end(2)
        #expect(sending.send() == [3])
        try sending.cutOff(1)
        #expect(sending.send() == [1])
    }

    @Test func `records what has ended, all of it at once`() throws {
        var sending = Sending()
        sending.add(1, 2, 3)
        _ = sending.send()
        #expect(sending.toRecord().isEmpty)
        try sending.end(1)
        #expect(sending.toRecord() == [1])
        try sending.end(2)
        try sending.end(3, .failed)
        #expect(sending.toRecord().isEmpty)
        try sending.record(1)
        #expect(sending.toRecord() == [2, 3])
        try sending.record(2, 3)
        #expect(sending.toRecord().isEmpty)
    }

    @Test func `records anew what the store did not keep, later and later`() throws {
        var sending = Sending()
        sending.add(1, 2)
        _ = sending.send()
        try sending.end(1)
        var now = Timestamp.zero
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(sending.toRecord(at: now).count == 1)
            sending.queue.recordingFailed(at: now)
            #expect(sending.queue.nextWake(nextAttempt: nil, at: now) == now.after(seconds: seconds))
            now = now.after(seconds: seconds)
            #expect(sending.toRecord(at: now.advanced(byMilliseconds: -1)).isEmpty)
        }
        try sending.end(2)
        #expect(sending.toRecord(at: now) == [1, 2])
        try sending.record(1, 2)
        #expect(sending.queue.nextWake(nextAttempt: nil, at: now) == now.after(seconds: 60))
    }

    @Test func `does not wait for a clock that was set back`() throws {
        var sending = Sending()
        sending.add(1)
        _ = sending.send()
        try sending.end(1)
        _ = sending.toRecord(at: .seconds(1_000_000))
        sending.queue.recordingFailed(at: .seconds(1_000_000))
        #expect(sending.toRecord() == [1])
    }

    @Test func `sends no more when too much is not recorded`() throws {
        var sending = Sending { $0.unrecordedOutcomesMax = 2 }
        sending.add(1, 2, 3)
        _ = sending.send()
        try sending.end(1)
        try sending.end(2)
        sending.add(4, first: 4)
        #expect(sending.send().isEmpty)
        _ = sending.toRecord()
        try sending.record(1, 2)
        #expect(sending.send() == [4])
    }

    @Test func `leaves a webhook alone that asks for it, before the store knows`() throws {
        var sending = Sending()
        sending.add(1, 2)
        _ = sending.send()
        try sending.end(1, .retry(at: .seconds(9)), pauseUntil: .seconds(60))
        try sending.end(2, .failed, disableReason: "Gone.")
        sending.add(1, 2, 3, first: 11)
        #expect(sending.send(at: .seconds(59)) == [13])
        #expect(sending.send(at: .seconds(60)) == [11])
        sending.add(2, first: 14)
        #expect(sending.send(at: .seconds(60)).isEmpty)
    }

    @Test func `leaves it alone where it asks while the store is asked`() throws {
        var sending = Sending()
        sending.add(2)
        _ = sending.send()
        sending.add(2, first: 12)
        // What the store said before it knew of the outcome does not count.
        let sent = sending.send { sending in
            do {
                try sending.end(1, .failed, disableReason: "Gone.")
                _ = sending.toRecord()
                try sending.record(1)
            } catch {
                Issue.record(error)
            }
        }
        #expect(sent.isEmpty)
        #expect(sending.send() == [12])
    }

    @Test func `wakes for the next attempt, and within a minute in any case`() {
        let queue = Sending().queue
        #expect(queue.nextWake(nextAttempt: nil, at: .seconds(5)) == .seconds(65))
        #expect(queue.nextWake(nextAttempt: .seconds(6), at: .seconds(5)) == .seconds(6))
        #expect(queue.nextWake(nextAttempt: .seconds(600), at: .seconds(5)) == .seconds(65))
        #expect(queue.nextWake(nextAttempt: .seconds(5), at: .seconds(5)) == .seconds(65))
    }
}
