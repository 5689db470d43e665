public import JSON

extension Response {
    /// Makes a response with a value as JSON.
    public static func json(
        _ status: Status, _ value: some JSONWritable, fields: Fields = Fields()
    ) -> Response {
        var json = JSONWriter(capacity: 512)
        value.write(to: &json)
        return .json(status, json, fields: fields)
    }

    /// Makes a response with finished JSON. All JSON responses that are not streams end here. They end with a
    /// line feed, which JSON permits (RFC 8259 §2) and which keeps a terminal readable.
    /// - Parameter mediaType: The `Content-Type`, if it is more specific than JSON.
    public static func json(
        _ status: Status, _ json: consuming JSONWriter, as mediaType: ConstantField = .jsonType,
        fields: Fields = Fields()
    ) -> Response {
        .json(status, line: json.line(), as: mediaType, fields: fields)
    }

    /// Makes a response from encoded JSON that ends with a line feed.
    public static func json(
        _ status: Status, line: [UInt8], as mediaType: ConstantField = .jsonType,
        fields: consuming Fields = Fields()
    ) -> Response {
        fields.append(mediaType)
        return Response(status, fields: fields, body: .bytes(line))
    }
}

extension ConstantField {
    /// `Content-Type` of JSON (RFC 8259 §11).
    public static let jsonType = ConstantField(.contentType, "application/json")
}

extension Fields {
    /// Appends a link to another resource (RFC 8288 §3).
    /// - Parameters:
    ///   - target: The URI reference, percent-encoded.
    ///   - relation: The relation of the target to this resource, such as `next`.
    public mutating func appendLink(_ target: String, relation: String) {
        append(.link, "<\(target)>; rel=\"\(relation)\"")
    }
}
