import Testing

@testable import HTTPServer

@Suite struct `A descriptor table` {
    private static let readable = Readiness(reading: true, writing: false, ended: false)
    private static let writable = Readiness(reading: false, writing: true, ended: false)
    private static let ended = Readiness(reading: true, writing: false, ended: true)
    private var table = DescriptorTable<String>()

    @Test mutating func `wakes who waits for what has come, once`() {
        let token = table.open(7)
        table.wait("reader", for: .reading, on: 7, until: .max, isIdle: false)
        let woken = [Self.writable, Self.readable, Self.readable].map { table.becameReady(token, $0) }
        #expect(woken == [nil, "reader", nil])
    }

    @Test mutating func `keeps readiness that nobody waits for until it is asked for`() {
        let token = table.open(7)
        let atFirst = table.takeReadiness(.reading, of: 7)
        let woken = table.becameReady(token, Self.readable)
        let toWrite = table.takeReadiness(.writing, of: 7)
        let toRead = [table.takeReadiness(.reading, of: 7), table.takeReadiness(.reading, of: 7)]
        #expect(!atFirst)
        #expect(woken == nil)
        #expect(!toWrite)
        #expect(toRead == [true, false])
    }

    @Test mutating func `never makes a reader wait once the other end is done`() {
        _ = table.becameReady(table.open(7), Self.ended)
        let toRead = [table.takeReadiness(.reading, of: 7), table.takeReadiness(.reading, of: 7)]
        #expect(toRead == [true, true])
    }

    @Test mutating func `ignores an event meant for an earlier use of a number`() {
        let earlier = table.open(7)
        table.close(7)
        let later = table.open(7)
        table.wait("reader", for: .reading, on: 7, until: .max, isIdle: false)
        let woken = [earlier, later].map { table.becameReady($0, Self.readable) }
        #expect(woken == [nil, "reader"])
    }

    @Test mutating func `keeps nothing of a number's earlier use`() {
        _ = table.becameReady(table.open(7), Self.ended)
        table.close(7)
        _ = table.open(7)
        let isReady = [table.takeReadiness(.reading, of: 7), table.takeReadiness(.writing, of: 7)]
        #expect(isReady == [false, false])
    }

    @Test mutating func `gives back at a deadline those whose time has come`() {
        let slack = DescriptorTable<String>.deadlineSlackNanoseconds
        for descriptor in Int32(3)...5 { _ = table.open(descriptor) }
        table.wait("late", for: .reading, on: 3, until: 10 * slack, isIdle: true)
        table.wait("soon", for: .writing, on: 4, until: 2 * slack, isIdle: false)
        table.wait("never", for: .reading, on: 5, until: .max, isIdle: true)
        let expired = [2 * slack - 1, 2 * slack, 20 * slack].map { table.takeExpired(at: $0) }
        #expect(expired == [[], ["soon"], ["late"]])
    }

    @Test mutating func `knows the earliest deadline`() {
        let slack = DescriptorTable<String>.deadlineSlackNanoseconds
        var earliest = [table.earliestDeadline]
        for descriptor in Int32(3)...4 { _ = table.open(descriptor) }
        table.wait("late", for: .reading, on: 3, until: 10 * slack, isIdle: true)
        table.wait("soon", for: .writing, on: 4, until: 2 * slack, isIdle: false)
        earliest.append(table.earliestDeadline)
        for time in [2 * slack, 10 * slack] {
            _ = table.takeExpired(at: time)
            earliest.append(table.earliestDeadline)
        }
        #expect(earliest == [.max, 2 * slack, 10 * slack, .max])
    }

    @Test mutating func `looks at the deadlines once in a while, not for each`() {
        let slack = DescriptorTable<String>.deadlineSlackNanoseconds
        for descriptor in Int32(3)...4 { _ = table.open(descriptor) }
        table.wait("first", for: .reading, on: 3, until: 1000, isIdle: false)
        table.wait("second", for: .reading, on: 4, until: 1001, isIdle: false)
        let expired = [1000, 1001, 1000 + slack].map { table.takeExpired(at: $0) }
        #expect(expired == [["first"], [], ["second"]])
    }

    @Test mutating func `forgets the deadline of who has been woken`() {
        let token = table.open(7)
        table.wait("reader", for: .reading, on: 7, until: 5, isIdle: false)
        let woken = table.becameReady(token, Self.readable)
        let expired = table.takeExpired(at: 10)
        #expect(woken == "reader")
        #expect(expired == [])
        #expect(table.earliestDeadline == .max)
    }

    @Test mutating func `tells the idle from the busy`() {
        for descriptor in Int32(3)...4 { _ = table.open(descriptor) }
        table.wait("idle", for: .reading, on: 3, until: .max, isIdle: true)
        table.wait("busy", for: .reading, on: 4, until: .max, isIdle: false)
        let waiters = [table.takeIdle(), table.takeWaiters()]
        #expect(waiters == [["idle"], ["busy"]])
        #expect(table.openCount == 2)
    }
}
