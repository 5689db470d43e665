/// Which page of something to read, and in which order.
public struct PageRequest: Hashable, Sendable {
    /// How many elements at most.
    public var limit: Int
    /// What the page before ended with, as it was handed out; `nil` begins at the start.
    public var cursor: Cursor?

    /// A page of that many elements, after the cursor.
    public init(limit: Int = 100, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Where a page ended: the sort values of its last element, so that a walk goes on there even when that
/// element is gone.
///
/// Opaque to whoever carries it; it only fits the query that it came from.
public struct Cursor: Hashable, Sendable {
    /// The store's own encoding of the position.
    public let bytes: [UInt8]

    /// A cursor from what was handed out before.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// Some elements of a longer listing.
public struct Page<Element: Sendable>: Sendable {
    /// The elements, in order.
    public var elements: [Element]
    /// How many elements match in all.
    public var total: Int
    /// Where the next page begins; `nil` when this is the last.
    public var next: Cursor?

    /// A page of a listing.
    public init(elements: [Element], total: Int, next: Cursor?) {
        self.elements = elements
        self.total = total
        self.next = next
    }
}

/// One criterion of an order.
public struct SortKey<Property: Hashable & Sendable>: Hashable, Sendable {
    /// What is compared.
    public var property: Property
    /// Whether the largest comes first. Missing dates come last either way.
    public var descending: Bool

    /// Orders by a property.
    public init(_ property: Property, descending: Bool = false) {
        self.property = property
        self.descending = descending
    }
}

/// Which checklists to read.
public struct ChecklistQuery: Hashable, Sendable {
    /// What checklists are ordered by; the raw value is the name on the wire.
    public enum Property: String, CaseIterable, Hashable, Sendable {
        case name, createdAt, updatedAt, uncheckedItemsCount

        /// The values that checklists have of it.
        @inlinable package var field: SortField<Checklist> {
            switch self {
            case .name: .text { $0.name }
            case .createdAt: .moment { $0.createdAt }
            case .updatedAt: .moment { $0.updatedAt }
            case .uncheckedItemsCount: .number { $0.uncheckedItemsCount }
            }
        }
    }

    /// Part of the name, case and diacritics aside; empty finds all.
    public var text = ""
    /// The order; ties end by identifier.
    public var sort: [SortKey<Property>] = [SortKey(.name)]
    /// Which part of the result.
    public var page = PageRequest()

    /// All checklists by name.
    public init() {}

    /// What tells this query from others, whatever the page; the same in every run.
    package var digest: UInt64 {
        var digest = FowlerNollVo()
        digest.add(sort)
        digest.add(text)
        return digest.value
    }
}

/// How much there is, over all lists.
public struct Counts: Hashable, Sendable {
    /// How many lists.
    public var checklists = 0
    /// How many items on all of them.
    public var items = 0
    /// How many of those are not checked.
    public var unchecked = 0
    /// How many of them are.
    public var checked = 0
    /// How many unchecked items are important.
    public var important = 0
    /// How many unchecked items were due before now: all-day ones when the day is over in their zone.
    public var overdue = 0
    /// How many reminders are scheduled.
    public var reminders = 0

    /// Nothing at all.
    public init() {}
}
