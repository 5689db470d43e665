public import JSON

extension Response {
    /// An answer in JSON.
    public static func json(
        _ status: Status, _ value: some JSONWritable, fields: Fields = Fields()
    ) -> Response {
        var json = JSONWriter(capacity: 512)
        value.write(to: &json)
        return .json(status, json, fields: fields)
    }

    /// An answer with what was written. All that is answered in JSON at once comes from here, and ends with a
    /// line feed, which means nothing in JSON (RFC 8259 §2) and keeps a terminal readable.
    /// - Parameter mediaType: What it is, where it is more than JSON.
    public static func json(
        _ status: Status, _ json: consuming JSONWriter, as mediaType: String = "application/json",
        fields: Fields = Fields()
    ) -> Response {
        .json(status, line: json.line(), as: mediaType, fields: fields)
    }

    /// An answer with JSON that is there already, and a line feed behind it.
    public static func json(
        _ status: Status, line: [UInt8], as mediaType: String = "application/json",
        fields: consuming Fields = Fields()
    ) -> Response {
        fields.append(.contentType, mediaType)
        return Response(status, fields: fields, body: .bytes(line))
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
