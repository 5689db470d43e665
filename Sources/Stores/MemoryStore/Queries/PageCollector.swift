import Checklists
import Paging

/// The elements of a page: as many as requested, or fewer if they are large.
struct PageCollector<Element: Sortable> {
    private(set) var elements: [Element] = []
    private let limit: Int
    private var bytes = 0
    /// Whether an element was left over.
    private(set) var hasMore = false

    init(limit: Int) { self.limit = max(limit, 1) }

    /// Adds the next element. Returns `false` if the page is full and leaves the element over.
    mutating func add(_ element: Element) -> Bool {
        guard elements.count < limit, bytes < Limits.pageBytesMax else {
            hasMore = true
            return false
        }
        elements.append(element)
        bytes += element.bytesCount
        return true
    }

    /// The page.
    func page(total: Int, _ coding: CursorCoding<Element>) -> Page<Element> {
        Page(elements: elements, total: total, next: hasMore ? elements.last.map(coding.cursor) : nil)
    }
}
