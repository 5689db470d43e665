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

    @Test(arguments: [
        ("creme", "crme"), ("ab", "a b"), ("a", ""), ("aab", "abab"), ("牛", "买"), ("e", "日"),
        ("abab", "ab\u{1EA5}"), ("aa", "a\u{20D0}"),
    ])
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

/// Folding, which is done in pieces where a text is long.
@Suite struct `The folded form` {
    @Test func `of a long text is that of all of it`() {
        let seed: UInt64 = 5
        var generator = SeededGenerator(seed: seed)
        let accents = 0x300...0x304
        let scripts = [
            [0x41...0x5A, 0xC0...0x17F, accents], [0x391...0x3A1, accents], [0x410...0x451, accents],
            [0x5B0...0x5EA], [0x905...0x94D], [0x1EA0...0x1EF9, accents], [0x3041...0x3096],
            [0x61...0x7A, 0x20D0...0x20DC],
        ].map { $0.flatMap(\.self).compactMap { UnicodeScalar($0) } }
        for _ in 0..<100 {
            var text = ""
            for _ in 0..<60 {
                text += "x"
                let script = scripts.randomElement(using: &generator) ?? []
                for _ in 0..<Int.random(in: 0...20, using: &generator) {
                    script.randomElement(using: &generator).map { text.unicodeScalars.append($0) }
                }
            }
            let isSame = Folding.bytes(of: text) == Array(Folding.fold(text).utf8)
            #expect(isSame, "\(text.debugDescription), seed \(seed)")
        }
    }

    @Test func `of many accents and of nothing else is soon there`() {
        let accents = String(repeating: "\u{301}", count: 100_000)
        #expect(Folding.bytes(of: "e" + accents + "f") == Array("ef".utf8))
        #expect(Folding.bytes(of: String(repeating: "e\u{301}", count: 100_000)).count == 100_000)
        #expect(Folding.bytes(of: String(repeating: "\u{5D0}\u{301}", count: 100_000)).count == 200_000)
        #expect(SearchPattern("ef").matches("e" + accents + "f"))
    }
}

extension [UInt8] {
    fileprivate func containsRow(_ row: [UInt8]) -> Bool {
        row.isEmpty || indices.contains { self[$0...].starts(with: row) }
    }
}
