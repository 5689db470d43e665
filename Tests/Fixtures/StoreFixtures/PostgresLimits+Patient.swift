package import PostgresStore

extension PostgresLimits {
    /// Nothing depends on how fast this machine is.
    package static var patient: PostgresLimits {
        var limits = PostgresLimits()
        limits.connectionTimeMax = .seconds(600)
        limits.answerTimeMax = .seconds(600)
        limits.silenceTimeMax = .seconds(600)
        limits.processSilenceTimeMax = .seconds(600)
        limits.retryTime = .seconds(600)
        return limits
    }
}
