import Synchronization

/// Limits the memory that the bodies of unanswered requests use, over all connections.
///
/// Beyond the limit it aborts the incomplete bodies that have received nothing for longest. A complete body
/// counts until the server has answered its request, and is never aborted.
final class BodyMemory: Sendable {
    private let bytesMax: Int
    private let state = Mutex(State())

    private struct State {
        var bytes = 0
        /// The number of calls of `hold`, as a logical clock.
        var receivedCount = 0
        /// Keyed by the descriptor of the connection.
        var bodies: [Int32: Body] = [:]
    }

    private struct Body {
        let loop: EventLoop
        var bytes = 0
        /// The value of `receivedCount` when octets arrived last.
        var lastReceived = 0
        var isComplete = false
        var isGivenUp = false
    }

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    /// Records the size of a connection's body after new octets, and aborts bodies if the limit is exceeded.
    /// - Returns: Whether this body may continue; `false` if it has been aborted.
    func hold(_ bytes: Int, of descriptor: Int32, on loop: EventLoop) -> Bool {
        let (continues, others) = state.withLock { state -> (Bool, [Int32: EventLoop]) in
            var body = state.bodies[descriptor] ?? Body(loop: loop)
            if body.isGivenUp { return (false, [:]) }
            state.bytes += bytes - body.bytes
            body.bytes = bytes
            state.receivedCount += 1
            body.lastReceived = state.receivedCount
            state.bodies[descriptor] = body
            var givenUp = Self.giveUp(in: &state, bytesMax: bytesMax)
            return (givenUp.removeValue(forKey: descriptor) == nil, givenUp)
        }
        for (other, loop) in others { loop.wakeReader(other) }
        return continues
    }

    /// Aborts bodies until the rest is within the limit. Returns their connections.
    private static func giveUp(in state: inout State, bytesMax: Int) -> [Int32: EventLoop] {
        guard state.bytes > bytesMax else { return [:] }
        let byAge = state.bodies.filter { !$0.value.isComplete && !$0.value.isGivenUp }
            .sorted { $0.value.lastReceived < $1.value.lastReceived }
        var givenUp: [Int32: EventLoop] = [:]
        for (descriptor, body) in byAge where state.bytes > bytesMax {
            state.bytes -= body.bytes
            state.bodies[descriptor]?.bytes = 0
            state.bodies[descriptor]?.isGivenUp = true
            givenUp[descriptor] = body.loop
        }
        return givenUp
    }

    func isGivenUp(_ descriptor: Int32) -> Bool {
        state.withLock { $0.bodies[descriptor]?.isGivenUp == true }
    }

    func complete(_ descriptor: Int32) {
        state.withLock { $0.bodies[descriptor]?.isComplete = true }
    }

    /// Removes a connection's body, which is no longer in memory.
    func release(_ descriptor: Int32) {
        state.withLock { state in
            if let body = state.bodies.removeValue(forKey: descriptor) { state.bytes -= body.bytes }
        }
    }
}
