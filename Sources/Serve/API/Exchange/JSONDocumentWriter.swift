import CalendarObjects
import Checklists
import Exchange
import JSON

/// Writes all data of lists and items, which an import reads again.
struct FullDocumentWriter: ListWriter {
    /// The version of the format.
    static let newestFormat = 1

    private let now: Timestamp
    private var separator = ElementSeparator()
    private var references = ListReferences()

    /// - Parameter now: The time of the export.
    init(at now: Timestamp) {
        self.now = now
    }

    mutating func begin() -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.member("format", Self.newestFormat)
        json.member("exportedAt", TimestampBody(now))
        json.name("checklists")
        json.beginArray()
        return json.bytes
    }

    mutating func begin(_ checklist: Checklist) -> [UInt8] {
        references = ListReferences(checklist)
        var json = JSONWriter()
        json.beginObject()
        json.member("id", checklist.id.rawValue)
        json.member("name", checklist.name)
        json.member("icon", checklist.icon.rawValue)
        checklist.resetRule?.writeMember(to: &json)
        if checklist.hasSections {
            json.member("sections", checklist.sections.all.map(\.name))
            json.member("remembersSections", checklist.sections.remember)
        }
        json.member("createdAt", TimestampBody(checklist.createdAt))
        json.member("updatedAt", TimestampBody(checklist.updatedAt))
        json.name("items")
        json.beginArray()
        return separator.beginList() + json.bytes
    }

    mutating func item(_ item: Item, on checklist: Checklist) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            ItemBody(item, isExport: true).writeMembers(to: &json)
            references.write(item, to: &json)
        }
        return separator.beforeItem() + json.bytes
    }

    mutating func endList() -> [UInt8] { Array("]}".utf8) }
    mutating func end() -> [UInt8] { Array("]}\n".utf8) }
}

/// Writes `Checklists.json` in the apps' format.
struct AppDocumentWriter: ListWriter {
    private var separator = ElementSeparator()

    mutating func begin() -> [UInt8] { Array("[".utf8) }

    mutating func begin(_ checklist: Checklist) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.member("name", checklist.name)
        json.member("icon", checklist.icon.rawValue)
        // Some of the apps need one of the two names, others the other.
        json.member("iconName", checklist.icon.rawValue)
        json.name("items")
        json.beginArray()
        return separator.beginList() + json.bytes
    }

    mutating func item(_ item: Item, on checklist: Checklist) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member("text", item.summary)
            json.member("checked", item.checked)
            // An item always has a date: the time of creation if it has no due date.
            json.name("dueDate")
            json.raw(Array((item.dueDate ?? item.createdAt).secondsSince2001.utf8))
            json.member("shouldRemind", item.shouldRemind)
            json.member("itemID", item.id.rawValue)
        }
        return separator.beforeItem() + json.bytes
    }

    mutating func endList() -> [UInt8] { Array("]}".utf8) }
    mutating func end() -> [UInt8] { Array("]\n".utf8) }
}

/// The commas between the lists of a document and between the items of a list.
private struct ElementSeparator {
    private var followsList = false
    private var followsItem = false

    /// The comma before a list, if another one precedes it.
    mutating func beginList() -> [UInt8] {
        defer { (followsList, followsItem) = (true, false) }
        return followsList ? [UInt8(ascii: ",")] : []
    }

    /// The comma before an item, if another one of its list precedes it.
    mutating func beforeItem() -> [UInt8] {
        defer { followsItem = true }
        return followsItem ? [UInt8(ascii: ",")] : []
    }
}

/// The indexes in the document of the sections and parents of exported items.
private struct ListReferences {
    private var sections: [Section.ID: Int] = [:]
    private var count = 0
    /// The index of the last item that is no subtask. Its subtasks follow it.
    private var parent = 0

    init() {}

    init(_ checklist: Checklist) {
        for (number, section) in checklist.sections.all.enumerated() { sections[section.id] = number }
    }

    /// Writes the members of the next item.
    mutating func write(_ item: Item, to json: inout JSONWriter) {
        if item.parentID != nil {
            json.member("parent", parent)
        } else {
            parent = count
            if let section = item.sectionID.flatMap({ sections[$0] }) { json.member("section", section) }
        }
        count += 1
    }
}
