import Checklists
import JSON

/// Reads the fields of a JSON object one after the other, and notes everything that is wrong with them.
///
/// What is not read by name is unknown or read-only, and `finish` notes it: nothing is accepted and then
/// ignored.
struct FieldReader {
    /// Everything that is wrong so far, in the order in which it was found.
    private(set) var violations: [Violation] = []
    /// What the object is, with its article: `an item`.
    private let noun: String
    /// Where the object stands in what was sent, as a JSON Pointer; empty for the whole.
    private let pointer: String
    private let isObject: Bool
    private let members: [JSONValue.Member]
    /// Whether each of them has been read.
    private var areRead: [Bool]

    /// Reads an object; of any other value it notes that, and finds no fields in it.
    init(_ value: JSONValue, of noun: String, at pointer: String = "") {
        self.noun = noun
        self.pointer = pointer
        if case .object(let members) = value {
            isObject = true
            self.members = members
        } else {
            isObject = false
            members = []
            violations.append(Violation(pointer, "must be an object"))
        }
        areRead = members.map { _ in false }
    }

    /// The value of a field; `nil` where it is missing, or not of that type, which is noted.
    mutating func optional<Value>(_ name: String, _ type: FieldType<Value>) -> Value? {
        guard let value = take(name) else { return nil }
        if let value = type.read(value) { return value }
        note(name, "must be \(type.name)")
        return nil
    }

    /// The value of a field that may be `null`; `nil` where it is missing or neither, which is noted.
    mutating func nullable<Value>(_ name: String, _ type: FieldType<Value>) -> Value?? {
        guard let value = take(name) else { return nil }
        if value == .null { return .some(nil) }
        if let value = type.read(value) { return value }
        note(name, "must be \(type.name) or null")
        return nil
    }

    /// The value of a field that has to be there; `nil` where it is missing or not of that type, which is
    /// noted.
    mutating func required<Value>(_ name: String, _ type: FieldType<Value>) -> Value? {
        if isObject, !members.contains(where: { $0.name == name }) { note(name, "is missing") }
        return optional(name, type)
    }

    /// The value of a field that is an object or `null`, read by the closure; `nil` where it is missing or
    /// neither.
    mutating func object<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value
    ) -> Value?? {
        switch take(name) {
        case nil: return nil
        case .null: return .some(nil)
        case .object(let members): return .some(self.read(members, of: noun, at: name, read))
        case .some:
            note(name, "must be an object or null")
            return nil
        }
    }

    /// The value of a field that is an object, read by the closure; `nil` where it is missing or something
    /// else, which is noted.
    mutating func optionalObject<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value
    ) -> Value? {
        guard let value = take(name) else { return nil }
        guard case .object(let members) = value else {
            note(name, "must be an object")
            return nil
        }
        return self.read(members, of: noun, at: name, read)
    }

    private mutating func read<Value>(
        _ members: [JSONValue.Member], of noun: String, at name: String,
        _ read: (inout FieldReader) -> Value
    ) -> Value {
        var fields = FieldReader(.object(members), of: noun, at: "\(pointer)/\(name)")
        let value = read(&fields)
        fields.finish(readOnly: [])
        violations += fields.violations
        return value
    }

    /// The value of a field that is an object or `null`, read by the closure; `nil` also where that could not
    /// read it and has noted so.
    mutating func readable<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value?
    ) -> Value?? {
        switch object(name, of: noun, read) {
        case nil, .some(.some(nil)): nil
        case .some(nil): .some(nil)
        case .some(.some(.some(let value))): value
        }
    }

    /// The values of a field that is an array of objects, each read by the closure; `nil` where it is missing
    /// or something else, and where one of them cannot be read.
    mutating func objects<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value?
    ) -> [Value]? {
        guard let value = take(name) else { return nil }
        guard case .array(let elements) = value else {
            note(name, "must be an array")
            return nil
        }
        let count = violations.count
        var values: [Value] = []
        for (index, element) in elements.enumerated() {
            var fields = FieldReader(element, of: noun, at: "\(pointer)/\(name)/\(index)")
            if let value = read(&fields) { values.append(value) }
            fields.finish(readOnly: [])
            violations += fields.violations
        }
        return violations.count == count ? values : nil
    }

    /// Notes every field that has not been read.
    /// - Parameter readOnly: The names of those that exist all the same.
    mutating func finish(readOnly: [String]) {
        for (index, member) in members.enumerated() where !areRead[index] {
            note(member.name, readOnly.contains(member.name) ? "is read-only" : "is not a field of \(noun)")
            areRead[index] = true
        }
    }

    /// Whether something has been found wrong with a field.
    func hasFault(_ name: String) -> Bool {
        violations.contains { $0.pointer == "\(pointer)/\(name)" }
    }

    /// Notes that something is wrong with a field.
    mutating func note(_ name: String, _ detail: String) {
        violations.append(Violation("\(pointer)/\(Self.token(name))", detail))
    }

    /// Notes that something is wrong with the object as a whole.
    mutating func noteWhole(_ detail: String) {
        violations.append(Violation(pointer, detail))
    }

    /// A name as a JSON Pointer has it (RFC 6901 §3). It goes by scalars: a tilde with an accent is a tilde
    /// still.
    static func token(_ name: String) -> String {
        var token = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
        return token
    }

    private mutating func take(_ name: String) -> JSONValue? {
        guard let index = members.indices.first(where: { members[$0].name == name && !areRead[$0] }) else {
            return nil
        }
        areRead[index] = true
        let value = members[index].value
        // No database takes it, nor any file name; here every text of every body comes by.
        if case .string(let text) = value, text.utf8.contains(0) {
            note(name, "must not have the character U+0000")
            return nil
        }
        return value
    }
}
