import Checklists
import JSON

/// Replaces the temporary ids `$1`, `$2` … of operations by the numbers that stand for them.
struct BatchReferences {
    /// What each earlier operation creates; `nil` for nothing, or for several records.
    private var creations: [Resource?] = []

    /// Adds the kind of the one record that the next operation creates.
    mutating func append(_ creation: Resource?) { creations.append(creation) }

    /// The fields of bodies that have the id of a list, a section or an item.
    private static let fields: [String: Resource] = [
        "checklistId": .checklist, "sectionId": .section, "parentId": .item,
    ]
    /// The fields of bodies that have the id of a sibling: a record of the kind that the path names last.
    private static let siblings: Set = ["before", "after"]

    /// The path parameters without temporary ids.
    /// - Parameter pattern: The pattern of the route.
    /// - Throws: `InOperation`.
    func resolve(_ parameters: [String], of pattern: String) throws(InOperation) -> [String] {
        var resolved: [String] = []
        for (parameter, kind) in zip(parameters, Self.kinds(in: pattern)) {
            guard let kind, parameter.hasPrefix("$") else {
                resolved.append(parameter)
                continue
            }
            resolved.append(String(try number(of: parameter, kind, at: "/path")))
        }
        return resolved
    }

    /// The content without temporary ids, where it is an object or an array of objects.
    /// - Parameter pattern: The pattern of the route.
    /// - Throws: `InOperation`.
    func resolve(_ content: JSONValue, of pattern: String) throws(InOperation) -> JSONValue {
        let sibling = Self.kinds(in: pattern).last ?? nil
        guard case .array(let elements) = content else {
            return try resolve(content, sibling, at: "/body")
        }
        var resolved: [JSONValue] = []
        resolved.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            resolved.append(try resolve(element, sibling, at: "/body/\(index)"))
        }
        return .array(resolved)
    }

    private func resolve(
        _ object: JSONValue, _ sibling: Resource?, at pointer: String
    ) throws(InOperation) -> JSONValue {
        guard case .object(var members) = object else { return object }
        for index in members.indices {
            let name = members[index].name
            let kind = Self.fields[name] ?? (Self.siblings.contains(name) ? sibling : nil)
            guard let kind, case .string(let text) = members[index].value, text.hasPrefix("$") else {
                continue
            }
            members[index].value = .number(JSONNumber(try number(of: text, kind, at: "\(pointer)/\(name)")))
        }
        return .object(members)
    }

    /// The number that stands for a temporary id.
    /// - Throws: `InOperation` if no earlier operation creates one record of the kind.
    private func number(
        of text: String, _ kind: Resource, at pointer: String
    ) throws(InOperation) -> Int {
        guard let index = Item.ID(segment: String(text.dropFirst()))?.rawValue,
            creations.indices.contains(index - 1), creations[index - 1] == kind
        else {
            throw InOperation(violation: Violation(pointer, .notATemporaryID(text, of: kind.rawValue)))
        }
        return TemporaryIDs.number(of: index - 1)
    }

    /// The kinds of resource that the placeholders of a pattern name; `nil` for those that no batch creates.
    private static func kinds(in pattern: String) -> [Resource?] {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { placeholder in
            switch placeholder {
            case "{checklistId}": .checklist
            case "{sectionId}": .section
            case "{itemId}": .item
            case "{viewId}": .view
            default: nil
            }
        }
    }
}
