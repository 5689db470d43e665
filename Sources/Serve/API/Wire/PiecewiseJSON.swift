import HTTP
import JSON
import Synchronization

/// A JSON array that is written element by element. A large one is sent in pieces, so that memory never holds
/// all of it, and other connections do not wait for it.
struct PiecewiseJSON: Sendable {
    private let count: Int
    private let element: @Sendable (Int, inout JSONWriter) -> Void
    private let end: @Sendable (inout JSONWriter) -> Void

    /// An array of `count` elements, each written by its index.
    /// - Parameter end: Writes the end of the array, before the bracket.
    init(
        arrayOf count: Int, of element: @escaping @Sendable (Int, inout JSONWriter) -> Void,
        end: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) {
        self.count = count
        self.element = element
        self.end = end
    }

    /// The body of an answer: in one piece if it is short, else a stream.
    var body: Response.Body {
        var pieces = Pieces(of: self)
        let first = pieces.next(bytes: Limits.wholeBodyBytesMax)
        if pieces.isComplete { return .bytes(first) }
        pieces.first = first
        let rest = Mutex(pieces)
        return .stream {
            // A fast client would otherwise keep the other connections of this event loop waiting.
            await Task.yield()
            return rest.withLock { pieces in
                if let first = pieces.first.take() { return first }
                return pieces.isComplete ? nil : pieces.next(bytes: Limits.exportPieceBytes)
            }
        }
    }

    /// The state of writing.
    private struct Pieces: ~Copyable {
        /// The written piece that was not sent yet.
        var first: [UInt8]?
        /// Whether the array is complete.
        private(set) var isComplete = false
        private let whole: PiecewiseJSON
        private var json: JSONWriter
        private var index = 0

        init(of whole: PiecewiseJSON) {
            self.whole = whole
            json = JSONWriter(
                capacity: min(64 + Limits.encodedItemBytesUsual * whole.count, Limits.wholeBodyBytesMax))
            json.beginArray()
        }

        /// The next piece of about `bytes` bytes; its last element can exceed them.
        mutating func next(bytes: Int) -> [UInt8] {
            while index < whole.count, json.count < bytes {
                whole.element(index, &json)
                index += 1
            }
            if index == whole.count {
                whole.end(&json)
                json.endArray()
                json.endLine()
                isComplete = true
            }
            return json.takeBytes()
        }
    }
}
