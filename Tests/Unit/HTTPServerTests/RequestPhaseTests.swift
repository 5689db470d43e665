import Testing

@testable import HTTPServer

@Suite struct `The phase of a request` {
    private let limits = ServerLimits()
    private let start: UInt64 = 5_000_000_000

    private func seconds(_ phase: RequestPhase) -> UInt64 {
        (phase.deadline(Waits(limits)) - start) / 1_000_000_000
    }

    @Test func `gives an idle connection longer than proxies do`() {
        #expect(seconds(.idle(since: start)) == 180)
    }

    @Test func `gives a head ten seconds`() {
        #expect(seconds(.head(since: start)) == 10)
    }

    /// The pace of a body of which so many octets came, so many seconds after it began.
    private func body(_ parts: [(seconds: UInt64, bytes: Int)], _ limits: ServerLimits) -> RequestPhase {
        var pace = BodyPace(since: start)
        for part in parts {
            pace.received(part.bytes, at: start + part.seconds * 1_000_000_000, Waits(limits))
        }
        return .body(pace)
    }

    @Test(
        arguments: [
            ([], 15), ([(0, 4_999)], 15), ([(0, 5_000)], 15), ([(6, 5_000)], 16), ([(6, 10_000_000)], 16),
            ([(0, 10_000_000), (20, 4_999)], 15), ([(9, 5_000), (12, 4_500)], 19),
            ([(9, 5_000), (12, 5_000)], 22),
            ([(9, 2_500), (12, 2_500), (15, 2_500)], 22),
        ] as [([(UInt64, Int)], UInt64)])
    func `gives a body ten seconds after the last 5,000 octets began, and five to get going`(
        parts: [(UInt64, Int)], expected: UInt64
    ) {
        #expect(seconds(body(parts, limits)) == expected)
    }

    @Test func `goes on for a body that keeps up 500 octets a second`() {
        var pace = BodyPace(since: start)
        for second in 1...1_000 as ClosedRange<UInt64> {
            let now = start + second * 1_000_000_000
            #expect(pace.deadline(Waits(limits)) >= now, "after \(second) s")
            pace.received(500, at: now, Waits(limits))
        }
    }

    @Test func `gives as much as the limits say`() {
        var limits = ServerLimits()
        limits.idleTimeMax = .seconds(1)
        limits.headTimeMax = .seconds(2)
        limits.bodyTimeMax = .seconds(3)
        limits.bodyGraceTime = .seconds(4)
        limits.bodyBytesPerSecondMin = 10
        func seconds(_ phase: RequestPhase) -> UInt64 {
            (phase.deadline(Waits(limits)) - start) / 1_000_000_000
        }
        #expect(seconds(.idle(since: start)) == 1)
        #expect(seconds(.head(since: start)) == 2)
        #expect(seconds(body([], limits)) == 7)
        #expect(seconds(body([(5, 29)], limits)) == 7)
        #expect(seconds(body([(5, 30)], limits)) == 8)
        limits.bodyTimeMax = .seconds(20)
        #expect(seconds(body([], limits)) == 24)
    }
}
