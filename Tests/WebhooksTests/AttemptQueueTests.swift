import Checklists
import Testing

@testable import Webhooks

@Suite struct `A queue of attempts` {
    /// What is due: for each number of a webhook one delivery, numbered from `first` on.
    private func due(_ webhooks: Int..., failing: Set<Int> = [], first: Int = 1) -> [DueDelivery] {
        webhooks.enumerated().map { index, number in
            var webhook = Webhook.example(number)
            if failing.contains(number) { webhook.failingSince = .zero }
            return DueDelivery(delivery: .example(first + index, to: number), webhook: webhook)
        }
    }

    private func queue(_ change: (inout SenderLimits) -> Void = { _ in }) -> AttemptQueue {
        var limits = SenderLimits()
        change(&limits)
        return AttemptQueue(limits: limits)
    }

    private func numbers(_ deliveries: [DueDelivery]) -> [Int] { deliveries.map(\.delivery.id.rawValue) }

    @Test func `sends what is due, in its order`() {
        var queue = queue()
        let admitted = queue.admit(due(2, 1, 3), at: .zero)
        #expect(numbers(admitted) == [1, 2, 3])
        #expect(queue.excluded == Set(admitted.map(\.delivery.id)))
    }

    @Test func `sends nothing twice at once`() {
        var queue = queue()
        _ = queue.admit(due(1), at: .zero)
        #expect(queue.admit(due(1), at: .zero).isEmpty)
        queue.end(.example(.delivered))
        #expect(queue.admit(due(1), at: .zero).isEmpty)
    }

    @Test func `sends few at once to one webhook, and others meanwhile`() {
        var queue = queue()
        #expect(numbers(queue.admit(due(1, 1, 1, 1, 1, 1, 2), at: .zero)) == [1, 2, 3, 4, 7])
        queue.end(.example(.delivered, of: 2))
        #expect(numbers(queue.admit(due(1, 1, 1, 1, 1, 1, 2), at: .zero)) == [5])
    }

    @Test func `sends a bounded number at once in all`() {
        var queue = queue { $0.requestsMax = 3 }
        #expect(numbers(queue.admit(due(1, 2, 3, 4, 5), at: .zero)) == [1, 2, 3])
        queue.cutOff(Delivery.ID(rawValue: 2))
        #expect(numbers(queue.admit(due(1, 2, 3, 4, 5), at: .zero)) == [2])
    }

    @Test func `keeps room for webhooks that work`() {
        var queue = queue { $0.failingRequestsMax = 2 }
        #expect(numbers(queue.admit(due(1, 2, 3, 4, failing: [1, 2, 3]), at: .zero)) == [1, 2, 4])
        queue.end(.example(.failed, of: 1))
        #expect(numbers(queue.admit(due(1, 2, 3, failing: [1, 2, 3]), at: .zero)) == [3])
    }

    @Test func `records what has ended, all of it at once`() {
        var queue = queue()
        _ = queue.admit(due(1, 2, 3), at: .zero)
        #expect(queue.outcomesToRecord(at: .zero).isEmpty)
        queue.end(.example(.delivered, of: 1))
        #expect(queue.outcomesToRecord(at: .zero).map(\.deliveryID.rawValue) == [1])
        queue.end(.example(.delivered, of: 2))
        queue.end(.example(.failed, of: 3))
        #expect(queue.outcomesToRecord(at: .zero).isEmpty)
        queue.recorded()
        #expect(queue.excluded.map(\.rawValue).sorted() == [2, 3])
        #expect(queue.outcomesToRecord(at: .zero).map(\.deliveryID.rawValue) == [2, 3])
        queue.recorded()
        #expect(queue.excluded.isEmpty)
    }

    @Test func `records anew what the store did not keep, later and later`() {
        var queue = queue()
        _ = queue.admit(due(1, 2), at: .zero)
        queue.end(.example(.delivered, of: 1))
        var now = Timestamp.zero
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(queue.outcomesToRecord(at: now).count == 1)
            queue.recordingFailed(at: now)
            #expect(queue.nextWake(nextAttempt: nil, at: now) == now.after(seconds: seconds))
            now = now.after(seconds: seconds)
            #expect(queue.outcomesToRecord(at: now.advanced(byMilliseconds: -1)).isEmpty)
        }
        queue.end(.example(.delivered, of: 2))
        #expect(queue.outcomesToRecord(at: now).map(\.deliveryID.rawValue) == [1, 2])
        queue.recorded()
        #expect(queue.nextWake(nextAttempt: nil, at: now) == now.after(seconds: 60))
    }

    @Test func `does not wait for a clock that was set back`() {
        var queue = queue()
        _ = queue.admit(due(1), at: .zero)
        queue.end(.example(.delivered))
        _ = queue.outcomesToRecord(at: .seconds(1_000_000))
        queue.recordingFailed(at: .seconds(1_000_000))
        #expect(queue.outcomesToRecord(at: .zero).count == 1)
    }

    @Test func `sends no more when too much is not recorded`() {
        var queue = queue { $0.unrecordedOutcomesMax = 2 }
        _ = queue.admit(due(1, 2, 3), at: .zero)
        queue.end(.example(.delivered, of: 1))
        queue.end(.example(.delivered, of: 2))
        #expect(queue.admit(due(1, 2, 3, 4), at: .zero).isEmpty)
        _ = queue.outcomesToRecord(at: .zero)
        queue.recorded()
        #expect(numbers(queue.admit(due(1, 2, 3, 4), at: .zero)) == [1, 2, 4])
    }

    @Test func `leaves a webhook alone that asks for it, before the store knows`() {
        var queue = queue()
        _ = queue.admit(due(1, 2), at: .zero)
        queue.end(.example(.retry(at: .seconds(9)), of: 1, pauseUntil: .seconds(60)))
        queue.end(.example(.failed, of: 2, disableReason: "Gone."))
        #expect(numbers(queue.admit(due(1, 2, 3, first: 11), at: .seconds(59))) == [13])
        #expect(numbers(queue.admit(due(1, 2, first: 11), at: .seconds(60))) == [11])
        _ = queue.outcomesToRecord(at: .seconds(60))
        queue.recorded()
        // What the store said before it knew of the outcomes does not count.
        #expect(queue.admit(due(2, first: 14), at: .seconds(60)).isEmpty)
        queue.releaseHolds()
        #expect(numbers(queue.admit(due(2, first: 14), at: .seconds(60))) == [14])
    }

    @Test func `wakes for the next attempt, and within a minute in any case`() {
        let queue = queue()
        #expect(queue.nextWake(nextAttempt: nil, at: .seconds(5)) == .seconds(65))
        #expect(queue.nextWake(nextAttempt: .seconds(6), at: .seconds(5)) == .seconds(6))
        #expect(queue.nextWake(nextAttempt: .seconds(600), at: .seconds(5)) == .seconds(65))
        #expect(queue.nextWake(nextAttempt: .seconds(5), at: .seconds(5)) == .seconds(65))
    }
}
