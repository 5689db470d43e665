import Testing

@testable import API

@Suite struct `A ring of heartbeats` {
    private static let interval = Limits.heartbeatSeconds

    /// The seconds at which a listener gets heartbeats, up to an end.
    private func seconds(of number: Int, in ring: HeartbeatRing, until end: Int) -> [Int] {
        var ring = ring
        var seconds: [Int] = []
        while let next = ring.next, next <= end {
            if ring.due(at: next).contains(number) { seconds.append(next) }
        }
        return seconds
    }

    @Test func `waits for nothing without listeners`() {
        var ring = HeartbeatRing()
        #expect(ring.next == nil)
        #expect(ring.due(at: 100).isEmpty)
        let isFirst = ring.add(1, at: 100)
        #expect(isFirst)
        ring.remove(1)
        #expect(ring.next == nil)
    }

    @Test func `wakes once an interval for one listener`() {
        var ring = HeartbeatRing()
        _ = ring.add(7, at: 100)
        var wakeUps = 0
        while let next = ring.next, next <= 100 + 10 * Self.interval {
            _ = ring.due(at: next)
            wakeUps += 1
        }
        // The first wake-up is for listeners of the same second.
        #expect(wakeUps <= 11)
    }

    @Test func `gives each listener the first heartbeat within an interval, and one each interval`() {
        var ring = HeartbeatRing()
        for number in 1...100 {
            let second = 50 + number * 7 / 4
            _ = ring.due(at: second - 1)
            let isFirst = ring.add(number, at: second)
            #expect(isFirst == (number == 1))
            let seconds = seconds(of: number, in: ring, until: second + 3 * Self.interval)
            #expect(seconds.count >= 3 && seconds[0] <= second + Self.interval)
            #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 - $0 == Self.interval })
        }
    }

    @Test func `spreads listeners of one second over the interval`() {
        var ring = HeartbeatRing()
        for number in 1...Self.interval { _ = ring.add(number, at: 3) }
        for second in 4...3 + Self.interval {
            let due = ring.due(at: second)
            #expect(due.count == 1)
        }
    }

    @Test func `gives one heartbeat to each listener after a long sleep`() {
        var ring = HeartbeatRing()
        for number in 1...40 { _ = ring.add(number, at: 3) }
        let due = ring.due(at: 10_000)
        #expect(due == Set(1...40))
        #expect(ring.next == 10_001)
    }
}
