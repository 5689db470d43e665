import HTTP
import JSON
import Synchronization

/// JSON that is made element by element: what is large leaves piece by piece, so that it is never whole in
/// memory and no connection waits until all of it is made.
struct PiecewiseJSON: Sendable {
    private let count: Int
    private let element: @Sendable (Int, inout JSONWriter) -> Void
    private let end: @Sendable (inout JSONWriter) -> Void
    private var json: JSONWriter
    private var index = 0
    /// Whether all of it has been written.
    private var isComplete = false

    /// An array of so many parts, each written by its number.
    /// - Parameter end: What comes behind the last part, in front of the bracket.
    init(
        arrayOf count: Int, of element: @escaping @Sendable (Int, inout JSONWriter) -> Void,
        end: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) {
        self.count = count
        self.element = element
        self.end = end
        json = JSONWriter(capacity: min(64 + 512 * count, Limits.wholeBodyBytesMax))
        json.beginArray()
    }

    /// The content of an answer: at once if it is short.
    var body: Response.Body {
        var rest = self
        let first = rest.next(bytes: Limits.wholeBodyBytesMax)
        if rest.isComplete { return .bytes(first) }
        let pieces = Mutex<(first: [UInt8]?, rest: PiecewiseJSON)>((first, rest))
        return .stream {
            // Whoever takes everything at once leaves room for the others of this connection's loop.
            await Task.yield()
            return pieces.withLock { pieces in
                if let first = pieces.first.take() { return first }
                return pieces.rest.isComplete ? nil : pieces.rest.next(bytes: Limits.exportPieceBytes)
            }
        }
    }

    /// The next piece, of about so many bytes: what goes past them is the last element's.
    private mutating func next(bytes: Int) -> [UInt8] {
        while index < count, json.bytes.count < bytes {
            element(index, &json)
            index += 1
        }
        if index == count {
            end(&json)
            json.endArray()
            isComplete = true
        }
        var bytes = json.takeBytes()
        // As all other JSON that is answered, it is a line.
        if isComplete { bytes.append(UInt8(ascii: "\n")) }
        return bytes
    }
}
