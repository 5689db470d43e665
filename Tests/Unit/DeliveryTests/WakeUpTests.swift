import Checklists
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A wake-up` {
    private let clock = ManualClock(.seconds(100))

    /// The number of passes of a loop that `pass`, given the number of each, ends.
    private func passes(_ wakeUp: WakeUp, _ pass: (Int) -> Void) async -> Int {
        var count = 0
        await wakeUp.run {
            count += 1
            pass(count)
        }
        return count
    }

    @Test func `keeps a signal that comes while the loop does not wait`() async {
        let wakeUp = WakeUp()
        #expect(await passes(wakeUp) { $0 == 1 ? wakeUp.signal() : wakeUp.end() } == 2)
    }

    @Test func `makes one pass of many signals`() async {
        let wakeUp = WakeUp()
        let count = await passes(wakeUp) { number in
            guard number == 1 else { return wakeUp.end() }
            for _ in 1...3 { wakeUp.signal() }
        }
        #expect(count == 2)
    }

    @Test func `comes at once for a deadline in the past`() async {
        let wakeUp = WakeUp(timer: clock.arm)
        #expect(await passes(wakeUp) { $0 == 1 ? wakeUp.signal(at: .seconds(99)) : wakeUp.end() } == 2)
    }

    @Test func `comes at its last deadline and at none before`() async {
        let wakeUp = WakeUp(timer: clock.arm)
        let count = await passes(wakeUp) { number in
            switch number {
            case 1:
                wakeUp.signal(at: .seconds(110))
                wakeUp.signal(at: .seconds(120))
                clock.advance(seconds: 15)
                // The second pass comes of this alone.
                wakeUp.signal()
            case 2:
                #expect(clock.alarm == .seconds(120))
                clock.advance(seconds: 5)
            default:
                #expect(clock.alarm == nil)
                wakeUp.end()
            }
        }
        #expect(count == 3)
    }

    @Test func `comes no more once its task is cancelled`() async {
        let wakeUp = WakeUp()
        let (passes, passed) = AsyncStream<Void>.makeStream()
        let loop = Task { await wakeUp.run { passed.yield() } }
        var iterator = passes.makeAsyncIterator()
        await iterator.next(isolation: #isolation)
        loop.cancel()
        await loop.value
        wakeUp.signal()
        await wakeUp.run { Issue.record("A cancelled wake-up came.") }
    }

    @Test func `does not come for a loop that was ended before`() async {
        let wakeUp = WakeUp()
        wakeUp.end()
        await wakeUp.run { Issue.record("An ended wake-up came.") }
    }
}
