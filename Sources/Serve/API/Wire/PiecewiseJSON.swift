import HTTP
import JSON
import Synchronization

/// JSON that is made element by element: what is large leaves piece by piece, so that it is never whole in
/// memory and no connection waits until all of it is made.
struct PiecewiseJSON: Sendable {
    private let count: Int
    private let element: @Sendable (Int, inout JSONWriter) -> Void
    private let end: @Sendable (inout JSONWriter) -> Void

    /// An array of so many parts, each written by its number.
    /// - Parameter end: What comes behind the last part, in front of the bracket.
    init(
        arrayOf count: Int, of element: @escaping @Sendable (Int, inout JSONWriter) -> Void,
        end: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) {
        self.count = count
        self.element = element
        self.end = end
    }

    /// The content of an answer: at once if it is short.
    var body: Response.Body {
        var pieces = Pieces(of: self)
        let first = pieces.next(bytes: Limits.wholeBodyBytesMax)
        if pieces.isComplete { return .bytes(first) }
        pieces.first = first
        let rest = Mutex(pieces)
        return .stream {
            // Whoever takes everything at once leaves room for the others of this connection's loop.
            await Task.yield()
            return rest.withLock { pieces in
                if let first = pieces.first.take() { return first }
                return pieces.isComplete ? nil : pieces.next(bytes: Limits.exportPieceBytes)
            }
        }
    }

    /// How far it has been made.
    private struct Pieces: ~Copyable {
        /// What has been made and not been taken yet.
        var first: [UInt8]?
        /// Whether all of it has been written.
        private(set) var isComplete = false
        private let whole: PiecewiseJSON
        private var json: JSONWriter
        private var index = 0

        init(of whole: PiecewiseJSON) {
            self.whole = whole
            json = JSONWriter(capacity: min(64 + 512 * whole.count, Limits.wholeBodyBytesMax))
            json.beginArray()
        }

        /// The next piece, of about so many bytes: what goes past them is the last element's.
        mutating func next(bytes: Int) -> [UInt8] {
            while index < whole.count, json.count < bytes {
                whole.element(index, &json)
                index += 1
            }
            if index == whole.count {
                whole.end(&json)
                json.endArray()
                isComplete = true
            }
            var bytes = json.takeBytes()
            // As all other JSON that is answered, it is a line.
            if isComplete { bytes.append(UInt8(ascii: "\n")) }
            return bytes
        }
    }
}
