import CPostgres
import Glibc
import SQL

// MARK: Sending

extension Session {
    /// Sends statements with one synchronization point after them.
    ///
    /// The run counts as in flight even if this throws.
    /// - Throws: `connectionLost`.
    func send(
        _ statements: [Statement], deadline: ContinuousClock.Instant?, answer: @escaping Pipeline.Answer
    ) throws(PostgresError) {
        pipeline.lastRun += 1
        pipeline.runs.append(
            Pipeline.UnderWay(number: pipeline.lastRun, deadline: deadline, answer: answer))
        guard let connection else { throw .connectionLost("closed") }
        for (index, statement) in statements.enumerated() { try send(statement, index, connection) }
        try check(library.functions.PQpipelineSync(connection))
        pipeline.steps.append(.sync)
    }

    /// The statements of a run and its answer. Behind a pooler they include the settings of the transaction,
    /// unless it is open already.
    func withSettings(_ run: Run) -> (statements: [Statement], answer: Pipeline.Answer) {
        let begins = slot.lane == .read || pipeline.isIdle && !hasOpenTransaction
        guard isPooled, begins else { return (run.statements, run.answer) }
        // After `BEGIN`: before it, a query would forbid another isolation level.
        let place = run.statements.first?.beginsTransaction == true ? 1 : 0
        var statements = run.statements
        statements.insert(Statement("SELECT \(makeSettings)", isPrepared: false), at: place)
        return (
            statements,
            { result in
                run.answer(
                    result.map { rows in
                        var rows = rows
                        rows.remove(at: place)
                        return rows
                    })
            }
        )
    }

    /// Flushes libpq's output buffer, and notes whether it waits for the socket.
    /// - Throws: `connectionLost`.
    func flush() throws(PostgresError) {
        guard let connection else { return }
        let left = library.functions.PQflush(connection)
        guard left >= 0 else { throw .connectionLost(errorMessage) }
        interest.writes = left == 1
    }

    private func send(
        _ statement: Statement, _ index: Int, _ connection: OpaquePointer
    ) throws(PostgresError) {
        let types = statement.parameters.map(\.type)
        let name = try prepare(statement, index, types, connection)
        pipeline.steps.append(
            .execute(
                statement: index, prepared: name == nil ? nil : statement.sql,
                endsTransaction: statement.endsTransaction))
        var buffer: [UInt8] = []
        let ranges = statement.parameters.map { parameter -> Range<Int>? in
            let start = buffer.count
            return parameter.append(to: &buffer) ? start..<buffer.count : nil
        }
        // An empty value needs an address too; libpq takes a null pointer for `NULL`.
        buffer.append(0)
        let count = Int32(types.count)
        let lengths = ranges.map { Int32($0?.count ?? 0) }
        let binary = Int32(PQ_FORMAT_BINARY)
        let formats = [Int32](repeating: binary, count: types.count)
        let code = buffer.withUnsafeBytes { bytes in
            let values = ranges.map { range in
                range.flatMap { bytes.baseAddress?.advanced(by: $0.lowerBound) }?
                    .assumingMemoryBound(to: CChar.self)
            }
            return if let name {
                library.functions.PQsendQueryPrepared(
                    connection, name, count, values, lengths, formats, binary)
            } else {
                library.functions.PQsendQueryParams(
                    connection, statement.sql, count, types, values, lengths, formats, binary)
            }
        }
        try check(code)
    }

    /// The name of the prepared statement; `nil` if the statement is sent unprepared.
    private func prepare(
        _ statement: Statement, _ index: Int, _ types: [UInt32], _ connection: OpaquePointer
    ) throws(PostgresError) -> String? {
        guard statement.isPrepared, !isPooled else { return nil }
        if let known = pipeline.prepared[statement.sql] {
            let isThere = known.preparedBy == nil || known.preparedBy == pipeline.lastRun
            return isThere && known.types == types ? known.name : nil
        }
        guard pipeline.prepared.count < Limits.preparedStatementsMax else { return nil }
        pipeline.lastName += 1
        let name = "s\(pipeline.lastName)"
        try check(
            library.functions.PQsendPrepare(connection, name, statement.sql, Int32(types.count), types))
        pipeline.prepared[statement.sql] = Pipeline.Prepared(
            name: name, types: types, preparedBy: pipeline.lastRun)
        pipeline.steps.append(.prepare(sql: statement.sql, statement: index))
        return name
    }

    private func check(_ code: Int32) throws(PostgresError) {
        guard code == 1 else { throw .connectionLost(errorMessage) }
    }
}

