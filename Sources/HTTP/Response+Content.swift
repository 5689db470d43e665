public import JSON

extension Response {
    /// An answer in JSON.
    public static func json(
        _ status: Status, _ value: some JSONWritable, fields: Fields = Fields()
    ) -> Response {
        var json = JSONWriter(capacity: 512)
        value.write(to: &json)
        return .json(status, encoded: json.bytes, fields: fields)
    }

    /// An answer in JSON that is there already.
    public static func json(
        _ status: Status, encoded content: [UInt8], fields: Fields = Fields()
    ) -> Response {
        var fields = fields
        fields.append(.contentType, "application/json")
        return Response(status, fields: fields, body: .bytes(content))
    }
}

extension Fields {
    /// Adds a link to another resource (RFC 8288 §3).
    /// - Parameters:
    ///   - target: Its URI reference, with everything escaped that has to be.
    ///   - relation: What it is to this one, such as `next`.
    public mutating func appendLink(_ target: String, relation: String) {
        append(.link, "<\(target)>; rel=\"\(relation)\"")
    }
}
