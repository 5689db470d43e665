/// Why and where the parser rejected a document.
public struct XMLSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes before the error.
    public let offset: Int
    /// The line of the error, counted from 1.
    public let line: Int
    /// The reason, a clause without the line.
    public let reason: String

    init(_ reason: String, at offset: Int, in bytes: Span<UInt8>) {
        self.offset = offset
        self.reason = reason
        var line = 1
        for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") { line += 1 }
        self.line = line
    }

    /// A clause for an error message, without a full stop.
    public var description: String { "\(reason) in line \(line)" }
}
