import HTTP

/// Gives openapi.yaml, which is part of the program.
struct DescriptionRoutes {
    private let content = PackageResources.openapi_yaml
    private let etag = ETag(digestOf: PackageResources.openapi_yaml)

    var operations: [Operation] {
        [
            Operation(
                .get, "/openapi.yaml", isConditional: true, gives: .yaml, access: .everybody, handler: show)
        ]
    }

    private func show(_ request: Request) async throws -> Response {
        try Response.document(.bytes(content), .yaml, etag).unlessKnown(to: request, etag)
    }
}
