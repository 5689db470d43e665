package import Checklists

/// How many numbers for new things.
package struct IDCounts: Sendable {
    package var checklists = 0
    package var items = 0
    package var people = 0
    package var webhooks = 0
    package var deliveries = 0

    /// None.
    package init() {}

    init(checklists: Int, items: Int, people: Int, webhooks: Int, deliveries: Int) {
        self.checklists = checklists
        self.items = items
        self.people = people
        self.webhooks = webhooks
        self.deliveries = deliveries
    }

    /// Adds what is needed of them.
    package mutating func add(_ need: Need) {
        switch need {
        case .newChecklistIDs(let count): checklists += count
        case .newItemIDs(let count): items += count
        case .newPersonIDs(let count): people += count
        case .newWebhookIDs(let count): webhooks += count
        case .newDeliveryIDs(let count): deliveries += count
        default: break
        }
    }

    /// How many numbers that is.
    package var sum: Int { checklists + items + people + webhooks + deliveries }

    /// Adds what somebody else needs.
    package mutating func add(_ other: IDCounts) {
        checklists += other.checklists
        items += other.items
        people += other.people
        webhooks += other.webhooks
        deliveries += other.deliveries
    }

    /// How many are wanted besides those there are.
    package func without(_ unused: IDCounts) -> IDCounts {
        IDCounts(
            checklists: max(0, checklists - unused.checklists), items: max(0, items - unused.items),
            people: max(0, people - unused.people), webhooks: max(0, webhooks - unused.webhooks),
            deliveries: max(0, deliveries - unused.deliveries))
    }
}

/// Numbers for new things, ascending.
struct NumberPool<ID: Identifier>: Sendable {
    /// A slice, since an import takes a hundred thousand off its beginning one by one.
    private var slice: ArraySlice<ID> = []
    /// How many were asked for.
    private(set) var taken = 0

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

    /// So many of them; none where there are not as many.
    mutating func take(_ count: Int) -> ArraySlice<ID> {
        defer { taken += count }
        return taken + count > slice.count ? [] : slice.dropFirst(taken).prefix(count)
    }

    /// Forgets those that are used by now.
    mutating func remove(through id: ID) { slice = slice.drop { $0 <= id } }
}
