import Foundation
import Testing

@testable import checklistd

@Suite struct `The settings in the manual` {
    /// A row of a table of settings: ``| `--data DIR` `CHECKLISTD_DATA` | folder | `./data` | … |``.
    private struct Row {
        let usage: String
        let variable: String
        let cells: [String]
    }

    private static func rows() throws -> [Row] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/checklistd/Documentation.docc/Settings.md")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: #/\| `(--[^`]*)` `(\w+)` \| (.*) \| (.*) \| (.*) \|/#)
            else {
                return nil
            }
            return Row(
                usage: String(match.1), variable: String(match.2),
                cells: [match.3, match.4, match.5].map(String.init))
        }
    }

    @Test func `are the flags of the program`() throws {
        let rows = try Self.rows()
        #expect(rows.map(\.usage).sorted() == Flag.all.map(\.usage).sorted())
        #expect(rows.allSatisfy { $0.cells.allSatisfy { !$0.isEmpty } })
    }

    @Test(arguments: Flag.all.map(\.name))
    func `have the variable, the choices and the default of the program`(name: String) throws {
        let flag = try #require(Flag.all.first { $0.name == name })
        let row = try #require(try Self.rows().first { $0.usage == flag.usage })
        #expect(row.variable == flag.variable)
        // Such a default is a number of the configuration.
        if let usual = flag.help.firstMatch(of: #/Default (\d+)\.\s*$/#) { #expect(row.cells[1] == usual.1) }
        for choice in flag.choices { #expect(row.cells[0].contains("`\(choice)`"), "\(choice)") }
        #expect(row.cells[2].contains("May be repeated.") == flag.repeats)
    }
}
