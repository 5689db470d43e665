/// The error in stored bytes and its offset.
package struct FormatError: Error, Hashable, CustomStringConvertible {
    /// The offset of the error in bytes.
    package let offset: Int
    /// The reason: a clause, without a full stop.
    package let reason: String
    /// The format number in the bytes, if it is newer than this version reads; otherwise `nil`.
    package let newerFormat: Int?

    /// An error at an offset.
    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
        newerFormat = nil
    }

    /// The bytes have a format that a later version wrote.
    package init(newerFormat: Int) {
        offset = 0
        reason = "format \(newerFormat) is unknown to this version"
        self.newerFormat = newerFormat
    }

    /// The offset and the reason, as a clause.
    package var description: String { "\(reason) at byte \(offset)" }
}
