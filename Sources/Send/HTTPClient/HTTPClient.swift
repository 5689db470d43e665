import Foundation
import Synchronization

/// Sends HTTP/1.1 requests, many at once, over libcurl on one thread, and hands mail over, each message on a
/// thread of its own.
///
/// It follows no redirect, decompresses nothing, keeps no cookie, reads no password file, takes no proxy from
/// the environment, and dials only where its policy allows. libcurl is loaded and the thread begins with the
/// first request.
///
/// This module is the one way out of the process: what is sent, and where it may go. It touches the
/// network, outward.
public final class HTTPClient: Sendable {
    /// What holds for all requests of a client.
    public struct Configuration: Sendable {
        /// Where requests may go. With a proxy it is the proxy that dials, and that has to judge.
        public var policy = AddressPolicy()
        /// Whether this machine may be dialled besides, asked for each request.
        public var allowsLoopback: @Sendable () -> Bool = { false }
        /// A file of certificates (PEM) that are trusted beside those of the system.
        public var additionalCertificatesPath: String?
        /// The proxy that requests go through, as a URL.
        public var proxy: String?
        /// How many connections stay open for the next request.
        public var idleConnectionsMax = 256
        /// The file name of libcurl.
        public var library = "libcurl.so.4"

        /// Public addresses, no proxy, the system's certificates.
        public init() {}
    }

    private let configuration: Configuration
    private let mailbox: TransferMailbox
    private let stopped = Flag()

    /// A client.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        mailbox = TransferMailbox(configuration)
    }

    deinit {
        mailbox.stop()
    }

    /// Sends a request and waits for its answer, within the limits that it names.
    ///
    /// Cancelling the task gives the request up.
    /// - Throws: when there is no answer with a whole header.
    public func send(_ request: OutgoingRequest) async throws(OutgoingError) -> OutgoingResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let id = mailbox.nextID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                mailbox.post(.start(id, request, continuation))
                // The handler may have run before there was anything to cancel.
                if Task.isCancelled { mailbox.post(.cancel(id)) }
            }
        } onCancel: {
            mailbox.post(.cancel(id))
        }
        return try result.get()
    }

    /// Hands a message to a mail server, within the limits that it names.
    ///
    /// It goes wherever the server is, without proxy: whoever starts the service names the server. Cancelling
    /// the task gives it up within a second, and then it is not known whether the server has taken it.
    /// - Throws: when the server has not said that it takes the message.
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

    /// Gives up what is under way and ends the thread; later requests are given up at once.
    public func stop() {
        stopped.set()
        mailbox.stop()
    }
}

/// Something that is not so until it is, for all threads.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}

/// What the callers of a client say to its thread.
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

    /// Hands a command to the thread, which is started for the first one.
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

    /// From now on the thread is woken for commands that come.
    func connect(_ alarm: TransferLoop.Alarm) {
        state.withLock { $0.alarm = alarm }
    }

    /// What has come in since; `nil` when the thread is to end.
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

    /// Answers what waits and what comes with an error, and lets the thread end.
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

    /// The thread is gone and cannot be woken any more.
    func disconnect() {
        state.withLock { $0.alarm = nil }
    }

    private static func answer(_ commands: [Command], with error: OutgoingError) {
        for case .start(_, _, let reply) in commands { reply.resume(returning: .failure(error)) }
    }
}
