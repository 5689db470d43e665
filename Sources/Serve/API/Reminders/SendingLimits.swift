import Checklists
import HTTP

/// Limits how often a person can cause messages: confirmation messages to unconfirmed addresses, tests and
/// redeliveries.
///
/// The counts are in memory, and a restart resets them.
public struct SendingLimits: Sendable {
    /// Whether the server sends mail.
    let sendsMail: Bool
    private let confirmations = RateLimiter<Person.ID>(Limits.confirmations)
    private let tests = RateLimiter<Person.ID>(Limits.tests)
    private let redeliveries = RateLimiter<Person.ID>(Limits.redeliveries)
    private let uptime: @Sendable () -> UInt64

    /// - Parameter uptime: A monotonic clock, in nanoseconds.
    public init(sendsMail: Bool, uptime: @escaping @Sendable () -> UInt64) {
        self.sendsMail = sendsMail
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

    /// Counts a test, of any channel.
    /// - Throws: `Problem` 429 over the limit.
    func countTest(for person: Person.ID) throws(Problem) {
        let limit = Limits.tests
        try Self.check(
            tests.take(for: person, now: uptime()),
            """
            A person may have \(limit.requests) tests sent at once, and then one every \(limit.minutes) \
            minutes. Wait for one.
            """)
    }

    /// Counts a redelivery.
    /// - Throws: `Problem` 429 over the limit.
    func countRedelivery(for person: Person.ID) throws(Problem) {
        let limit = Limits.redeliveries
        try Self.check(
            redeliveries.take(for: person, now: uptime()),
            """
            A person may have \(limit.requests) messages sent again at once, and then one every \
            \(limit.minutes) minutes. Wait for one.
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
