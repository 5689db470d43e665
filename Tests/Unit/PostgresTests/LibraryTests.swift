import CPostgres
import PostgresServer
import Testing

@testable import Postgres

@Suite struct `The library` {
    @Test(arguments: [
        ("PGRES_EMPTY_QUERY", PGRES_EMPTY_QUERY), ("PGRES_COMMAND_OK", PGRES_COMMAND_OK),
        ("PGRES_TUPLES_OK", PGRES_TUPLES_OK), ("PGRES_NONFATAL_ERROR", PGRES_NONFATAL_ERROR),
        ("PGRES_FATAL_ERROR", PGRES_FATAL_ERROR), ("PGRES_PIPELINE_SYNC", PGRES_PIPELINE_SYNC),
        ("PGRES_PIPELINE_ABORTED", PGRES_PIPELINE_ABORTED),
    ])
    func `has the numbers that are stated here`(name: String, status: ExecStatusType) throws {
        // A machine without the library has nothing to compare with.
        guard let library = try? Library("libpq.so.5") else { return }
        #expect(String(cString: library.functions.PQresStatus(status)) == name)
    }

    @Test func `is named with its package when it is missing`() {
        let error = #expect(throws: PostgresError.self) { try Library("libpq.so.0") }
        #expect(error?.description.contains("install the package libpq5") == true)
    }
}
