import Foundation
import Synchronization

/// Sends HTTP/1.1 requests, many at once, over libcurl on one thread. Each mail message has a separate
/// thread.
///
/// The client follows no redirects, decompresses nothing, keeps no cookies, reads no password file and takes
/// no proxy from the environment. It dials only addresses that its policy allows. The first request loads
/// libcurl and starts the thread.
///
/// All HTTP requests and mail of the server leave through this module. It does outgoing network I/O only.
public final class HTTPClient: Sendable {
    /// The settings for all requests of a client.
    public struct Configuration: Sendable {
        /// The addresses that requests may reach. With a proxy, the proxy dials and has to check them.
        public var policy = AddressPolicy()
        /// Whether loopback addresses are allowed too. The client evaluates it for each request.
        public var allowsLoopback: @Sendable () -> Bool = { false }
        /// The path of a PEM file with certificates that are trusted beside those of the system.
        public var additionalCertificatesPath: String?
        /// The URL of the proxy for all requests.
        public var proxy: String?
        /// The maximum number of idle connections that stay open.
        public var idleConnectionsMax = 256
        /// The file name of libcurl.
        public var library = "libcurl.so.4"

        /// Creates settings: public addresses, no proxy, the certificates of the system.
        public init() {}
    }

    private let configuration: Configuration
    private let mailbox: TransferMailbox
    private let stopped = Flag()

    /// Creates a client.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        mailbox = TransferMailbox(configuration)
    }

    deinit {
        mailbox.stop()
    }

    /// Sends a request and waits for its response, within the limits of the request.
    ///
    /// Cancelling the task aborts the request.
    /// - Throws: `OutgoingError` where no response with a complete header arrives.
    public func send(_ request: OutgoingRequest) async throws(OutgoingError) -> OutgoingResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let id = mailbox.nextID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                mailbox.post(.start(id, request, continuation))
                // The handler may have run before the request was posted.
                if Task.isCancelled { mailbox.post(.cancel(id)) }
            }
        } onCancel: {
            mailbox.post(.cancel(id))
        }
        return try result.get()
    }

    /// Delivers a message to a mail server, within the limits of the message.
    ///
    /// Neither the proxy nor the address policy applies, because the operator names the server. Cancelling
    /// the task aborts the delivery within a second. It is then unknown whether the server has accepted the
    /// message.
    /// - Throws: `OutgoingError` where the server has not accepted the message.
    public func send(_ mail: OutgoingMail) async throws(OutgoingError) {
        guard !Task.isCancelled, !stopped.isSet else { throw .cancelled }
        let cancelled = Flag()
        let result: Result<Void, OutgoingError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.start("mail") { [configuration, stopped] in
                    do throws(OutgoingError) {
                        let transfer = try MailTransfer(mail, configuration) {
                            cancelled.isSet || stopped.isSet
                        }
                        try transfer.perform()
                        continuation.resume(returning: .success(()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
            }
        } onCancel: {
            cancelled.set()
        }
        try result.get()
    }

    /// Aborts all transfers and ends the thread. Later requests fail with `cancelled`.
    public func stop() {
        stopped.set()
        mailbox.stop()
    }
}

/// A flag that any thread can set.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}

/// The queue of commands from callers to the thread of a client.
final class TransferMailbox: Sendable {
    typealias Reply = CheckedContinuation<Result<OutgoingResponse, OutgoingError>, Never>

    enum Command: Sendable {
        case start(UInt64, OutgoingRequest, Reply)
        case cancel(UInt64)
    }

    private enum Phase {
        case idle
        case running
        case ended(OutgoingError)
    }

    private struct State {
        var phase = Phase.idle
        var lastID: UInt64 = 0
        var commands: [Command] = []
        var alarm: TransferLoop.Alarm?
    }

    private let configuration: HTTPClient.Configuration
    private let state = Mutex(State())

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    func nextID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Queues a command. The first one starts the thread.
    func post(_ command: Command) {
        let phase = state.withLock { state in
            let phase = state.phase
            if case .ended = phase { return phase }
            state.phase = .running
            state.commands.append(command)
            if state.commands.count == 1 { state.alarm?.ring() }
            return phase
        }
        switch phase {
        case .idle: TransferLoop.start(configuration, self)
        case .running: break
        case .ended(let error): Self.answer([command], with: error)
        }
    }

    /// Sets the alarm that wakes the thread for new commands.
    func connect(_ alarm: TransferLoop.Alarm) {
        state.withLock { $0.alarm = alarm }
    }

    /// Takes the queued commands; `nil` when the thread must end.
    func take() -> [Command]? {
        state.withLock { state in
            guard case .running = state.phase else { return nil }
            defer { state.commands = [] }
            return state.commands
        }
    }

    func stop() {
        end(.cancelled)
    }

    /// Fails all queued and later commands with an error and lets the thread end.
    func end(_ error: OutgoingError) {
        let commands = state.withLock { state -> [Command] in
            if case .ended = state.phase { return [] }
            state.phase = .ended(error)
            state.alarm?.ring()
            defer { state.commands = [] }
            return state.commands
        }
        Self.answer(commands, with: error)
    }

    /// Removes the alarm, because the thread has ended.
    func disconnect() {
        state.withLock { $0.alarm = nil }
    }

    private static func answer(_ commands: [Command], with error: OutgoingError) {
        for case .start(_, _, let reply) in commands { reply.resume(returning: .failure(error)) }
    }
}
