import Foundation
import Testing

/// `AllPublicDeclarationsHaveDocumentation` of swift-format would also ask for comments on witnesses of
/// documented requirements.
@Suite struct `The documentation` {
    /// Requirements of the standard library's protocols.
    private static let standard: Set<Substring> = [
        "==", "<", "hash", "id", "rawValue", "description", "debugDescription", "count", "next",
        "makeIterator", "underestimatedCount", "startIndex", "endIndex", "subscript", "advanced", "distance",
        "enqueue", "init(rawValue", "init(stringLiteral", "init(dictionaryLiteral",
    ]

    @Test func `has every public declaration, unless a protocol documents it`() throws {
        let files = try SourceFile.all(".swift").filter { $0.path.hasPrefix("Sources/") }
        let requirements = Self.standard.union(files.flatMap(Self.requirements))
        #expect(requirements.count > 150)
        for file in files {
            for (number, line) in file.lines.enumerated() {
                guard let name = Self.publicName(line), !requirements.contains(name) else { continue }
                let before = file.lines[..<number].last { !$0.contains(#/^ *@/#) } ?? ""
                #expect(before.contains(#/^ *////#), "\(file.path):\(number + 1)")
            }
        }
    }

    /// The names of the requirements of a file's protocols.
    private static func requirements(in file: SourceFile) -> [Substring] {
        var isProtocol = false
        return file.lines.compactMap { line in
            if line.hasPrefix("}") { isProtocol = false }
            if ["protocol ", "public protocol ", "package protocol "].contains(where: line.hasPrefix) {
                isProtocol = true
            }
            // Initializers without a label are of many types.
            return isProtocol ? name(line).flatMap { $0 == "init(_" ? nil : $0 } : nil
        }
    }

    /// The name of what a line declares as public.
    private static func publicName(_ line: String) -> Substring? {
        let code = line.drop { $0 == " " }
        let isPublic = code.hasPrefix("public ") || code.hasPrefix("@") && code.contains(#/^@.*\bpublic\b/#)
        return isPublic ? name(line) : nil
    }

    /// The name of what a line declares, of an initializer with its first label.
    private static func name(_ line: String) -> Substring? {
        let declared = #/\b(?:func|var|let|class|struct|enum|actor|protocol|typealias) `?([\w<=+-]+)/#
        if let match = line.firstMatch(of: declared) { return match.1 }
        return line.firstMatch(of: #/\b(?:init\??\(\w*|subscript)/#)?.output
    }
}
