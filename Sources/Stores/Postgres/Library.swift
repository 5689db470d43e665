import CPostgres

/// libpq, loaded.
///
/// Sendable is right: it is a table of functions that never changes, and all that are called on more than one
/// thread only read.
final class Library: @unchecked Sendable {
    let functions: postgres_library

    /// Loads a library by its file name.
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

/// A result that libpq made, which goes with this object.
///
/// Sendable is right: nothing changes a result once it is here, and libpq's functions that read one may be
/// called on any thread.
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

    /// What the server calls what it did, such as `INSERT 0 1`.
    var tag: String { String(cString: library.functions.PQcmdStatus(result)) }

    func field(_ field: Int) -> String? {
        library.functions.PQresultErrorField(result, Int32(field)).map { String(cString: $0) }
    }
}
