import Digest

/// The files of a zip archive (APPNOTE 6.3.10), without directories.
struct ZipArchive: Sendable {
    /// The names of the files, in the order of the archive. A repeated name has a number: `Home (2).csv`.
    ///
    /// The resource forks of macOS below `__MACOSX/` are absent.
    let names: [String]

    private let bytes: [UInt8]
    private let entries: [String: ZipEntry]
    private let inflate: @Sendable (ArraySlice<UInt8>, Int) -> [UInt8]?

    /// Whether a file begins as an archive does, with a file or the end of its directory.
    static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }

    /// Reads the directory of an archive.
    /// - Throws: `ImportError` if the archive is damaged, encrypted, or exceeds the limits of the settings.
    init(_ bytes: [UInt8], _ settings: ImportSettings) throws(ImportError) {
        self.bytes = bytes
        inflate = settings.inflate
        let files = try ZipDirectory.entries(in: bytes, settings.limits)
            .filter { !$0.name.hasSuffix("/") && !$0.name.hasPrefix("__MACOSX/") }
        var entries: [String: ZipEntry] = [:]
        var numbers: [String: Int] = [:]
        names = files.map { entry in
            var name = entry.name
            while entries[name] != nil {
                numbers[entry.name, default: 1] += 1
                name = entry.name.numbered(numbers[entry.name] ?? 2)
            }
            entries[name] = entry
            return name
        }
        self.entries = entries
    }

    /// Whether a file has no bytes.
    func isEmpty(_ name: String) -> Bool { entries[name]?.size == 0 }

    /// Unpacks a file.
    /// - Throws: `ImportError` if the file is damaged.
    func content(of name: String) throws(ImportError) -> [UInt8] {
        guard let entry = entries[name] else {
            throw .malformed("The archive has no file \(name.quoted).")
        }
        let packed = bytes[entry.content]
        let content = entry.isDeflated ? inflate(packed, entry.size) : Array(packed)
        guard let content, content.count == entry.size, CRC32.checksum(content) == entry.checksum else {
            throw .malformed("The file \(name.quoted) in the archive is damaged.")
        }
        return content
    }
}

extension String {
    /// The name of a file with a number before its extension.
    fileprivate func numbered(_ number: Int) -> String {
        guard let dot = lastIndex(of: "."), !self[dot...].contains("/") else { return "\(self) (\(number))" }
        return "\(self[..<dot]) (\(number))\(self[dot...])"
    }
}
