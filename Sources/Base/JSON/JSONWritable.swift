/// What a `JSONWriter` can write: exactly one JSON value.
public protocol JSONWritable {
    /// Writes this value, all of it and nothing else.
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// This value as a JSON text.
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
    /// Writes the number, which has to be finite.
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
    /// Writes the value; numbers as they were read.
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
