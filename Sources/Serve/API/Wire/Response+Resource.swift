import Checklists
import HTTP
import JSON

extension Response {
    /// `Cache-Control` of personal data: no shared cache keeps it, and a private one revalidates it with each
    /// use (RFC 9111 §5.2.2.7).
    static let `private` = "private, no-cache"

    static func ok(_ body: some JSONWritable, _ etag: ETag) -> Response {
        .json(.ok, body, fields: fields(etag))
    }

    static func ok(_ item: EncodedItem, _ etag: ETag) -> Response {
        .json(.ok, line: item.line, fields: fields(etag))
    }

    /// 200 with JSON without a revision, or 304 if the client has that state.
    /// - Throws: `RequestError.preconditionFailed`.
    static func ok(_ body: some JSONWritable, _ precondition: Precondition) throws -> Response {
        let etag = ETag(digestOf: body.jsonBytes)
        return try precondition.answer(etag, with: .ok(body, etag))
    }

    /// 201 with a new item and its `Location`.
    static func created(_ item: EncodedItem, _ etag: ETag, at location: String) -> Response {
        var fields = fields(etag)
        fields.append(.location, location)
        return .json(.created, line: item.line, fields: fields)
    }

    /// 201 with a new resource and its `Location`.
    static func created(_ body: some JSONWritable, _ etag: ETag, at location: String) -> Response {
        var fields = fields(etag)
        fields.append(.location, location)
        return .json(.created, body, fields: fields)
    }

    /// 201 with a new resource without an entity tag, and a `Location`.
    static func created(_ body: some JSONWritable, at location: String) -> Response {
        .json(.created, body, fields: [.cacheControl: Self.private, .location: location])
    }

    /// 201 with new resources, and the `Location` of their collection.
    static func created(_ bodies: [some JSONWritable], at location: String) -> Response {
        .json(.created, bodies, fields: [.cacheControl: Self.private, .location: location])
    }

    /// 200 with JSON that is no resource.
    static func ok(_ body: some JSONWritable) -> Response {
        .json(.ok, body, fields: [.cacheControl: Self.private])
    }

    /// 200 with content of another media type.
    static func document(_ content: Body, _ type: MediaType, _ etag: ETag) -> Response {
        var fields = fields(etag)
        fields.append(.contentType, type.description)
        return Response(.ok, fields: fields, body: content)
    }

    static var noContent: Response {
        Response(.noContent, fields: [.cacheControl: Self.private])
    }

    /// The response with the id of the trash entry, by which a client restores what it deleted.
    func thrownAway(as id: Tombstone.ID?) -> Response {
        guard let id else { return self }
        var response = self
        response.fields[.trashID] = String(id.rawValue)
        return response
    }

    /// The response with data that is equal for all callers. Any cache may keep it.
    var shared: Response {
        var response = self
        response.fields[.cacheControl] = "no-cache"
        return response
    }

    /// The response with a secret. No cache may keep it.
    var secret: Response {
        var response = self
        response.fields[.cacheControl] = "no-store"
        return response
    }

    /// The response, marked if it repeats an earlier one for the same idempotency key.
    func replayed(_ isReplay: Bool) -> Response {
        guard isReplay else { return self }
        var response = self
        response.fields.append(.idempotentReplayed, "true")
        return response
    }

    /// 304 if the client has the current state.
    static func notModified(_ etag: ETag) -> Response {
        Response(.notModified, fields: fields(etag))
    }

    private static func fields(_ etag: ETag) -> Fields {
        var fields = Fields(capacity: 4)
        fields.append(.etag, etag)
        fields.append(privateCache)
        return fields
    }

    private static let privateCache = ConstantField(.cacheControl, Self.private)
}
