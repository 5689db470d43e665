import Checklists

/// A file to import. A zip archive with one file that an import reads is that file.
///
/// Of several files in an archive, `Tasks.json` of Google Takeout and `data.json` of Vikunja are the one. An
/// archive of several others has no content of its own.
public struct UnpackedFile: Sendable {
    /// The archive; `nil` for a file outside of one.
    let archive: ZipArchive?
    /// The content; empty for an archive of several files.
    let bytes: [UInt8]
    /// The name of the file in its archive, with its folders; `nil` for a file outside of one.
    let name: String?
    /// The files of the archive that an import reads.
    let readable: [String]

    /// The ends of the names of files that an import reads.
    private static let extensions = ["csv", "ics", "json", "markdown", "md", "org", "plist", "txt"]

    /// Unpacks a file.
    /// - Throws: `ImportError` if the file is empty, or a zip archive that is damaged, too large, or without
    ///   a file that an import reads.
    public init(_ bytes: [UInt8], _ settings: ImportSettings) throws(ImportError) {
        guard ZipArchive.isArchive(bytes) else {
            guard !FileText.isBlank(bytes) else {
                throw .unusable(Violation("", .nothingToImport("is empty")))
            }
            (archive, name, readable, self.bytes) = (nil, nil, [], bytes)
            return
        }
        let archive = try ZipArchive(bytes, settings)
        readable = archive.names.filter { Self.isReadable($0) && !archive.isEmpty($0) }
        guard let first = readable.first else {
            throw .malformed(
                "The archive has no file that an import reads. The names of such files end with "
                    + "\(Self.extensions.map { ".\($0)" }.joined(separator: ", ")).")
        }
        let whole = ["Tasks.json", "data.json"].lazy.compactMap { [readable] name in
            readable.first { $0.lastComponent == name }
        }
        name = whole.first ?? (readable.count == 1 ? first : nil)
        self.bytes = if let name { try archive.content(of: name) } else { [] }
        self.archive = archive
    }

    private static func isReadable(_ name: String) -> Bool {
        let file = name.lastComponent
        guard !file.hasPrefix("."), let dot = file.lastIndex(of: ".") else { return false }
        return extensions.contains(file[file.index(after: dot)...].lowercased())
    }

    /// The content of the only file.
    /// - Throws: `ImportError.malformed` for an archive of several files.
    public func content() throws(ImportError) -> [UInt8] {
        guard archive == nil || name != nil else {
            let names = readable.prefix(3).map(\.quoted) + (readable.count > 3 ? ["…"] : [])
            throw .malformed(
                "The archive has \(readable.count) files that an import reads: "
                    + "\(names.joined(separator: ", ")). Unpack it and import them one by one.")
        }
        return bytes
    }

    /// The content of the only file in UTF-8, without a byte order mark. Some shells write UTF-16.
    /// - Throws: `ImportError.malformed` for an archive of several files.
    public func json() throws(ImportError) -> [UInt8] { try JSONFile.content(of: content()) }

    /// The name for a list that has none in the file: `Home` for `Lists/Home.csv`.
    var listName: String? {
        guard let file = name?.lastComponent, let dot = file.lastIndex(of: ".") else { return nil }
        return String(file[..<dot])
    }

    /// The files of the archive that the import leaves out.
    var leftOut: [String] { archive?.names.filter { $0 != name } ?? [] }
}

extension String {
    /// The name of a file without its folders.
    fileprivate var lastComponent: Substring {
        self[(lastIndex(of: "/").map(index(after:)) ?? startIndex)...]
    }
}
