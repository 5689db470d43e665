import Checklists
import HTTP
import JSON

extension Response {
    /// `Cache-Control` of what is somebody's: no cache that others use may keep it, and one's own has to ask
    /// before it shows it again (RFC 9111 §5.2.2.7).
    static let `private` = "private, no-cache"

    /// 200 with a resource in JSON.
    static func ok(_ body: some JSONWritable, _ etag: ETag) -> Response {
        .json(.ok, body, fields: fields(etag))
    }

    /// 200 with an item.
    static func ok(_ item: EncodedItem, _ etag: ETag) -> Response {
        .json(.ok, line: item.line, fields: fields(etag))
    }

    /// 200 with something in JSON that has no revision, or 304 for whoever has it in that state.
    /// - Throws: `RequestError.preconditionFailed`.
    static func ok(_ body: some JSONWritable, _ precondition: Precondition) throws -> Response {
        let etag = ETag(digestOf: body.jsonBytes)
        return try precondition.answer(etag, with: .ok(body, etag))
    }

    /// 201 with a new item, and where it is.
    static func created(_ item: EncodedItem, _ etag: ETag, at location: String) -> Response {
        var fields = fields(etag)
        fields.append(.location, location)
        return .json(.created, line: item.line, fields: fields)
    }

    /// 201 with a new resource in JSON, and where it is.
    static func created(_ body: some JSONWritable, _ etag: ETag, at location: String) -> Response {
        var fields = fields(etag)
        fields.append(.location, location)
        return .json(.created, body, fields: fields)
    }

    /// 201 with something new in JSON that has no entity tag, and where to look.
    static func created(_ body: some JSONWritable, at location: String) -> Response {
        .json(.created, body, fields: [.cacheControl: Self.private, .location: location])
    }

    /// 201 with new resources in JSON, and where they are listed.
    static func created(_ bodies: [some JSONWritable], at location: String) -> Response {
        .json(.created, bodies, fields: [.cacheControl: Self.private, .location: location])
    }

    /// 200 with something in JSON that is no resource of its own.
    static func ok(_ body: some JSONWritable) -> Response {
        .json(.ok, body, fields: [.cacheControl: Self.private])
    }

    /// 200 with octets of another type.
    static func document(_ content: Body, _ type: MediaType, _ etag: ETag) -> Response {
        var fields = fields(etag)
        fields.append(.contentType, type.description)
        return Response(.ok, fields: fields, body: content)
    }

    /// 204: it is done and there is nothing to say.
    static var noContent: Response {
        Response(.noContent, fields: [.cacheControl: Self.private])
    }

    /// The same answer with the number of the entry in the trash, by which a client restores what it deleted.
    func thrownAway(as id: Removal.ID?) -> Response {
        guard let id else { return self }
        var response = self
        response.fields[.trashID] = String(id.rawValue)
        return response
    }

    /// The same answer, or the 304 in its place, of what is the same for everybody: any cache may keep it.
    var shared: Response {
        var response = self
        response.fields[.cacheControl] = "no-cache"
        return response
    }

    /// The same answer, which nobody may keep: it shows a secret.
    var secret: Response {
        var response = self
        response.fields[.cacheControl] = "no-store"
        return response
    }

    /// The same answer, marked if it had been given before.
    func replayed(_ isReplay: Bool) -> Response {
        guard isReplay else { return self }
        var response = self
        response.fields.append(.idempotentReplayed, "true")
        return response
    }

    /// 304: the client has that state already.
    static func notModified(_ etag: ETag) -> Response {
        Response(.notModified, fields: fields(etag))
    }

    private static func fields(_ etag: ETag) -> Fields {
        var fields = Fields(capacity: 4)
        fields.append(.etag, etag)
        fields.append(.cacheControl, Self.private)
        return fields
    }
}
