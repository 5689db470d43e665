import CPostgres

/// The rows that a statement returned, in the memory that libpq read them into.
public struct Rows: Sendable, RandomAccessCollection {
    private let memory: ResultMemory
    public let count: Int

    init(_ memory: ResultMemory) {
        self.memory = memory
        count = Int(memory.library.functions.PQntuples(memory.result))
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    /// How many rows the statement inserted, updated, deleted or returned.
    public var changedCount: Int {
        Int(String(cString: memory.library.functions.PQcmdTuples(memory.result))) ?? 0
    }

    public subscript(position: Int) -> Row {
        precondition(position >= 0 && position < count, "there is no such row")
        return Row(memory: memory, index: Int32(position))
    }
}

/// One row of a result.
public struct Row: Sendable {
    fileprivate let memory: ResultMemory
    fileprivate let index: Int32

    /// The columns, from the first one on.
    public var columns: Columns { Columns(memory, row: index) }
}

/// The columns of a row, read one after the other.
public struct Columns {
    private let memory: ResultMemory
    private let row: Int32
    private let count: Int32
    /// How many columns have been read.
    private(set) var next: Int32 = 0

    fileprivate init(_ memory: ResultMemory, row: Int32) {
        self.memory = memory
        self.row = row
        count = memory.library.functions.PQnfields(memory.result)
    }

    /// Reads the bytes of the next column, of whatever type; `nil` for `NULL`.
    mutating func take<Value>(
        _ read: (_ type: UInt32, _ bytes: UnsafeRawBufferPointer) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value? {
        guard next < count else { throw .malformedResult("there are \(count) columns only") }
        defer { next += 1 }
        let (library, result) = (memory.library, memory.result)
        guard library.functions.PQgetisnull(result, row, next) == 0 else { return nil }
        let length = Int(library.functions.PQgetlength(result, row, next))
        let bytes = UnsafeRawBufferPointer(
            start: library.functions.PQgetvalue(result, row, next), count: length)
        return try read(library.functions.PQftype(result, next), bytes)
    }
}
