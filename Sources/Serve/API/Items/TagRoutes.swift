import Checklists
import HTTP
import JSON

/// The routes of tags.
struct TagRoutes {
    var endpoints: [Endpoint] {
        let one = "/v1/tags/{tag}"
        return [
            Endpoint(
                .patch, one, .edit, bodyBytesMax: Limits.smallBodyBytesMax, handler: update),
            Endpoint(.delete, one, .edit, handler: remove),
        ]
    }

    private func update(_ call: Call<TagPath>, _ body: TagPatchBody) async throws -> Response {
        .ok(ChangedItemsBody(changed: try await call.session.renameTag(call.id.tag, to: body.name)))
    }

    private func remove(_ call: Call<TagPath>, _ query: NoQuery) async throws -> Response {
        .ok(ChangedItemsBody(changed: try await call.session.deleteTag(call.id.tag)))
    }
}

/// The path of a tag, in any case.
private struct TagPath: PathTarget {
    let tag: String

    init(_ parameters: [String]) throws(ChecklistsError) {
        guard let tag = parameters.first else { throw .notFound(.tag) }
        self.tag = tag
    }
}

/// The body that renames a tag.
private struct TagPatchBody: RequestBody {
    static let noun = "a tag"
    static let readOnlyFields: [String] = []

    let name: String

    init(from fields: inout FieldReader) {
        name = fields.required("name", .string) ?? ""
    }
}
