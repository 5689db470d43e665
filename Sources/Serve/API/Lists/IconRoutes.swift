import Checklists
import HTTP
import JSON

/// The route that lists the icons of checklists.
struct IconRoutes {
    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/icons", .read, handler: list)]
    }

    private func list(_ call: Call<Fixed>, _ precondition: Precondition) async throws -> Response {
        let body = Icon.allCases.map(IconBody.init)
        let etag = ETag(digestOf: body.jsonBytes)
        return try precondition.answer(etag, with: .ok(body, etag)).shared
    }
}

/// An icon in JSON.
private struct IconBody: JSONWritable {
    let icon: Icon

    func write(to json: inout JSONWriter) {
        let file = icon.rawValue.lowercased().split(separator: " ").joined(separator: "-")
        json.object { json in
            json.member("name", icon.rawValue)
            json.member("url", "/icons/\(file).svg")
        }
    }
}
