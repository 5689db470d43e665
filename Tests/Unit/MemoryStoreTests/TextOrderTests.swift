import Foundation
import Paging
import Randomness
import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `The order of texts` {
    @Test func `is that of a human reader`() {
        let names = [
            "", "-", "!", "2", "10", "a", "A", "a 2", "a 10", "b", "cote", "coté", "côte", "liste 02",
            "liste 2",
            "Liste 2", "Liste 10", "zèbre",
        ]
        for (left, name) in names.enumerated() {
            for (right, other) in names.enumerated() {
                #expect(
                    TextOrder.compare(name, other).signum() == (left - right).signum(), "\(name) and \(other)"
                )
            }
        }
    }

    @Test(arguments: [
        " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
        "aAbB019 -", "00012 aA", "00aAéÉ", "éÉèêëeEçcCñnÑüuÜzZžŽőŐąĄ 01", "aéœßØ牛🥛ж·l٣²\u{301}\u{200D}09 A",
    ]) func `is that of the keys, then of the bytes`(alphabet: String) {
        let seed = UInt64(alphabet.unicodeScalars.count)
        var generator = SeededGenerator(seed: seed)
        let characters = alphabet.unicodeScalars.map(String.init)
        let text = { (generator: inout SeededGenerator) in
            (0..<Int.random(in: 0...8, using: &generator))
                .map { _ in characters.randomElement(using: &generator) ?? "" }.joined()
        }
        for _ in 0..<8_000 {
            let left = text(&generator)
            let start = left.unicodeScalars.prefix(Int.random(in: 0...4, using: &generator))
            let right = String(String.UnicodeScalarView(start)) + text(&generator)
            #expect(
                TextOrder.compare(left, right).signum() == byKeys(left, right),
                "\(left.debugDescription) and \(right.debugDescription), seed \(seed)")
        }
    }

    @Test func `uses the bytes beyond the compared part`() {
        let long = String(repeating: "é", count: 512)
        #expect(TextOrder.compare(long + "a", long + "B") > 0)
        #expect(TextOrder.compare(long + "b", long + "b") == 0)
        #expect(TextOrder.compare(long, long + "a") < 0)
        #expect(TextOrder.compare(long + "a", "f") < 0)
        #expect(TextOrder.compare("F" + long, "g" + long) < 0)
        // The cut falls before a scalar that does not fit.
        #expect(TextOrder.compare("x" + long + "a", "x" + long + "b") < 0)
        let digits = String(repeating: "9", count: 2_000)
        #expect(TextOrder.compare(digits, digits + "9") < 0)
    }

    @Test func `compares numbers of any length by value`() {
        let long = String(repeating: "9", count: 400)
        #expect(TextOrder.compare("a" + long, "a1" + long) < 0)
        #expect(TextOrder.compare("18446744073709551617", "2") > 0)
        #expect(TextOrder.compare("a18446744073709551617", "A2") > 0)
    }

    @Test func `never contradicts an abbreviated key`() {
        let seed: UInt64 = 8
        var generator = SeededGenerator(seed: seed)
        let characters = "aAbBé9 0-牛".map(String.init)
        let item = { (generator: inout SeededGenerator, start: Substring) in
            let rest = (0..<Int.random(in: 1...60, using: &generator))
                .map { _ in characters.randomElement(using: &generator) ?? "" }.joined()
            let text = start + rest
            let moment = Timestamp(milliseconds: 0)
            return Item(
                id: Item.ID(rawValue: Int.random(in: 1...9, using: &generator)),
                checklistID: .init(rawValue: 1),
                text: String(text), important: Bool.random(using: &generator), position: 1, createdAt: moment,
                updatedAt: moment, revision: .zero)
        }
        for descending in [false, true] {
            let keys: [[SortKey<Item.Property>]] = [
                [SortKey(.listed(.text), descending: descending)],
                [SortKey(.listed(.important)), SortKey(.listed(.text), descending: descending)],
            ]
            for sorting in keys.map({ Sorting<Item>($0) }) {
                for _ in 0..<4_000 {
                    let one = item(&generator, "")
                    let shared = Int.random(in: 0...one.text.count, using: &generator)
                    let two = item(&generator, one.text.prefix(shared))
                    let precedes = sorting.precedes(one, two)
                    let short = comesFirst(
                        sorting.key(of: one) as AbbreviatedKey<ShortBits>, sorting.key(of: two))
                    let long = comesFirst(
                        sorting.key(of: one) as AbbreviatedKey<LongBits>, sorting.key(of: two))
                    #expect(short ?? precedes == precedes, "\(one.text) and \(two.text), seed \(seed)")
                    #expect(long ?? precedes == precedes, "\(one.text) and \(two.text), seed \(seed)")
                }
            }
        }
    }

    /// Whether the first key precedes the second; `nil` if the keys do not decide.
    private func comesFirst<Bits>(_ one: AbbreviatedKey<Bits>, _ two: AbbreviatedKey<Bits>) -> Bool? {
        one.isKnown && two.isKnown && one.bits != two.bits ? one.bits < two.bits : nil
    }
}

/// Compares two texts by their keys, then by their bytes.
func byKeys(_ left: String, _ right: String) -> Int {
    let (one, other) = (TextOrder.key(of: left), TextOrder.key(of: right))
    if one != other { return one.lexicographicallyPrecedes(other) ? -1 : 1 }
    if left.utf8.elementsEqual(right.utf8) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
}
