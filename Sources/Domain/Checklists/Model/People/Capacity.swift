/// The quotas of a store. A store that already exceeds one keeps its data but accepts no more.
public struct Capacity: Hashable, Sendable {
    /// The maximum number of people.
    public var peopleMax = Int.max
    /// The maximum number of checklists.
    public var checklistsMax = Int.max
    /// The maximum number of items on all checklists.
    public var itemsMax = Int.max
    /// The maximum number of bytes of checklists, items, deliveries and idempotency records, as
    /// `MemoryStore.dataBytes` counts them.
    public var dataBytesMax = Int.max

    /// The maximum number of checklists of one payer (`Checklist.payer`); `nil` for no limit.
    public var checklistsPerPersonMax: Int?
    /// The maximum number of items on the checklists of one payer.
    public var itemsPerPersonMax: Int?
    /// The maximum number of bytes of the checklists and items of one payer, as `Usage` counts them.
    public var dataBytesPerPersonMax: Int?

    /// Creates quotas without limits.
    public init() {}

    /// The kinds of quotas.
    public enum Kind: Hashable, Sendable, CaseIterable {
        case people
        case checklists
        case items
        case dataBytes
        case checklistsPerPerson
        case itemsPerPerson
        case dataBytesPerPerson
    }
}

// MARK: Checking

extension Capacity {
    private subscript(kind: Kind) -> Int {
        switch kind {
        case .people: peopleMax
        case .checklists: checklistsMax
        case .items: itemsMax
        case .dataBytes: dataBytesMax
        case .checklistsPerPerson: checklistsPerPersonMax ?? .max
        case .itemsPerPerson: itemsPerPersonMax ?? .max
        case .dataBytesPerPerson: dataBytesPerPersonMax ?? .max
        }
    }

    /// Checks one quota. A change that adds nothing always passes.
    /// - Throws: `full`.
    package func check(_ kind: Kind, _ used: Int, more: Int) throws(ChecklistsError) {
        if more > 0, used + more > self[kind] { throw .full(kind, used: used, limit: self[kind]) }
    }

    /// Checks the quotas of the whole store.
    /// - Throws: `full`.
    package func check(all used: Usage, more: Usage) throws(ChecklistsError) {
        try check(.checklists, used.checklists, more: more.checklists)
        try check(.items, used.items, more: more.items)
        try check(.dataBytes, used.dataBytes, more: more.dataBytes)
    }

    /// Checks the quotas of one payer.
    /// - Throws: `full`.
    package func check(onePerson used: Usage, more: Usage) throws(ChecklistsError) {
        try check(.checklistsPerPerson, used.checklists, more: more.checklists)
        try check(.itemsPerPerson, used.items, more: more.items)
        try check(.dataBytesPerPerson, used.dataBytes, more: more.dataBytes)
    }

    /// Whether a usage exceeds a quota of one payer. While the sum over several people does not, no payer can
    /// exceed one, and the store need not compute the usage of each.
    package func isBeyondOnePerson(_ usage: Usage) -> Bool {
        usage.checklists > self[.checklistsPerPerson] || usage.items > self[.itemsPerPerson]
            || usage.dataBytes > self[.dataBytesPerPerson]
    }
}
