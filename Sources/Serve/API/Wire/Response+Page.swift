import Checklists
import HTTP
import JSON

extension Response {
    /// 200 with a page of a collection, or 304 if the client has that state. The content is an array; the
    /// header has the total count and the link to the next page.
    /// - Parameter path: The path of the collection.
    /// - Throws: `Problem` if the query cannot be decoded; `RequestError.preconditionFailed`.
    static func page<Element: Digestible, Body: JSONWritable & SendableMetatype>(
        _ page: Page<Element>, of path: String, for call: Call<some PathTarget>,
        _ precondition: Precondition,
        as body: @escaping @Sendable (Element) -> Body
    ) throws -> Response {
        let elements = page.elements
        let json = PiecewiseJSON(arrayOf: elements.count) { index, json in
            json.value(body(elements[index]))
        }
        return try .page(page, json, of: path, for: call, precondition)
    }

    /// The same for a page whose JSON the caller writes.
    /// - Parameter detail: Further input of the JSON, besides the elements and the target.
    /// - Throws: `Problem` if the query cannot be decoded; `RequestError.preconditionFailed`.
    static func page<Element: Digestible>(
        _ page: Page<Element>, _ json: PiecewiseJSON, of path: String, for call: Call<some PathTarget>,
        _ precondition: Precondition, dependingOn detail: String = ""
    ) throws -> Response {
        var digest = PageDigest(page)
        for byte in detail.utf8 { digest.add(UInt64(byte)) }
        let etag = digest.tag(call.session.store.epoch)
        let response = { try Response.page(page, json, etag, of: path, for: call) }
        return try precondition.answer(etag, with: response())
    }

    private static func page<Element>(
        _ page: Page<Element>, _ json: PiecewiseJSON, _ etag: ETag, of path: String,
        for call: Call<some PathTarget>
    ) throws -> Response {
        var fields = Fields(capacity: 5)
        fields.append(.etag, etag)
        fields.append(.cacheControl, Response.private)
        fields.append(.xTotalCount, String(page.total))
        if let next = page.next {
            var parameters = try call.request.query.filter { $0.name != "cursor" }
            parameters.append(("cursor", call.cursors.text(of: next)))
            let query = parameters.map { name, value in
                "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
            }
            fields.appendLink("\(path)?\(query.joined(separator: "&"))", relation: "next")
        }
        fields.append(.contentType, "application/json")
        return Response(.ok, fields: fields, body: json.body)
    }
}
