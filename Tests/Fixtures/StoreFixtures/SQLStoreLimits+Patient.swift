package import SQLStore

extension SQLStoreLimits {
    /// Limits whose timeouts never expire in a test: 600 seconds each. Few items are enough to remember
    /// counts.
    package static var patient: SQLStoreLimits {
        var limits = SQLStoreLimits()
        limits.connectionTimeMax = .seconds(600)
        limits.answerTimeMax = .seconds(600)
        limits.silenceTimeMax = .seconds(600)
        limits.processSilenceTimeMax = .seconds(600)
        limits.retryTime = .seconds(600)
        limits.itemsRecountedMax = 0
        return limits
    }
}
