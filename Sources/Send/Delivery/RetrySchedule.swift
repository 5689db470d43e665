import Checklists
import Dates
import HTTPClient

/// When a delivery that failed is tried again.
///
/// Each wait counts from the end of the attempt before, as in Standard Webhooks. The tenth and last attempt
/// is some three days after the first.
enum RetrySchedule {
    /// The moment of the next attempt; `nil` after the last one.
    /// - Parameters:
    ///   - attempts: The number of attempts so far, at least one.
    ///   - end: When the last one ended.
    ///   - jitter: A random number from 0 to 1.
    static func next(after attempts: Int, endedAt end: Timestamp, jitter: Double) -> Timestamp? {
        guard Limits.retryDelays.indices.contains(attempts - 1) else { return nil }
        let milliseconds = Limits.retryDelays[attempts - 1] / .milliseconds(1)
        return end.advanced(byMilliseconds: Int64(milliseconds * (1 + Limits.retryJitterShareMax * jitter)))
    }

    /// The end of the pause that a response requests (`Retry-After`, RFC 9110 §10.2.3), in seconds or as a
    /// date, at most a day ahead.
    ///
    /// `nil` where the field is absent, repeated or invalid.
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
