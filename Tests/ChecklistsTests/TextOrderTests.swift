import Foundation
import Randomness
import Testing

@testable import Checklists

@Suite struct `The order of texts` {
    @Test func `is that of names as people read them`() {
        let names = [
            "", "-", "!", "2", "10", "a", "A", "a 2", "a 10", "b", "cote", "coté", "côte", "liste 2",
            "liste 02",
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
    ]) func `is that of localizedStandardCompare`(alphabet: String) {
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
            let expected = left.localizedStandardCompare(right).rawValue
            #expect(
                TextOrder.compare(left, right).signum() == expected,
                "\(left.debugDescription) and \(right.debugDescription), seed \(seed)")
        }
    }

    @Test func `is that of the values of numbers of any length`() {
        let long = String(repeating: "9", count: 400)
        #expect(TextOrder.compare("a" + long, "a1" + long) < 0)
        #expect(TextOrder.compare("18446744073709551617", "2") > 0)
        #expect(TextOrder.compare("a18446744073709551617", "A2") > 0)
    }

    @Test func `never contradicts the prefix that an order keeps`() {
        let seed: UInt64 = 8
        var generator = SeededGenerator(seed: seed)
        let characters = "aAbBé9 0-牛".map(String.init)
        let item = { (generator: inout SeededGenerator) in
            let text = (0..<Int.random(in: 1...16, using: &generator))
                .map { _ in characters.randomElement(using: &generator) ?? "" }.joined()
            let moment = Timestamp(milliseconds: 0)
            return Item(
                id: Item.ID(rawValue: Int.random(in: 1...9, using: &generator)),
                checklistID: .init(rawValue: 1),
                text: text, important: Bool.random(using: &generator), position: 1, createdAt: moment,
                updatedAt: moment, revision: .zero)
        }
        for descending in [false, true] {
            let keys: [[SortKey<Item.Property>]] = [
                [SortKey(.listed(.text), descending: descending)],
                [SortKey(.listed(.important)), SortKey(.listed(.text), descending: descending)],
            ]
            for sorting in keys.map({ Sorting<Item>($0) }) {
                for _ in 0..<4_000 {
                    let (one, two) = (item(&generator), item(&generator))
                    let (first, second) = (sorting.prefix(of: one), sorting.prefix(of: two))
                    guard first.high != 0, second.high != 0,
                        first.high != second.high || first.low != second.low
                    else { continue }
                    let isLess = first.high == second.high ? first.low < second.low : first.high < second.high
                    #expect(isLess == sorting.precedes(one, two), "\(one.text) and \(two.text), seed \(seed)")
                }
            }
        }
    }
}
