import Foundation

/// A file of this package, by its path from the top.
struct SourceFile: CustomStringConvertible {
    let path: String
    let lines: [String]

    var description: String { path }

    static let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    /// All files with one of these endings below the folders where people write.
    static func all(_ endings: String...) throws -> [SourceFile] {
        var files: [SourceFile] = []
        for folder in ["Sources", "Tests", "docker", ".ci"] {
            let found = FileManager.default.enumerator(atPath: top.appending(path: folder).path)
            while let name = found?.nextObject() as? String {
                guard endings.contains(where: name.hasSuffix) else { continue }
                let path = "\(folder)/\(name)"
                let text = try String(contentsOf: top.appending(path: path), encoding: .utf8)
                files.append(SourceFile(path: path, lines: text.components(separatedBy: "\n")))
            }
        }
        return files
    }

    /// Where a word stands, as `path:line`.
    func places(of pattern: Regex<Substring>) -> [String] {
        lines.enumerated().filter { $0.element.contains(pattern) }.map { "\(path):\($0.offset + 1)" }
    }
}
