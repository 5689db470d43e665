import Checklists
import JSON
import Records

/// The file of one list: `checklists/42.json`.
struct ChecklistFile {
    /// The change through which the file is complete: what a later one did to the list may be missing.
    var revision: Revision
    /// The list.
    var checklist: Checklist
    /// Its items, by position when they were written.
    var items: [Item]
    /// Whether it has a checksum: without one it was repaired by hand.
    let hasChecksum: Bool

    /// The bytes of a file, an item a line.
    static func bytes(_ snapshot: ChecklistSnapshot, revision: Revision) -> [UInt8] {
        Document.bytes(capacity: 256 + snapshot.items.count * itemBytesTypical) { json in
            json.member("revision", Int(revision.rawValue))
            json.name("checklist")
            snapshot.checklist.write(to: &json)
            json.lines("items", snapshot.items) { item, json in item.write(to: &json, withList: false) }
        }
    }

    /// Reads a file.
    init(_ bytes: [UInt8]) throws(FormatError) {
        var revision: Revision?
        var checklist: Checklist?
        var items: [Item] = []
        hasChecksum = try Document.read(bytes) { (name, reader) throws(FormatError) in
            switch name {
            case "revision": revision = try Revision(from: &reader)
            case "checklist": checklist = try Checklist(from: &reader)
            case "items":
                guard let id = checklist?.id else { throw reader.error("the items come before their list") }
                items.reserveCapacity(bytes.count / Self.itemBytesTypical)
                try reader.beginArray()
                while try reader.nextElement() {
                    items.append(try Item(from: &reader, of: id))
                }
            default: throw reader.unknown(name)
            }
        }
        guard let revision, let checklist else {
            throw FormatError(offset: 0, reason: "the file lacks revision or checklist")
        }
        self.revision = revision
        self.checklist = checklist
        self.items = items
    }

    /// About how long an item is, to make room for all of them at once.
    private static let itemBytesTypical = 200
}
