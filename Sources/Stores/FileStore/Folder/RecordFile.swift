import Checklists
import JSON
import Records

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
    var bytes: [UInt8] { Document.bytes(of: self, capacity: 256 + records.count * Record.typicalBytes) }

    /// Reads the file.
    init(_ bytes: [UInt8]) throws(FormatError) {
        (self, hasChecksum) = try Document.read(RecordFile.self, from: bytes)
    }
}

extension RecordFile: Records.Record {
    static var blank: RecordFile { RecordFile(revision: .zero, records: []) }

    mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("revision", &revision)
        try fields.lines(Record.memberName, &records)
    }
}

/// Something that a file has many of.
protocol FileRecord: StoredValue {
    /// What the file calls them.
    static var memberName: StaticString { get }
    /// How many bytes one takes, about.
    static var typicalBytes: Int { get }
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
