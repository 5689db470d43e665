public import Checklists
public import Exchange

/// The lists of a document: an export of this server, or `Checklists.json` and `Checklists.plist` of the
/// apps. The latter may be XML or binary, and both may have the items of one list only.
///
/// The import omits invalid parts and reports them in `skipped`: a list without a valid name, an item without
/// a valid text, any other field with an invalid value, and every unknown field.
public struct ImportDocument: Sendable {
    /// The lists in order.
    public private(set) var checklists: [ImportedChecklist] = []
    /// The omitted parts, with the reason.
    public private(set) var skipped: [Violation] = []
    /// The number of items on all lists.
    public var itemsCount: Int { checklists.reduce(0) { $0 + $1.items.count } }

    /// The format of a document.
    public enum Format: Sendable {
        case json
        case xmlPropertyList
        case binaryPropertyList

        /// The form of a property list, by its beginning.
        public init(of bytes: Span<UInt8>) {
            let isBinary = bytes.count >= 6 && (0..<6).allSatisfy { bytes[$0] == Array("bplist".utf8)[$0] }
            self = isBinary ? .binaryPropertyList : .xmlPropertyList
        }
    }

    /// Reads a document.
    /// - Parameter progress: Called from time to time with `DocumentReader.offset`.
    /// - Throws: `ImportError` if the document is malformed, or has no lists, or too many.
    public init(
        _ bytes: Span<UInt8>, as format: Format, limits: ImportLimits = ImportLimits(),
        progress: (Int) -> Void = { _ in }
    ) throws(ImportError) {
        switch format {
        case .json: try read(bytes, JSONDocumentReader(), limits, progress)
        case .xmlPropertyList: try read(bytes, XMLPropertyListReader(), limits, progress)
        case .binaryPropertyList: try read(bytes, BinaryPropertyListReader(), limits, progress)
        }
    }

    private mutating func read(
        _ bytes: Span<UInt8>, _ reader: some DocumentReader, _ limits: ImportLimits, _ progress: (Int) -> Void
    ) throws(ImportError) {
        var decoder = ImportDecoder(reader, limits)
        try decoder.readDocument(in: bytes, progress)
        checklists = decoder.checklists
        skipped = decoder.skipped
    }
}
