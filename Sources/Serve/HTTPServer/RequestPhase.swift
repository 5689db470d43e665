import HTTP

/// How far a connection's next request has come, and so by when there has to be more. Times are in
/// nanoseconds of the loop's clock.
enum RequestPhase: Equatable {
    /// Nothing of it is here.
    case idle(since: UInt64)
    /// Its head has begun.
    case head(since: UInt64)
    /// Its head is complete, and its body is coming.
    case body(BodyPace)

    /// The phase that the parser is in now.
    /// - Parameter last: The phase before it of the same request; `nil` for the first.
    init(_ phase: RequestParser.Phase, after last: RequestPhase?, clock: ServerClock) {
        switch (phase, last) {
        case (.body, .body(let pace)): self = .body(pace)
        case (.body, _): self = .body(BodyPace(since: clock.monotonicNanoseconds()))
        case (.head, .head(let since)): self = .head(since: since)
        case (.head, _): self = .head(since: clock.monotonicNanoseconds())
        case (_, .idle(let since)): self = .idle(since: since)
        case (_, _): self = .idle(since: clock.monotonicNanoseconds())
        }
    }

    /// Takes note of octets that have come.
    mutating func received(_ count: Int, clock: ServerClock, _ waits: Waits) {
        guard case .body(var pace) = self else { return }
        pace.received(count, at: clock.monotonicNanoseconds(), waits)
        self = .body(pace)
    }

    var isIdle: Bool {
        if case .idle = self { true } else { false }
    }

    /// When the connection is given up: a head is timed in all and not per read, and a body has to keep up
    /// the least rate.
    func deadline(_ waits: Waits) -> UInt64 {
        switch self {
        case .idle(let since): since + waits.idle
        case .head(let since): since + waits.head
        case .body(let pace): pace.deadline(waits)
        }
    }
}
