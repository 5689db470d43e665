import Checklists
import Exchange
import JSON

/// The result of an import in JSON.
struct ImportBody: JSONWritable {
    let file: ImportFile
    /// The lists that are imported, by their indexes in the file.
    let chosen: [(index: Int, list: ImportedChecklist)]
    /// What the import has made; `nil` for a dry run.
    let made: Made?

    /// The identifiers of what an import has made, in the order of the file.
    enum Made {
        case checklists([Checklist.ID])
        /// The new items of a list.
        case items([Item.ID])
    }

    func write(to json: inout JSONWriter) {
        let items = chosen.lazy.flatMap(\.list.items)
        var tags: Set<String> = []
        for item in items { for tag in item.draft.tags { tags.insert(Tag.key(of: tag)) } }
        json.object { json in
            json.member("format", file.format.name)
            json.member("checklists", chosen.count)
            json.member("items", chosen.reduce(0) { $0 + $1.list.items.count })
            json.member("subtasks", items.count { $0.parent != nil })
            json.member("sections", chosen.reduce(0) { $0 + $1.list.sections.count })
            json.member("tags", tags.count)
            json.array("lists") { json in
                for (number, (index, list)) in chosen.enumerated() {
                    var id: Checklist.ID?
                    if case .checklists(let ids) = made, ids.indices.contains(number) { id = ids[number] }
                    json.value(ImportedListBody(index: index, list: list, id: id))
                }
            }
            if case .items(let ids) = made {
                json.array("itemIds") { json in for id in ids { json.value(id.rawValue) } }
            }
            if let columns = file.columns { json.member("columns", columns) }
            json.member("changedCount", file.changed.count)
            json.member("skippedCount", file.skipped.count)
            json.array("changed") { json in file.changed.first.forEach { json.value(ImportRemarkBody($0)) } }
            json.array("skipped") { json in file.skipped.first.forEach { json.value(ImportRemarkBody($0)) } }
        }
    }
}

/// An imported list in JSON.
private struct ImportedListBody: JSONWritable {
    let index: Int
    let list: ImportedChecklist
    let id: Checklist.ID?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("index", index)
            if let id { json.member("id", id.rawValue) }
            json.member("name", list.draft.name)
            json.member("items", list.items.count)
            json.member("checked", list.items.count { $0.draft.isChecked })
            json.member("subtasks", list.items.count { $0.parent != nil })
            json.member("sections", list.sections.count)
        }
    }
}

/// A remark in JSON.
private struct ImportRemarkBody: JSONWritable {
    private let remark: ImportRemark

    init(_ remark: ImportRemark) {
        self.remark = remark
    }

    func write(to json: inout JSONWriter) {
        switch remark {
        case .violation(let violation): ViolationBody(violation).write(to: &json)
        case .note(let note):
            json.object { json in
                json.member("place", note.place)
                json.member("field", note.field)
                json.member("code", note.code.rawValue)
                json.member("value", note.value)
                json.member("detail", note.detail)
            }
        }
    }
}

extension ItemDraft {
    fileprivate var tags: [String] { patch.details.tags ?? [] }
}
