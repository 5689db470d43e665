public import SQL

/// The reasons why a statement has no result. No error contains a password.
public enum PostgresError: SQLError, Hashable, Sendable, CustomStringConvertible {
    /// libpq is missing or too old; the text names the package to install.
    case libraryMissing(String)
    /// The address is unusable; the text says what to change.
    case invalidAddress(String)
    /// No server accepted a connection; no statement was executed.
    case unreachable(String)
    /// The connection failed or the client's deadline passed while statements were in flight. Their outcome
    /// is unknown.
    case connectionLost(String)
    /// The server rejected a statement, and did not execute later ones of the same run.
    case server(ServerError)
    /// A warning arrived with the commit, which is no success: a commit whose wait for a standby is cancelled
    /// ends so.
    case warned(String)
    /// The client was stopped; no statement was executed.
    case stopped

    public var leavesDoubt: Bool {
        switch self {
        case .connectionLost, .warned: true
        case .libraryMissing, .invalidAddress, .unreachable, .server, .stopped: false
        }
    }

    /// SQLSTATE 42501 is a missing privilege.
    public var lacksPrivilege: Bool {
        if case .server(let error) = self { error.state == "42501" } else { false }
    }

    /// SQLSTATEs: a lock that is not available (55P03), a time limit (57014), a deadlock (40P01).
    public var isConflict: Bool {
        guard case .server(let error) = self else { return false }
        return ["55P03", "57014", "40P01"].contains(error.state)
    }

    /// The passing SQLSTATEs are connection failures (08), shutdown (57P), too many connections (53300),
    /// cancelled by a time limit (57014), a primary that became read-only (25006), a transaction ended by a
    /// time limit (25P03), serialization failures and deadlocks (40), an unavailable lock (55P03), and ids
    /// that a server before this one had already given out (23505). 53100 is a full disk.
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

    /// The error as a sentence without a full stop.
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

/// An error that the server reported for a statement.
public struct ServerError: Hashable, Sendable {
    /// The SQLSTATE: five characters.
    public var state: String
    /// The server's message, which may quote values.
    public var message: String
    /// The index of the statement in its run, from 0.
    public var statement: Int

    /// Creates an error.
    public init(state: String, message: String, statement: Int) {
        self.state = state
        self.message = message
        self.statement = statement
    }
}
