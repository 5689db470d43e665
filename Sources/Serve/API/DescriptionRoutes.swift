import CEmbedded
import HTTP
import Synchronization

/// Serves openapi.yaml, which is embedded in the program.
final class DescriptionRoutes: Sendable {
    private let compression: ResponseCompression
    /// The compressed response. It is made once: the file is larger than what is compressed on each request.
    private let compressed = Mutex<Response?>(nil)

    init(compression: ResponseCompression) { self.compression = compression }

    private static let content = {
        let file = unsafe embedded_description()
        return unsafe [UInt8](UnsafeBufferPointer(start: file.content, count: file.octets))
    }()
    private static let etag = ETag(digestOf: content)

    var endpoints: [Endpoint] {
        [.open(.get, "/openapi.yaml", gives: .yaml, handler: show)]
    }

    private func show(
        _ call: OpenCall, _ query: NoQuery, _ content: NoContent, _ precondition: Precondition
    ) async throws -> Response {
        try precondition.answer(Self.etag, with: response(to: call.request.head)).shared
    }

    private func response(to head: RequestHead) -> Response {
        var plain = Response.document(.bytes(Self.content), .yaml, Self.etag)
        plain.fields.append(.vary, FieldName.acceptEncoding.spelling)
        guard AcceptEncoding(head.fields).allowsGzip else { return plain }
        return compressed.withLock { compressed in
            let response = compressed ?? compression.gzipped(plain)
            compressed = response
            return response
        }
    }
}
