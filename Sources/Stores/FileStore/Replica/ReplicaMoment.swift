import Checklists
import Records

/// A moment at which changes became durable: a line of `moments`, such as `2026-11-26T23:05:00.123Z 42`.
struct ReplicaMoment: Hashable {
    /// The time before any of the changes was acknowledged.
    var time: Timestamp
    /// The newest of the changes.
    var revision: Revision

    /// Encodes the line.
    var line: [UInt8] { Array("\(time.text) \(revision.rawValue)\n".utf8) }

    /// Parses the lines of a file. The rest of an interrupted write at its end is ignored.
    /// - Throws: `StorageError.damagedFile`.
    static func all(in bytes: [UInt8], file: String) throws(StorageError) -> [ReplicaMoment] {
        var moments: [ReplicaMoment] = []
        var start = 0
        while let end = bytes.span.lineEnd(from: start) {
            guard let moment = ReplicaMoment(bytes[start..<end]) else {
                throw .damagedFile(file: file, reason: "the line at byte \(start) is not a moment")
            }
            moments.append(moment)
            start = end + 1
        }
        return moments
    }

    /// The longest line, in bytes.
    static let lineBytesMax = 64

    /// The last of some lines, the first of which may be cut off.
    static func last(in bytes: [UInt8]) -> ReplicaMoment? {
        bytes.split(separator: UInt8(ascii: "\n")).last.flatMap(ReplicaMoment.init)
    }

    init(time: Timestamp, revision: Revision) {
        self.time = time
        self.revision = revision
    }

    private init?(_ line: ArraySlice<UInt8>) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Timestamp(text: Array(parts[0]).span),
            let revision = UInt64(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.init(time: time, revision: Revision(rawValue: revision))
    }
}

/// A position in the journal up to which it is durable.
struct JournalPosition: Hashable {
    var segment: Int
    /// The offset in the segment.
    var end: Int
}
