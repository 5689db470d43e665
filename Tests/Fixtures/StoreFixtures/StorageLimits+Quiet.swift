package import FileStore

extension StorageLimits {
    /// Nothing happens by itself: no seals, no checkpoints.
    package static let quiet: StorageLimits = {
        var limits = StorageLimits()
        limits.sealIdleSeconds = .infinity
        limits.checkpointSecondsMax = .infinity
        limits.checkpointRetrySeconds = .infinity
        limits.roomRetrySeconds = .infinity
        // So that a few dozen changes are enough for a shadow write.
        limits.changesUnderLockMax = 50
        return limits
    }()
}
