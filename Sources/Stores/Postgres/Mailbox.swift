import CLinux
import Glibc
import SQL
import Synchronization

/// Statements of one caller, and whom to answer.
final class Run: Sendable {
    typealias Reply = CheckedContinuation<Result<[Rows], PostgresError>, Never>

    let statements: [Statement]
    private let reply: @Sendable (Result<[Rows], PostgresError>) -> Void

    init(_ statements: [Statement], _ reply: Reply) {
        self.statements = statements
        self.reply = { reply.resume(returning: $0) }
    }

    /// A run of the loop's own.
    init(_ statements: [Statement], _ reply: @escaping @Sendable (Result<[Rows], PostgresError>) -> Void) {
        self.statements = statements
        self.reply = reply
    }

    func answer(_ result: Result<[Rows], PostgresError>) { reply(result) }
}

/// What the callers of a client say to its thread.
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
        /// Wakes the thread (`eventfd(2)`); it belongs to the thread.
        var alarm: Int32?

        func ring() {
            if let alarm { eventfd_write(alarm, 1) }
        }
    }

    private let state = Mutex(State())

    var statistics: ConnectionStatistics {
        get { state.withLock { $0.statistics } }
        set { state.withLock { $0.statistics = newValue } }
    }

    /// Hands a command to the thread; before the thread starts, and after its end, there is no one to do it.
    func post(_ command: Command) {
        let isTaken = state.withLock { state in
            guard state.phase == .running else { return false }
            state.commands.append(command)
            if state.commands.count == 1 { state.ring() }
            return true
        }
        if !isTaken { Self.refuse(command) }
    }

    /// From now on commands are taken, and the thread is woken for them; false when it is not to start.
    func connect(_ alarm: Int32) -> Bool {
        state.withLock { state in
            guard state.phase == .idle else { return false }
            state.phase = .running
            state.alarm = alarm
            return true
        }
    }

    /// What has come in since; `nil` when the thread is to end.
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
        if hasEnded { stopper?.resume() }
    }

    /// The thread has ended and cannot be woken any more.
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
