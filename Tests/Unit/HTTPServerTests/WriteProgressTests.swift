import Testing

@testable import HTTPServer

@Suite struct `The progress of an answer` {
    private let second: UInt64 = 1_000_000_000

    @Test func `goes on as long as anything is acknowledged`() {
        var progress = WriteProgress(unacknowledged: 1_000, at: 0, Waits(ServerLimits()))
        for step in 1...100 as ClosedRange<UInt64> {
            let continues = progress.continues(unacknowledged: 1_000 - Int(step), at: step * 9 * second)
            #expect(continues)
        }
    }

    @Test func `ends after ten seconds in which nothing is`() {
        var progress = WriteProgress(unacknowledged: 1_000, at: 0, Waits(ServerLimits()))
        #expect(progress.nextLook == 2_500_000_000)
        #expect([2, 11].map { progress.continues(unacknowledged: 999, at: $0 * second) } == [true, true])
        #expect(progress.nextLook == 12 * second)
        #expect([12].map { progress.continues(unacknowledged: 999, at: $0 * second) } == [false])
    }

    @Test func `ends when it was set to`() {
        var limits = ServerLimits()
        limits.writeStallTimeMax = .seconds(100)
        var progress = WriteProgress(unacknowledged: 1, at: 0, Waits(limits))
        #expect(progress.nextLook == 25 * second)
        #expect([99, 100].map { progress.continues(unacknowledged: 1, at: $0 * second) } == [true, false])
    }
}
