import HTTP

/// How far a connection's next request has come, and so by when there has to be more. Times are in
/// nanoseconds of the loop's clock.
enum RequestPhase: Equatable {
    /// Nothing of it is here.
    case idle(since: UInt64)
    /// Its head has begun.
    case head(since: UInt64)
    /// Its head is complete; of its body so many octets have come.
    case body(since: UInt64, bytes: Int)

    /// The phase that the parser is in now.
    /// - Parameter last: The phase before it of the same request; `nil` for the first.
    init(_ phase: RequestParser.Phase, after last: RequestPhase?, clock: ServerClock) {
        switch (phase, last) {
        case (.body, .body(let since, let bytes)): self = .body(since: since, bytes: bytes)
        case (.body, _): self = .body(since: clock.monotonicNanoseconds(), bytes: 0)
        case (.head, .head(let since)): self = .head(since: since)
        case (.head, _): self = .head(since: clock.monotonicNanoseconds())
        case (_, .idle(let since)): self = .idle(since: since)
        case (_, _): self = .idle(since: clock.monotonicNanoseconds())
        }
    }

    /// Takes note of octets that have come.
    mutating func received(_ count: Int) {
        if case .body(let since, let bytes) = self { self = .body(since: since, bytes: bytes + count) }
    }

    var isIdle: Bool {
        if case .idle = self { true } else { false }
    }

    /// When the connection is given up: a head is timed in all and not per read, and a body too, unless it
    /// keeps up the least rate.
    func deadline(_ limits: ServerLimits) -> UInt64 {
        switch self {
        case .idle(let since): since + Self.nanoseconds(limits.idleSecondsMax)
        case .head(let since): since + Self.nanoseconds(limits.headSecondsMax)
        case .body(let since, let bytes):
            since
                + max(
                    Self.nanoseconds(limits.bodySecondsMax),
                    Self.nanoseconds(limits.bodyGraceSeconds + bytes / max(1, limits.bodyBytesPerSecondMin))
                )
        }
    }

    private static func nanoseconds(_ seconds: Int) -> UInt64 {
        UInt64(max(0, seconds)) * ServerClock.nanosecondsPerSecond
    }
}
