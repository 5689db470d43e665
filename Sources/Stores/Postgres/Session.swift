import CPostgres
import Glibc
import SQL

/// One libpq connection from its first attempt to its end, with its pipeline.
///
/// It is used only on the thread of its loop, where libpq also calls back. libpq holds an unretained pointer
/// to it, which is safe because `deinit` closes the connection.
final class Session {
    enum Phase { case connecting, checking, ready }

    /// The socket events that libpq waits for.
    struct Interest: Equatable {
        var socket: Int32
        var reads: Bool
        var writes: Bool
    }

    let token: UInt64
    let host: Int
    unowned let slot: Slot
    let startedAt: ContinuousClock.Instant
    var phase = Phase.connecting
    /// The server's answer to `ask`.
    var check: Result<[Rows], PostgresError>?
    var timeline = 0
    /// Whether each transaction may have another process of the server.
    var isPooled = false
    /// The select list that makes the settings of the lane for one transaction.
    var makeSettings = ""
    var readySince: ContinuousClock.Instant?
    /// The time since which the server keeps plans of prepared statements.
    var plannedAt: ContinuousClock.Instant
    var interest: Interest
    /// The socket events registered with epoll.
    var watched: Interest?
    var pipeline = Pipeline()

    let library: Library
    private(set) var connection: OpaquePointer?

    /// Starts connecting.
    /// - Throws: `unreachable`.
    init(
        token: UInt64, host: Int, slot: Slot, parameters: [String: String], library: Library,
        now: ContinuousClock.Instant
    ) throws(PostgresError) {
        let pairs = Array(parameters)
        let texts = (pairs.map(\.key) + pairs.map(\.value)).map { strdup($0) }
        defer { for text in texts { free(text) } }
        let keywords = texts.prefix(pairs.count).map { UnsafePointer($0) } + [nil]
        let values = texts.suffix(pairs.count).map { UnsafePointer($0) } + [nil]
        guard let connection = library.functions.PQconnectStartParams(keywords, values, 0) else {
            throw .unreachable("libpq ran out of memory")
        }
        guard library.functions.PQstatus(connection) != CONNECTION_BAD else {
            let why = String(cString: library.functions.PQerrorMessage(connection))
            library.functions.PQfinish(connection)
            throw .unreachable(why.oneLine)
        }
        self.token = token
        self.host = host
        self.slot = slot
        self.library = library
        self.connection = connection
        startedAt = now
        plannedAt = now
        // libpq requires polling to start as if the socket waited for writing.
        interest = Interest(
            socket: library.functions.PQsocket(connection), reads: false, writes: true)
    }

    deinit {
        close()
    }

    /// Continues connecting. Returns `true` once connected.
    /// - Throws: `unreachable`.
    func connect() throws(PostgresError) -> Bool {
        guard let connection else { return false }
        let state = library.functions.PQconnectPoll(connection)
        interest.socket = library.functions.PQsocket(connection)
        switch state {
        case PGRES_POLLING_READING: (interest.reads, interest.writes) = (true, false)
        case PGRES_POLLING_WRITING: (interest.reads, interest.writes) = (false, true)
        case PGRES_POLLING_OK:
            guard library.functions.PQsetnonblocking(connection, 1) == 0,
                library.functions.PQenterPipelineMode(connection) == 1
            else { throw .unreachable(errorMessage) }
            _ = library.functions.PQsetNoticeReceiver(
                connection, { Session.at($0)?.takeNotice($1) },
                Unmanaged.passUnretained(self).toOpaque())
            phase = .checking
            (interest.reads, interest.writes) = (true, false)
            return true
        default: throw .unreachable(errorMessage)
        }
        return false
    }

    /// libpq's last error.
    var errorMessage: String {
        guard let connection else { return "closed" }
        return String(cString: library.functions.PQerrorMessage(connection)).oneLine
    }

    /// The process of the server that runs the connection.
    var serverProcess: Int32? { connection.map(library.functions.PQbackendPID) }

    /// Whether a transaction is open.
    var hasOpenTransaction: Bool {
        guard let connection else { return false }
        let status = library.functions.PQtransactionStatus(connection)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// Closes the connection at once.
    func close() {
        guard let connection else { return }
        library.functions.PQfinish(connection)
        self.connection = nil
    }

    /// The session of the pointer that libpq passes to callbacks.
    private static func at(_ context: UnsafeMutableRawPointer?) -> Session? {
        context.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takeNotice(_ result: OpaquePointer?) {
        guard let result else { return }
        func field(_ field: Int) -> String {
            library.functions.PQresultErrorField(result, Int32(field)).map { String(cString: $0) } ?? ""
        }
        guard field(PG_DIAG_SEVERITY_NONLOCALIZED) == "WARNING" else { return }
        pipeline.warning = "\(field(PG_DIAG_MESSAGE_PRIMARY)) (SQLSTATE \(field(PG_DIAG_SQLSTATE)))"
    }
}

extension String {
    /// libpq's messages have several lines and a trailing line feed.
    fileprivate var oneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ").replacing("\t", with: " ")
    }
}
