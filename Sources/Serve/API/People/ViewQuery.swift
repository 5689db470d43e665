import Checklists
import HTTP
import JSON

/// A parameter of `GET /v1/items` that a saved view can have, and its type in the JSON of the view.
struct ViewParameter: Sendable {
    let name: StaticString
    let type: ValueType

    enum ValueType {
        /// A text, as in the address.
        case text
        case flag
        case id
        /// An array of ids; the address repeats the parameter.
        case ids
        /// An array of texts; the address repeats the parameter.
        case texts
        /// An array of names; the address separates them by commas.
        case names
    }

    /// All parameters but `limit` and `cursor`, in the order in which views have them.
    static let all = [
        ViewParameter(name: "checklistId", type: .ids), ViewParameter(name: "sectionId", type: .id),
        ViewParameter(name: "parentId", type: .text), ViewParameter(name: "assigneeId", type: .text),
        ViewParameter(name: "tag", type: .texts), ViewParameter(name: "checked", type: .flag),
        ViewParameter(name: "important", type: .flag), ViewParameter(name: "shouldRemind", type: .flag),
        ViewParameter(name: "dueBefore", type: .text), ViewParameter(name: "dueAfter", type: .text),
        ViewParameter(name: "dueOn", type: .text), ViewParameter(name: "due", type: .text),
        ViewParameter(name: "starts", type: .text), ViewParameter(name: "changedSince", type: .text),
        ViewParameter(name: "q", type: .text), ViewParameter(name: "uid", type: .text),
        ViewParameter(name: "archived", type: .text), ViewParameter(name: "sort", type: .text),
        ViewParameter(name: "include", type: .names), ViewParameter(name: "fields", type: .names),
    ]

    fileprivate static let noun = "a query of items"

    /// Reads all parameters from the JSON of a view.
    fileprivate static func readAll(from fields: inout FieldReader) -> [SavedView.Parameter] {
        all.flatMap { $0.read(from: &fields) }
    }

    /// The values in a query.
    func values(in query: [SavedView.Parameter]) -> [String] {
        query.filter { $0.name == name.description }.map(\.value)
    }

    /// Reads the parameter from the JSON of a view.
    fileprivate func read(from fields: inout FieldReader) -> [SavedView.Parameter] {
        let name = name.description
        let values: [String]? =
            switch type {
            case .text: fields.optional(name, .string).map { [$0] }
            case .flag: fields.optional(name, .boolean).map { [String($0)] }
            case .id: fields.optional(name, FieldType<Item.ID>.identifier).map { [$0.description] }
            case .ids: fields.optional(name, .viewIDs)
            case .texts: fields.optional(name, .viewTexts)
            case .names: fields.optional(name, .viewNames).map { [$0.joined(separator: ",")] }
            }
        return (values ?? []).map { SavedView.Parameter(name: name, value: $0) }
    }

    /// Writes the parameter as a member of the query of a view.
    fileprivate func write(_ values: [String], to json: inout JSONWriter) {
        guard let first = values.first else { return }
        switch type {
        case .text: json.member(name, first)
        case .flag: json.member(name, first == "true")
        case .id: json.member(name, Int(first))
        case .ids: json.array(name) { json in for value in values { json.value(Int(value)) } }
        case .texts: json.array(name) { json in for value in values { json.value(value) } }
        case .names:
            json.array(name) { json in
                for value in first.split(separator: ",") { json.value(String(value)) }
            }
        }
    }
}

extension FieldReader {
    /// Reads the query of a new view. A missing query is a violation and counts as empty.
    mutating func requiredViewQuery() -> [SavedView.Parameter] {
        requiredObject("query", of: ViewParameter.noun, ViewParameter.readAll) ?? []
    }

    /// Reads the query of a view; `nil` if it is missing.
    mutating func viewQuery() -> [SavedView.Parameter]? {
        optionalObject("query", of: ViewParameter.noun, ViewParameter.readAll)
    }
}

extension JSONWriter {
    /// Writes the query of a view as a member.
    mutating func viewQuery(_ query: [SavedView.Parameter]) {
        object("query") { json in
            for parameter in ViewParameter.all { parameter.write(parameter.values(in: query), to: &json) }
        }
    }
}

extension FieldType<[String]> {
    /// An array of one or more ids, as texts.
    fileprivate static var viewIDs: Self {
        array(.wrongType(.ids)) { FieldType<Item.ID>.identifier.read($0)?.description }
    }

    /// An array of one or more texts.
    fileprivate static var viewTexts: Self {
        array(.wrongType(.array)) { value in
            guard case .string(let text) = value, !text.hasNullCharacter else { return nil }
            return text
        }
    }

    /// An array of one or more names.
    fileprivate static var viewNames: Self {
        array(.wrongType(.array)) { value in
            guard case .string(let name) = value, !name.contains(",") else { return nil }
            return name
        }
    }

    private static func array(
        _ reason: Violation.Reason, of element: @escaping (JSONValue) -> String?
    ) -> Self {
        Self({ $0 == .array([]) ? .empty : reason }) { value in
            guard case .array(let values) = value, !values.isEmpty else { return nil }
            let texts = values.compactMap(element)
            return texts.count == values.count ? texts : nil
        }
    }
}

extension ItemListQuery {
    /// Reads the query of a view as `GET /v1/items` reads it.
    /// - Throws: `RequestError.invalidQuery`.
    init(_ query: [SavedView.Parameter], _ cursors: CursorCipher) throws(RequestError) {
        var reader = QueryReader(QueryParameters(query.map { ($0.name, $0.value) }), cursors)
        self.init(&reader)
        try reader.finish()
    }

    /// The violations of the query of a view, at its parameters.
    static func violations(of query: [SavedView.Parameter], _ cursors: CursorCipher) -> [Violation] {
        do throws(RequestError) {
            _ = try ItemListQuery(query, cursors)
            return []
        } catch {
            guard case .invalidQuery(let faults) = error else { return [] }
            return faults.map { Violation("/query/\($0.parameter)", $0.reason) }
        }
    }
}
