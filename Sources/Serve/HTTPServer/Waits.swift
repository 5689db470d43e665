/// The durations of `ServerLimits` in nanoseconds of the loops' clocks, computed once instead of for each
/// request.
struct Waits {
    let head: UInt64
    let body: UInt64
    let bodyGrace: UInt64
    let writeStall: UInt64
    let idle: UInt64
    let linger: UInt64
    let acceptPause: ClosedRange<UInt64>
    /// The octets of a body that must arrive within `body`.
    let bodyBytesMin: Int

    init(_ limits: ServerLimits) {
        head = limits.headTimeMax.nanoseconds
        body = limits.bodyTimeMax.nanoseconds
        bodyGrace = limits.bodyGraceTime.nanoseconds
        writeStall = limits.writeStallTimeMax.nanoseconds
        idle = limits.idleTimeMax.nanoseconds
        linger = limits.lingerTimeMax.nanoseconds
        let shortest = limits.acceptPauseMin.nanoseconds
        acceptPause = shortest...max(shortest, limits.acceptPauseMax.nanoseconds)
        bodyBytesMin = limits.bodyBytesPerSecondMin * Int(limits.bodyTimeMax.components.seconds)
    }
}

extension Duration {
    /// The duration in whole nanoseconds; a negative one counts as 0.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}
