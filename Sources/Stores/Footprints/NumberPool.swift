package import Checklists

/// Counts of new ids, by kind.
package struct IDCounts: Sendable {
    package var checklists = 0
    package var items = 0
    package var people = 0
    package var webhooks = 0
    package var deliveries = 0

    /// Zero of every kind.
    package init() {}

    init(checklists: Int, items: Int, people: Int, webhooks: Int, deliveries: Int) {
        self.checklists = checklists
        self.items = items
        self.people = people
        self.webhooks = webhooks
        self.deliveries = deliveries
    }

    /// Adds the count of a need for new ids; ignores other needs.
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

    /// The total of all kinds.
    package var sum: Int { checklists + items + people + webhooks + deliveries }

    /// Adds other counts.
    package mutating func add(_ other: IDCounts) {
        checklists += other.checklists
        items += other.items
        people += other.people
        webhooks += other.webhooks
        deliveries += other.deliveries
    }

    /// The counts beyond the unused ids; never negative.
    package func without(_ unused: IDCounts) -> IDCounts {
        IDCounts(
            checklists: max(0, checklists - unused.checklists), items: max(0, items - unused.items),
            people: max(0, people - unused.people), webhooks: max(0, webhooks - unused.webhooks),
            deliveries: max(0, deliveries - unused.deliveries))
    }
}

/// Unused ids, ascending.
struct NumberPool<ID: Identifier>: Sendable {
    /// A slice: an import removes 100,000 ids one by one from its beginning.
    private var slice: ArraySlice<ID> = []
    /// How many ids the rule took since `begin`.
    private(set) var taken = 0

    var count: Int { slice.count }

    /// Whether the rule took more ids than are loaded.
    var isLacking: Bool { taken > slice.count }

    mutating func begin() { taken = 0 }

    mutating func add(_ new: [ID]) {
        let isAscending = slice.isEmpty || zip(slice.suffix(1), new).allSatisfy(<)
        slice += new
        if !isAscending { slice.sort() }
    }

    /// The next id that was not taken since `begin`; 0, which is not valid, if none is left.
    mutating func take() -> ID {
        defer { taken += 1 }
        return taken < slice.count ? slice[slice.startIndex + taken] : ID(rawValue: 0)
    }

    /// The next `count` ids; none if fewer are left.
    mutating func take(_ count: Int) -> ArraySlice<ID> {
        defer { taken += count }
        return taken + count > slice.count ? [] : slice.dropFirst(taken).prefix(count)
    }

    /// Removes the ids up to one that a change used.
    mutating func remove(through id: ID) { slice = slice.drop { $0 <= id } }
}
