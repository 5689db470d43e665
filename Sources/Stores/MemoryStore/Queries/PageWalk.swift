import Checklists
import Paging

/// Collects a page along an order: as many elements as requested, or fewer if they are large.
struct PageWalk<Element: Sortable> {
    private let order: SortedIndex<Element>
    private let table: Table<Element>
    private let coding: CursorCoding<Element>
    private let limit: Int
    /// The elements that can be on the page or count for the total.
    private let range: Range<SortedIndex<Element>.Index>
    /// The start of the page.
    private let start: SortedIndex<Element>.Index

    /// A walk that starts after the cursor of a request.
    ///
    /// - Parameters:
    ///   - range: The range of the order with all possible matches.
    ///   - current: The current element with an id; `nil` if it was deleted.
    /// - Throws: `invalidCursor`.
    init(
        _ order: SortedIndex<Element>, in table: Table<Element>, _ request: PageRequest, digest: UInt64,
        range: Range<SortedIndex<Element>.Index>, current: (Element.ID) -> Element?
    ) throws(ChecklistsError) {
        self.order = order
        self.table = table
        coding = CursorCoding(queryDigest: digest, sorting: order.sorting)
        limit = max(request.limit, 1)
        self.range = range
        if let cursor = request.cursor {
            let position = try coding.position(of: cursor, current: current)
            start = max(order.index(after: position, in: table), range.lowerBound)
        } else {
            start = range.lowerBound
        }
    }

    /// The page, if every element in the range matches.
    func page(total: Int) -> Page<Element> {
        var elements: [Element] = []
        elements.reserveCapacity(min(limit, order.count))
        var bytes = 0
        var index = start
        while index < range.upperBound, elements.count < limit, bytes < Limits.pageBytesMax {
            let element = table[order[index]]
            elements.append(element)
            bytes += element.bytesCount
            index = order.index(after: index)
        }
        let next = index < range.upperBound ? elements.last.map(coding.cursor) : nil
        return Page(elements: elements, total: total, next: next)
    }

    /// The page of the matching elements, of which there are `total`; `nil` if the walk has examined
    /// `stepsMax` elements before.
    func page(total: Int, stepsMax: Int, where matches: (Slot) -> Bool) -> Page<Element>? {
        var collector = PageCollector<Element>(limit: limit)
        var index = start
        var steps = 0
        while index < range.upperBound {
            let slot = order[index]
            if matches(slot), !collector.add(table[slot]) { break }
            steps += 1
            if steps > stepsMax { return nil }
            index = order.index(after: index)
        }
        return collector.page(total: total, coding)
    }

    /// The page of the matching elements, which it counts along the whole range.
    func page(where matches: (Slot, Element) -> Bool) -> Page<Element> {
        var collector = PageCollector<Element>(limit: limit)
        var counted = 0
        var index = range.lowerBound
        while index < range.upperBound {
            let slot = order[index]
            let element = table[slot]
            if matches(slot, element) {
                counted += 1
                if index >= start, !collector.hasMore { _ = collector.add(element) }
            }
            index = order.index(after: index)
        }
        return collector.page(total: counted, coding)
    }
}
