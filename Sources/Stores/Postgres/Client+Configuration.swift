public import SQL

extension Client {
    /// What holds for all connections of a client.
    public struct Configuration: Sendable {
        /// A `postgres://` URL, or what libpq takes as `key=value`; one or several hosts, no password.
        public var address: String
        /// What the server's statistics call the connections, unless the address says it.
        public var applicationName: String
        /// How many connections each lane has.
        public var connections: [Lane: Int] = [.write: 1, .read: 2, .long: 2, .control: 1]
        /// Settings of the server for the connections of a lane.
        public var settings: [Lane: [String: String]] = [:]
        /// How long a caller waits for a connection while there is none: 5 s.
        public var connectTimeout = Duration.seconds(5)
        /// How long the answer to a run may take before the connection is given up: 12 s. None holds on the
        /// long lane.
        public var runTimeout = Duration.seconds(12)
        /// How long the server takes for a statement at most, and waits for the next one of a transaction:
        /// 10 s. It gives up before the client does.
        var statementTimeMax: Duration { runTimeout * 5 / 6 }
        /// How long a statement waits for a lock: 5 s.
        var lockTimeMax: Duration { runTimeout * 5 / 12 }
        /// How long the server keeps the plans of prepared statements: 1 s. A plan that was made while a
        /// table was nearly empty, when all ways to a row look alike, would read all of it once it is full.
        public var planTimeMax = Duration.seconds(1)
        /// The file name of libpq.
        public var library = "libpq.so.5"

        /// The usual connections, to this address.
        public init(address: String, applicationName: String) {
            self.address = address
            self.applicationName = applicationName
        }
    }
}

/// What holds for all clients.
enum Limits {
    /// How many statements a connection keeps prepared.
    static let preparedStatementsMax = 200
    /// How many runs of readers are under way on one connection.
    static let runsUnderWayMax = 256
    /// How long one attempt to connect may take, from the name to the first answer.
    static let attemptTimeMax = Duration.seconds(2)
    /// How much later the next server is tried beside the one before.
    static let attemptInterval = Duration.milliseconds(200)
    /// How long it rests after a round of attempts that failed: at first, and at most.
    static let restTimeMin = Duration.milliseconds(50)
    static let restTimeMax = Duration.seconds(1)
    /// How much longer each rest is than the one before: a standby that is promoted within a second or two is
    /// found a tenth of a second later.
    static let restGrowth = 1.1
    /// How many events are taken from the kernel at a time.
    static let eventsMax = 64
}
