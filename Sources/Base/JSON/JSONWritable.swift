/// A type that a `JSONWriter` writes as exactly one JSON value.
public protocol JSONWritable {
    /// Writes exactly one JSON value.
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// The value as a JSON text.
    public var jsonBytes: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.bytes
    }
}

extension String: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Double: JSONWritable {
    /// Writes the number, which must be finite.
    @inlinable
    public func write(to json: inout JSONWriter) { json.double(self) }
}

extension Bool: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    /// Writes the value, or `null`.
    @inlinable
    public func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.null() }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    @inlinable
    public func write(to json: inout JSONWriter) {
        json.beginArray()
        for element in self { element.write(to: &json) }
        json.endArray()
    }
}

extension JSONValue: JSONWritable {
    /// Writes the value; numbers keep their spelling.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.bool(value)
        case .number(let value): json.number(value)
        case .string(let value): json.string(value)
        case .array(let elements): elements.write(to: &json)
        case .object(let members):
            json.beginObject()
            for member in members {
                json.name(of: member.name)
                member.value.write(to: &json)
            }
            json.endObject()
        }
    }
}
