import Glibc
public import HTTP
import Synchronization

/// Serves HTTP/1.1 (RFC 9112) on TCP and Unix sockets: a loop with a thread of its own for each core, a task
/// for each connection.
///
/// It listens from `init` on and answers from `start` on. Once started it has to be stopped, which frees what
/// it holds.
///
/// This module is connections and event loops. It touches sockets and the clock, and answers what its
/// responder says.
public final class HTTPServer: Sendable {
    private let handler: ConnectionHandler
    private let loops: [EventLoop]
    private let listening: [ListeningSockets]
    private let life = Mutex(Life.listening)

    private enum Life {
        case listening
        /// With so many of the loops; all of them, unless starting failed.
        case serving(loops: Int)
        case stopping(Task<Void, Never>)
    }

    /// Opens the listening sockets. Clients can connect from here on, and wait until the server is started.
    /// - Throws: `ListenError`; nothing stays open then.
    public init(
        addresses: [ListenAddress], responder: any Responder, limits: ServerLimits = ServerLimits(),
        messageLimits: MessageLimits = MessageLimits(), loops count: Int = HTTPServer.coreCount,
        clock: ServerClock = .system
    ) throws(ListenError) {
        handler = ConnectionHandler(responder: responder, limits: limits, messageLimits: messageLimits)
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

    /// How many cores the system has: as many loops as are of use.
    public static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Where it listens, in the order given; in place of port 0 stands the port that the kernel chose.
    public var boundAddresses: [ListenAddress] { listening.map(\.address) }

    /// Accepts and answers from now on. Called once.
    /// - Throws: `ListenError.outOfResources` if the process can have no more threads; stop the server then.
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

    /// Stops without cutting an answer short: accepts no more, closes idle connections, and ends the others
    /// after the answer that they are at. Returns when all are closed, or closes them as they are after that
    /// time. May be called again, to wait for the same end.
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

    /// Makes the loops look at the clock. Needed only for one that is set by hand; they know how the system's
    /// goes.
    public func clockWasSet() {
        for loop in loops { loop.wake() }
    }

    /// What has been counted since the start.
    public func statistics() -> Statistics {
        var sum = Statistics()
        for counters in loops.map(\.counters) { sum.add(counters) }
        // Read last: a connection that has been counted above is open by now, or was.
        sum.openConnections = handler.openConnections
        return sum
    }
}
