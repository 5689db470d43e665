import Checklists
import JSON
import Records

/// What the bytes of one segment of the journal say.
///
/// A segment is a header line, which is a document, and then a record a line.
struct JournalSegment {
    /// Its number, as in its name.
    let number: Int
    /// The change that it goes on behind.
    let continues: Revision
    /// The lines with a change, in order, with the offset of each.
    private(set) var records: [(offset: Int, record: JournalRecord)] = []
    /// The newest change in it, or the one that it goes on behind.
    private(set) var last: Revision
    /// Up to where it is good.
    private(set) var end: Int
    /// What comes behind that, if it is not whole: the remains of an interrupted write.
    private(set) var tear: Tear?
    /// The number of the segment that it says it is followed by, and where it says so.
    private(set) var next: (number: Int, offset: Int)?
    /// Whether a seal is the last of it.
    private(set) var isSealed = false

    /// The remains of an interrupted write: everything from `offset` on.
    struct Tear: Hashable {
        /// Where it begins.
        let offset: Int
        /// How many bytes it has.
        let count: Int
    }

    /// The header line of a segment.
    static func header(number: Int, continues: Revision) -> [UInt8] {
        Document.bytes { json in
            json.member("segment", number)
            json.member("after", Int(continues.rawValue))
        }
    }

    /// Reads a segment.
    /// - Parameter durable: Up to where it is known to have been on the disk.
    /// - Throws: `StorageError.damagedJournal`, or `newerFormat`.
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
                        end, "the record there is not whole, and the one at \(later) was written after it was"
                    )
                }
                guard durable <= end else {
                    throw damaged(
                        end, "the record there is not whole, and the segment was, up to byte \(durable)")
                }
                tear = Tear(offset: end, count: bytes.count - end)
                return
            }
            try take(record, damaged)
            end = lineEnd + 1
        }
        guard durable <= end else {
            throw damaged(end, "it ends there, and was whole up to byte \(durable)")
        }
    }

    /// Notes a record that is whole, at `end`.
    private mutating func take(
        _ record: JournalRecord, _ damaged: (Int, String) -> StorageError
    ) throws(StorageError) {
        guard next == nil else { throw damaged(end, "there is a record behind the end of the segment") }
        let expected = Revision(rawValue: last.rawValue + (record.seal == nil ? 1 : 0))
        guard record.sequence == expected else {
            throw damaged(
                end, "change \(expected.rawValue) should stand there, and \(record.sequence.rawValue) does")
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

    /// Where a whole record stands that was written when the segment was durable beyond an offset.
    ///
    /// Without such a record the bytes at the offset may be of a write that was never answered. That other
    /// whole records follow proves nothing: a disk may keep the end of a batch and lose its beginning.
    private static func firstProof(thatDurable offset: Int, in bytes: [UInt8]) -> Int? {
        var lineEnd = offset - 1
        // The line break before a record may be what is damaged; what a record begins with stands in no text.
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

    /// The change that a segment goes on behind, by the header line that it begins with.
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
            file: file, segment: number, offset: 0, reason: "its first line is not that of segment \(number)"
        )
    }

    /// Where the header line ends.
    private static func headerEnd(in bytes: [UInt8]) -> Int {
        bytes.span.lineEnd(from: 0).map { $0 + 1 } ?? bytes.count
    }

    /// How long the header line is at most.
    static let headerBytesMax = 256
}

extension Span<UInt8> {
    /// Where the next line break stands.
    func lineEnd(from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == UInt8(ascii: "\n") { return index }
            index += 1
        }
        return nil
    }
}
