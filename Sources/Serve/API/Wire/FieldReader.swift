import Checklists
import JSON
import Spelling

/// Reads the fields of a JSON object by name, and collects all violations.
///
/// A field that no read names is unknown or read-only, and `finish` reports it. So no field is silently
/// ignored.
struct FieldReader {
    /// The violations so far, in the order of their discovery.
    private(set) var violations: [Violation] = []
    /// The noun of the object with its article: `an item`.
    private let noun: String
    /// The JSON Pointer of the object in the body; empty for the whole body.
    private let pointer: String
    private let isObject: Bool
    private let members: [JSONValue.Member]
    /// The indexes of the members that have not been read. Without any, the other fields need no search.
    private var unread: [Int]
    /// The requested names that the object lacks; `nil` if the reader does not record them.
    private var missingNames: [String]?

    /// Reads an object. Any other value is a violation, and has no fields.
    init(_ value: JSONValue, of noun: String, at pointer: String = "") {
        self.noun = noun
        self.pointer = pointer
        if case .object(let members) = value {
            isObject = true
            self.members = members
        } else {
            isObject = false
            members = []
            violations.append(Violation(pointer, .wrongType(.object)))
        }
        unread = Array(members.indices)
    }

    /// The value of a field; `nil` if it is missing. A value of another type is a violation, and `nil`.
    mutating func optional<Value>(_ name: String, _ type: FieldType<Value>) -> Value? {
        guard let value = take(name) else { return nil }
        if let read = type.read(value) { return read }
        note(name, type.reason(value))
        return nil
    }

    /// The value of a field that may be `null`; `nil` if it is missing. A value of another type is a
    /// violation, and `nil`.
    mutating func nullable<Value>(_ name: String, _ type: FieldType<Value>) -> Value?? {
        guard let value = take(name) else { return nil }
        if value == .null { return .some(nil) }
        if let read = type.read(value) { return read }
        note(name, type.reason(value).orNull)
        return nil
    }

    /// The value of a required field. A missing field, or a value of another type, is a violation, and `nil`.
    mutating func required<Value>(_ name: String, _ type: FieldType<Value>) -> Value? {
        if isObject, !members.contains(where: { $0.name == name }) { note(name, .missing) }
        return optional(name, type)
    }

