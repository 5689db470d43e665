/// Why bytes are not what the store writes, and where.
struct FormatError: Error, Hashable, CustomStringConvertible {
    /// How many bytes come before the place.
    let offset: Int
    /// What is wrong there: a clause, without a full stop.
    let reason: String
    /// The format that the bytes claim, where it is newer than any that is known.
    let newerFormat: Int?

    /// Something is wrong at that place.
    init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
        newerFormat = nil
    }

    /// The bytes have a format that came later.
    init(newerFormat: Int) {
        offset = 0
        reason = "format \(newerFormat) is not known"
        self.newerFormat = newerFormat
    }

    /// The place and the reason, as a clause.
    var description: String { "at byte \(offset) \(reason)" }

    /// The error for a whole file.
    func inFile(_ path: String) -> StorageError {
        if let newerFormat { return .newerFormat(file: path, format: newerFormat) }
        return .damagedFile(file: path, reason: description)
    }
}
