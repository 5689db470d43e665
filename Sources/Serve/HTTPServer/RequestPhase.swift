import HTTP

/// The progress of a connection's next request, which determines its deadline. Times are in nanoseconds of
/// the loop's clock.
enum RequestPhase: Equatable {
    /// No octet of the request has arrived.
    case idle(since: UInt64)
    /// The head has begun.
    case head(since: UInt64)
    /// The head is complete, and the body is arriving.
    case body(BodyPace)

    /// Derives the phase from the parser.
    /// - Parameter last: The previous phase of the same request; `nil` for the first.
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

    mutating func received(_ count: Int, clock: ServerClock, _ waits: Waits) {
        guard case .body(var pace) = self else { return }
        pace.received(count, at: clock.monotonicNanoseconds(), waits)
        self = .body(pace)
    }

    var isIdle: Bool {
        if case .idle = self { true } else { false }
    }

    /// The time at which the server times the connection out. A head has one deadline, not one for each read.
    /// A body must keep the minimum rate.
    func deadline(_ waits: Waits) -> UInt64 {
        switch self {
        case .idle(let since): since + waits.idle
        case .head(let since): since + waits.head
        case .body(let pace): pace.deadline(waits)
        }
    }
}
