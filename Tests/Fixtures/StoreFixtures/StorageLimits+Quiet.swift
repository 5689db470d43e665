package import FileStore

extension StorageLimits {
    /// Limits under which no seal, checkpoint or retry happens on a timer.
    package static let quiet: StorageLimits = {
        var limits = StorageLimits()
        limits.sealIdleSeconds = .infinity
        limits.checkpointSecondsMax = .infinity
        limits.checkpointRetrySeconds = .infinity
        limits.roomRetrySeconds = .infinity
        limits.placeCheckSeconds = .infinity
        // A few dozen changes suffice for a shadow write.
        limits.changesUnderLockMax = 50
        return limits
    }()
}
