import Checklists
import JSON
import Spelling

/// The fields of an object in a call, said once: `init(from:)` decodes them, and describes them in the
/// schema.
protocol ToolInput: Sendable {
    /// The noun of the object with its article: `a change`.
    static var noun: String { get }

    /// Reads the fields. Violations do not stop it.
    init(from arguments: inout Arguments)
}

/// Reads the fields of an object by name and collects all violations, or collects their schemas.
///
/// A field that no read names is unknown, and a violation. So no field is silently ignored.
struct Arguments {
    /// The violations so far.
    private(set) var violations: [Violation] = []
    private let pointer: String
    private let members: [JSONValue.Member]
    /// The fields that were read, in order.
    private var fields: [Field] = []

    private struct Field {
        let name: String
        let isRequired: Bool
        /// The schema of the value. A closure, so that reading builds no schema.
        let schema: () -> JSONValue
    }

    private init(_ members: [JSONValue.Member], at pointer: String) {
        self.members = members
        self.pointer = pointer
    }

    /// The value of a field; `nil` if it is missing or breaks the schema.
    mutating func optional<Value>(
        _ name: String, _ type: ArgumentType<Value>, _ description: String
    ) -> Value? {
        read(name, type, description, isRequired: false)
    }

    /// The value of a required field; `nil` if it is missing or breaks the schema, which are violations.
    mutating func required<Value>(
        _ name: String, _ type: ArgumentType<Value>, _ description: String
    ) -> Value? {
        read(name, type, description, isRequired: true)
    }

    /// The value of a field that may be `null`; `nil` if it is missing or breaks the schema.
    mutating func nullable<Value>(
        _ name: String, _ type: ArgumentType<Value>, _ description: String
    ) -> Value?? {
        read(name, type.orNull, description, isRequired: false)
    }

    private mutating func read<Value>(
        _ name: String, _ type: ArgumentType<Value>, _ description: String, isRequired: Bool
    ) -> Value? {
        fields.append(
            Field(name: name, isRequired: isRequired) {
                .object(type.schema + [JSONValue.Member("description", .string(description))])
            })
        guard let value = members.first(where: { $0.name == name })?.value else {
            if isRequired { note(name, .missing) }
            return nil
        }
        var found: [Violation] = []
        let read = type.read(value, "\(pointer)/\(name)", &found)
        violations += found
        return read
    }

    /// Adds a violation of a field.
    mutating func note(_ name: String, _ reason: Violation.Reason) {
        violations.append(Violation("\(pointer)/\(name)", reason))
    }

    /// Adds a violation of the whole object.
    mutating func noteWhole(_ reason: Violation.Reason) { violations.append(Violation(pointer, reason)) }

    private mutating func refuseUnknown(of noun: String) {
        let known = fields.map(\.name)
        for member in members where !known.contains(member.name) {
            let nearest = Spelling.words(near: member.name, among: known).first
            note(String(member.name.prefix(100)), .unknownField(of: noun, nearest: nearest))
            if violations.count > Limits.violationsMax { return }
        }
    }

    /// The fields of an object.
    static func read<Input: ToolInput>(
        _ type: Input.Type, _ members: [JSONValue.Member], at pointer: String,
        _ violations: inout [Violation]
    ) -> Input? {
        var arguments = Arguments(members, at: pointer)
        let input = Input(from: &arguments)
        arguments.refuseUnknown(of: Input.noun)
        violations += arguments.violations
        return arguments.violations.isEmpty ? input : nil
    }

    /// The JSON Schema of an object.
    static func schema(of type: (some ToolInput).Type) -> [JSONValue.Member] {
        var arguments = Arguments([], at: "")
        _ = type.init(from: &arguments)
        let required = arguments.fields.filter(\.isRequired).map { JSONValue.string($0.name) }
        var schema = [
            JSONValue.Member("type", .string("object")),
            JSONValue.Member(
                "properties", .object(arguments.fields.map { JSONValue.Member($0.name, $0.schema()) })),
        ]
        if !required.isEmpty { schema.append(JSONValue.Member("required", .array(required))) }
        return schema + [JSONValue.Member("additionalProperties", .bool(false))]
    }
}
