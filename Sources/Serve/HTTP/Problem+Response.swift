import JSON

extension Problem {
    /// The response: an `application/problem+json` document (RFC 9457 §3) with `Cache-Control: no-store`.
    public var response: Response {
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.member("type", type.uri)
            json.member("title", type.title)
            json.member("status", status.code)
            json.member("detail", detail)
            if let operation { json.member("operation", operation) }
            if !errors.isEmpty {
                json.array("errors") { json in
                    for error in errors { error.write(to: &json) }
                }
            }
        }
        var fields = fields
        fields[.cacheControl] = "no-store"
        return .json(status, json, as: Self.type, fields: fields)
    }

    private static let type = ConstantField(.contentType, "application/problem+json")
}
