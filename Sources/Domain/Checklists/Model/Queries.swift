/// The page of a listing to read.
public struct PageRequest: Hashable, Sendable {
    /// The maximum number of elements on the page.
    public var limit: Int
    /// The cursor from the preceding page; `nil` for the first page.
    public var cursor: Cursor?

    /// Creates a request for a page after a cursor.
    public init(limit: Int = 100, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// The end of a page: the sort values of its last element. A listing continues there even if that element was
/// deleted.
///
/// Cursors are opaque to clients. A cursor only fits the query that produced it.
public struct Cursor: Hashable, Sendable {
    /// The position in the store's encoding.
    public let bytes: [UInt8]

    /// Wraps the bytes of a cursor that a client sent.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// One page of a listing.
public struct Page<Element: Sendable>: Sendable {
    /// The elements, in order.
    public var elements: [Element]
    /// The number of matches on all pages.
    public var total: Int
    /// The cursor of the next page; `nil` on the last.
    public var next: Cursor?

    /// Creates a page.
    public init(elements: [Element], total: Int, next: Cursor?) {
        self.elements = elements
        self.total = total
        self.next = next
    }
}

/// A property and a direction to sort by.
public struct SortKey<Property: Hashable & Sendable>: Hashable, Sendable {
    /// The property.
    public var property: Property
    /// Whether larger values come first. Missing dates come last in both directions.
    public var descending: Bool

    /// Creates a sort key.
    public init(_ property: Property, descending: Bool = false) {
        self.property = property
        self.descending = descending
    }
}

/// A query for checklists.
public struct ChecklistQuery: Hashable, Sendable {
    /// A property to sort by. The raw value is the name on the wire.
    public enum Property: String, CaseIterable, Hashable, Sendable {
        case name, createdAt, updatedAt, uncheckedItemsCount
        /// The order of the caller: pinned lists first, in both directions.
        case position
    }

    /// A part of the name, ignoring case and diacritics; empty matches all.
    public var text = ""
    /// Whether the caller archived the lists; `nil` matches all.
    public var isArchived: Bool?
    /// The sort keys. The identifier breaks ties.
    public var sort: [SortKey<Property>] = [SortKey(.name)]
    /// The page to read.
    public var page = PageRequest()

    /// Creates a query for all checklists by name.
    public init() {}

    /// A hash of the query without its page, the same in every process. A cursor contains it.
    package var digest: UInt64 {
        var digest = FowlerNollVo()
        digest.add(sort)
        digest.add(text)
        if let isArchived { digest.add(isArchived ? "archived" : "not archived") }
        return digest.value
    }
}

/// The totals over all lists that a caller sees.
public struct Counts: Hashable, Sendable {
    /// The number of lists.
    public var checklists = 0
    /// The number of items on all of them.
    public var items = 0
    /// The number of unchecked items.
    public var unchecked = 0
    /// The number of checked items.
    public var checked = 0
    /// The number of unchecked important items.
    public var important = 0
    /// The number of unchecked items past their due time. An all-day item is overdue when its day has ended
    /// in its time zone.
    public var overdue = 0
    /// The number of scheduled reminders.
    public var reminders = 0

    /// Creates totals of zero.
    public init() {}
}
