import Glibc
public import HTTP
import Synchronization

/// Serves HTTP/1.1 (RFC 9112) on TCP and Unix sockets, with one event loop and thread for each core and one
/// task for each connection.
///
/// It listens from `init` on and answers from `start` on. A started server must be stopped, which releases
/// its resources.
///
/// This module is connections and event loops. It uses sockets and the clock, and sends what its responder
/// returns.
public final class HTTPServer: Sendable {
    private let handler: ConnectionHandler
    private let loops: [EventLoop]
    private let listening: [ListeningSockets]
    private let life = Mutex(Life.listening)

    private enum Life {
        case listening
        /// The number of running loops; all of them unless `start` failed.
        case serving(loops: Int)
        case stopping(Task<Void, Never>)
    }

    /// Opens the listening sockets. Clients can connect from now on, and wait until `start`.
    /// - Parameter manyShare: Whether many clients share the address of a peer, as those of a proxy do.
    ///   `connectionsPerClientMax` does not apply to it.
    /// - Throws: `ListenError`. No socket stays open then.
    public init(
        addresses: [ListenAddress], responder: any Responder, limits: ServerLimits = ServerLimits(),
        messageLimits: MessageLimits = MessageLimits(), loops count: Int = HTTPServer.coreCount,
        clock: ServerClock = .system, manyShare: @escaping @Sendable (String) -> Bool = { _ in false }
    ) throws(ListenError) {
        handler = ConnectionHandler(
            responder: responder, limits: limits, messageLimits: messageLimits, manyShare: manyShare)
        var loops: [EventLoop] = []
        for _ in 0..<max(1, count) { loops.append(try EventLoop(clock: clock)) }
        self.loops = loops
        var listening: [ListeningSockets] = []
        do throws(ListenError) {
            for address in addresses {
                listening.append(
                    try ListeningSockets(address, count: loops.count, queueMax: limits.acceptQueueMax)
                )
            }
        } catch {
            for sockets in listening { sockets.close() }
            throw error
        }
        self.listening = listening
    }

    /// The number of online cores, which is the useful number of loops.
    public static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The bound addresses, in the given order. The port that the kernel chose replaces port 0.
    public var boundAddresses: [ListenAddress] { listening.map(\.address) }

    /// Starts to accept and answer. Call it once.
    /// - Throws: `ListenError.outOfResources` if the system refuses a thread or a registration. Stop the
    ///   server then.
    public func start() throws(ListenError) {
        var started = 0
        defer { life.withLock { $0 = .serving(loops: started) } }
        for (index, loop) in loops.enumerated() {
            for sockets in listening {
                let listener = sockets.descriptors[index]
                let isWatched = loop.adopt(listener, as: .listener) { [handler] in
                    await Acceptor(loop: loop, handler: handler, listener: listener).run()
                }
                guard isWatched else { throw .outOfResources(errno: errno) }
            }
            try loop.start()
            started += 1
        }
    }

    /// Stops gracefully: accepts no more, closes idle connections, and closes the others after their current
    /// response. It returns when all are closed, and cuts those that remain after `time`. A repeated call
    /// waits for the same stop.
    public func stop(within time: Duration) async {
        let end: Task<Void, Never> = life.withLock { life in
            let end: Task<Void, Never>
            switch life {
            case .stopping(let earlier): end = earlier
            case .serving(let count): end = Task { await stop(loops.prefix(count), within: time) }
            case .listening:
                for sockets in listening { sockets.close() }
                end = Task {}
            }
            life = .stopping(end)
            return end
        }
        await end.value
    }

    private func stop(_ loops: ArraySlice<EventLoop>, within time: Duration) async {
        for sockets in listening { sockets.removeFile() }
        await withTaskGroup { group in
            for loop in loops {
                group.addTask { await loop.stop(within: time) }
            }
        }
    }

    /// Makes the loops read the clock again. Only a manually set clock needs this.
    public func clockWasSet() {
        for loop in loops { loop.wake() }
    }

    /// Returns after every loop has run a task, so never while one of them hangs.
    public func awaitLoops() async {
        await withTaskGroup { group in
            for loop in loops { group.addTask(executorPreference: loop) {} }
        }
    }

    /// The counters since the start.
    public func statistics() -> Statistics {
        var sum = Statistics()
        for counters in loops.map(\.counters) { sum.add(counters) }
        // Read last: a connection that is counted above is open now or has been.
        sum.openConnections = handler.openConnections
        return sum
    }
}
