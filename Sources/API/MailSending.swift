import Checklists
import HTTP

/// That mail is sent from here, and how often a person may have it sent to an address that nobody has
/// confirmed.
///
/// How often they did is in memory, and forgotten at the next start.
public struct MailSending: Sendable {
    private let confirmations: RateLimiter<Person.ID>
    private let uptime: @Sendable () -> UInt64

    /// - Parameter uptime: A clock that nobody sets, in nanoseconds.
    public init(uptime: @escaping @Sendable () -> UInt64) {
        confirmations = RateLimiter(Limits.confirmations)
        self.uptime = uptime
    }

    /// Counts a message that asks a person for a confirmation.
    /// - Throws: `Problem` 429 where there were too many.
    func countConfirmation(for person: Person.ID) throws(Problem) {
        let verdict = confirmations.take(for: person, now: uptime())
        if verdict.isAllowed { return }
        let limit = Limits.confirmations.requests
        var problem = Problem(
            .tooManyRequests, "At most \(limit) messages an hour ask for a confirmation. Look for one there.")
        problem.fields[.retryAfter] = String(verdict.retryAfterSeconds)
        throw problem
    }
}
