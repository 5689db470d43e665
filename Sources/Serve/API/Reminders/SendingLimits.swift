import Checklists
import HTTP

/// Limits how often a person can cause messages. The counts are in memory, and a restart resets them.
public struct SendingLimits: Sendable {
    /// What a person can have sent.
    enum Kind: CaseIterable {
        /// A message that asks an unconfirmed address for a confirmation.
        case confirmation
        /// A test, of any channel.
        case test
        /// A message sent again.
        case redelivery
    }

    /// Whether the server sends mail.
    let sendsMail: Bool
    private let limiters: [Kind: RateLimiter<Person.ID>]
    private let uptime: @Sendable () -> UInt64

    /// - Parameter uptime: A monotonic clock, in nanoseconds.
    public init(sendsMail: Bool, uptime: @escaping @Sendable () -> UInt64) {
        self.sendsMail = sendsMail
        self.uptime = uptime
        limiters = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, RateLimiter($0.limit)) })
    }

    /// Counts a message.
    /// - Throws: `Problem` 429 over the limit.
    func count(_ kind: Kind, for person: Person.ID) throws(Problem) {
        guard let verdict = limiters[kind]?.take(for: person, now: uptime()), !verdict.isAllowed else {
            return
        }
        let (limit, interval) = (kind.limit, kind.limit.seconds / 60 / kind.limit.requests)
        var problem = Problem(
            .mailLimited,
            """
            The server sends you up to \(limit.requests) \(kind.messages) at once, then one every \
            \(interval) minutes. Try again in \((verdict.retryAfterSeconds + 59) / 60) minutes.
            """)
        problem.fields[.retryAfter] = String(verdict.retryAfterSeconds)
        throw problem
    }
}

extension SendingLimits.Kind {
    fileprivate var limit: RateLimit {
        switch self {
        case .confirmation: Limits.confirmations
        case .test: Limits.tests
        case .redelivery: Limits.redeliveries
        }
    }

    fileprivate var messages: String {
        switch self {
        case .confirmation: "confirmation messages"
        case .test: "tests"
        case .redelivery: "repeated messages"
        }
    }
}
