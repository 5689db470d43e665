import CLinux
import Glibc

/// Accepts the connections of one listening socket on one loop. Its task lives until the server stops.
final class Acceptor {
    private let loop: EventLoop
    private let handler: ConnectionHandler
    private let listener: Int32
    /// A descriptor that `turnOneAway` releases when the process has no other left. So a client gets a closed
    /// connection instead of a long wait.
    private var spare = openSpare()

    /// - Parameter listener: The acceptor closes it when it ends.
    init(loop: EventLoop, handler: ConnectionHandler, listener: Int32) {
        self.loop = loop
        self.handler = handler
        self.listener = listener
    }

    deinit {
        if spare >= 0 { close(spare) }
    }

    /// Accepts until the server stops. Clients that are in the queue at that time are still accepted.
    func run() async {
        var wake = EventLoop.Wake.ready
        while wake == .ready {
            wake = await loop.wait(for: .reading, on: listener, until: .max, isIdle: true)
            await acceptQueued()
        }
        loop.closeListener(listener)
    }

    private func acceptQueued() async {
        var pause = handler.waits.acceptPause.lowerBound
        var count = 0
        while true {
            var peer = SocketAddress()
            let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            let descriptor = peer.withMutablePointer { accept4(listener, $0, $1, flags) }
            if descriptor >= 0 {
                handler.admit(descriptor, from: peer.host, on: loop)
                pause = handler.waits.acceptPause.lowerBound
                count += 1
                if count.isMultiple(of: 64) { await loop.yield() }
                continue
            }
            switch errno {
            case EAGAIN: return
            // Errors of this one connection before its acceptance, as accept(2) lists them.
            case EINTR, ECONNABORTED, EPERM, EPROTO, ENOPROTOOPT, EOPNOTSUPP, ENETDOWN, ENETUNREACH,
                EHOSTDOWN,
                EHOSTUNREACH, ENONET:
                continue
            case EMFILE, ENFILE: turnOneAway()
            default: break
            }
            let deadline = loop.clock.monotonicNanoseconds() + pause
            guard await loop.wait(for: .nothing, on: listener, until: deadline, isIdle: true) == .timedOut
            else {
                return
            }
            pause = min(2 * pause, handler.waits.acceptPause.upperBound)
        }
    }

    /// Accepts one connection on the number of the spare descriptor, and closes it.
    private func turnOneAway() {
        if spare >= 0 { close(spare) }
        let descriptor = accept(listener, nil, nil)
        if descriptor >= 0 {
            close(descriptor)
            loop.counters.refused.add(1)
        }
        spare = Self.openSpare()
    }

    private static func openSpare() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
