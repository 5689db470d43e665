import CalendarObjects
public import Checklists
import JSON

/// A document of lists, written in pieces.
public struct ExportDocument {
    /// The format of an export, which limits its content.
    public enum Format: String, CaseIterable, Sendable {
        /// All data of lists and items, which an import reads again.
        case full
        /// `Checklists.json` in the apps' format.
        case app
        /// `Checklists.plist` in the apps' format, in XML.
        case plist
    }

    /// The version of the full format.
    static let newestFormat = 1

    private let format: Format
    private let head: [UInt8]
    private var checklists: ArraySlice<ChecklistSnapshot>
    /// The rest of the current list's items; `nil` between two lists.
    private var items: SnapshotItems.Iterator?
    /// The indexes of items and sections in the current list.
    private var references = ListReferences()
    private var phase = Phase.head
    /// Whether the current array already has an element.
    private var followsElement = false

    private enum Phase { case head, lists, end }

    /// Creates a document of these lists.
    /// - Parameter now: The time of the export, which the full format contains.
    public init(of checklists: [ChecklistSnapshot], as format: Format, at now: Timestamp) {
        self.checklists = checklists[...]
        self.format = format
        var json = JSONWriter()
        json.beginObject()
        json.member("format", Self.newestFormat)
        json.member("exportedAt", TimestampBody(now))
        json.name("checklists")
        json.beginArray()
        head =
            switch format {
            case .full: json.bytes
            case .app: Array("[".utf8)
            case .plist: Array(AppPropertyList.head.utf8)
            }
    }

    /// The next piece; `nil` at the end.
    public mutating func next() -> [UInt8]? {
        if phase == .end { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Limits.exportPieceBytes + 4096)
        if phase == .head {
            bytes += head
            phase = .lists
        }
        while bytes.count < Limits.exportPieceBytes {
            if let item = items?.next() {
                separate(&bytes)
                write(item, to: &bytes)
                followsElement = true
            } else if items != nil {
                items = nil
                bytes += listEnd
                followsElement = true
            } else if let checklist = checklists.popFirst() {
                separate(&bytes)
                begin(checklist.checklist, to: &bytes)
                references = ListReferences(checklist.checklist)
                items = checklist.items.makeIterator()
                followsElement = false
            } else {
                bytes += end
                phase = .end
                return bytes
            }
        }
        return bytes
    }

    private func separate(_ bytes: inout [UInt8]) {
        if followsElement, format != .plist { bytes.append(UInt8(ascii: ",")) }
    }

    private func begin(_ checklist: Checklist, to bytes: inout [UInt8]) {
        if format == .plist {
            bytes += AppPropertyList.beginning(of: checklist).utf8
            return
        }
        var json = JSONWriter()
        json.beginObject()
        if format == .full { json.member("id", checklist.id.rawValue) }
        json.member("name", checklist.name)
        json.member("icon", checklist.icon.rawValue)
        // Some of the apps need one of the two names, others the other.
        if format == .app { json.member("iconName", checklist.icon.rawValue) }
        if format == .full {
            checklist.resetRule?.writeMember(to: &json)
            if checklist.hasSections {
                json.member("sections", checklist.sections.all.map(\.name))
                json.member("remembersSections", checklist.sections.remember)
            }
            json.member("createdAt", TimestampBody(checklist.createdAt))
            json.member("updatedAt", TimestampBody(checklist.updatedAt))
        }
        json.name("items")
        json.beginArray()
        json.append(to: &bytes)
    }

    private mutating func write(_ item: Item, to bytes: inout [UInt8]) {
        if format == .plist {
            bytes += AppPropertyList.element(of: item).utf8
            return
        }
        var json = JSONWriter(capacity: 512)
        if format == .full {
            json.object { json in
                ItemBody(item, isExport: true).writeMembers(to: &json)
                references.write(item, to: &json)
            }
        } else {
            AppItemBody(item: item).write(to: &json)
        }
        json.append(to: &bytes)
    }

    private var listEnd: [UInt8] {
        Array((format == .plist ? AppPropertyList.listEnd : "]}").utf8)
    }

    private var end: [UInt8] {
        switch format {
        case .full: Array("]}\n".utf8)
        case .app: Array("]\n".utf8)
        case .plist: Array(AppPropertyList.end.utf8)
        }
    }
}

/// An item in the apps' format. It always has a date: the time of creation if the item has no due date.
private struct AppItemBody: JSONWritable {
    let item: Item

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("text", item.summary)
            json.member("checked", item.checked)
            json.name("dueDate")
            json.raw(Array((item.dueDate ?? item.createdAt).secondsSince2001.utf8))
            json.member("shouldRemind", item.shouldRemind)
            json.member("itemID", item.id.rawValue)
        }
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
