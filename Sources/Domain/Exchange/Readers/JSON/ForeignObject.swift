import Checklists
import JSON

/// An object of a JSON file that describes a list, an item or a part of them.
///
/// Each value of another type than its field has gives a note and counts as absent, as do `null` and an empty
/// text. Fields that no reader asks for are left out.
struct ForeignObject {
    /// The JSON pointer of the object (RFC 6901), or another place.
    let place: String
    let notes: NoteLog
    private let fields: [String: JSONValue]

    /// The object; `nil` for another value.
    init?(_ value: JSONValue, at place: String, _ notes: NoteLog) {
        guard case .object(let members) = value else { return nil }
        (self.place, self.notes) = (place, notes)
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
    func text(_ name: String) -> String? {
        guard let value = fields[name], value != .string("") else { return nil }
        return value.text ?? reject(name, value)
    }

    /// A flag; `false` if absent.
    func flag(_ name: String) -> Bool {
        guard let value = fields[name] else { return false }
        guard case .bool(let flag) = value else { return reject(name, value) ?? false }
        return flag
    }

    /// A whole number, also as a text.
    func integer(_ name: String) -> Int? {
        guard let value = fields[name], value != .string("") else { return nil }
        return value.integer ?? reject(name, value)
    }

    /// A number that only sorts, so that a wrong one needs no note.
    func position(_ name: String) -> Double? { fields[name]?.double }

    /// The name by which other objects refer to this or another one: a text, or a number as a text.
    func id(_ name: String) -> String? {
        if case .number(let number) = fields[name] { number.text } else { fields[name]?.text }
    }

    /// A moment; `nil` also in the year 1, which programs in Go and .NET write for none.
    func moment(_ name: String) -> Timestamp? {
        guard let text = text(name) else { return nil }
        guard let moment = DateText.moment(text, in: .utc) else { return reject(name, .string(text)) }
        return moment < ForeignTime.firstMoment ? nil : moment
    }

    /// A due time; a day where the moment is midnight in the zone.
    func due(_ name: String, in zone: LocalTime) -> Due? {
        moment(name).map { ForeignTime.due($0, in: zone) }
    }

    /// An object.
    func object(_ name: String) -> ForeignObject? {
        guard let value = fields[name] else { return nil }
        return ForeignObject(value, at: "\(place)/\(name)", notes) ?? reject(name, value)
    }

    /// The objects of an array.
    func objects(_ name: String) -> [ForeignObject] {
        guard let value = fields[name] else { return [] }
        guard case .array(let elements) = value else { return reject(name, value) ?? [] }
        return Self.objects(elements, at: "\(place)/\(name)", notes)
    }

    /// The objects of an array in the order of a number. Those without one come last.
    func objects(_ name: String, by position: String) -> [ForeignObject] {
        objects(name).sorted(byPosition: { $0.position(position) })
    }

    /// The texts of a field of each object of an array.
    func texts(_ name: String, _ field: String) -> [String] { objects(name).compactMap { $0[field]?.text } }

    /// The texts of an array. Old versions of some programs have one text with commas.
    func texts(_ name: String) -> [String] {
        guard let value = fields[name] else { return [] }
        if let text = value.text { return text.split(separator: ",").map(String.init) }
        guard case .array(let elements) = value else { return reject(name, value) ?? [] }
        return elements.enumerated().compactMap { index, element in
            if element.text == nil, element != .null, element != .string("") {
                notes.add("\(place)/\(name)/\(index)", "", .invalid, element.summary)
            }
            return element.text
        }
    }

    /// The other fields by their names.
    func others(than names: Set<String>) -> [(name: String, value: String)] {
        fields.sorted { $0.key < $1.key }.compactMap { name, value in
            if names.contains(name) { return nil }
            if case .object = value { return reject(name, value) }
            let elements = value.elements.compactMap(\.text).joined(separator: ", ")
            return (name, elements.isEmpty ? value.summary : elements)
        }
    }

    /// Reports a wrong value.
    func reject<Value>(_ name: String, _ value: JSONValue) -> Value? {
        note(name, .invalid, value.summary)
        return nil
    }

    /// Adds a note on a field.
    func note(_ name: String, _ code: ImportNote.Code, _ value: String = "") {
        notes.add(place, name, code, value)
    }

    /// Adds a note on the whole object.
    func note(_ code: ImportNote.Code, _ value: String = "") { note("", code, value) }

    /// Reports files, which items do not have.
    func noteAttachments(_ count: Int, _ names: [String]) {
        if count > 0 { note("attachments", .notSupported, names.joined(separator: ", ")) }
    }

    /// The objects among the elements of an array, with a note for each other one.
    static func objects(_ elements: [JSONValue], at place: String = "", _ notes: NoteLog) -> [ForeignObject] {
        elements.enumerated().compactMap { index, element in
            let object = ForeignObject(element, at: "\(place)/\(index)", notes)
            if object == nil, element != .null {
                notes.add("\(place)/\(index)", "", .invalid, element.summary)
            }
            return object
        }
    }
}

extension ForeignDocument {
    /// The object that is the whole file, or the objects of its array.
    func objects(of root: JSONValue) -> [ForeignObject] {
        ForeignObject(root, at: "", notes).map { [$0] } ?? ForeignObject.objects(root.elements, notes)
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
}

extension Sequence {
    /// The elements by their positions. Elements without one come last, and equal ones keep their order.
    func sorted<Position: Comparable>(byPosition position: (Element) -> Position?) -> [Element] {
        let positioned = enumerated().map { (offset: $0.offset, element: $0.element, position($0.element)) }
        return positioned.sorted { one, other in
            switch (one.2, other.2) {
            case (let left?, let right?) where left != right: left < right
            case (nil, _?): false
            case (_?, nil): true
            default: one.offset < other.offset
            }
        }.map(\.element)
    }
}
