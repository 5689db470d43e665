import Checklists
import HTTP
import Synchronization

/// The sign-ins of this process: those that came back, and those that wait for the provider.
final class SignInAttempts: Sendable {
    private let spent = RateLimiter<String>(Limits.callbacks)
    private let waiting = Mutex<[ClientAddress: Int]>([:])

    /// Accepts the callback of a sign-in, once.
    func spend(_ attempt: SignInAttempt, at now: Timestamp) -> Bool {
        spent.take(for: attempt.state, now: UInt64(max(0, now.milliseconds)) * 1_000_000).isAllowed
    }

    /// Asks the provider for a client.
    /// - Throws: `SignInError` if too many sign-ins from its address wait, which leaves room for others.
    func waiting<Value>(
        for client: ClientAddress, _ body: () async throws(SignInError) -> Value
    ) async throws(SignInError) -> Value {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting[client, default: 0] < Limits.signInsPerAddressMax else { return false }
            waiting[client, default: 0] += 1
            return true
        }
        guard isAdmitted else {
            throw .provider("too many sign-ins from one address wait for the provider")
        }
        defer {
            waiting.withLock { waiting in
                let count = waiting[client, default: 1] - 1
                waiting[client] = count > 0 ? count : nil
            }
        }
        return try await body()
    }
}
