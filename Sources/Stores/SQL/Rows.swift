/// The result of a statement, in the memory of its driver.
///
/// Each method reads one value: `nil` for `NULL`, a `MalformedResult` for a value of another type.
public protocol ResultSet: AnyObject, Sendable {
    /// The number of rows.
    var rowCount: Int { get }
    /// The number of columns in a row.
    var columnCount: Int { get }
    /// The number of rows that the statement inserted, updated, deleted or returned.
    var changedCount: Int { get }

    /// An integer.
    func int(_ row: Int, _ column: Int) throws(MalformedResult) -> Int?
    /// A boolean.
    func bool(_ row: Int, _ column: Int) throws(MalformedResult) -> Bool?
    /// A text, or JSON as text.
    func text(_ row: Int, _ column: Int) throws(MalformedResult) -> String?
    /// Bytes.
    func bytes(_ row: Int, _ column: Int) throws(MalformedResult) -> [UInt8]?
    /// A moment in milliseconds since 1970, rounded down.
    func moment(_ row: Int, _ column: Int) throws(MalformedResult) -> Int64?
    /// A list of integers.
    func ints(_ row: Int, _ column: Int) throws(MalformedResult) -> [Int]?
    /// A list of texts, each of which may be `NULL`.
    func texts(_ row: Int, _ column: Int) throws(MalformedResult) -> [String?]?
}

/// The rows that a statement returned.
public struct Rows: Sendable, RandomAccessCollection {
    private let result: any ResultSet
    public let count: Int

    /// The rows of a result.
    public init(_ result: any ResultSet) {
        self.result = result
        count = result.rowCount
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    /// The number of rows that the statement inserted, updated, deleted or returned.
    public var changedCount: Int { result.changedCount }

    public subscript(position: Int) -> Row {
        precondition(position >= 0 && position < count, "the row is out of range")
        return Row(result: result, index: position)
    }
}

/// One row of a result.
public struct Row: Sendable {
    fileprivate let result: any ResultSet
    fileprivate let index: Int

    /// The columns, from the first one on.
    public var columns: Columns { Columns(result, row: index) }
}

/// The columns of a row, read one after the other.
///
/// Each method throws `MalformedResult` for a value of another type; those without `IfPresent` also for
/// `NULL`.
public struct Columns {
    private let result: any ResultSet
    private let row: Int
    private let count: Int
    /// The number of columns read.
    private var next = 0

    fileprivate init(_ result: any ResultSet, row: Int) {
        self.result = result
        self.row = row
        count = result.columnCount
    }

    /// The index of the next column.
    private mutating func take() throws(MalformedResult) -> Int {
        guard next < count else { throw MalformedResult("the row has only \(count) columns") }
        defer { next += 1 }
        return next
    }

    /// Skips a number of columns.
    public mutating func skip(_ count: Int) { next += count }

    private func present<Value>(_ value: Value?) throws(MalformedResult) -> Value {
        guard let value else { throw MalformedResult("column \(next) is NULL") }
        return value
    }

    /// An integer.
    public mutating func int() throws(MalformedResult) -> Int {
        let value = try intIfPresent()
        return try present(value)
    }

    /// An integer, or `NULL`.
    public mutating func intIfPresent() throws(MalformedResult) -> Int? { try result.int(row, take()) }

    /// A boolean.
    public mutating func bool() throws(MalformedResult) -> Bool {
        let value = try boolIfPresent()
        return try present(value)
    }

    /// A boolean, or `NULL`.
    public mutating func boolIfPresent() throws(MalformedResult) -> Bool? { try result.bool(row, take()) }

    /// A text, or JSON as text.
    public mutating func text() throws(MalformedResult) -> String {
        let value = try textIfPresent()
        return try present(value)
    }

    /// A text, or JSON as text, or `NULL`.
    public mutating func textIfPresent() throws(MalformedResult) -> String? { try result.text(row, take()) }

    /// Bytes.
    public mutating func bytes() throws(MalformedResult) -> [UInt8] {
        let value = try bytesIfPresent()
        return try present(value)
    }

    /// Bytes, or `NULL`.
    public mutating func bytesIfPresent() throws(MalformedResult) -> [UInt8]? {
        try result.bytes(row, take())
    }

    /// A moment in milliseconds since 1970, rounded down.
    public mutating func moment() throws(MalformedResult) -> Int64 {
        let value = try momentIfPresent()
        return try present(value)
    }

    /// A moment in milliseconds since 1970, rounded down, or `NULL`.
    public mutating func momentIfPresent() throws(MalformedResult) -> Int64? {
        try result.moment(row, take())
    }

    /// A list of integers, or `NULL`.
    public mutating func intsIfPresent() throws(MalformedResult) -> [Int]? { try result.ints(row, take()) }

    /// A list of texts, each of which may be `NULL`, or `NULL`.
    public mutating func textsIfPresent() throws(MalformedResult) -> [String?]? {
        try result.texts(row, take())
    }
}
