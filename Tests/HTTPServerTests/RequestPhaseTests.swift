import Testing

@testable import HTTPServer

@Suite struct `The phase of a request` {
    private let limits = ServerLimits()
    private let start: UInt64 = 5_000_000_000

    private func seconds(_ phase: RequestPhase) -> UInt64 {
        (phase.deadline(limits) - start) / 1_000_000_000
    }

    @Test func `gives an idle connection a minute`() {
        #expect(seconds(.idle(since: start)) == 60)
    }

    @Test func `gives a head ten seconds`() {
        #expect(seconds(.head(since: start)) == 10)
    }

    @Test(arguments: [(0, 30), (12_500, 30), (12_999, 30), (13_000, 31), (1_048_576, 2_102)])
    func `gives a body half a minute, or more while it comes at 500 octets a second after five`(
        bytes: Int, expected: UInt64
    ) {
        #expect(seconds(.body(since: start, bytes: bytes)) == expected)
    }

    @Test func `gives as much as the limits say`() {
        var limits = ServerLimits()
        limits.idleSecondsMax = 1
        limits.headSecondsMax = 2
        limits.bodySecondsMax = 3
        limits.bodyGraceSeconds = 4
        limits.bodyBytesPerSecondMin = 10
        func seconds(_ phase: RequestPhase) -> UInt64 { (phase.deadline(limits) - start) / 1_000_000_000 }
        #expect(seconds(.idle(since: start)) == 1)
        #expect(seconds(.head(since: start)) == 2)
        #expect(seconds(.body(since: start, bytes: 0)) == 4)
        #expect(seconds(.body(since: start, bytes: 100)) == 14)
        limits.bodySecondsMax = 20
        #expect(seconds(.body(since: start, bytes: 100)) == 20)
    }
}
