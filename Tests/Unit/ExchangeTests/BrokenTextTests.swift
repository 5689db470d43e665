import Checklists
import Randomness
import Testing

@testable import Exchange

@Suite("A broken text file")
struct BrokenTextTests {
    static let files: [(format: ForeignFormat, text: String)] = [
        (.markdown, MarkdownReaderTests.file), (.todoTxt, TodoTxtReaderTests.file),
        (.org, OrgReaderTests.file), (.text, PlainTextReaderTests.file),
    ]

    /// The nightly checks read larger files, which take minutes where a reader takes quadratic time.
    private let scale = seeds(1, of: 50).count

    /// Whether there is a plan, or an error of the import.
    private func plan(_ format: ForeignFormat, _ bytes: [UInt8]) -> ImportPlan? {
        try? format.plan(of: bytes, .fixed())
    }

    @Test("cut anywhere or with any bytes changed is a plan or an error", arguments: 0..<4)
    func damaged(number: Int) {
        let (format, text) = Self.files[number]
        let files = DamagedFiles(format, text)
        #expect(files.readCuts() > 100)
        #expect(files.readMutations(2_000, seed: UInt64(number)) > 100)
    }

    @Test("with hostile lines is a plan or an error", arguments: seeds(50, of: 2_000))
    func hostile(seed: UInt64) {
        var text = HostileText(seed: seed)
        let lines = (0..<30).map { _ in String(repeating: " ", count: text.number(0...6)) + text.raw() }
        for (format, _) in Self.files { _ = plan(format, Array(lines.joined(separator: "\n").utf8)) }
    }

    @Test("nested a thousand levels deep has one level of subtasks", arguments: 0..<4)
    func deep(number: Int) throws {
        let (format, _) = Self.files[number]
        let lines = (0..<1_000).map { level in
            switch format {
            case .org: String(repeating: "*", count: level + 1) + " TODO a"
            case .todoTxt: "a id:\(level) p:\(level - 1)"
            default: String(repeating: "\t", count: level) + "- [ ] a"
            }
        }
        let plan = try #require(self.plan(format, Array(lines.joined(separator: "\n").utf8)))
        #expect(plan.checklists[0].items.count == 1_000)
    }

    @Test(
        "of one long line is a plan or an error",
        arguments: [
            "[a:: b] ", "#a ", "[a:: ", "🔁 every a ", "` ", "``a` ", "+a @b c:d ", "\\", "(((", "x ", "- ",
            "- [ ] ",
        ])
    func long(piece: String) {
        let line = String(repeating: piece, count: 20_000 * scale / piece.utf8.count)
        for (format, _) in Self.files {
            for start in ["- [ ] ", "* TODO ", ""] { _ = plan(format, Array((start + line).utf8)) }
        }
    }

    @Test(
        "of many lines is a plan or an error",
        arguments: [
            "- [ ] a\n", "\n", "# a\n", "## a\n", "* a\n", "  a\n", "\r", "```\n", "a:\n", "#+TITLE: a\n",
            ":A: b\n", "#+FILETAGS: :a:b:\n", "a p:1 id:1\n", "---\n",
        ])
    func many(line: String) {
        let lines = String(repeating: line, count: 6_000 * scale / line.utf8.count)
        for (format, _) in Self.files {
            for start in ["- [ ] a\n", "* TODO a\n:PROPERTIES:\n", ""] {
                _ = plan(format, Array((start + lines).utf8))
            }
        }
    }
}
