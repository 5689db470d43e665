import Checklists
import JSON

/// Some of the delivery log: `deliveries/0000000012.json` has those with identifiers from 12,000 to 12,999.
struct DeliveriesFile {
    /// How many identifiers one file is for.
    static let identifiersCount = 1_000

    /// The change through which the file is complete.
    var revision: Revision
    /// The deliveries by identifier.
    var deliveries: [Delivery]

    /// The number of the file that a delivery is in.
    static func number(of id: Delivery.ID) -> Int { id.rawValue / identifiersCount }

    /// The identifiers that a file is for.
    static func identifiers(of number: Int) -> Range<Int> {
        number * identifiersCount..<(number + 1) * identifiersCount
    }

    /// A file of these deliveries.
    init(revision: Revision, deliveries: [Delivery]) {
        self.revision = revision
        self.deliveries = deliveries
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes(capacity: 256 + deliveries.count * 1024) { json in
            json.member("revision", Int(revision.rawValue))
            json.lines("deliveries", deliveries) { delivery, json in delivery.write(to: &json) }
        }
    }

    /// Reads the file.
    init(_ bytes: Span<UInt8>) throws(FormatError) {
        var revision: Revision?
        var deliveries: [Delivery] = []
        try Document.read(bytes) { (name, reader, bytes) throws(FormatError) in
            switch name {
            case "revision": revision = try reader.revision(in: bytes)
            case "deliveries":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) {
                    deliveries.append(try Delivery(from: &reader, in: bytes))
                }
            default: throw reader.unknown(name)
            }
        }
        guard let revision else { throw FormatError(offset: 0, reason: "the file lacks revision") }
        self.init(revision: revision, deliveries: deliveries)
    }
}
