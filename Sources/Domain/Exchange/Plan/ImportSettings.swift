public import Checklists

/// What a reader knows besides the bytes of a file.
public struct ImportSettings: Sendable {
    /// The current time.
    public var now: Timestamp
    /// The time zone of dates without one.
    public var zone: LocalTime
    /// The language of dates in words, where the file does not state it; `nil` if unknown.
    public var language: Language?
    /// The name for a list that has none in the file; `nil` for `Imported`.
    public var name: String?
    /// The meaning of the columns of a CSV file, in order, separated by commas; `nil` to guess it.
    public var columns: String?
    /// The limits of the file.
    public var limits = ImportLimits()
    /// Decompresses a raw DEFLATE stream (RFC 1951). It gets the stream and the size of its content; `nil` if
    /// the stream is damaged, or its content has another size.
    public var inflate: @Sendable (_ stream: ArraySlice<UInt8>, _ size: Int) -> [UInt8]?

    /// Creates settings.
    public init(
        now: Timestamp, zone: LocalTime, language: Language? = nil, name: String? = nil,
        columns: String? = nil, inflate: @escaping @Sendable (ArraySlice<UInt8>, Int) -> [UInt8]?
    ) {
        self.now = now
        self.zone = zone
        self.language = language
        self.name = name
        self.columns = columns
        self.inflate = inflate
    }

    /// The name of a list that has none in the file.
    var listName: String { name ?? "Imported" }
}

/// The limits of an imported file.
public struct ImportLimits: Sendable {
    /// The maximum number of lists.
    public var checklistsMax = 10_000
    /// The maximum number of items on all lists.
    public var itemsMax = 250_000
    /// The maximum number of skipped parts of an own export. A document with more is of another kind.
    public var skippedMax = 10_000
    /// The maximum number of values in a JSON file, and of fields in a CSV file.
    public var valuesMax = 8_000_000
    /// The maximum size of the files in a zip archive together, in bytes.
    public var unpackedBytesMax = 256 * 1024 * 1024
    /// The maximum number of files in a zip archive.
    public var archiveEntriesMax = 10_000
    /// The maximum ratio of a file in a zip archive to its compressed size. Text has some 10, and smaller
    /// files than `compressionRatioBytesMin` can have any.
    public var compressionRatioMax = 200
    /// The size of the smallest file whose ratio is limited, in bytes.
    public var compressionRatioBytesMin = 1024 * 1024
    /// The maximum number of listed notes. Further ones are counted only.
    public var notesMax = 1_000

    /// The limits of an import in a request.
    public init() {}
}

extension ImportLimits {
    /// Ends the reading of a file with too many items, before they take much memory.
    /// - Throws: `ImportError.unusable` if the count is too large.
    func check(itemsCount: Int) throws(ImportError) {
        guard itemsCount <= itemsMax else { throw .tooMany(itemsMax, "items, on all lists together") }
    }
}
