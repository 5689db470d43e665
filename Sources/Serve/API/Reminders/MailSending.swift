import Checklists
import HTTP

/// That mail is sent from here, and how often a person may have it sent for the asking: to an address that
/// nobody has confirmed, and as a test.
///
/// How often they did is in memory, and forgotten at the next start.
public struct MailSending: Sendable {
    private let confirmations: RateLimiter<Person.ID>
    private let tests: RateLimiter<Person.ID>
    private let uptime: @Sendable () -> UInt64

    /// - Parameter uptime: A clock that nobody sets, in nanoseconds.
    public init(uptime: @escaping @Sendable () -> UInt64) {
        confirmations = RateLimiter(Limits.confirmations)
        tests = RateLimiter(Limits.mailTests)
        self.uptime = uptime
    }

    /// Counts a message that asks a person for a confirmation.
    /// - Throws: `Problem` 429 where there were too many.
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
    /// - Throws: `Problem` 429 where there were too many.
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
        var problem = Problem(.tooManyRequests, sentence)
        problem.fields[.retryAfter] = String(verdict.retryAfterSeconds)
        throw problem
    }
}

extension RateLimit {
    /// After how many minutes another one is allowed, once the quota is used up.
    fileprivate var minutes: Int { seconds / 60 / requests }
}