// MARK: Receiving

extension Session {
    /// Reads available input, and answers the completed runs.
    /// - Throws: `connectionLost`.
    func receive() throws(PostgresError) {
        guard let connection else { return }
        let isOpen = library.functions.PQconsumeInput(connection) == 1
        // A server may send the reason before it closes the connection.
        var hasMore = true
        while hasMore, !pipeline.steps.isEmpty, library.functions.PQisBusy(connection) == 0 {
            if let result = library.functions.PQgetResult(connection) {
                try take(ResultMemory(result, library))
            } else if pipeline.isAnswered {
                pipeline.isAnswered = false
                _ = pipeline.steps.popFirst()
            } else {
                hasMore = false
            }
        }
        guard isOpen, library.functions.PQstatus(connection) == CONNECTION_OK else {
            throw .connectionLost(errorMessage)
        }
    }

    /// Reads the notifications that have arrived.
    ///
    /// Behind a pooler they may arrive on any connection.
    /// - Returns: Whether one was sent over a connection other than these.
    func hasNotification(notFrom sessions: some Collection<Session>) -> Bool {
        guard let connection else { return false }
        var isForeign = false
        while let notification = library.functions.PQnotifies(connection) {
            let sender = notification.pointee.sender
            if !sessions.contains(where: { $0.serverProcess == sender }) { isForeign = true }
            library.functions.PQfreemem(notification)
        }
        return isForeign
    }

    private func take(_ result: ResultMemory) throws(PostgresError) {
        guard let step = pipeline.steps.first else { return }
        switch step {
        case .prepare(let sql, let statement):
            pipeline.isAnswered = true
            if result.status == PGRES_COMMAND_OK {
                pipeline.prepared[sql]?.preparedBy = nil
            } else {
                pipeline.prepared[sql] = nil
                try takeFailure(result, of: statement)
            }
        case .execute(let statement, let prepared, let endsTransaction):
            pipeline.isAnswered = true
            switch result.status {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                takeRows(result, of: statement, endsTransaction: endsTransaction)
            default:
                let state = result.field(PG_DIAG_SQLSTATE)
                // The plan no longer fits the tables (0A000), or the server does not have the statement
                // (26000).
                if let prepared, state == "0A000" || state == "26000" { pipeline.prepared[prepared] = nil }
                try takeFailure(result, of: statement)
            }
        case .sync:
            // The implicit commit of a run without `COMMIT` fails here, and its warnings arrive here.
            guard result.status == PGRES_PIPELINE_SYNC else {
                return try takeFailure(result, of: max(0, (pipeline.runs.first?.rows.count ?? 0) - 1))
            }
            _ = pipeline.steps.popFirst()
            finishRun()
        }
    }

    private func takeRows(_ result: ResultMemory, of statement: Int, endsTransaction: Bool) {
        pipeline.runs.first?.rows.append(Rows(result))
        defer { pipeline.warning = nil }
        guard endsTransaction else { return }
        if let warning = pipeline.warning {
            fail(.warned(warning))
        } else if result.tag == "ROLLBACK" {
            fail(
                .server(
                    ServerError(
                        state: "25P02", message: "the transaction failed and was rolled back",
                        statement: statement)))
        }
    }

    private func takeFailure(_ result: ResultMemory, of statement: Int) throws(PostgresError) {
        guard result.status != PGRES_PIPELINE_ABORTED else { return }
        let message = result.field(PG_DIAG_MESSAGE_PRIMARY)
        let severity = result.field(PG_DIAG_SEVERITY_NONLOCALIZED)
        // An error without SQLSTATE comes from libpq: the connection has failed.
        guard let state = result.field(PG_DIAG_SQLSTATE), severity != "FATAL", severity != "PANIC" else {
            throw .connectionLost(message ?? errorMessage)
        }
        fail(.server(ServerError(state: state, message: message ?? "", statement: statement)))
    }

    /// Keeps the first failure of a run.
    private func fail(_ error: PostgresError) {
        if pipeline.runs.first?.failure == nil { pipeline.runs.first?.failure = error }
    }

    private func finishRun() {
        guard let run = pipeline.runs.popFirst() else { return }
        defer { pipeline.warning = nil }
        if let failure = run.failure {
            run.answer(.failure(failure))
        } else if let warning = pipeline.warning {
            run.answer(.failure(.warned(warning)))
        } else {
            run.answer(.success(run.rows))
        }
    }
}
