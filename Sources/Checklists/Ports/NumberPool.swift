/// Numbers that new things can have.
package struct UnusedIDs: Sendable {
    package var checklists: [Checklist.ID] = []
    package var items: [Item.ID] = []
    package var webhooks: [Webhook.ID] = []
    package var deliveries: [Delivery.ID] = []

    /// None.
    package init() {}

    init(
        checklists: [Checklist.ID], items: [Item.ID], webhooks: [Webhook.ID], deliveries: [Delivery.ID]
    ) {
        self.checklists = checklists
        self.items = items
        self.webhooks = webhooks
        self.deliveries = deliveries
    }
}

/// Numbers for new things, ascending.
struct NumberPool<ID: Identifier>: Sendable {
    /// A slice, since an import takes a hundred thousand off its beginning one by one.
    private var slice: ArraySlice<ID> = []
    /// How many were asked for.
    private(set) var taken = 0

    /// All there are.
    var ids: [ID] { Array(slice) }

    /// How many there are.
    var count: Int { slice.count }

    /// Whether more were asked for than there are.
    var isLacking: Bool { taken > slice.count }

    mutating func begin() { taken = 0 }

    mutating func add(_ new: [ID]) {
        let isAscending = slice.isEmpty || zip(slice.suffix(1), new).allSatisfy(<)
        slice += new
        if !isAscending { slice.sort() }
    }

    /// One that was not taken since the beginning; no valid one where there is none.
    mutating func take() -> ID {
        defer { taken += 1 }
        return taken < slice.count ? slice[slice.startIndex + taken] : ID(rawValue: 0)
    }

    /// Forgets those that are used by now.
    mutating func remove(through id: ID) { slice = slice.drop { $0 <= id } }
}
