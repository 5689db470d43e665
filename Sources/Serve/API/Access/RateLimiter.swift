import Synchronization

/// How much is allowed in what time.
public struct RateLimit: Hashable, Sendable {
    /// How many requests.
    public let requests: Int
    /// In how many seconds.
    public let seconds: Int

    /// A limit; both numbers are above zero.
    public init(requests: Int, seconds: Int) {
        precondition(requests > 0 && seconds > 0, "a limit that allows nothing")
        self.requests = requests
        self.seconds = seconds
    }

    /// Reads `100/s`, `1000/m` or `5000/h`; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let units = ["s": 1, "m": 60, "h": 3600]
        guard parts.count == 2, parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let requests = Int(parts[0]),
            1...Limits.rateLimitRequestsMax ~= requests, let seconds = units[String(parts[1])]
        else { return nil }
        self.init(requests: requests, seconds: seconds)
    }
}

extension RateLimit {
    /// What is left to a client.
    struct Verdict {
        /// Whether this request is within the limit; it counts only then.
        let isAllowed: Bool
        /// How many more are, right now.
        let remaining: Int
        /// After how many seconds the whole quota is back.
        let resetSeconds: Int
        /// After how many seconds one more is allowed; 0 if it is now.
        let retryAfterSeconds: Int
    }
}

/// Counts what each client does against a limit, in memory that does not grow with the number of clients.
///
/// A client may use up the whole quota at once; it is given back evenly over the time of the limit (the
/// generic cell rate algorithm). It needs one number for each client: when it has all of its quota again.
///
/// Where too many clients come, those are forgotten that were let through longest ago, and so have all of
/// their quota again. Nobody is refused on account of others.
final class RateLimiter<Client: Hashable & Sendable>: Sendable {
    private let state: Mutex<State>
    private let clientsMax: Int
    private let window: UInt64
    private let interval: UInt64

    private struct State {
        /// When each client has all of its quota again, in nanoseconds.
        var recent: [Client: UInt64] = [:]
        /// When those have it that were let through before the last turn; it holds where they are not among
        /// the recent.
        var earlier: [Client: UInt64] = [:]
        var turnedAt: UInt64 = 0
    }

    /// - Parameter clientsMax: How many clients are remembered; the last half of them always are.
    init(_ limit: RateLimit, clientsMax: Int = Limits.rateLimitClientsMax) {
        self.clientsMax = clientsMax
        window = UInt64(limit.seconds) * 1_000_000_000
        interval = max(1, window / UInt64(limit.requests))
        state = Mutex(State())
    }

    /// Counts a request of a client.
    func take(for client: Client, now: UInt64) -> RateLimit.Verdict {
        state.withLock { state in
            turn(&state, now: now)
            let full = max(now, state.recent[client] ?? state.earlier[client] ?? 0)
            let next = full + interval
            guard next <= now + window else {
                return verdict(full, now: now, isAllowed: false)
            }
            state.recent[client] = next
            return verdict(next, now: now, isAllowed: true)
        }
    }

    /// What a client has left, without counting anything.
    func look(at client: Client, now: UInt64) -> RateLimit.Verdict {
        state.withLock { state in
            verdict(max(now, state.recent[client] ?? state.earlier[client] ?? now), now: now, isAllowed: true)
        }
    }

    private func turn(_ state: inout State, now: UInt64) {
        guard now >= state.turnedAt + window || state.recent.count >= clientsMax / 2 else { return }
        // Whoever does nothing for a window has all of its quota again.
        state.earlier = now < state.turnedAt + 2 * window ? state.recent : [:]
        state.recent = [:]
        state.turnedAt = now
    }

    private func verdict(_ full: UInt64, now: UInt64, isAllowed: Bool) -> RateLimit.Verdict {
        let missing = full - now
        let retryAfter = isAllowed ? 0 : full + interval - window - now
        return RateLimit.Verdict(
            isAllowed: isAllowed, remaining: isAllowed ? Int((window - missing) / interval) : 0,
            resetSeconds: Self.seconds(missing), retryAfterSeconds: Self.seconds(retryAfter))
    }

    /// Rounded up, so that nobody comes too early.
    private static func seconds(_ nanoseconds: UInt64) -> Int {
        Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }
}
