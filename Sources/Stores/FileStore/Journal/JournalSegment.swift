import Checklists
import JSON
import Records

/// A parsed segment of the journal.
///
/// A segment is a header line, which is a document, then one record on each line.
struct JournalSegment {
    /// The number in its name.
    let number: Int
    /// The change after which the segment starts.
    let continues: Revision
    /// The lines with a change, in order, with their offsets.
    private(set) var records: [(offset: Int, record: JournalRecord)] = []
    /// The newest change in the segment, or the one after which it starts.
    private(set) var last: Revision
    /// The end of the intact part.
    private(set) var end: Int
    /// The remains of an interrupted write behind `end`.
    private(set) var tear: Tear?
    /// The number of the next segment and the offset of the line that announces it.
    private(set) var next: (number: Int, offset: Int)?
    /// Whether the last record is a seal.
    private(set) var isSealed = false

    /// The remains of an interrupted write: everything from `offset` on.
    struct Tear: Hashable {
        let offset: Int
        /// The number of bytes.
        let count: Int
    }

    /// Encodes the header line of a segment.
    static func header(number: Int, continues: Revision) -> [UInt8] {
        Document.bytes { json in
            json.member("segment", number)
            json.member("after", Int(continues.rawValue))
        }
    }

    /// Parses a segment.
    /// - Parameter durable: The offset up to which the segment is known to have been durable.
    /// - Throws: `StorageError.damagedJournal` or `newerFormat`.
    init(number: Int, _ bytes: [UInt8], file: String, durable: Int = 0) throws(StorageError) {
        func damaged(_ offset: Int, _ reason: String) -> StorageError {
            .damagedJournal(file: file, segment: number, offset: offset, reason: reason)
        }
        self.number = number
        continues = try Self.continued(bySegment: number, bytes, file: file)
        last = continues
        end = Self.headerEnd(in: bytes)

        while end < bytes.count {
            guard let lineEnd = bytes.span.lineEnd(from: end),
                let record = JournalRecord(in: bytes, end..<lineEnd)
            else {
                if let later = Self.firstProof(thatDurable: end, in: bytes) {
                    throw damaged(
                        end,
                        "the record is incomplete, but the record at byte \(later) proves it was durable"
                    )
                }
                guard durable <= end else {
                    throw damaged(
                        end, "the record is incomplete, but the segment was durable up to byte \(durable)")
                }
                tear = Tear(offset: end, count: bytes.count - end)
                return
            }
            try take(record, damaged)
            end = lineEnd + 1
        }
        guard durable <= end else {
            throw damaged(end, "the segment ends there, but was durable up to byte \(durable)")
        }
    }

    /// Adds an intact record at `end`.
    private mutating func take(
        _ record: JournalRecord, _ damaged: (Int, String) -> StorageError
    ) throws(StorageError) {
        guard next == nil else { throw damaged(end, "a record follows the line that ends the segment") }
        let expected = Revision(rawValue: last.rawValue + (record.seal == nil ? 1 : 0))
        guard record.first == expected else {
            throw damaged(
                end,
                "change \(expected.rawValue) is expected, but change \(record.first.rawValue) was found"
            )
        }
        isSealed = record.seal != nil
        switch record.seal {
        case .end(let next): self.next = (next, end)
        case .idle: break
        case nil:
            records.append((end, record))
            last = record.sequence
        }
    }

    /// The offset of an intact record that was written when the segment was durable beyond `offset`.
    ///
    /// Without such a record the bytes at `offset` may belong to a write whose request never got a response.
    /// Other intact records behind them prove nothing: a disk may store the end of a batch and lose its
    /// beginning.
    private static func firstProof(thatDurable offset: Int, in bytes: [UInt8]) -> Int? {
        var lineEnd = offset - 1
        // The damage may include the line break before a record. No JSON string contains the start of a
        // record.
        for start in offset..<bytes.count where bytes.span.contains(JournalRecord.start, at: start) {
            if lineEnd < start {
                guard let next = bytes.span.lineEnd(from: start) else { return nil }
                lineEnd = next
            }
            if let record = JournalRecord(in: bytes, start..<lineEnd), record.durableOffset > offset {
                return start
            }
        }
        return nil
    }

    /// The change after which a segment starts, according to its header line.
    static func continued(
        bySegment number: Int, _ bytes: [UInt8], file: String
    ) throws(StorageError) -> Revision {
        do throws(FormatError) {
            var segment: Int?
            var continues: Revision?
            let header = Array(bytes[..<headerEnd(in: bytes)])
            try Document.read(header) { (name, reader) throws(FormatError) in
                switch name {
                case "segment": segment = try reader.integer()
                case "after": continues = try Revision(from: &reader)
                default: throw reader.unknown(name)
                }
            }
            if segment == number, let continues { return continues }
        } catch {
            if let format = error.newerFormat { throw .newerFormat(file: file, format: format) }
        }
        throw .damagedJournal(
            file: file, segment: number, offset: 0,
            reason: "the first line is not the header of segment \(number)"
        )
    }

    /// The end of the header line.
    private static func headerEnd(in bytes: [UInt8]) -> Int {
        bytes.span.lineEnd(from: 0).map { $0 + 1 } ?? bytes.count
    }

    /// The maximum size of the header line, in bytes.
    static let headerBytesMax = 256
}

extension Span<UInt8> {
    /// The offset of the next line break.
    func lineEnd(from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == UInt8(ascii: "\n") { return index }
            index += 1
        }
        return nil
    }
}
