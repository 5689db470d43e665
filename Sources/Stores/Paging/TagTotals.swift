package import Checklists

/// Adds up the counts of tags over lists and spellings.
package struct TagTotals: Sendable {
    private var totals: [String: Total] = [:]

    fileprivate struct Total: Sendable {
        var count = TagCount(name: "", itemsCount: 0, uncheckedItemsCount: 0)
        /// The items whose spelling is the key, and those of other spellings.
        var keyCount = 0
        var spellings: [String: Int] = [:]
    }

    package init() {}

    /// Adds items whose tag has a spelling.
    package mutating func add(_ spelling: String, key: String, items: Int, unchecked: Int) {
        totals[key, default: Total()].add(spelling, isKey: spelling == key, items, unchecked)
    }

    /// A page of the tags, the most frequent first, then by key. The name is the most frequent spelling; of
    /// several, the first by its bytes.
    /// - Throws: `invalidCursor`.
    package func page(_ request: PageRequest) throws(ChecklistsError) -> Page<TagCount> {
        var last: (count: Int, key: String)?
        if let cursor = request.cursor {
            last = Self.position(of: cursor)
            if last == nil { throw .invalidCursor }
        }
        // The page and one more. Sorting all of 10,000 tags takes some milliseconds.
        let limit = max(request.limit, 1)
        var found: [(count: Int, key: String)] = []
        for (key, total) in totals {
            let tag = (count: total.count.itemsCount, key: key)
            if let last, !Self.precedes(last, tag) { continue }
            if found.count > limit, !Self.precedes(tag, found[limit]) { continue }
            found.insert(tag, at: found.firstIndex { Self.precedes(tag, $0) } ?? found.count)
            if found.count > limit + 1 { found.removeLast() }
        }
        let elements = found.prefix(limit)
        let next = found.count > limit ? elements.last : nil
        return Page(
            elements: elements.compactMap { totals[$0.key]?.named($0.key) }, total: totals.count,
            next: next.map { Cursor(bytes: Array("\($0.count) \($0.key)".utf8)) })
    }

    private static func precedes(_ one: (count: Int, key: String), _ two: (count: Int, key: String)) -> Bool {
        one.count == two.count
            ? one.key.utf8.lexicographicallyPrecedes(two.key.utf8) : one.count > two.count
    }

    /// The count and the key in a cursor; `nil` if it is malformed.
    private static func position(of cursor: Cursor) -> (count: Int, key: String)? {
        guard cursor.bytes.count <= Limits.cursorBytesMax,
            let text = String(validating: cursor.bytes, as: UTF8.self), let space = text.firstIndex(of: " "),
            let count = Int(text[..<space])
        else { return nil }
        return (count, String(text[text.index(after: space)...]))
    }
}

extension TagTotals.Total {
    fileprivate mutating func add(_ spelling: String, isKey: Bool, _ items: Int, _ unchecked: Int) {
        count.itemsCount += items
        count.uncheckedItemsCount += unchecked
        if isKey { keyCount += items } else { spellings[spelling, default: 0] += items }
    }

    /// The count with the most frequent spelling.
    fileprivate func named(_ key: String) -> TagCount {
        var count = count
        var best = (name: key, items: keyCount)
        for (name, items) in spellings {
            let isFirst = name.utf8.lexicographicallyPrecedes(best.name.utf8)
            if items > best.items || items == best.items && isFirst { best = (name, items) }
        }
        count.name = best.name
        return count
    }
}
