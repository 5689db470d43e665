import Checklists
import HTTP
import JSON

extension Response {
    /// 200 with a page of a collection: a bare array, how many there are in all, and where it goes on.
    /// - Parameter path: Where the collection is.
    /// - Throws: `Problem` where the query cannot be decoded.
    static func page<Element, Body: JSONWritable>(
        _ page: Page<Element>, of path: String, for request: Request, as body: @escaping (Element) -> Body
    ) throws -> Response {
        try .page(page, PageBody(elements: page.elements, body: body), of: path, for: request)
    }

    /// 200 with a page of a collection in whatever form, how many elements there are in all, and where it
    /// goes on.
    /// - Throws: `Problem` where the query cannot be decoded.
    static func page<Element>(
        _ page: Page<Element>, _ body: some JSONWritable, of path: String, for request: Request
    ) throws -> Response {
        var json = JSONWriter(capacity: 64 + 512 * page.elements.count)
        json.value(body)
        var fields: Fields = [.cacheControl: "no-cache", .xTotalCount: String(page.total)]
        if let next = page.next {
            var parameters = try request.query.filter { $0.name != "cursor" }
            parameters.append(("cursor", next.base64URL))
            let query = parameters.map { name, value in
                "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
            }
            fields.appendLink("\(path)?\(query.joined(separator: "&"))", relation: "next")
        }
        fields.append(.contentType, "application/json")
        return Response(.ok, fields: fields, body: .bytes(json.bytes))
    }
}

/// The elements of a page as a bare array.
private struct PageBody<Element, Body: JSONWritable>: JSONWritable {
    let elements: [Element]
    let body: (Element) -> Body

    func write(to json: inout JSONWriter) {
        json.array { json in
            for element in elements { json.value(body(element)) }
        }
    }
}
