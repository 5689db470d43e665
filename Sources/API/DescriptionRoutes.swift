import HTTP

/// Gives openapi.yaml, which is part of the program.
struct DescriptionRoutes {
    private let content = PackageResources.openapi_yaml
    private let etag = ETag(digestOf: PackageResources.openapi_yaml)

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/openapi.yaml", gives: .yaml, access: .everybody, handler: show)]
    }

    private func show(_ call: Call<Fixed>, _ precondition: Precondition) async throws -> Response {
        try precondition.answer(etag, with: .document(.bytes(content), .yaml, etag)).shared
    }
}
