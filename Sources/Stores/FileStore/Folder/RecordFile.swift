import Checklists
import JSON
import Records

/// Records of one kind as one document: the change through which the file is complete, and one record on each
/// line.
struct RecordFile<Record: FileRecord> {
    /// The change through which the file is complete.
    var revision: Revision
    /// The records, in the order of their kind.
    var records: [Record]
    /// Whether the file has a checksum. A file without one was repaired by hand.
    var hasChecksum = true

    init(revision: Revision, records: [Record]) {
        self.revision = revision
        self.records = records
    }

    var bytes: [UInt8] { Document.bytes(of: self, capacity: 256 + records.count * Record.typicalBytes) }

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

/// A record type that has files.
protocol FileRecord: StoredValue {
    /// The name of the member with the records.
    static var memberName: StaticString { get }
    /// The typical size of a record, in bytes.
    static var typicalBytes: Int { get }
}

/// The people with the digests of their tokens, by id: `people.json`.
typealias PeopleFile = RecordFile<Person>

extension Person: FileRecord {
    static var memberName: StaticString { "people" }
    static var typicalBytes: Int { 512 }
}

/// The tombstones with the data that can be restored, oldest first: `tombstones.json`.
typealias TombstonesFile = RecordFile<Tombstone>

extension Tombstone: FileRecord {
    static var memberName: StaticString { "removals" }
    static var typicalBytes: Int { 1024 }
}

/// The webhooks with their secrets, by id: `webhooks.json`.
typealias WebhooksFile = RecordFile<Webhook>

extension Webhook: FileRecord {
    static var memberName: StaticString { "webhooks" }
    static var typicalBytes: Int { 512 }
}

/// The idempotency records, oldest first: `idempotency.json`.
typealias IdempotencyFile = RecordFile<IdempotencyRecord>

extension IdempotencyRecord: FileRecord {
    static var memberName: StaticString { "records" }
    static var typicalBytes: Int { 512 }
}

/// A part of the delivery log, by id: `deliveries/0000000012.json` contains the ids from 12,000 to 12,999.
typealias DeliveriesFile = RecordFile<Delivery>

extension Delivery: FileRecord {
    static var memberName: StaticString { "deliveries" }
    static var typicalBytes: Int { 1024 }
}

extension DeliveriesFile {
    /// The number of ids in one file.
    static var identifiersCount: Int { 1_000 }

    static func number(of id: Delivery.ID) -> Int { id.rawValue / identifiersCount }

    static func identifiers(of number: Int) -> Range<Int> {
        number * identifiersCount..<(number + 1) * identifiersCount
    }
}
