import CEmbedded
import HTTP

/// Serves openapi.yaml, which is embedded in the program.
struct DescriptionRoutes {
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
        try precondition.answer(Self.etag, with: .document(.bytes(Self.content), .yaml, Self.etag)).shared
    }
}
