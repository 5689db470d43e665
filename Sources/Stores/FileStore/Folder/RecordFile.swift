import Checklists
import JSON
import StoredJSON

/// All records of a kind, or some of them, as one document: through which change it is complete, and each
/// record on a line of its own.
struct RecordFile<Record: FileRecord> {
    /// The change through which the file is complete.
    var revision: Revision
    /// The records, in the order that their kind has.
    var records: [Record]
    /// Whether it has a checksum: without one it was repaired by hand.
    var hasChecksum = true

    /// A file of these records.
    init(revision: Revision, records: [Record]) {
        self.revision = revision
        self.records = records
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes(capacity: 256 + records.count * Record.typicalBytes) { json in
            json.member("revision", Int(revision.rawValue))
            json.lines(Record.memberName, records) { record, json in record.write(to: &json) }
        }
    }

    /// Reads the file.
    init(_ bytes: Span<UInt8>) throws(FormatError) {
        var revision: Revision?
        var records: [Record] = []
        let hasChecksum = try Document.read(bytes) { (name, reader, bytes) throws(FormatError) in
            switch name {
            case "revision": revision = try reader.revision(in: bytes)
            case let name where name == Record.memberName.description:
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    records.append(try Record(from: &reader, in: bytes))
                }
            default: throw reader.unknown(name)
            }
        }
        guard let revision else { throw FormatError(offset: 0, reason: "the file lacks revision") }
        self.init(revision: revision, records: records)
        self.hasChecksum = hasChecksum
    }
}

/// Something that a file has many of.
protocol FileRecord {
    /// What the file calls them.
    static var memberName: StaticString { get }
    /// How many bytes one takes, about.
    static var typicalBytes: Int { get }

    /// Writes it as JSON.
    func write(to json: inout JSONWriter)
    /// Reads it.
    init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError)
}

/// Who there is, with the digests of their tokens, by identifier: `people.json`.
typealias PeopleFile = RecordFile<Person>

extension Person: FileRecord {
    static var memberName: StaticString { "people" }
    static var typicalBytes: Int { 512 }
}

/// What went out of sight, with what can be restored of it, oldest first: `removals.json`.
typealias RemovalsFile = RecordFile<Removal>

extension Removal: FileRecord {
    static var memberName: StaticString { "removals" }
    static var typicalBytes: Int { 1024 }
}

/// Who is told what happens, with their secrets, by identifier: `webhooks.json`.
typealias WebhooksFile = RecordFile<Webhook>

extension Webhook: FileRecord {
    static var memberName: StaticString { "webhooks" }
    static var typicalBytes: Int { 512 }
}

/// What idempotency keys left behind, oldest first: `idempotency.json`.
typealias IdempotencyFile = RecordFile<IdempotencyRecord>

extension IdempotencyRecord: FileRecord {
    static var memberName: StaticString { "records" }
    static var typicalBytes: Int { 512 }
}

/// Some of the delivery log by identifier: `deliveries/0000000012.json` has those with identifiers from
/// 12,000 to 12,999.
typealias DeliveriesFile = RecordFile<Delivery>

extension Delivery: FileRecord {
    static var memberName: StaticString { "deliveries" }
    static var typicalBytes: Int { 1024 }
}

extension DeliveriesFile {
    /// How many identifiers one file is for.
    static var identifiersCount: Int { 1_000 }

    /// The number of the file that a delivery is in.
    static func number(of id: Delivery.ID) -> Int { id.rawValue / identifiersCount }

    /// The identifiers that a file is for.
    static func identifiers(of number: Int) -> Range<Int> {
        number * identifiersCount..<(number + 1) * identifiersCount
    }
}
