enum TaskwarriorReader {
    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        ForeignDocument(settings)
    }
}
