import HTTP
import Synchronization

/// Compresses answers to `GET` by gzip for clients that accept it.
///
/// Compression reveals by its size whether two texts of an answer resemble each other. So answers with
/// secrets (`no-store`) are never compressed. Answers to other methods are not, because they can repeat text
/// of the request.
///
/// Compressing takes some 10 ns a byte, and no other request of the event loop proceeds meanwhile. So larger
/// answers are compressed in the pieces in which they are sent.
public struct ResponseCompression: Sendable {
    /// Encodes the pieces of one content by gzip (RFC 1952), one call each; `nil` if it cannot.
    public typealias Coder = @Sendable (_ piece: [UInt8], _ isLast: Bool) -> [UInt8]?

    private let makeCoder: @Sendable () -> Coder?

    /// - Parameter makeCoder: Begins to encode one content; `nil` if it cannot.
    public init(_ makeCoder: @escaping @Sendable () -> Coder?) { self.makeCoder = makeCoder }

    /// No compression.
    public static let none = ResponseCompression { nil }

    /// The response to a request in the coding that the client accepts.
    func coded(_ response: consuming Response, to head: RequestHead) -> Response {
        guard head.method == .get || head.method == .head else { return response }
        if response.status == .notModified { return Self.notModified(response, to: head) }
        guard Self.isCompressible(response) else { return response }
        let response = Self.varying(response)
        return AcceptEncoding(head.fields).allowsGzip ? gzipped(response) : response
    }

    /// The compressed form of a response; the response itself if that is not smaller.
    func gzipped(_ response: Response) -> Response {
        guard let code = makeCoder() else { return response }
        var response = response
        switch response.body {
        case .empty: return response
        case .bytes(let content):
            guard let coded = code(content, true), coded.count < content.count else { return response }
            response.body = .bytes(coded)
        case .stream(let next):
            let isOver = Mutex(false)
            response.body = .stream {
                if let piece = try await next() {
                    guard let coded = code(piece, false) else { throw NoMemory() }
                    return coded
                }
                return isOver.withLock { isOver in
                    defer { isOver = true }
                    return isOver ? nil : code([], true)
                }
            }
        }
        response.fields.append(.contentEncoding, "gzip")
        Self.renameTag(&response)
        return response
    }

    /// A compressible response, marked as one whose coding depends on the request.
    static func varying(_ response: Response) -> Response {
        var response = response
        response.fields.append(.vary, FieldName.acceptEncoding.spelling)
        return response
    }

    /// Whether a response is compressed for clients that accept it.
    static func isCompressible(_ response: Response) -> Bool {
        guard response.status == .ok else { return false }
        switch response.body {
        case .empty: return false
        case .bytes(let content) where content.count < Limits.compressedBodyBytesMin: return false
        case .bytes, .stream: break
        }
        let fields = response.fields
        return !fields.contains(.contentEncoding) && !fields.contains(.vary)
            && mediaTypes.contains(fields[.contentType] ?? "") && fields[.cacheControl] != "no-store"
    }

    private struct NoMemory: Error {}

    private static let mediaTypes: Set = [MediaType.json.description, MediaType.yaml.description]

    /// 304 with the tag of the compressed form, if the client has that one.
    private static func notModified(_ response: Response, to head: RequestHead) -> Response {
        guard let known = head.fields[.ifNoneMatch], !response.fields.contains(.vary),
            let tag = response.fields[.etag].flatMap(ETag.List.init), case .tags(let tags) = tag,
            let etag = tags.first, known.contains(etag.ofGzip.description)
        else { return response }
        var response = response
        renameTag(&response)
        response.fields.append(.vary, FieldName.acceptEncoding.spelling)
        return response
    }

    private static func renameTag(_ response: inout Response) {
        guard let value = response.fields[.etag], case .tags(let tags)? = ETag.List(value),
            let etag = tags.first
        else { return }
        response.fields[.etag] = etag.ofGzip.description
    }
}
