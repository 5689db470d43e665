public import SQL
import Synchronization

/// Connections to one PostgreSQL, in lanes, all on one thread.
///
/// Statements are sent as pipelines of libpq: a run of several takes one round trip. Connections are made
/// again when they are lost, to whichever of the address's servers takes writes; nothing is ever sent twice,
/// and nothing that is under way is cancelled: whoever cancels a task waits for the answer all the same.
///
/// This module is the way to the database: sockets, and values in PostgreSQL's binary format. It knows
/// nothing of what is stored.
public final class Client: SQLClient {
    private let configuration: Configuration
    private let report: @Sendable (ConnectionEvent) -> Void
    private let mailbox = Mailbox()
    private let warned = Mutex<[String]>([])

    /// A client; nothing happens before `start`.
    ///
    /// `report` is called on the thread of the connections, which waits for it.
    public init(
        _ configuration: Configuration, report: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.report = report
    }

    deinit {
        mailbox.stop()
    }

    /// Loads libpq, reads the address and begins to connect.
    /// - Throws: `libraryMissing`, `invalidAddress`, `stopped`.
    public func start() throws(PostgresError) {
        let library = try Library(configuration.library)
        let address = try Address(configuration, library)
        warned.withLock { $0 = address.warnings }
        try ConnectionLoop.start(configuration, address, library, mailbox, report)
    }

    /// What is unsafe about the address, a sentence each; known after `start`.
    public var warnings: [String] { warned.withLock { $0 } }

    /// Runs statements as one pipeline, and returns the rows of each.
    ///
    /// They are one transaction, unless they say otherwise themselves; what transaction they leave open is
    /// rolled back.
    public func run(_ statements: [Statement], on lane: Lane) async throws(PostgresError) -> [Rows] {
        let result = await withCheckedContinuation { reply in
            mailbox.post(.run(Run(statements, reply), lane))
        }
        return try result.get()
    }

    /// Gives the body a connection of its own; what transaction is left open when it ends is rolled back.
    ///
    /// Readers share their connections, so this is for the other lanes.
    public func withConnection<Result: Sendable>(
        on lane: Lane, _ body: (any SQLConnection) async throws -> Result
    ) async throws -> Result {
        precondition(lane != .read, "the read lane has shared connections")
        let granted = await withCheckedContinuation { mailbox.post(.lease($0, lane)) }
        let lease = try granted.get()
        defer { mailbox.post(.release(lease.number)) }
        return try await body(Connection(lease: lease, mailbox: mailbox))
    }

    /// Drops all connections and makes new ones; whatever is under way fails with `connectionLost`.
    public func reconnect() {
        mailbox.post(.reconnect)
    }

    /// Closes all connections and returns when the thread has ended.
    ///
    /// What is under way fails with `connectionLost`, since whether it was done is not known, and everything
    /// else with `stopped`.
    public func stop() async {
        await withCheckedContinuation { mailbox.stop($0) }
    }

    /// The connections as they were when the thread last had nothing to do.
    public var statistics: ConnectionStatistics { mailbox.statistics }
}

/// A connection of one's own.
public struct Connection: SQLConnection {
    /// What lends a connection, until it is given back.
    struct Lease {
        let number: UInt64
        let session: UInt64
    }

    let lease: Lease
    let mailbox: Mailbox

    /// Tells the connection from those before and after it: as long as it is the same, so is the server.
    public var session: UInt64 { lease.session }

    /// Runs statements as one pipeline, and returns the rows of each.
    ///
    /// A transaction that was begun stays open for the next run.
    public func run(_ statements: [Statement]) async throws(PostgresError) -> [Rows] {
        let result = await withCheckedContinuation { reply in
            mailbox.post(.leasedRun(Run(statements, reply), lease.number))
        }
        return try result.get()
    }
}
