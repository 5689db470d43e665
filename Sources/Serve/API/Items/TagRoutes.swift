import Checklists
import HTTP
import JSON

/// The routes of tags.
struct TagRoutes {
    var endpoints: [Endpoint] {
        let one = "/v1/tags/{tag}"
        return [
            Endpoint(.get, "/v1/tags", .read, handler: list),
            Endpoint(
                .patch, one, .edit, bodyBytesMax: Limits.smallBodyBytesMax, handler: update),
            Endpoint(.delete, one, .edit, handler: remove),
        ]
    }

    private func list(
        _ call: Call<Fixed>, _ page: PageRequest, _ precondition: Precondition
    ) async throws -> Response {
        try .page(
            try await call.session.tags(page), of: "/v1/tags", for: call, precondition, as: TagCountBody.init)
    }

    private func update(_ call: Call<TagPath>, _ body: TagPatchBody) async throws -> Response {
        .ok(ChangedItemsBody(changed: try await call.session.renameTag(call.id.tag, to: body.name)))
    }

    private func remove(_ call: Call<TagPath>, _ query: NoQuery) async throws -> Response {
        .ok(ChangedItemsBody(changed: try await call.session.deleteTag(call.id.tag)))
    }
}

extension TagCount: Digestible {
    func add(to digest: inout PageDigest) {
        var hash = FowlerNollVo()
        hash.add(name)
        digest.add(hash.value)
        digest.add(UInt64(itemsCount))
        digest.add(UInt64(uncheckedItemsCount))
    }
}

/// A tag with its counts in JSON.
private struct TagCountBody: JSONWritable {
    let tag: TagCount

    init(_ tag: TagCount) { self.tag = tag }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", tag.name)
            json.member("itemsCount", tag.itemsCount)
            json.member("uncheckedItemsCount", tag.uncheckedItemsCount)
        }
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
