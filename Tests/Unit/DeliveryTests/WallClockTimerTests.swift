import Checklists
import Delivery
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A timer by the wall clock` {
    @Test func `goes off for a moment that is past, in place of one to come`() async {
        let timer = WallClockTimer()
        let (alarms, rung) = AsyncStream<Int>.makeStream()
        timer.arm(Timestamp(milliseconds: 4_000_000_000_000)) { rung.yield(1) }
        timer.arm(Timestamp(milliseconds: 1_000)) { rung.yield(2) }
        var iterator = alarms.makeAsyncIterator()
        #expect(await iterator.next(isolation: #isolation) == 2)
        timer.arm(Timestamp(milliseconds: 1_500)) { rung.yield(3) }
        #expect(await iterator.next(isolation: #isolation) == 3)
    }
}
