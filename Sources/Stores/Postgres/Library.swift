import CPostgres

/// libpq, loaded.
///
/// Sendable is right: it is a table of functions that never changes, and all that are called on more than one
/// thread only read.
final class Library: @unchecked Sendable {
    let functions: OpaquePointer

    /// Loads a library by its file name.
    /// - Throws: `libraryMissing`.
    init(_ name: String) throws(PostgresError) {
        var reason: UnsafePointer<CChar>?
        guard let functions = postgres_library_open(name, &reason) else {
            let why = reason.map { String(cString: $0) } ?? "\(name) cannot be loaded"
            throw .libraryMissing(
                "PostgreSQL needs libpq 14 or later: install the package libpq5 (Debian, Ubuntu), libpq"
                    + " (Fedora, Alpine) or postgresql-libs (Arch): \(why)")
        }
        self.functions = functions
    }

    deinit {
        postgres_library_close(functions)
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
        cpq_clear(library.functions, result)
    }

    var status: ExecStatusType { cpq_result_status(library.functions, result) }

    /// What the server calls what it did, such as `INSERT 0 1`.
    var tag: String { String(cString: cpq_cmd_status(library.functions, result)) }

    func field(_ field: Int) -> String? {
        cpq_result_error_field(library.functions, result, Int32(field)).map { String(cString: $0) }
    }
}
