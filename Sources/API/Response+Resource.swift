import Checklists
import HTTP
import JSON

extension Response {
    /// 200 with a resource in JSON.
    static func ok(_ body: some JSONWritable, _ etag: ETag) -> Response {
        .json(.ok, body, fields: fields(etag))
    }

    /// 200 with an item.
    static func ok(_ item: EncodedItem, _ etag: ETag) -> Response {
        .json(.ok, encoded: item.bytes, fields: fields(etag))
    }

    /// 201 with a new item, and where it is.
    static func created(_ item: EncodedItem, _ etag: ETag, at location: String) -> Response {
        var fields = fields(etag)
        fields.append(.location, location)
        return .json(.created, encoded: item.bytes, fields: fields)
    }

    /// 201 with a new resource in JSON, and where it is.
    static func created(_ body: some JSONWritable, _ etag: ETag, at location: String) -> Response {
        var fields = fields(etag)
        fields.append(.location, location)
        return .json(.created, body, fields: fields)
    }

    /// 201 with new resources in JSON, and where they are listed.
    static func created(_ bodies: [some JSONWritable], at location: String) -> Response {
        .json(.created, bodies, fields: [.cacheControl: "no-cache", .location: location])
    }

    /// 200 with something in JSON that is no resource of its own.
    static func ok(_ body: some JSONWritable) -> Response {
        .json(.ok, body, fields: [.cacheControl: "no-cache"])
    }

    /// 200 with octets of another type.
    static func document(_ content: Body, _ type: MediaType, _ etag: ETag) -> Response {
        var fields = fields(etag)
        fields.append(.contentType, type.description)
        return Response(.ok, fields: fields, body: content)
    }

    /// 204: it is done and there is nothing to say.
    static var noContent: Response {
        Response(.noContent, fields: [.cacheControl: "no-cache"])
    }

    /// The same answer, which may be given again as long as there is no newer change of what it is about.
    func holding(_ part: Part, asOf revision: Revision?, in checklists: any ChecklistRepository) -> Response {
        guard let revision else { return self }
        var response = self
        response.isCurrent = { checklists.currentRevision(of: part) == revision }
        return response
    }

    /// The same answer, marked if it had been given before.
    func replayed(_ isReplay: Bool) -> Response {
        guard isReplay else { return self }
        var response = self
        response.fields.append(.idempotentReplayed, "true")
        return response
    }

    /// The same answer, or 304 without content where the request has that state already.
    /// - Throws: `Problem` 400 where a condition is malformed, `RequestError.preconditionFailed`.
    func unlessKnown(to request: Request, _ etag: ETag) throws -> Response {
        switch try request.conditions.outcome(request.head.method, etag: etag) {
        case .proceed: self
        case .notModified: Response(.notModified, fields: Self.fields(etag))
        case .preconditionFailed: throw RequestError.preconditionFailed
        }
    }

    private static func fields(_ etag: ETag) -> Fields {
        [.etag: etag.description, .cacheControl: "no-cache"]
    }
}
