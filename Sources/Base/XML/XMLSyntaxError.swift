/// Why bytes are not the XML that is taken, and where.
public struct XMLSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many bytes come before the error.
    public let offset: Int
    /// The line that it is in; the first is 1.
    public let line: Int
    /// What is wrong there, in words: the rest of the sentence "In line 12 …".
    public let reason: String

    init(_ reason: String, at offset: Int, in bytes: Span<UInt8>) {
        self.offset = offset
        self.reason = reason
        var line = 1
        for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") { line += 1 }
        self.line = line
    }

    /// A clause for a person, without a full stop.
    public var description: String { "in line \(line) \(reason)" }
}
