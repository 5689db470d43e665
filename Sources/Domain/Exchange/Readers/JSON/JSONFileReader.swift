import JSON

/// A reader of a format whose file is one JSON value.
protocol JSONFileReader {
    /// What the reader has read.
    var document: ForeignDocument { get }

    init(_ settings: ImportSettings)

    mutating func read(_ root: JSONValue)
}

extension JSONFileReader {
    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        var reader = Self(settings)
        reader.read(try JSONFile.parse(bytes, settings.limits))
        return reader.document
    }
}
