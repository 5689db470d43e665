import Checklists

/// When a delivery that failed is tried again.
///
/// The times are those between attempts, each counted from the end of the one before, as in Standard
/// Webhooks: the tenth and last attempt comes some three days after the first.
enum RetrySchedule {
    /// How long to wait after the first attempt, after the second, and so on, in seconds.
    static let delaySeconds = [
        5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600,
    ]
    /// How much longer it may be by chance, so that what failed together does not come back together.
    static let jitterShareMax = 0.1
    /// The longest pause that a receiver can ask for, in seconds.
    static let pauseSecondsMax = 24 * 3600

    /// When the next attempt is made; `nil` when there is none.
    /// - Parameters:
    ///   - attempts: how many were made, at least one.
    ///   - end: when the last one ended.
    ///   - jitter: a random number from 0 to 1.
    static func next(after attempts: Int, endedAt end: Timestamp, jitter: Double) -> Timestamp? {
        guard delaySeconds.indices.contains(attempts - 1) else { return nil }
        let seconds = Double(delaySeconds[attempts - 1]) * (1 + jitterShareMax * jitter)
        return end.advanced(byMilliseconds: Int64(seconds * 1000))
    }

    /// Until when an answer asks to be left alone (`Retry-After`, RFC 9110 §10.2.3), as seconds or as a date,
    /// but no longer than a day; `nil` when it does not, asks twice, or cannot be understood.
    static func pause(_ answer: OutgoingResponse, at now: Timestamp) -> Timestamp? {
        let values = answer.values(of: "retry-after")
        guard values.count == 1, let value = values.first, !value.isEmpty else { return nil }
        let latest = now.advanced(byMilliseconds: Int64(pauseSecondsMax) * 1000)
        var until = latest
        if !value.utf8.allSatisfy({ (48...57).contains($0) }) {
            guard let date = HTTPDate.timestamp(value, now: now) else { return nil }
            until = date
        } else if let seconds = Int64(value), seconds < pauseSecondsMax {
            until = now.advanced(byMilliseconds: seconds * 1000)
        }
        return until > now ? min(until, latest) : nil
    }
}
