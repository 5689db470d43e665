import Checklists
import JSON
import Records

/// The file of one list: `checklists/42.json`.
struct ChecklistFile {
    /// The change through which the file is complete. Later changes of the list may be missing.
    var revision: Revision
    var checklist: Checklist
    /// The items, by position at the time of writing.
    var items: [Item]
    /// Whether the file has a checksum. A file without one was repaired by hand.
    let hasChecksum: Bool

    /// Encodes a file, with one item on each line.
    static func bytes(_ snapshot: ChecklistSnapshot, revision: Revision) -> [UInt8] {
        Document.bytes(capacity: 256 + snapshot.items.count * itemBytesTypical) { json in
            json.member("revision", Int(revision.rawValue))
            json.name("checklist")
            snapshot.checklist.write(to: &json)
            json.lines("items", snapshot.items) { item, json in item.write(to: &json, withList: false) }
        }
    }

    init(_ bytes: [UInt8]) throws(FormatError) {
        var revision: Revision?
        var checklist: Checklist?
        var items: [Item] = []
        hasChecksum = try Document.read(bytes) { (name, reader) throws(FormatError) in
            switch name {
            case "revision": revision = try Revision(from: &reader)
            case "checklist": checklist = try Checklist(from: &reader)
            case "items":
                guard let id = checklist?.id else { throw reader.error("the items must follow the list") }
                items.reserveCapacity(bytes.count / Self.itemBytesTypical)
                try reader.beginArray()
                while try reader.nextElement() {
                    items.append(try Item(from: &reader, of: id))
                }
            default: throw reader.unknown(name)
            }
        }
        guard let revision, let checklist else {
            throw FormatError(offset: 0, reason: "the file has no revision or no checklist")
        }
        self.revision = revision
        self.checklist = checklist
        self.items = items
    }

    /// The typical size of an item, in bytes, to reserve memory for all of them.
    private static let itemBytesTypical = 200
}
