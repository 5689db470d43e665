import CEmbedded
import HTTP
import Synchronization

/// Serves openapi.yaml, and the same document as JSON. Both are embedded in the program.
struct DescriptionRoutes: Sendable {
    let compression: ResponseCompression

    private static let yaml = unsafe File(.yaml, embedded_description())
    private static let json = unsafe File(.json, embedded_description_json())

    var endpoints: [Endpoint] {
        [
            .open(.get, "/openapi.yaml", gives: .yaml, handler: Document({ Self.yaml }, compression).show),
            .open(.get, "/openapi.json", gives: .json, handler: Document({ Self.json }, compression).show),
        ]
    }

    /// An embedded file with its uncompressed response.
    private struct File: Sendable {
        let etag: ETag
        let response: Response

        init(_ type: MediaType, _ file: EmbeddedFile) {
            let content = unsafe [UInt8](UnsafeBufferPointer(start: file.content, count: file.octets))
            etag = ETag(digestOf: content)
            var response = Response.document(.bytes(content), type, etag)
            response.fields.append(.vary, FieldName.acceptEncoding.spelling)
            self.response = response
        }
    }

    /// A file with its compressed response.
    private final class Document: Sendable {
        /// The file, made at the first request for it.
        private let file: @Sendable () -> File
        private let compression: ResponseCompression
        /// It is made once: the file is larger than what is compressed on each request.
        private let compressed = Mutex<Response?>(nil)

        init(_ file: @escaping @Sendable () -> File, _ compression: ResponseCompression) {
            self.file = file
            self.compression = compression
        }

        func show(
            _ call: OpenCall, _ query: NoQuery, _ content: NoContent, _ precondition: Precondition
        ) async throws -> Response {
            try precondition.answer(file().etag, with: response(to: call.request.head)).shared
        }

        private func response(to head: RequestHead) -> Response {
            guard AcceptEncoding(head.fields).allowsGzip else { return file().response }
            return compressed.withLock { compressed in
                let response = compressed ?? compression.gzipped(file().response)
                compressed = response
                return response
            }
        }
    }
}
