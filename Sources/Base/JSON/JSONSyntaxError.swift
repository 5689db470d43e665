/// Why bytes are not the JSON that was asked for, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many bytes come before the error.
    public let offset: Int
    /// What is wrong there, in words: the rest of the sentence "At byte 12 …".
    public let reason: String

    init(_ reason: String, at offset: Int) {
        self.offset = offset
        self.reason = reason
    }

    /// A clause for a person, without a full stop.
    public var description: String { "at byte \(offset) \(reason)" }
}