    /// The value of a field that is an object or `null`, as the closure reads it; `nil` if it is missing. A
    /// value of another type is a violation, and `nil`.
    mutating func object<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value
    ) -> Value?? {
        switch take(name) {
        case nil: return nil
        case .null: return .some(nil)
        case .object(let members): return .some(self.read(members, of: noun, at: name, read))
        case .some:
            note(name, .wrongType(.object).orNull)
            return nil
        }
    }

    /// The value of a field that is an object, as the closure reads it; `nil` if it is missing. A value of
    /// another type is a violation, and `nil`.
    mutating func optionalObject<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value
    ) -> Value? {
        guard let value = take(name) else { return nil }
        guard case .object(let members) = value else {
            note(name, .wrongType(.object))
            return nil
        }
        return self.read(members, of: noun, at: name, read)
    }

    /// The value of a required field that is an object, as the closure reads it. A missing field, or a value
    /// of another type, is a violation, and `nil`.
    mutating func requiredObject<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value
    ) -> Value? {
        if isObject, !members.contains(where: { $0.name == name }) { note(name, .missing) }
        return optionalObject(name, of: noun, read)
    }

    private mutating func read<Value>(
        _ members: [JSONValue.Member], of noun: String, at name: String,
        _ read: (inout FieldReader) -> Value
    ) -> Value {
        var fields = FieldReader(.object(members), of: noun, at: "\(pointer)/\(name)")
        let value = read(&fields)
        fields.finish(readOnly: []) { _ = read(&$0) }
        violations += fields.violations
        return value
    }

    /// The same as `object`, but `nil` also if the closure found violations and returned no value.
    mutating func readable<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value?
    ) -> Value?? {
        switch object(name, of: noun, read) {
        case nil, .some(.some(nil)): nil
        case .some(nil): .some(nil)
        case .some(.some(.some(let value))): value
        }
    }

    /// The values of a field that is an array of objects, as the closure reads each; `nil` if it is missing.
    /// A value of another type, or an unreadable element, is a violation, and `nil`.
    mutating func objects<Value>(
        _ name: String, of noun: String, _ read: (inout FieldReader) -> Value?
    ) -> [Value]? {
        guard let value = take(name) else { return nil }
        guard case .array(let elements) = value else {
            note(name, .wrongType(.array))
            return nil
        }
        let count = violations.count
        var values: [Value] = []
        for (index, element) in elements.enumerated() {
            var fields = FieldReader(element, of: noun, at: "\(pointer)/\(name)/\(index)")
            if let value = read(&fields) { values.append(value) }
            fields.finish(readOnly: []) { _ = read(&$0) }
            violations += fields.violations
            // The response reports no more, and an array can have a violation for every two bytes.
            if violations.count - count >= Limits.errorsMax { break }
        }
        return violations.count == count ? values : nil
    }

    /// Reads all unread fields with these names.
    mutating func takeAll(_ names: [String]) -> [JSONValue.Member] {
        let taken = unread.filter { names.contains(members[$0].name) }
        if taken.isEmpty { return [] }
        unread.removeAll(where: taken.contains)
        return taken.map { members[$0] }
    }

    /// The text of a field, without reading it; `nil` if it is missing or no string.
    func peek(_ name: String) -> String? {
        guard case .string(let text)? = members.first(where: { $0.name == name })?.value else { return nil }
        return text
    }

    /// The number of unknown fields of an object for which the reader looks for a near name.
    private static let suggestionsMax = 5

    /// Reports every field that was not read.
    /// - Parameters:
    ///   - readOnly: The names of fields that exist, but cannot be set.
    ///   - read: Reads the fields again, to collect the names of all fields.
    mutating func finish(readOnly: [String], _ read: (inout FieldReader) -> Void) {
        var known: [String]?
        var suggestionsLeft = Self.suggestionsMax
        for member in unread.map({ members[$0] }) {
            if readOnly.contains(member.name) {
                note(member.name, .readOnly)
                continue
            }
            let names = known ?? Self.names(read)
            known = names
            let nearest =
                suggestionsLeft > 0 ? Spelling.words(near: member.name, among: names).first : nil
            suggestionsLeft -= 1
            note(member.name, .unknownField(of: noun, nearest: nearest))
        }
        unread = []
    }

    /// The names of the fields that a closure reads.
    private static func names(_ read: (inout FieldReader) -> Void) -> [String] {
        var fields = FieldReader(.object([]), of: "")
        fields.missingNames = []
        read(&fields)
        return fields.missingNames ?? []
    }

    /// Whether a field has a violation.
    func hasFault(_ name: String) -> Bool {
        violations.contains { $0.pointer == "\(pointer)/\(name)" }
    }

    /// Adds a violation of a field.
    mutating func note(_ name: String, _ reason: Violation.Reason) {
        violations.append(Violation("\(pointer)/\(Self.token(name))", reason))
    }

    /// Adds a violation of the whole object.
    mutating func noteWhole(_ reason: Violation.Reason) {
        violations.append(Violation(pointer, reason))
    }

    /// Escapes a name for a JSON Pointer (RFC 6901 §3), by scalars: a tilde with an accent is escaped too.
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
        guard let index = unread.firstIndex(where: { members[$0].name == name }) else {
            missingNames?.append(name)
            return nil
        }
        let value = members[unread.remove(at: index)].value
        // U+0000 is refused here for all texts of all bodies: databases and file names cannot contain it.
        if case .string(let text) = value, text.hasNullCharacter {
            note(name, .nullCharacter)
            return nil
        }
        return value
    }
}
