extension Order {
    /// Sorts by prefixes as far as they tell, which needs no element, and the rest element by element.
    static func sorted(
        _ entries: [Entry], by sorting: Sorting<Element>, in table: Table<Element>
    ) -> [Entry] {
        var known = entries.filter { $0.high != 0 }
        known.sort { prefixOrder($0, $1) ?? false }
        var start = 0
        while start < known.count {
            let end = known[start...].firstIndex { prefixOrder(known[start], $0) != nil } ?? known.count
            if end - start > 1 { sortRun(&known, start..<end, sorting, table) }
            start = end
        }
        if known.count == entries.count { return known }
        var unknown = entries.filter { $0.high == 0 }
        sortRun(&unknown, 0..<unknown.count, sorting, table)
        return merged(known, unknown) { sorting.precedes(table[$0.slot], table[$1.slot]) }
    }

    /// Sorts entries of which the prefixes tell nothing, with the elements at hand.
    private static func sortRun(
        _ entries: inout [Entry], _ range: Range<Int>, _ sorting: Sorting<Element>, _ table: Table<Element>
    ) {
        let run = Array(entries[range])
        let elements = run.map { table[$0.slot] }
        let sorted = run.indices.sorted { sorting.precedes(elements[$0], elements[$1]) }
        for (index, origin) in zip(range, sorted) { entries[index] = run[origin] }
    }

    /// Merges two sorted rows, with few comparisons if the second is short.
    private static func merged(
        _ first: [Entry], _ second: [Entry], by precedes: (Entry, Entry) -> Bool
    ) -> [Entry] {
        var merged: [Entry] = []
        merged.reserveCapacity(first.count + second.count)
        var start = 0
        for entry in second {
            var step = 1
            while start + step <= first.count, precedes(first[start + step - 1], entry) { step *= 2 }
            let end = min(start + step, first.count)
            let next = first[start..<end].partitionPoint { precedes($0, entry) }
            merged += first[start..<next]
            merged.append(entry)
            start = next
        }
        return merged + first[start...]
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element that does not satisfy a condition, which all before it and none after
    /// it do.
    func partitionPoint(where condition: (Element) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = condition(self[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
