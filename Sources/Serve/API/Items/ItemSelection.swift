import Checklists
import JSON

/// The members of each item in a response: `fields` chooses among those of an item, `include` adds to them.
struct ItemSelection: Sendable {
    /// The names of the chosen members; `nil` for all.
    private let fields: Set<String>?
    /// Whether each item has the name and icon of its list.
    let includesChecklist: Bool

    private enum Inclusion: String, CaseIterable { case checklist }

    /// Reads `fields` and `include`.
    /// - Parameter isOfList: Whether the path names the list, so that `include` is refused.
    init(_ query: inout QueryReader, isOfList: Bool) {
        fields = query.value("fields", .itemFields)
        includesChecklist = isOfList ? false : query.value("include", .choice(of: Inclusion.self)) != nil
    }

    /// Whether the response has whole items without additions.
    var isComplete: Bool { fields == nil && !includesChecklist }

    /// The text for the entity tag, which depends on more than the items.
    func digestInput(_ lists: [Checklist.ID: Checklist]) -> String {
        let names = lists.values.sorted { $0.id < $1.id }.map { "\($0.id) \($0.icon.rawValue) \($0.name)" }
        return ((fields ?? []).sorted() + [String(includesChecklist)] + names).joined(separator: "\n")
    }

    /// An array of items with the chosen members.
    /// - Parameter lists: The lists of the items.
    func array(
        of items: [Item], on lists: [Checklist.ID: Checklist], _ encodings: EncodingCache
    ) -> PiecewiseJSON {
        let known = encodings.known(of: items)
        return PiecewiseJSON(arrayOf: items.count) { index, json in
            let item = items[index]
            let encoded = known[index] ?? encodings.json(of: item)
            json.object { json in
                json.members(of: encoded.line.span) { fields?.contains($0) ?? true }
                if includesChecklist {
                    json.member("checklist", lists[item.checklistID].map(ChecklistLabel.init))
                }
            }
        }
    }
}

/// The name and icon of a list in JSON.
private struct ChecklistLabel: JSONWritable {
    let checklist: Checklist

    init(_ checklist: Checklist) { self.checklist = checklist }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", checklist.id.rawValue)
            json.member("name", checklist.name)
            json.member("icon", checklist.icon.rawValue)
        }
    }
}

extension QueryType<Set<String>> {
    /// Names of members of an item, separated by commas. `id` is always among them.
    fileprivate static var itemFields: Self {
        Self({ _ in .notNames(among: ItemBody.names) }) { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return names.allSatisfy(ItemBody.names.contains) ? Set(names + ["id"]) : nil
        }
    }
}
