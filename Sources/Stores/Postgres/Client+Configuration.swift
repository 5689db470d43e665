public import SQL

extension Client {
    /// The settings of a client's connections.
    public struct Configuration: Sendable {
        /// A `postgres://` URL or libpq's `key=value` pairs, with one or several hosts and no password.
        public var address: String
        /// The default `application_name` in the server's statistics.
        public var applicationName: String
        /// The number of connections of each lane.
        public var connections: [Lane: Int] = [.write: 1, .read: 2, .long: 2, .control: 1, .hint: 1]
        /// The channel on which the hint lane listens for notifications; `nil` for none.
        public var channel: String?
        /// Server settings for the connections of a lane.
        public var settings: [Lane: [String: String]] = [:]
        /// How long a caller waits for a connection: 5 s.
        public var connectTimeout = Duration.seconds(5)
        /// How long a run may take before the client closes the connection: 12 s. The long lane has no such
        /// limit.
        public var runTimeout = Duration.seconds(12)
        /// The server's limit for a statement and for a pause in a transaction: 10 s, so that the server
        /// gives up before the client.
        var statementTimeMax: Duration { runTimeout * 5 / 6 }
        /// How long a statement waits for a lock: 5 s.
        var lockTimeMax: Duration { runTimeout * 5 / 12 }
        /// How long the server keeps plans of prepared statements: 1 s. A plan made while a table is nearly
        /// empty may scan the whole table, and would still do so once it is full.
        public var planTimeMax = Duration.seconds(1)
        /// The file name of libpq.
        public var library = "libpq.so.5"

        /// Creates a configuration with the default connections.
        public init(address: String, applicationName: String) {
            self.address = address
            self.applicationName = applicationName
        }
    }
}

/// Limits of all clients.
enum Limits {
    /// The maximum number of prepared statements on a connection.
    static let preparedStatementsMax = 200
    /// The maximum number of runs in flight on a connection of the read lane.
    static let runsUnderWayMax = 256
    /// The maximum duration of one connection attempt, up to the answer to its first query.
    static let attemptTimeMax = Duration.seconds(2)
    /// The delay before the next server is tried in parallel.
    static let attemptInterval = Duration.milliseconds(200)
    /// The first and the longest pause after a failed round of attempts.
    static let restTimeMin = Duration.milliseconds(50)
    static let restTimeMax = Duration.seconds(1)
    /// The growth factor of the pause. At 1.1, a standby promoted within two seconds is found a tenth of a
    /// second later.
    static let restGrowth = 1.1
    /// The maximum number of events read from epoll at a time.
    static let eventsMax = 64
}
