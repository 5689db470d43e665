import Synchronization

/// A number of requests in a time.
public struct RateLimit: Hashable, Sendable {
    /// The number of requests.
    public let requests: Int
    /// The time, in seconds.
    public let seconds: Int

    /// Creates a limit. Both numbers must be above zero.
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
    /// The quota of a client after a request.
    struct Verdict {
        /// Whether the request is within the limit. Only such a request counts.
        let isAllowed: Bool
        /// The number of further requests allowed now.
        let remaining: Int
        /// The seconds until the full quota is available.
        let resetSeconds: Int
        /// The seconds until the next request is allowed; 0 if it is now.
        let retryAfterSeconds: Int
    }
}

/// Counts the requests of each client against a limit, in bounded memory.
///
/// It implements the generic cell rate algorithm: a client may use the full quota at once, which then refills
/// evenly over the time of the limit. Each client needs one number: when its quota is full again.
///
/// With too many clients, the limiter forgets those with the oldest requests, whose quota is then full. It
/// never refuses a client because of others.
final class RateLimiter<Client: Hashable & Sendable>: Sendable {
    private let state: Mutex<State>
    private let clientsMax: Int
    private let window: UInt64
    private let interval: UInt64

    private struct State {
        /// When the quota of each client is full again, in nanoseconds.
        var recent: [Client: UInt64] = [:]
        /// The same for clients of the previous generation; `recent` takes precedence.
        var earlier: [Client: UInt64] = [:]
        var turnedAt: UInt64 = 0
    }

    /// - Parameter clientsMax: The maximum number of remembered clients. The newest half is always
    ///   remembered.
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

    /// The quota of a client. Counts nothing.
    func look(at client: Client, now: UInt64) -> RateLimit.Verdict {
        state.withLock { state in
            verdict(max(now, state.recent[client] ?? state.earlier[client] ?? now), now: now, isAllowed: true)
        }
    }

    private func turn(_ state: inout State, now: UInt64) {
        guard now >= state.turnedAt + window || state.recent.count >= clientsMax / 2 else { return }
        // After a window without requests, the quota of a client is full.
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

    /// Rounds up, so that no client retries too early.
    private static func seconds(_ nanoseconds: UInt64) -> Int {
        Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }
}
