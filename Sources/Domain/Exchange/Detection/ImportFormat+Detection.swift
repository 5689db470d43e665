import Checklists

extension ImportFormat {
    /// The number of bytes that detection reads of a text.
    private static let detectedBytesMax = 64 * 1024

    /// Detects the format of a file by its content, in time linear in its size.
    ///
    /// A text of no other format is `text`.
    /// - Throws: `ImportError` if no reader knows the format.
    public init(detecting file: UnpackedFile) throws(ImportError) {
        if let archive = file.archive, file.name == nil {
            if file.readable.contains(where: { $0.lowercased().hasSuffix(".csv") }) {
                self = .foreign(.todoist)
                return
            }
            let note = file.readable.first { $0.lowercased().hasSuffix(".json") }
            if let note, JSONOutline(try archive.content(of: note)).format == .googleKeep {
                self = .foreign(.googleKeep)
                return
            }
        }
        self = try Self.format(of: file.content())
    }

    private static func format(of bytes: [UInt8]) throws(ImportError) -> ImportFormat {
        if bytes.starts(with: "bplist".utf8) { return .propertyList }
        guard !FileText.isBinary(bytes) else {
            throw .unusable(Violation("", .unknownFormat(formats: ForeignFormat.names)))
        }
        guard let start = FileText.decode(start: bytes.prefix(detectedBytesMax)) else {
            // The decoder says which byte is invalid.
            return beginsAsJSON(bytes) ? .json : .foreign(.text)
        }
        let text = start.drop { $0.isWhitespace }
        switch text.first {
        case "<" where !text.hasPrefix("<!--"): return .propertyList
        // `[ ] Milk` and `[[Page]]` are lines of texts.
        case "{", "[":
            if JSONOutline.isJSON(text) { return JSONOutline(bytes).format.map(foreign) ?? .json }
        default: break
        }
        return .foreign(TextOutline(start).format)
    }

    /// Whether a text begins as a JSON object or array.
    public static func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
        let first = FileText.withoutMark(bytes).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
