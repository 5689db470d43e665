public import Checklists

/// A piece of a document, whatever format that is written in.
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
    /// Something that no list or item has: bytes, or a number beyond all bounds.
    case other
}

/// Gives a document piece by piece, so that a large one takes no tree of values.
protocol DocumentReader {
    /// How many bytes have been read; where they are read in any order, how far that has come.
    var offset: Int { get }

    /// Reads the next token; `nil` at the end. Between a name and the next there is one value: a single
    /// token, or all from a beginning to its end.
    /// - Parameter bytes: The whole document, the same at every call.
    /// - Throws: `DocumentError.malformed`.
    mutating func next(in bytes: Span<UInt8>) throws(DocumentError) -> DocumentToken?
}

/// Why a document cannot be taken.
public enum DocumentError: Error, Hashable, Sendable {
    /// It is not what its format asks for; the clause says where and why.
    case malformed(String)
    /// It is well-formed and no lists can be found in it, or too much.
    case unusable(Violation)
}
