import Checklists
import Paging

extension SortedIndex {
    /// The entries of some slots. Those with a key come first, sorted by key.
    static func entries(
        of slots: ArraySlice<Slot>, by sorting: Sorting<Element>, in table: Table<Element>
    ) -> Entries {
        var entries = Entries()
        entries.known.reserveCapacity(slots.count)
        for slot in slots {
            let entry = entry(slot, table[slot], sorting)
            if entry.high == 0 { entries.unknown.append(entry) } else { entries.known.append(entry) }
        }
        entries.known.sort { prefixOrder($0, $1) ?? false }
        return entries
    }

    /// Entries during a sort.
    struct Entries {
        /// The entries with a key, sorted by key. Equal keys are in no order.
        var known: [Entry] = []
        /// The entries without a key; only a comparison of the elements orders them.
        var unknown: [Entry] = []

        /// Merges two parts.
        static func + (one: Entries, two: Entries) -> Entries {
            Entries(
                known: merged(one.known, two.known) { prefixOrder($0, $1) ?? false },
                unknown: one.unknown + two.unknown)
        }

        /// Two halves. The split never separates equal keys.
        var halves: (Entries, Entries) {
            var middle = known.count / 2
            while middle > 0, middle < known.count, prefixOrder(known[middle - 1], known[middle]) == nil {
                middle += 1
            }
            let half = unknown.count / 2
            return (
                Entries(known: Array(known[..<middle]), unknown: Array(unknown[..<half])),
                Entries(known: Array(known[middle...]), unknown: Array(unknown[half...]))
            )
        }

        /// Sorts runs of equal keys, and the entries without a key, by the elements.
        mutating func sort(by sorting: Sorting<Element>, in table: Table<Element>) {
            var start = 0
            while start < known.count {
                let end = known[start...].firstIndex { prefixOrder(known[start], $0) != nil } ?? known.count
                if end - start > 1 {
                    let run = sortedRun(known[start..<end], sorting, table)
                    for (index, entry) in zip(start..<end, run) { known[index] = entry }
                }
                start = end
            }
            unknown = sortedRun(unknown[...], sorting, table)
        }
    }

    /// Sorts entries by their keys, and by the elements where keys do not decide.
    static func sorted(
        _ entries: consuming Entries, by sorting: Sorting<Element>, in table: Table<Element>
    ) -> [Entry] {
        entries.sort(by: sorting, in: table)
        return merged(entries.known, entries.unknown) { sorting.precedes(table[$0.slot], table[$1.slot]) }
    }

    /// Merges two sorted halves.
    static func joined(
        _ lower: Entries, _ upper: Entries, by sorting: Sorting<Element>, in table: Table<Element>
    ) -> [Entry] {
        let precedes = { (one: Entry, two: Entry) in sorting.precedes(table[one.slot], table[two.slot]) }
        return merged(
            lower.known + upper.known, merged(lower.unknown, upper.unknown, by: precedes), by: precedes)
    }

    /// Sorts entries with equal keys by longer keys, and by the elements where those do not decide either.
    private static func sortedRun(
        _ run: ArraySlice<Entry>, _ sorting: Sorting<Element>, _ table: Table<Element>
    ) -> [Entry] {
        let elements = run.map { table[$0.slot] }
        let precedes = { (one: Int, two: Int) in sorting.precedes(elements[one], elements[two]) }
        var known: [(key: LongBits, index: Int)] = []
        var unknown: [Int] = []
        for (index, element) in elements.enumerated() {
            let key: AbbreviatedKey<LongBits> = sorting.key(of: element)
            if key.isKnown { known.append((key.bits, index)) } else { unknown.append(index) }
        }
        known.sort { $0.key == $1.key ? precedes($0.index, $1.index) : $0.key < $1.key }
        unknown.sort(by: precedes)
        return merged(known.map(\.index), unknown, by: precedes).map { run[run.startIndex + $0] }
    }

    /// Merges two sorted arrays. Needs few comparisons if the second is short.
    private static func merged<Value>(
        _ first: [Value], _ second: [Value], by precedes: (Value, Value) -> Bool
    ) -> [Value] {
        if second.isEmpty { return first }
        if first.isEmpty { return second }
        var merged: [Value] = []
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
    /// The index of the first element that does not satisfy a condition. All elements before it must satisfy
    /// the condition, and none after it.
    func partitionPoint(where condition: (Element) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = condition(self[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
