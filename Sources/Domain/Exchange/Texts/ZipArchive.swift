/// The files of a zip archive (APPNOTE 6.3.10), without directories.
struct ZipArchive {
    /// The names of the files, in the order of the archive.
    let names: [String]

    /// Reads the directory of an archive.
    /// - Throws: `ImportError` if the archive is damaged, encrypted, or exceeds the limits of the settings.
    init(_ bytes: [UInt8], _ settings: ImportSettings) throws(ImportError) {
        names = []
    }

    /// Unpacks a file.
    /// - Throws: `ImportError` if the file is damaged.
    func content(of name: String) throws(ImportError) -> [UInt8] { [] }
}
