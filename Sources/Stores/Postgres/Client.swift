public import SQL
import Synchronization

/// Connections to one PostgreSQL database, in lanes, all on one thread.
///
/// A run of several statements is a libpq pipeline and takes one round trip. After a loss the client
/// reconnects to the first server of the address that accepts writes. It never sends a statement twice.
/// Cancelling a task does not cancel its statements: the task waits for the answer.
///
/// This module only transports: sockets, and values in PostgreSQL's binary format. It does not know the
/// schema.
public final class Client: SQLClient {
    private let configuration: Configuration
    private let report: @Sendable (ConnectionEvent) -> Void
    private let mailbox = Mailbox()
    private let warned = Mutex<[String]>([])

    /// Creates a client, which does nothing before `start`.
    ///
    /// The connection thread calls `report` and waits for its return.
    public init(
        _ configuration: Configuration, report: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.report = report
    }

    deinit {
        mailbox.stop()
    }

    /// Loads libpq, parses the address and starts connecting.
    /// - Throws: `libraryMissing`, `invalidAddress`, `stopped`.
    public func start() throws(PostgresError) {
        let library = try Library(configuration.library)
        let address = try Address(configuration, library)
        warned.withLock { $0 = address.warnings }
        try ConnectionLoop.start(configuration, address, library, mailbox, report)
    }

    /// The security warnings about the address, a sentence each; available after `start`.
    public var warnings: [String] { warned.withLock { $0 } }

    /// Runs statements as one pipeline, and returns the rows of each.
    ///
    /// Without explicit `BEGIN` they are one transaction. A transaction that they leave open is rolled back.
    public func run(_ statements: [Statement], on lane: Lane) async throws(PostgresError) -> [Rows] {
        let result = await withCheckedContinuation { reply in
            mailbox.post(.run(Run(statements, reply), lane))
        }
        return try result.get()
    }

    /// Lends a connection to the body. A transaction that is open when the body ends is rolled back.
    ///
    /// The read lane shares its connections, so `lane` must be another one.
    public func withConnection<Result: Sendable>(
        on lane: Lane, _ body: (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        precondition(lane != .read, "the read lane has shared connections")
        let granted = await withCheckedContinuation { mailbox.post(.lease($0, lane)) }
        let lease = try granted.get()
        defer { mailbox.post(.release(lease.number)) }
        return try await body(Connection(lease: lease, mailbox: mailbox))
    }

    /// Closes all connections and opens new ones. Statements in flight fail with `connectionLost`.
    public func reconnect() {
        mailbox.post(.reconnect)
    }

    /// Closes all connections, and returns when the thread has ended.
    ///
    /// Statements in flight fail with `connectionLost`, because their outcome is unknown; waiting ones fail
    /// with `stopped`.
    public func stop() async {
        await withCheckedContinuation { mailbox.stop($0) }
    }

    /// Yields after notifications of other clients on the channel, until the client stops. Unread ones count
    /// as one.
    ///
    /// Notifications are lost while the hint lane has no connection, and behind a pooler that gives
    /// each transaction another connection.
    public var hints: AsyncStream<Void> { mailbox.hints.stream }

    /// The connections when the thread was last idle.
    public var statistics: ConnectionStatistics { mailbox.statistics }
}

/// A connection lent to one caller.
public struct Connection: SQLConnection {
    /// Identifies the loan until the connection is returned.
    struct Lease {
        let number: UInt64
        let session: UInt64
    }

    let lease: Lease
    let mailbox: Mailbox

    /// Identifies the connection. The same value means the same server.
    public var session: UInt64 { lease.session }

    /// Runs statements as one pipeline, and returns the rows of each.
    ///
    /// An open transaction stays open for the next run.
    public func run(_ statements: [Statement]) async throws(PostgresError) -> [Rows] {
        let result = await withCheckedContinuation { reply in
            mailbox.post(.leasedRun(Run(statements, reply), lease.number))
        }
        return try result.get()
    }
}
