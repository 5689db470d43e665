import CLinux
import Foundation
import Glibc
import SQL

/// The thread of a client: runs all its connections with libpq's non-blocking calls and epoll.
final class ConnectionLoop {
    let configuration: Client.Configuration
    let address: Address
    let library: Library
    let mailbox: Mailbox
    let report: @Sendable (ConnectionEvent) -> Void
    var lanes: [LaneState] = []
    /// All connections and attempts, by their epoll token.
    var sessions: [UInt64: Session] = [:]
    /// The slots of lent connections.
    var leases: [UInt64: Slot] = [:]
    /// The newest timeline seen (`pg_walfile_name`). A server on an older timeline has been superseded.
    var newestTimeline = 0
    /// The host of the last good connection, which is dialled first.
    var preferredHost = 0
    var now = ContinuousClock.now
    private var lastNumber: UInt64 = 0
    private let epoll: Int32
    private let alarm: Int32

    /// Starts the thread, which ends when the mailbox is stopped.
    /// - Throws: `unreachable`, `stopped`.
    static func start(
        _ configuration: Client.Configuration, _ address: Address, _ library: Library, _ mailbox: Mailbox,
        _ report: @escaping @Sendable (ConnectionEvent) -> Void
    ) throws(PostgresError) {
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        let alarm = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard epoll >= 0, alarm >= 0 else {
            for descriptor in [epoll, alarm] where descriptor >= 0 { close(descriptor) }
            throw .unreachable("the process has too many open files")
        }
        guard mailbox.connect(alarm) else {
            close(epoll)
            close(alarm)
            throw .stopped
        }
        let thread = Thread {
            block_all_signals()
            ConnectionLoop(configuration, address, library, mailbox, report, epoll, alarm).run()
            mailbox.disconnect()
            close(epoll)
            close(alarm)
        }
        thread.name = "postgres"
        thread.start()
    }

    private init(
        _ configuration: Client.Configuration, _ address: Address, _ library: Library, _ mailbox: Mailbox,
        _ report: @escaping @Sendable (ConnectionEvent) -> Void, _ epoll: Int32, _ alarm: Int32
    ) {
        self.configuration = configuration
        self.address = address
        self.library = library
        self.mailbox = mailbox
        self.report = report
        self.epoll = epoll
        self.alarm = alarm
        lanes = Lane.allCases.map { lane in
            let count = configuration.connections[lane] ?? 1
            return LaneState(slots: (0..<count).map { _ in Slot(lane, now: now) }, downSince: now)
        }
    }

    private func run() {
        watch(alarm, number: 0, EPOLL_CTL_ADD, EPOLLIN.rawValue)
        var events = [epoll_event](repeating: epoll_event(), count: Limits.eventsMax)
        while let commands = mailbox.take() {
            now = .now
            for command in commands { obey(command) }
            expire()
            dispatch()
            for session in Array(sessions.values) { settle(session) }
            mailbox.statistics = statistics
            let count = epoll_wait(epoll, &events, Int32(Limits.eventsMax), milliseconds(to: nextDeadline()))
            now = .now
            for event in events.prefix(Int(max(0, count))) {
                if event.data.u64 == 0 {
                    var value: eventfd_t = 0
                    eventfd_read(alarm, &value)
                } else if let session = sessions[event.data.u64] {
                    proceed(session)
                }
            }
        }
        end()
    }

    private func obey(_ command: Mailbox.Command) {
        switch command {
        case .run(let run, let lane): lanes[lane.rawValue].waiting.append((.run(run), now))
        case .lease(let reply, let lane): lanes[lane.rawValue].waiting.append((.lease(reply), now))
        case .leasedRun(let run, let lease):
            guard let session = leases[lease]?.session else {
                return run.answer(.failure(.connectionLost("it was already closed")))
            }
            send(run, on: session)
        case .release(let lease): leases.removeValue(forKey: lease)?.lease = nil
        case .resolved(let host, let numbers): take(numbers, of: host)
        case .reconnect:
            for slot in lanes.flatMap(\.slots) {
                slot.restTime = .zero
                if let session = slot.session { lose(session, "it was replaced by a new connection") }
                giveUp(slot.dial)
                slot.dial = nil
                slot.restUntil = now
            }
        }
    }

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Handles a ready socket.
    private func proceed(_ session: Session) {
        do throws(PostgresError) {
            if session.phase == .connecting {
                if try session.connect() { try ask(session) }
            } else {
                try session.receive()
                if session.hasNotification(notFrom: sessions.values) { mailbox.hints.continuation.yield() }
                if session.phase == .checking, let check = session.check { judge(session, check) }
            }
        } catch {
            lose(session, error.reason)
        }
    }

    /// Flushes pending output, and updates the epoll registration.
    private func settle(_ session: Session) {
        guard sessions[session.token] != nil else { return }
        do throws(PostgresError) {
            if session.phase != .connecting { try session.flush() }
        } catch {
            return lose(session, error.reason)
        }
        // While it connects, libpq may close a socket and open another with the same descriptor.
        guard session.phase == .connecting || session.watched != session.interest else { return }
        session.watched = session.interest
        let kinds =
            (session.interest.reads ? EPOLLIN.rawValue : 0)
            | (session.interest.writes ? EPOLLOUT.rawValue : 0)
        let socket = session.interest.socket
        if !watch(socket, number: session.token, EPOLL_CTL_MOD, kinds) {
            watch(socket, number: session.token, EPOLL_CTL_ADD, kinds)
        }
    }

    @discardableResult
    private func watch(_ descriptor: Int32, number: UInt64, _ operation: Int32, _ kinds: UInt32) -> Bool {
        var event = epoll_event(events: kinds, data: epoll_data_t(u64: number))
        return epoll_ctl(epoll, operation, descriptor, &event) == 0
    }

    private func milliseconds(to deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = (deadline - ContinuousClock.now) / .milliseconds(1)
        // Rounded up: otherwise the loop wakes early and spins until the deadline.
        return Int32(max(0, min(left.rounded(.up), 60_000)))
    }

    private func end() {
        for lane in lanes.indices {
            while let waiting = lanes[lane].waiting.popFirst() { answer(waiting.what, with: .stopped) }
        }
        for session in Array(sessions.values) { remove(session, "the client is stopping") }
    }
}

extension PostgresError {
    /// The cause without the prefix of `description`.
    var reason: String {
        switch self {
        case .unreachable(let why), .connectionLost(let why): why
        default: description
        }
    }
}
