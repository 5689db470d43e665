import Records

extension FormatError {
    func inFile(_ path: String) -> StorageError {
        if let newerFormat { return .newerFormat(file: path, format: newerFormat) }
        return .damagedFile(file: path, reason: description)
    }
}
