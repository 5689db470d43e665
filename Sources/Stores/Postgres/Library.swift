import CPostgres

/// The loaded libpq.
///
/// `@unchecked Sendable` is safe: the function table never changes, and functions called on several threads
/// only read.
final class Library: @unchecked Sendable {
    let functions: postgres_library

    /// Loads libpq by its file name.
    /// - Throws: `libraryMissing`.
    init(_ name: String) throws(PostgresError) {
        var reason: UnsafePointer<CChar>?
        functions = postgres_open(name, &reason)
        var why = reason.map { String(cString: $0) }
        if why == nil, functions.PQlibVersion() < PQ_VERSION_MIN { why = "libpq is older than 14" }
        guard let why else { return }
        throw .libraryMissing(
            "PostgreSQL needs libpq 14 or later: install the package libpq5 (Debian, Ubuntu), libpq"
                + " (Fedora, Alpine) or postgresql-libs (Arch): \(why)")
    }
}

/// Owns a `PGresult`, and frees it in `deinit`.
///
/// `@unchecked Sendable` is safe: a received result never changes, and libpq's accessors may be called on any
/// thread.
final class ResultMemory: @unchecked Sendable {
    let library: Library
    let result: OpaquePointer

    init(_ result: OpaquePointer, _ library: Library) {
        self.result = result
        self.library = library
    }

    deinit {
        library.functions.PQclear(result)
    }

    var status: ExecStatusType { library.functions.PQresultStatus(result) }

    /// The command tag, such as `INSERT 0 1`.
    var tag: String { String(cString: library.functions.PQcmdStatus(result)) }

    func field(_ field: Int) -> String? {
        library.functions.PQresultErrorField(result, Int32(field)).map { String(cString: $0) }
    }
}
