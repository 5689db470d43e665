import Randomness
import Testing

@testable import Checklists
@testable import MemoryStore

@Suite struct `A text index` {
    @Test func `finds the items with a text after changes`() {
        var index = TextIndex()
        index.add(item("Crème brûlée", notes: "dessert"), in: slot(1))
        index.add(item("crème"), in: slot(70_000))
        index.add(item("rue"), in: slot(2))
        #expect(slots(of: "CRE", in: &index) == [1, 70_000])
        #expect(slots(of: "r", in: &index) == [1, 2, 70_000])
        #expect(slots(of: "ru", in: &index) == [1, 2])
        #expect(slots(of: "ee", in: &index) == [1])
        #expect(slots(of: "dessert", in: &index) == [1])
        index.remove(item("crème"), in: slot(70_000))
        index.add(item("rue"), in: slot(70_000))
        #expect(slots(of: "cre", in: &index) == [1])
        #expect(slots(of: "rue", in: &index) == [2, 70_000])
        #expect(slots(of: "e b", in: &index) == [1])
        #expect(slots(of: "eb", in: &index) == [])
    }

    @Test func `reports whether its hits are exact`() {
        var index = TextIndex()
        index.add(item("milk, ilk of mil"), in: slot(1))
        let hits = index.hits(of: SearchPattern("mil"))
        #expect(hits.isExact)
        #expect(hits.contains(slot(1)) && !hits.contains(slot(2)) && !hits.contains(slot(1 << 20)))
        let longer = index.hits(of: SearchPattern("milk"))
        #expect(!longer.isExact)
    }

    @Test func `agrees with sets over many changes`() {
        var generator = SeededGenerator(seed: 11)
        var index = TextIndex()
        var texts: [UInt32: String] = [:]
        for _ in 0..<60_000 {
            let number = UInt32.random(in: 0..<9_000, using: &generator)
            let old = texts[number]
            if let old { index.remove(item(old), in: slot(number)) }
            let letters = (0..<3).map { _ in ["a", "b", "c"].randomElement(using: &generator) ?? "" }
            texts[number] = old != nil && letters[0] == "a" ? nil : letters.joined()
            if let new = texts[number] { index.add(item(new), in: slot(number)) }
        }
        for pattern in ["a", "ab", "ba", "abc", "ccc"] {
            let expected = texts.filter {
                $0.value.utf8.starts(with: pattern.utf8) || $0.value.contains(pattern)
            }
            #expect(slots(of: pattern, in: &index) == expected.keys.sorted())
        }
    }

    private func slot(_ number: UInt32) -> Slot { Slot(rawValue: number) }

    private func slots(of text: String, in index: inout TextIndex) -> [UInt32] {
        index.hits(of: SearchPattern(text)).filter { _ in true }.map(\.rawValue)
    }

    private func item(_ text: String, notes: String = "") -> Item {
        let start = Timestamp(milliseconds: 0)
        return Item(
            id: Item.ID(rawValue: 1), checklistID: Checklist.ID(rawValue: 1), text: text, notes: notes,
            position: 0, createdAt: start, updatedAt: start, revision: .zero)
    }
}

@Suite struct `A search in a large memory` {
    @Test(arguments: ["a", "mil", "milk", "milk 1", "milk 12345"])
    func `finds the same items as a scan`(text: String) async throws {
        var memory = MemoryStore()
        let lists = [1, 2].map { Checklist.ID(rawValue: $0) }
        let start = Timestamp(milliseconds: 0)
        let items = (1...40_000).map { number in
            Item(
                id: Item.ID(rawValue: number), checklistID: lists[number % 2],
                text: number % 5 == 0 ? "bread" : "milk \(number)", checked: number % 3 == 0,
                position: -number, createdAt: start, updatedAt: start, revision: .zero)
        }
        for list in lists {
            let checklist = Checklist(
                id: list, name: "List", icon: .folder, createdAt: start, updatedAt: start, revision: .zero)
            memory.restore(checklist, items: items.filter { $0.checklistID == list })
        }
        let store = VolatileStore(memory, now: { start })
        for (list, checked) in [(nil, nil), (lists[0], nil), (nil, true), (lists[1], false)]
            as [(Checklist.ID?, Bool?)]
        {
            var query = ItemQuery(checklistID: list)
            query.filter.text = text
            query.filter.flags[.checked] = checked
            query.page.limit = 30
            let expected = items.reversed().filter { item in
                item.text.contains(text) && list ?? item.checklistID == item.checklistID
                    && checked ?? item.checked == item.checked
            }
            let page = try await store.asFirst.items(query)
            #expect(page.total == expected.count)
            #expect(page.elements.map(\.id) == expected.prefix(30).map(\.id))
        }
    }
}
