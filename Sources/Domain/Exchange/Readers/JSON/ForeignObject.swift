import Checklists
import JSON

/// An object of a JSON file that describes a list, an item or a part of them.
///
/// Each value of another type than its field has gives a note and counts as absent, as do `null` and an empty
/// text.
struct ForeignObject {
    /// The JSON pointer of the object (RFC 6901), or another place.
    let place: String
    private let members: [JSONValue.Member]
    private let fields: [String: JSONValue]

    /// The object; `nil` for another value.
    init?(_ value: JSONValue, at place: String) {
        guard case .object(let members) = value else { return nil }
        self.place = place
        self.members = members
        var fields: [String: JSONValue] = [:]
        fields.reserveCapacity(members.count)
        for member in members where member.value != .null && fields[member.name] == nil {
            fields[member.name] = member.value
        }
        self.fields = fields
    }

    /// The value of a field; `nil` for `null`.
    subscript(name: String) -> JSONValue? { fields[name] }

    /// Whether the object has a field, also of a wrong type.
    func has(_ name: String) -> Bool { fields[name] != nil }

    /// A text.
    func text(_ name: String, _ notes: inout ImportNotes) -> String? {
        guard let value = fields[name] else { return nil }
        guard case .string(let text) = value else { return reject(name, value, &notes) }
        return text.isEmpty ? nil : text
    }

    /// A flag; `false` if absent.
    func flag(_ name: String, _ notes: inout ImportNotes) -> Bool {
        guard let value = fields[name] else { return false }
        guard case .bool(let flag) = value else { return reject(name, value, &notes) ?? false }
        return flag
    }

    /// A whole number, also as a text.
    func integer(_ name: String, _ notes: inout ImportNotes) -> Int? {
        guard let value = fields[name], value != .string("") else { return nil }
        return value.integer ?? reject(name, value, &notes)
    }

    /// A number that only sorts, so that a wrong one needs no note.
    func position(_ name: String) -> Double? { fields[name]?.double }

    /// The name by which other objects refer to this or another one: a text, or a number as a text.
    func id(_ name: String) -> String? {
        switch fields[name] {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): number.text
        default: nil
        }
    }

    /// A moment; `nil` also in the year 1, which programs in Go and .NET write for none.
    func moment(_ name: String, _ notes: inout ImportNotes) -> Timestamp? {
        guard let text = text(name, &notes) else { return nil }
        guard let moment = ForeignTime.moment(text) else { return reject(name, .string(text), &notes) }
        return moment < ForeignTime.firstMoment ? nil : moment
    }

    /// An object.
    func object(_ name: String, _ notes: inout ImportNotes) -> ForeignObject? {
        guard let value = fields[name] else { return nil }
        return ForeignObject(value, at: "\(place)/\(name)") ?? reject(name, value, &notes)
    }

    /// The objects of an array.
    func objects(_ name: String, _ notes: inout ImportNotes) -> [ForeignObject] {
        guard let value = fields[name] else { return [] }
        guard case .array(let elements) = value else { return reject(name, value, &notes) ?? [] }
        return Self.objects(elements, at: "\(place)/\(name)", &notes)
    }

    /// The texts of an array.
    func texts(_ name: String, _ notes: inout ImportNotes) -> [String] {
        guard let value = fields[name] else { return [] }
        guard case .array(let elements) = value else { return reject(name, value, &notes) ?? [] }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            if let text = element.text {
                texts.append(text)
            } else if element != .null, element != .string("") {
                notes.append(
                    ImportNote("\(place)/\(name)/\(index)", "", .invalid, element.summary))
            }
        }
        return texts
    }

    /// Reports each field that the reader does not know, unless its value says nothing.
    func reportOthers(knowing names: Set<String>, _ notes: inout ImportNotes) {
        for member in others(knowing: names) {
            notes.append(ImportNote(place, member.name, .unknown, member.value.summary))
        }
    }

    /// The fields that the reader does not know, without those whose value says nothing.
    ///
    /// A name with `@` is an annotation of OData.
    func others(knowing names: Set<String>) -> [JSONValue.Member] {
        members.filter { !names.contains($0.name) && !$0.name.contains("@") && $0.value.saysSomething }
    }

    /// Reports a wrong value.
    func reject<Value>(_ name: String, _ value: JSONValue, _ notes: inout ImportNotes) -> Value? {
        notes.append(ImportNote(place, name, .invalid, value.summary))
        return nil
    }

    /// The objects among the elements of an array, with a note for each other one.
    static func objects(
        _ elements: [JSONValue], at place: String, _ notes: inout ImportNotes
    ) -> [ForeignObject] {
        var objects: [ForeignObject] = []
        objects.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            if let object = ForeignObject(element, at: "\(place)/\(index)") {
                objects.append(object)
            } else if element != .null {
                notes.append(ImportNote("\(place)/\(index)", "", .invalid, element.summary))
            }
        }
        return objects
    }
}

extension JSONValue {
    /// The value in a few words.
    var summary: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): number.text
        case .string(let text): text
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Whether the value differs from the default values of programs.
    fileprivate var saysSomething: Bool {
        switch self {
        case .null: false
        case .bool(let flag): flag
        case .number(let number): number.integer != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        }
    }
}
