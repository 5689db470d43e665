package import PostgresStore

extension PostgresLimits {
    /// Nothing depends on how fast this machine is.
    package static var patient: PostgresLimits {
        var limits = PostgresLimits()
        limits.silenceTimeMax = .seconds(600)
        limits.retryTime = .seconds(60)
        return limits
    }
}
