public import Checklists

/// The lists that a document holds: an export of this service, or what the apps keep, `Checklists.json` and
/// `Checklists.plist`, the latter in XML or binary, also with the items of one list alone.
///
/// What does not fit is named in `skipped` and left out: a list or an item without a name or text that can be
/// kept, any other field that has not the right value, and every field that nobody knows.
public struct ImportDocument: Sendable {
    /// The lists, in their order.
    public private(set) var checklists: [ImportedChecklist] = []
    /// What was left out, and why.
    public private(set) var skipped: [Violation] = []
    /// How many items the lists have.
    public var itemsCount: Int { checklists.reduce(0) { $0 + $1.items.count } }

    /// What a document is written in.
    public enum Format: Sendable {
        case json
        case xmlPropertyList
        case binaryPropertyList

        /// What bytes look like: a property list by how it begins, else JSON.
        public init(of bytes: Span<UInt8>) {
            let isBinary = bytes.count >= 6 && (0..<6).allSatisfy { bytes[$0] == Array("bplist".utf8)[$0] }
            var start = 0
            while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains(bytes[start]) {
                start += 1
            }
            let isXML = start < bytes.count && bytes[start] == UInt8(ascii: "<")
            self = isBinary ? .binaryPropertyList : isXML ? .xmlPropertyList : .json
        }
    }

    /// Reads a document.
    /// - Parameter progress: Told now and then how many bytes have been read.
    /// - Throws: `DocumentError` where no lists can be found in it, or too much.
    public init(
        _ bytes: Span<UInt8>, as format: Format, limits: ImportLimits = ImportLimits(),
        progress: (Int) -> Void = { _ in }
    ) throws(DocumentError) {
        switch format {
        case .json: try read(bytes, JSONDocumentReader(), limits, progress)
        case .xmlPropertyList: try read(bytes, XMLPropertyListReader(), limits, progress)
        case .binaryPropertyList: try read(bytes, BinaryPropertyListReader(), limits, progress)
        }
    }

    private mutating func read(
        _ bytes: Span<UInt8>, _ reader: some DocumentReader, _ limits: ImportLimits, _ progress: (Int) -> Void
    ) throws(DocumentError) {
        var decoder = ImportDecoder(reader, limits)
        try decoder.readDocument(in: bytes, progress)
        checklists = decoder.checklists
        skipped = decoder.skipped
    }
}
