/// The waits of `ServerLimits` in nanoseconds, as the loops' clocks count: worked out once and not with every
/// request.
struct Waits {
    let head: UInt64
    let body: UInt64
    let bodyGrace: UInt64
    let writeStall: UInt64
    let idle: UInt64
    let linger: UInt64
    let acceptPause: ClosedRange<UInt64>
    /// How many octets of a body have to come in `body`.
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
    /// The same in whole nanoseconds; what is negative counts as none.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}
