import Checklists
import JSON
import Testing

@testable import API

@Suite struct `Encoded items` {
    private let encodings = EncodingCache()

    @Test func `are what they are now, before and after they are kept`() {
        let item = item(1, text: "Milk", revision: 1)
        let other = self.item(1, text: "Bread", revision: 2)
        for _ in 1...2 { #expect(text(encodings.json(of: [item])) == text([ItemBody(item)])) }
        for _ in 1...2 { #expect(text(encodings.json(of: [other])) == text([ItemBody(other)])) }
    }

    @Test func `are not taken for others that come to the same slot`() {
        let items = [1, 16_385, 2, 16_386, 1].map { item($0, text: "Item \($0)", revision: 7) }
        for _ in 1...2 { #expect(text(encodings.json(of: items)) == text(items.map { ItemBody($0) })) }
    }

    @Test func `may be too long to be kept`() {
        let item = item(1, text: String(repeating: "a", count: 10_000), revision: 1)
        for _ in 1...2 { #expect(text([encodings.json(of: item)]) == text([ItemBody(item)])) }
    }

    private func item(_ id: Int, text: String, revision: UInt64) -> Item {
        let now = Timestamp(milliseconds: 1_000)
        return Item(
            id: Item.ID(rawValue: id), checklistID: Checklist.ID(rawValue: 1), text: text, position: 1,
            createdAt: now, updatedAt: now, revision: Revision(rawValue: revision))
    }

    private func text(_ value: [some JSONWritable]) -> [UInt8] {
        var json = JSONWriter()
        json.value(value)
        return json.bytes
    }
}
