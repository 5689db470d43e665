import Foundation
import Randomness
import Testing

@testable import Checklists

@Suite struct `A search` {
    @Test(arguments: [
        ("creme", "Crème brûlée"), ("CRÈME", "creme"), ("Brule", "Crème brûlée"), ("ss", "Straße"),
        ("елка", "Ёлка"),
        ("Ελλάδα", "ελλαδα"), ("牛奶", "买牛奶和面包"), ("🥛", "Milk 🥛"), ("e", "e\u{301}"), ("é", "E"),
        ("a\u{301}b", "ÁB"),
        ("aab", "aaab"), ("ananas", "anananas"), ("", "anything"), ("", ""),
    ]) func `finds`(pattern: String, text: String) {
        #expect(SearchPattern(pattern).matches(text))
    }

    @Test(arguments: [("creme", "crme"), ("ab", "a b"), ("a", ""), ("aab", "abab"), ("牛", "买"), ("e", "日")])
    func `does not find`(pattern: String, text: String) {
        #expect(!SearchPattern(pattern).matches(text))
    }

    @Test func `agrees with folding all of both texts`() {
        let seed: UInt64 = 4
        var generator = SeededGenerator(seed: seed)
        let scalars = [
            0x20...0x7E, 0xC0...0x17F, 0x300...0x304, 0x391...0x3C9, 0x410...0x451, 0x2010...0x2030,
            0x3041...0x30FF,
            0x4E00...0x4E10, 0xAC00...0xAC20, 0xFE0F...0xFE0F, 0x1F600...0x1F610, 0x1F3FB...0x1F3FD,
        ].flatMap { $0.compactMap { UnicodeScalar($0) } }
        for _ in 0..<4_000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...9, using: &generator) {
                scalars.randomElement(using: &generator).map { text.unicodeScalars.append($0) }
            }
            let start = text.unicodeScalars.index(
                text.startIndex, offsetBy: Int.random(in: 0..<text.unicodeScalars.count, using: &generator))
            var pattern = String(text.unicodeScalars[start...].prefix(2))
            if Bool.random(using: &generator) { pattern = pattern.uppercased() }
            if Bool.random(using: &generator) {
                scalars.randomElement(using: &generator).map { pattern = String($0) }
            }
            let expected = Array(Folding.fold(text).utf8).containsRow(Array(Folding.fold(pattern).utf8))
            #expect(
                SearchPattern(pattern).matches(text) == expected,
                "\(pattern.debugDescription) in \(text.debugDescription), seed \(seed)")
        }
    }
}

extension [UInt8] {
    fileprivate func containsRow(_ row: [UInt8]) -> Bool {
        row.isEmpty || indices.contains { self[$0...].starts(with: row) }
    }
}
