import CLinux
import Glibc
import SQL
import Synchronization

/// The statements of one caller, with the continuation for their result.
final class Run: Sendable {
    typealias Reply = CheckedContinuation<Result<[Rows], PostgresError>, Never>

    let statements: [Statement]
    private let reply: @Sendable (Result<[Rows], PostgresError>) -> Void

    init(_ statements: [Statement], _ reply: Reply) {
        self.statements = statements
        self.reply = { reply.resume(returning: $0) }
    }

    /// A run that the connection loop itself starts.
    init(_ statements: [Statement], _ reply: @escaping @Sendable (Result<[Rows], PostgresError>) -> Void) {
        self.statements = statements
        self.reply = reply
    }

    func answer(_ result: Result<[Rows], PostgresError>) { reply(result) }
}

/// The commands from a client's callers to its thread, and the hints from the thread.
final class Mailbox: Sendable {
    typealias Lease = CheckedContinuation<Result<Connection.Lease, PostgresError>, Never>

    enum Command: Sendable {
        case run(Run, Lane)
        case lease(Lease, Lane)
        case leasedRun(Run, UInt64)
        case release(UInt64)
        case resolved(host: String, Result<[String], PostgresError>)
        case reconnect
    }

    private enum Phase { case idle, running, stopping, ended }

    private struct State {
        var phase = Phase.idle
        var commands: [Command] = []
        var stoppers: [CheckedContinuation<Void, Never>] = []
        var statistics = ConnectionStatistics()
        /// The `eventfd(2)` that wakes the thread, which owns it.
        var alarm: Int32?

        func ring() {
            if let alarm { eventfd_write(alarm, 1) }
        }
    }

    private let state = Mutex(State())
    /// Yields after notifications of other clients.
    let hints = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    var statistics: ConnectionStatistics {
        get { state.withLock { $0.statistics } }
        set { state.withLock { $0.statistics = newValue } }
    }

    /// Passes a command to the thread. It fails with `stopped` before the thread starts and after it ends.
    func post(_ command: Command) {
        let isTaken = state.withLock { state in
            guard state.phase == .running else { return false }
            state.commands.append(command)
            if state.commands.count == 1 { state.ring() }
            return true
        }
        if !isTaken { Self.refuse(command) }
    }

    /// Accepts commands from now on, and wakes the thread for them. Returns `false` if the client was
    /// stopped.
    func connect(_ alarm: Int32) -> Bool {
        state.withLock { state in
            guard state.phase == .idle else { return false }
            state.phase = .running
            state.alarm = alarm
            return true
        }
    }

    /// The commands since the last call; `nil` when the thread must end.
    func take() -> [Command]? {
        state.withLock { state in
            guard state.phase == .running else { return nil }
            defer { state.commands = [] }
            return state.commands
        }
    }

    func stop(_ stopper: CheckedContinuation<Void, Never>? = nil) {
        let (commands, hasEnded) = state.withLock { state -> ([Command], Bool) in
            if state.phase == .idle { state.phase = .ended }
            guard state.phase != .ended else { return ([], true) }
            state.phase = .stopping
            state.ring()
            if let stopper { state.stoppers.append(stopper) }
            defer { state.commands = [] }
            return (state.commands, false)
        }
        for command in commands { Self.refuse(command) }
        hints.continuation.finish()
        if hasEnded { stopper?.resume() }
    }

    /// Marks the thread as ended, and resumes the callers of `stop`.
    func disconnect() {
        let stoppers = state.withLock { state in
            state.phase = .ended
            state.alarm = nil
            state.statistics = ConnectionStatistics()
            defer { state.stoppers = [] }
            return state.stoppers
        }
        for stopper in stoppers { stopper.resume() }
    }

    private static func refuse(_ command: Command) {
        switch command {
        case .run(let run, _), .leasedRun(let run, _): run.answer(.failure(.stopped))
        case .lease(let reply, _): reply.resume(returning: .failure(.stopped))
        case .release, .resolved, .reconnect: break
        }
    }
}
