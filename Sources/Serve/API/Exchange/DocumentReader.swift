import Checklists
import Exchange

/// A token of a document in any format.
enum DocumentToken: Hashable, Sendable {
    case beginObject
    case endObject
    case beginArray
    case endArray
    case name(String)
    case string(String)
    case number(Double)
    case bool(Bool)
    case date(Timestamp)
    case null
    /// A value that no list or item has: bytes, or a number that is not finite.
    case other
}

/// Reads a document token by token, so that a large one needs no tree of values in memory.
protocol DocumentReader {
    /// The progress: the number of bytes read, or another measure if the format has no order.
    var offset: Int { get }

    /// Reads the next token; `nil` at the end. Each name is followed by one value: a single token, or all
    /// tokens from a beginning to its end.
    /// - Parameter bytes: The whole document, equal with every call.
    /// - Throws: `ImportError.malformed`.
    mutating func next(in bytes: Span<UInt8>) throws(ImportError) -> DocumentToken?
}
