import Checklists
import HTTP

/// Limits how often a person can cause mail: confirmation messages to unconfirmed addresses, and tests.
///
/// The counts are in memory, and a restart resets them.
public struct MailSending: Sendable {
    private let confirmations: RateLimiter<Person.ID>
    private let tests: RateLimiter<Person.ID>
    private let uptime: @Sendable () -> UInt64

    /// - Parameter uptime: A monotonic clock, in nanoseconds.
    public init(uptime: @escaping @Sendable () -> UInt64) {
        confirmations = RateLimiter(Limits.confirmations)
        tests = RateLimiter(Limits.mailTests)
        self.uptime = uptime
    }

    /// Counts a confirmation message.
    /// - Throws: `Problem` 429 over the limit.
    func countConfirmation(for person: Person.ID) throws(Problem) {
        let limit = Limits.confirmations
        try Self.check(
            confirmations.take(for: person, now: uptime()),
            """
            Up to \(limit.requests) messages at once ask for a confirmation, and then one every \
            \(limit.minutes) minutes. Look for one there.
            """)
    }

    /// Counts a test.
    /// - Throws: `Problem` 429 over the limit.
    func countTest(for person: Person.ID) throws(Problem) {
        let limit = Limits.mailTests
        try Self.check(
            tests.take(for: person, now: uptime()),
            """
            A person may have \(limit.requests) tests sent at once, and then one every \(limit.minutes) \
            minutes. Wait for one.
            """)
    }

    private static func check(_ verdict: RateLimit.Verdict, _ sentence: String) throws(Problem) {
        if verdict.isAllowed { return }
        var problem = Problem(.mailLimited, sentence)
        problem.fields[.retryAfter] = String(verdict.retryAfterSeconds)
        throw problem
    }
}

extension RateLimit {
    /// The minutes until the next request, once the quota is used up.
    fileprivate var minutes: Int { seconds / 60 / requests }
}
