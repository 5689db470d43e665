/// How much there may be. A store that has more already goes on, and takes no more.
public struct Capacity: Hashable, Sendable {
    /// How many people.
    public var peopleMax = Int.max
    /// How many checklists.
    public var checklistsMax = Int.max
    /// How many items on all of them.
    public var itemsMax = Int.max
    /// How many bytes checklists, items, deliveries and what idempotency keys leave behind may take, as
    /// `MemoryStore.dataBytes` counts them.
    public var dataBytesMax = Int.max

    /// How many checklists may count for one person, as `Checklist.payer` has it; `nil` for all there may be.
    public var checklistsPerPersonMax: Int?
    /// How many items there may be on the checklists that count for one person.
    public var itemsPerPersonMax: Int?
    /// How many bytes those checklists and items may take, as `Usage` counts them.
    public var dataBytesPerPersonMax: Int?

    /// No limit.
    public init() {}

    /// What there can be too much of.
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
    /// How much there may be of a kind.
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

    /// Checks that so much more may come to what there is. What makes nothing more always may.
    /// - Throws: `full`.
    package func check(_ kind: Kind, _ used: Int, more: Int) throws(ChecklistsError) {
        if more > 0, used + more > self[kind] { throw .full(kind, used: used, limit: self[kind]) }
    }

    /// Checks that so much more may come to what all have together.
    /// - Throws: `full`.
    package func check(all used: Usage, more: Usage) throws(ChecklistsError) {
        try check(.checklists, used.checklists, more: more.checklists)
        try check(.items, used.items, more: more.items)
        try check(.dataBytes, used.dataBytes, more: more.dataBytes)
    }

    /// Checks that so much more may come to what counts for one person.
    /// - Throws: `full`.
    package func check(onePerson used: Usage, more: Usage) throws(ChecklistsError) {
        try check(.checklistsPerPerson, used.checklists, more: more.checklists)
        try check(.itemsPerPerson, used.items, more: more.items)
        try check(.dataBytesPerPerson, used.dataBytes, more: more.dataBytes)
    }

    /// Whether so much is more than may count for one person. Where not even what several people have
    /// together is, nobody has to be told from the others.
    package func isBeyondOnePerson(_ usage: Usage) -> Bool {
        usage.checklists > self[.checklistsPerPerson] || usage.items > self[.itemsPerPerson]
            || usage.dataBytes > self[.dataBytesPerPerson]
    }
}
