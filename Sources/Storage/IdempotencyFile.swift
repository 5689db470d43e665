import Checklists
import JSON

/// What idempotency keys left behind: `idempotency.json`.
struct IdempotencyFile {
    /// The change through which the file is complete.
    var revision: Revision
    /// The records, oldest first.
    var records: [OnceRecord]

    /// A file of these records.
    init(revision: Revision, records: [OnceRecord]) {
        self.revision = revision
        self.records = records
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes(capacity: 256 + records.count * 512) { json in
            json.member("revision", Int(revision.rawValue))
            json.lines("records", records) { record, json in record.write(to: &json) }
        }
    }

    /// Reads the file.
    init(_ bytes: Span<UInt8>) throws(FormatError) {
        var revision: Revision?
        var records: [OnceRecord] = []
        try Document.read(bytes) { (name, reader, bytes) throws(FormatError) in
            switch name {
            case "revision": revision = try reader.revision(in: bytes)
            case "records":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    records.append(try OnceRecord(from: &reader, in: bytes))
                }
            default: throw reader.unknown(name)
            }
        }
        guard let revision else { throw FormatError(offset: 0, reason: "the file lacks revision") }
        self.revision = revision
        self.records = records
    }
}
