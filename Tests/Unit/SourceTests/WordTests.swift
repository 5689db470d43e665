import Foundation
import Testing

/// Sentences name their actor and use the field's noun. Circumlocutions are counted, since a few are right.
@Suite struct `The words` {
    /// At most so many in all files, and none in text that a client or a person reads.
    private static let circumlocutionsMax = 40

    /// What an app says there.
    private static let labels = [
        "Invite someone", "Ask whoever runs this server", "Make someone else an owner",
    ]

    private static func circumlocution() throws -> Pattern {
        try Pattern(
            #"""
            \b(?:whoever|whomever|whose\ who|who\ asks|who\ is\ here)\b
            | \b(?:somebody|someone|anybody|nobody|everybody)\b
            | \b(?:whatever|whichever|wherever)\b
            | \b(?:is|are|was|were|be|been)\ told\b
            | \bwhat\ (?:is\ not|there\ is|is\ kept|is\ gone)\b
            | \bof\ one's\ own\b
            | \bhow\ things\ are\b | \blies?\ ahead\b | \bgets?\ in\ by\b
            """#, [.caseInsensitive, .allowCommentsAndWhitespace])
    }

    @Test func `name their actor`() throws {
        let circumlocution = try Self.circumlocution()
        var places: [String] = []
        for file in try SourceFile.all(".swift", ".h", ".c", ".js", ".css", ".html", ".md", ".yaml")
        where Self.isRead(file.path) {
            places += file.places(of: circumlocution)
        }
        #expect(places.count <= Self.circumlocutionsMax, "\(places.joined(separator: "\n"))")
    }

    @Test func `that a client or a person reads have none`() throws {
        let circumlocution = try Self.circumlocution()
        let comments = ["//", "*", "/*", "#"]
        for file in try SourceFile.all(".swift", ".js", ".html", ".md", ".yaml") where Self.isRead(file.path)
        {
            for (number, line) in file.matches(of: circumlocution) {
                let text = line.drop { $0 == " " }
                if comments.contains(where: text.hasPrefix) { continue }
                let left = Self.labels.reduce(line) { $0.replacing($1, with: "") }
                let rest = SourceFile(path: file.path, text: left, lines: [left])
                #expect(rest.places(of: circumlocution).isEmpty, "\(file.path):\(number): \(line)")
            }
        }
    }

    private static func isRead(_ path: String) -> Bool {
        path.hasPrefix("Sources/") || path.hasPrefix(".github/")
            || ["README.md", "openapi.yaml"].contains(path)
    }
}
