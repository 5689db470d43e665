/// Why bytes are not what the store writes, and where.
package struct FormatError: Error, Hashable, CustomStringConvertible {
    /// How many bytes come before it.
    package let offset: Int
    /// What is wrong there: a clause, without a full stop.
    package let reason: String
    /// The format that the bytes claim, where it is newer than any that is known.
    package let newerFormat: Int?

    /// Something is wrong at that offset.
    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
        newerFormat = nil
    }

    /// The bytes have a format that came later.
    package init(newerFormat: Int) {
        offset = 0
        reason = "format \(newerFormat) is not known"
        self.newerFormat = newerFormat
    }

    /// The offset and the reason, as a clause.
    package var description: String { "at byte \(offset) \(reason)" }
}
