import Checklists
import JSON

/// The form of a result, said once: its JSON Schema, and how a value is written.
struct Shape<Value>: Sendable {
    let schema: JSONValue
    let write: @Sendable (Value) -> JSONValue

    /// A value with a type of JSON.
    init(_ type: String, write: @escaping @Sendable (Value) -> JSONValue) {
        schema = .object([JSONValue.Member("type", .string(type))])
        self.write = write
    }

    private init(schema: [JSONValue.Member], write: @escaping @Sendable (Value) -> JSONValue) {
        self.schema = .object(schema)
        self.write = write
    }

    /// An object that always has all of these fields.
    init(_ fields: [ShapeField<Value>]) {
        let schema = [
            JSONValue.Member("type", .string("object")),
            JSONValue.Member(
                "properties", .object(fields.map { JSONValue.Member($0.name, $0.schema) })),
            JSONValue.Member("required", .array(fields.map { JSONValue.string($0.name) })),
            JSONValue.Member("additionalProperties", .bool(false)),
        ]
        self.init(schema: schema) { value in
            .object(fields.map { JSONValue.Member($0.name, $0.write(value)) })
        }
    }

    /// An array of values.
    fileprivate var array: Shape<[Value]> {
        let schema = [JSONValue.Member("type", .string("array")), JSONValue.Member("items", schema)]
        return Shape<[Value]>(schema: schema) { [write] values in .array(values.map(write)) }
    }

    /// The value or `null`.
    fileprivate var orNull: Shape<Value?> {
        guard case .object(let members) = schema else { preconditionFailure("a schema is an object") }
        let schema = members.map { member in
            member.name == "type"
                ? JSONValue.Member("type", .array([member.value, .string("null")])) : member
        }
        return Shape<Value?>(schema: schema) { [write] value in value.map(write) ?? .null }
    }
}

/// A field of an object in a result.
struct ShapeField<Object>: Sendable {
    let name: String
    /// The schema with the description.
    let schema: JSONValue
    let write: @Sendable (Object) -> JSONValue

    /// A field whose value is `null` if it is empty.
    init<Value>(
        _ name: String, orNull shape: Shape<Value>, _ description: String,
        _ value: @escaping @Sendable (Object) -> Value?
    ) {
        self.init(name, shape.orNull, description, value)
    }

    /// A field with an array.
    init<Value>(
        _ name: String, each shape: Shape<Value>, _ description: String,
        _ values: @escaping @Sendable (Object) -> [Value]
    ) {
        self.init(name, shape.array, description, values)
    }

    init<Value>(
        _ name: String, _ shape: Shape<Value>, _ description: String,
        _ value: @escaping @Sendable (Object) -> Value
    ) {
        self.name = name
        guard case .object(let members) = shape.schema else { preconditionFailure("a schema is an object") }
        schema = .object(members + [JSONValue.Member("description", .string(description))])
        write = { [write = shape.write] object in write(value(object)) }
    }
}

extension Shape<String> {
    static let text = Shape<String>("string") { .string($0) }
}

extension Shape<Bool> {
    static let boolean = Shape<Bool>("boolean") { .bool($0) }
}

extension Shape<Int> {
    static let integer = Shape<Int>("integer") { .number(JSONNumber($0)) }
}

extension Shape<Quantity> {
    static let quantity = Shape<Quantity>("number") { .number(JSONNumber(Double($0.thousandths) / 1_000)) }
}

extension ShapeField {
    /// The field of an object that is part of another.
    func of<Whole>(_ part: @escaping @Sendable (Whole) -> Object) -> ShapeField<Whole> {
        ShapeField<Whole>(name: name, schema: schema) { [write] whole in write(part(whole)) }
    }

    private init(name: String, schema: JSONValue, write: @escaping @Sendable (Object) -> JSONValue) {
        self.name = name
        self.schema = schema
        self.write = write
    }
}
