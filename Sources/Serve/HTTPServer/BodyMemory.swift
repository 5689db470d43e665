import Synchronization

/// What the bodies of requests that are not answered yet hold in memory, over all connections.
///
/// Past the limit those are given up of which nothing has come for longest. A body that is complete counts
/// until its request is answered, and is not given up any more.
final class BodyMemory: Sendable {
    private let bytesMax: Int
    private let state = Mutex(State())

    private struct State {
        var bytes = 0
        /// How often something came.
        var receivedCount = 0
        /// By the descriptors of their connections.
        var bodies: [Int32: Body] = [:]
    }

    private struct Body {
        let loop: EventLoop
        var bytes = 0
        /// When more of it came last: the count of all that came by then.
        var lastReceived = 0
        var isComplete = false
        var isGivenUp = false
    }

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    /// Takes note of what a connection's body holds, now that more of it has come, and makes room for it.
    /// - Returns: Whether it may go on; if not, it has been given up.
    func hold(_ bytes: Int, of descriptor: Int32, on loop: EventLoop) -> Bool {
        let (goesOn, others) = state.withLock { state -> (Bool, [Int32: EventLoop]) in
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
        for (other, loop) in others { loop.rouse(other) }
        return goesOn
    }

    /// Gives bodies up until the rest is within the limit. Returns whose they are.
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

    /// Whether a connection's body has been given up.
    func isGivenUp(_ descriptor: Int32) -> Bool {
        state.withLock { $0.bodies[descriptor]?.isGivenUp == true }
    }

    /// Takes note that a connection's body is complete.
    func complete(_ descriptor: Int32) {
        state.withLock { $0.bodies[descriptor]?.isComplete = true }
    }

    /// Forgets a connection's body, which is no longer in memory.
    func release(_ descriptor: Int32) {
        state.withLock { state in
            if let body = state.bodies.removeValue(forKey: descriptor) { state.bytes -= body.bytes }
        }
    }
}
