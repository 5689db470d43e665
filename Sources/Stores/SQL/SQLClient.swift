/// Connections to one database, in lanes.
///
/// This module is the interface between a store and an engine's driver: statements, rows, connections and
/// errors. It does not depend on an engine.
public protocol SQLClient: Sendable {
    /// Runs statements in one round trip, and returns the rows of each.
    ///
    /// Without explicit `BEGIN` they are one transaction.
    func run(_ statements: [Statement], on lane: Lane) async throws -> [Rows]

    /// Lends a connection to the body. A transaction that is open when the body ends is rolled back.
    ///
    /// The read lane shares its connections, so `lane` must be another one.
    func withConnection<Result: Sendable>(
        on lane: Lane, _ body: (any SQLConnection) async throws -> Result
    ) async throws -> Result

    /// Closes all connections and opens new ones.
    func reconnect()

    /// Closes all connections. Later statements fail.
    func stop() async

    /// Yields after notifications of other clients, some of which may be lost. Unread ones count as one.
    var hints: AsyncStream<Void> { get }

    /// The current state of the connections.
    var statistics: ConnectionStatistics { get }
}

/// A connection lent to one caller.
public protocol SQLConnection: Sendable {
    /// Identifies the connection. The same value means the same server.
    var session: UInt64 { get }

    /// Runs statements in one round trip, and returns the rows of each. An open transaction stays open for
    /// the next run.
    func run(_ statements: [Statement]) async throws -> [Rows]
}

/// The purpose of a connection. Statements of one lane never wait for those of another.
public enum Lane: Int, Sendable, CaseIterable {
    /// Transactions that write.
    case write
    /// Reading statements; a connection has many runs in flight.
    case read
    /// Long statements, without a deadline.
    case long
    /// Heartbeats and other statements that must not wait.
    case control
    /// Notifications. Sending one may wait for transactions of other databases.
    case hint
}

/// A change of the connections, for the log.
public enum ConnectionEvent: Sendable {
    /// A connection to this server is open.
    case connected(Lane, host: String)
    /// A connection was lost, for this reason.
    case lost(Lane, String)
    /// The server answered, but is not usable.
    case refusedServer(host: String, reason: String)
    /// No server is reachable, for this reason.
    case unreachable(Lane, String)
}

/// The state of the connections at a moment.
public struct ConnectionStatistics: Sendable {
    /// The number of open connections of each lane.
    public var connected: [Lane: Int] = [:]
    /// The number of callers that wait for a connection.
    public var waitingCount = 0
    /// The number of runs that were sent and not yet answered.
    public var underWayCount = 0

    /// Creates statistics without connections.
    public init() {}
}
