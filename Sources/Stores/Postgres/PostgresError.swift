/// Why a statement has no result. No error repeats a password.
public enum PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
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
    /// A result is not what was to be read.
    case malformedResult(String)
    /// The client has been stopped; nothing was done.
    case stopped

    /// Whether a transaction may have been committed although its end was not acknowledged.
    public var leavesDoubt: Bool {
        switch self {
        case .connectionLost, .warned: true
        case .libraryMissing, .invalidAddress, .unreachable, .server, .malformedResult, .stopped: false
        }
    }

    /// What went wrong, in a sentence without its full stop.
    public var description: String {
        switch self {
        case .libraryMissing(let why), .invalidAddress(let why): why
        case .unreachable(let why): "PostgreSQL cannot be reached: \(why)"
        case .connectionLost(let why): "the connection to PostgreSQL was lost: \(why)"
        case .server(let error): "\(error.message) (SQLSTATE \(error.state))"
        case .warned(let why): "PostgreSQL warned at the end of a transaction: \(why)"
        case .malformedResult(let why): "a result of PostgreSQL is not as expected: \(why)"
        case .stopped: "the connections to PostgreSQL have been closed"
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
