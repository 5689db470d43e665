import Checklists
import Dates
import HTTPClient

/// When a delivery that failed is tried again.
///
/// The times are those between attempts, each counted from the end of the one before, as in Standard
/// Webhooks: the tenth and last attempt comes some three days after the first.
enum RetrySchedule {
    /// When the next attempt is made; `nil` when there is none.
    /// - Parameters:
    ///   - attempts: how many were made, at least one.
    ///   - end: when the last one ended.
    ///   - jitter: a random number from 0 to 1.
    static func next(after attempts: Int, endedAt end: Timestamp, jitter: Double) -> Timestamp? {
        guard Limits.retryDelays.indices.contains(attempts - 1) else { return nil }
        let milliseconds = Limits.retryDelays[attempts - 1] / .milliseconds(1)
        return end.advanced(byMilliseconds: Int64(milliseconds * (1 + Limits.retryJitterShareMax * jitter)))
    }

    /// Until when an answer asks to be left alone (`Retry-After`, RFC 9110 §10.2.3), as seconds or as a date,
    /// but no longer than a day; `nil` when it does not, asks twice, or cannot be understood.
    static func pause(_ answer: OutgoingResponse, at now: Timestamp) -> Timestamp? {
        let values = answer.values(of: "retry-after")
        guard values.count == 1, let value = values.first, !value.isEmpty else { return nil }
        let latest = now.advanced(by: Limits.pauseTimeMax)
        var until = latest
        if !value.utf8.allSatisfy({ (48...57).contains($0) }) {
            let now = HTTPDate(secondsSince1970: Int(now.milliseconds / 1000))
            guard let date = HTTPDate(value, now: now) else { return nil }
            until = Timestamp(milliseconds: Int64(date.secondsSince1970) * 1000)
        } else if let seconds = Int64(value), .seconds(seconds) < Limits.pauseTimeMax {
            until = now.advanced(by: .seconds(seconds))
        }
        return until > now ? min(until, latest) : nil
    }
}
