import Foundation

/// A file of this package, by its path from the top.
struct SourceFile: CustomStringConvertible {
    let path: String
    let lines: [String]

    var description: String { path }

    static let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    /// The paths of all files that people write.
    static func paths() throws -> [String] {
        var paths = ["README.md", "openapi.yaml"]
        for folder in ["Sources", "Tests", "docker", ".ci", ".github"]
        where FileManager.default.fileExists(atPath: top.appending(path: folder).path) {
            let found = try FileManager.default.subpathsOfDirectory(atPath: top.appending(path: folder).path)
            let all = found.map { "\(folder)/\($0)" }.filter { !$0.contains("__pycache__") }
            let folders = Set(all.map(self.folder(of:)))
            paths += all.filter { !folders.contains($0) }
        }
        return paths
    }

    /// The folder that a path leads to something in.
    static func folder(of path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// All files with one of these endings.
    static func all(_ endings: String...) throws -> [SourceFile] {
        try paths().filter { path in endings.contains(where: path.hasSuffix) }.map { path in
            let text = try String(contentsOf: top.appending(path: path), encoding: .utf8)
            return SourceFile(path: path, lines: text.components(separatedBy: "\n"))
        }
    }

    /// Where a word stands, as `path:line`.
    func places(of pattern: Regex<Substring>) -> [String] {
        lines.enumerated().filter { $0.element.contains(pattern) }.map { "\(path):\($0.offset + 1)" }
    }
}
