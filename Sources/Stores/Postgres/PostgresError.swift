public import SQL

/// Why a statement has no result. No error repeats a password.
public enum PostgresError: SQLError, Hashable, Sendable, CustomStringConvertible {
    /// libpq is missing or too old; the text names the package to install.
    case libraryMissing(String)
    /// The address cannot be used as it is; the text says what to change.
    case invalidAddress(String)
    /// No server took a connection; nothing was done.
    case unreachable(String)
    /// The connection was cut off under way, or the client's own deadline passed: whether it was done is
    /// not known.
    case connectionLost(String)
    /// The server refused a statement; the later ones of the same run were not carried out.
    case server(ServerError)
    /// A warning came with the end of the transaction, which is no success: so answers a commit whose wait
    /// for a standby was cancelled.
    case warned(String)
    /// The client has been stopped; nothing was done.
    case stopped

    public var leavesDoubt: Bool {
        switch self {
        case .connectionLost, .warned: true
        case .libraryMissing, .invalidAddress, .unreachable, .server, .stopped: false
        }
    }

    /// A privilege that the role lacks is SQLSTATE 42501.
    public var lacksPrivilege: Bool {
        if case .server(let error) = self { error.state == "42501" } else { false }
    }

    /// Passing are the SQLSTATEs of connections (08), a shutdown (57P), too many connections (53300), a time
    /// limit (57014), a primary that became read-only (25006), a transaction that ended by a time limit
    /// (25P03), serialization and deadlock (40), a lock that was not free in time (55P03), and numbers that a
    /// server before this one gave to others (23505). 53100 is a full disk.
    public var failure: SQLFailure {
        switch self {
        case .connectionLost(let reason), .unreachable(let reason): return .passing(reason)
        case .server(let error):
            let passing = ["08", "57P", "53300", "57014", "25006", "25P03", "40", "55P03", "23505"]
            if error.state == "53100" { return .full }
            guard passing.contains(where: error.state.hasPrefix) else { return .lasting }
            return .passing("\(error.state) \(error.message)")
        case .libraryMissing, .invalidAddress, .warned, .stopped: return .lasting
        }
    }

    /// What went wrong, in a sentence without its full stop.
    public var description: String {
        switch self {
        case .libraryMissing(let why), .invalidAddress(let why): why
        case .unreachable(let why): "PostgreSQL cannot be reached: \(why)"
        case .connectionLost(let why): "the connection to PostgreSQL was lost: \(why)"
        case .server(let error): "\(error.message) (SQLSTATE \(error.state))"
        case .warned(let why): "PostgreSQL warned at commit: \(why)"
        case .stopped: "the connection pool is closed"
        }
    }
}

/// What a server says about a statement that it refuses.
public struct ServerError: Hashable, Sendable {
    /// The SQLSTATE: five characters.
    public var state: String
    /// The server's words, which may quote values.
    public var message: String
    /// Which statement of its run it was, counted from 0.
    public var statement: Int

    /// An error of a server.
    public init(state: String, message: String, statement: Int) {
        self.state = state
        self.message = message
        self.statement = statement
    }
}
