/// Connections to one database, in lanes.
///
/// This module is what a store and the driver of an engine have in common: statements, rows, connections and
/// errors. It knows no engine.
public protocol SQLClient: Sendable {
    /// Runs statements in one round trip, and returns the rows of each.
    ///
    /// They are one transaction, unless they say otherwise themselves.
    func run(_ statements: [Statement], on lane: Lane) async throws -> [Rows]

    /// Lends a connection to the body. A transaction that is open when the body ends is rolled back.
    ///
    /// Readers share their connections: `lane` is another one.
    func withConnection<Result: Sendable>(
        on lane: Lane, _ body: (any SQLConnection) async throws -> Result
    ) async throws -> Result

    /// Drops all connections and makes new ones.
    func reconnect()

    /// Closes all connections. Later statements fail.
    func stop() async

    /// The connections at this moment.
    var statistics: ConnectionStatistics { get }
}

/// A connection that one caller has alone.
public protocol SQLConnection: Sendable {
    /// Differs between connections: as long as it is the same, so is the server.
    var session: UInt64 { get }

    /// Runs statements in one round trip, and returns the rows of each. A transaction stays open for the next
    /// run.
    func run(_ statements: [Statement]) async throws -> [Rows]
}

/// What a connection is used for. Statements of one lane never wait for those of another.
public enum Lane: Int, Sendable, CaseIterable {
    /// Transactions that write.
    case write
    /// Statements that read; many runs are under way on one connection at a time.
    case read
    /// Long statements, without a deadline.
    case long
    /// Heartbeats and other statements that must not wait.
    case control
}

/// A change of the connections, for the log.
public enum ConnectionEvent: Sendable {
    /// A connection to this server is open.
    case connected(Lane, host: String)
    /// A connection was lost, for this reason.
    case lost(Lane, String)
    /// A server answered that cannot be used.
    case refusedServer(host: String, reason: String)
    /// No server can be reached for now, for this reason.
    case unreachable(Lane, String)
}

/// The connections at a moment.
public struct ConnectionStatistics: Sendable {
    /// How many connections are open, by their lane.
    public var connected: [Lane: Int] = [:]
    /// How many callers wait for a connection.
    public var waitingCount = 0
    /// How many runs have been sent and not been answered.
    public var underWayCount = 0

    /// No connection.
    public init() {}
}
