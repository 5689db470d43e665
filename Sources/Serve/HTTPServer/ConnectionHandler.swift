import Glibc
import HTTP
import Synchronization

/// Serves accepted connections, and holds what they share: the responder, the limits and the count.
final class ConnectionHandler: Sendable {
    let responder: any Responder
    let limits: ServerLimits
    let waits: Waits
    let messageLimits: MessageLimits
    let bodies: BodyMemory
    private let connectionsMax: Int
    private let connectionsPerClientMax: Int
    private let manyShare: @Sendable (String) -> Bool
    private let open = Atomic<Int>(0)
    /// The connections of each client that `connectionsPerClientMax` limits.
    private let clients = Mutex<[ClientAddress: Int]>([:])
    private let refusals = Atomic<Int>(0)

    init(
        responder: any Responder, limits: ServerLimits, messageLimits: MessageLimits,
        manyShare: @escaping @Sendable (String) -> Bool
    ) {
        self.responder = responder
        self.limits = limits
        waits = Waits(limits)
        self.messageLimits = messageLimits
        bodies = BodyMemory(bytesMax: limits.bodiesBytesMax)
        connectionsMax = limits.connectionsMax ?? max(1, Self.descriptorsMax - 64)
        connectionsPerClientMax =
            limits.connectionsPerClientMax ?? max(ServerLimits.connectionsPerClientMin, connectionsMax / 4)
        self.manyShare = manyShare
    }

    /// The number of connections that are open and being served.
    var openConnections: Int { open.load(ordering: .relaxed) }

    /// Serves a connection on the loop that accepted it, or refuses it if there are too many.
    func admit(_ descriptor: Int32, from peer: String, on loop: EventLoop) {
        guard enter(from: peer) else { return refuse(descriptor, on: loop) }
        loop.counters.accepted.add(1)
        let isWatched = loop.adopt(descriptor, as: .connection) {
            await self.serve(Connection(descriptor, from: peer, of: self), on: loop)
        }
        if !isWatched { leave(from: peer) }
    }

    /// Counts a connection, unless there are too many of them, or too many of its client.
    private func enter(from peer: String) -> Bool {
        guard open.add(1, ordering: .relaxed).newValue <= connectionsMax else {
            open.subtract(1, ordering: .relaxed)
            return false
        }
        guard isLimited(peer) else { return true }
        let isOneOfFew = clients.withLock { clients in
            let count = clients[ClientAddress(peer), default: 0]
            guard count < connectionsPerClientMax else { return false }
            clients[ClientAddress(peer)] = count + 1
            return true
        }
        if !isOneOfFew { open.subtract(1, ordering: .relaxed) }
        return isOneOfFew
    }

    private func leave(from peer: String) {
        open.subtract(1, ordering: .relaxed)
        guard isLimited(peer) else { return }
        clients.withLock { clients in
            let count = clients[ClientAddress(peer), default: 1]
            clients[ClientAddress(peer)] = count > 1 ? count - 1 : nil
        }
    }

    /// Whether `connectionsPerClientMax` limits the connections of a peer.
    private func isLimited(_ peer: String) -> Bool { !peer.isEmpty && !manyShare(peer) }

    /// Serves a connection until it closes or is idle. Most connections are idle most of the time, so an idle
    /// one keeps little more than its descriptor.
    ///
    /// - Parameter connection: Makes the connection here, so that the caller's frame has no room for it.
    private func serve(_ connection: @autoclosure () -> Connection, on loop: EventLoop) async {
        var connection = connection()
        switch await connection.serve(on: loop) {
        case nil: leave(from: connection.peer)
        case .idle(let idle)?: park(idle, on: loop)
        case .stream(let writer)?:
            loop.handOver(writer.descriptor) { [self] in
                var writer = writer
                let isWhole = await writer.run(waits: waits, on: loop)
                finish(writer, isWhole: isWhole, on: loop)
            }
        }
    }

    private func park(_ idle: Connection.Idle, on loop: EventLoop) {
        // With a capture list the closure would be concurrent, and each wake-up would switch executors twice.
        loop.park(idle.descriptor, until: idle.deadline) { wake in
            await self.serve(Connection(idle, after: wake, of: self), on: loop)
        }
    }

    /// Parks or closes a connection after its stream.
    private func finish(_ writer: consuming StreamWriter, isWhole: Bool, on loop: EventLoop) {
        if isWhole, writer.persists, writer.outbox.send(to: writer.descriptor, on: loop) == .all {
            let now = loop.clock.monotonicNanoseconds()
            let idle = Connection.Idle(
                descriptor: writer.descriptor, peer: writer.peer, since: now, deadline: now + waits.idle)
            return park(idle, on: loop)
        }
        loop.handOver(writer.descriptor) { [self, writer] in
            var connection = Connection(writer.descriptor, from: writer.peer, of: self)
            await connection.end(behind: writer, isWhole: isWhole, on: loop)
            leave(from: connection.peer)
        }
    }

    /// Answers 503. Above `refusalsMax` at once, connections are closed without a response.
    private func refuse(_ descriptor: Int32, on loop: EventLoop) {
        loop.counters.refused.add(1)
        guard refusals.add(1, ordering: .relaxed).newValue <= limits.refusalsMax else {
            refusals.subtract(1, ordering: .relaxed)
            close(descriptor)
            return
        }
        let isWatched = loop.adopt(descriptor, as: .connection) { [self] in
            var connection = Connection(descriptor, from: "", of: self)
            await connection.refuse(on: loop)
            refusals.subtract(1, ordering: .relaxed)
        }
        if !isWatched { refusals.subtract(1, ordering: .relaxed) }
    }

    /// The limit of descriptors for the process.
    private static var descriptorsMax: Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
