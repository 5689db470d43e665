import Foundation

/// A file of this package, by its path from the top.
struct SourceFile: Sendable, CustomStringConvertible {
    let path: String
    let text: String
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

    /// All files of text, read once.
    private static let everything = Result {
        try paths().compactMap { path -> SourceFile? in
            let bytes = try Data(contentsOf: top.appending(path: path))
            guard let text = String(data: bytes, encoding: .utf8) else { return nil }
            return SourceFile(path: path, text: text, lines: text.components(separatedBy: "\n"))
        }
    }

    /// All files with one of these endings.
    static func all(_ endings: String...) throws -> [SourceFile] {
        try everything.get().filter { endings.contains(where: $0.path.hasSuffix) }
    }

    /// The lines in which a pattern begins to match.
    func matches(of pattern: Pattern) -> [(number: Int, line: String)] {
        let whole = NSRange(location: 0, length: text.utf16.count)
        let found = pattern.expression.matches(in: text, range: whole).map(\.range.location)
        guard !found.isEmpty else { return [] }
        var starts = [0]
        for line in lines { starts.append((starts.last ?? 0) + line.utf16.count + 1) }
        let numbers = Set(found.map { place in (starts.firstIndex { $0 > place } ?? 1) - 1 })
        return numbers.sorted().map { ($0 + 1, lines[$0]) }
    }

    /// Where a pattern matches, as `path:line`.
    func places(of pattern: Pattern) -> [String] { matches(of: pattern).map { "\(path):\($0.number)" } }
}

/// A pattern of ICU, which searches all files in the time that `Regex` takes for a few.
struct Pattern: @unchecked Sendable {
    /// Immutable, and safe on several threads.
    let expression: NSRegularExpression

    /// - Parameter pattern: `^` and `$` match at lines.
    init(_ pattern: String, _ options: NSRegularExpression.Options = []) throws {
        expression = try NSRegularExpression(pattern: pattern, options: options.union(.anchorsMatchLines))
    }
}
