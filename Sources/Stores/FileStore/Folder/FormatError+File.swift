import Records

extension FormatError {
    /// The error for a whole file.
    func inFile(_ path: String) -> StorageError {
        if let newerFormat { return .newerFormat(file: path, format: newerFormat) }
        return .damagedFile(file: path, reason: description)
    }
}
