/// How much somebody has, or all together: checklists with their items.
public struct Usage: Hashable, Sendable {
    /// How many checklists.
    public var checklists = 0
    /// How many items on them.
    public var items = 0
    /// About how many bytes both take in files.
    public var dataBytes = 0

    /// So much.
    public init(checklists: Int = 0, items: Int = 0, dataBytes: Int = 0) {
        self.checklists = checklists
        self.items = items
        self.dataBytes = dataBytes
    }

    /// Both together.
    public static func + (left: Usage, right: Usage) -> Usage {
        Usage(
            checklists: left.checklists + right.checklists, items: left.items + right.items,
            dataBytes: left.dataBytes + right.dataBytes)
    }

    /// How much more the left one is; less than nothing where it is less.
    public static func - (left: Usage, right: Usage) -> Usage {
        Usage(
            checklists: left.checklists - right.checklists, items: left.items - right.items,
            dataBytes: left.dataBytes - right.dataBytes)
    }

    /// Adds the right one.
    public static func += (left: inout Usage, right: Usage) { left = left + right }

    /// Takes the right one away.
    public static func -= (left: inout Usage, right: Usage) { left = left - right }
}

extension Checklist {
    /// What it is by itself, without its items.
    package var usage: Usage { Usage(checklists: 1, dataBytes: storedBytes) }
}

extension Item {
    /// What it is.
    package var usage: Usage { Usage(items: 1, dataBytes: storedBytes) }
}

extension Change {
    /// How much more all have together after it than before it.
    package var growth: Usage {
        var growth = Usage()
        // By their indexes, so that none is copied.
        for index in mutations.indices { growth += mutations[index].growth }
        return growth
    }

    /// How many more people there are after it than before it.
    package var peopleGrowth: Int {
        var growth = 0
        for index in mutations.indices { growth += mutations[index].peopleGrowth }
        return growth
    }
}

extension Mutation {
    fileprivate var peopleGrowth: Int {
        guard case .person(let before, let after) = self else { return 0 }
        return (after == nil ? 0 : 1) - (before == nil ? 0 : 1)
    }

    fileprivate var growth: Usage {
        switch self {
        case .checklist(let before, let after): (after?.usage ?? Usage()) - (before?.usage ?? Usage())
        case .item(let before, let after): (after?.usage ?? Usage()) - (before?.usage ?? Usage())
        case .webhook, .delivery, .preferences, .person, .removal: Usage()
        }
    }
}

/// How much more there is after changes than before them, by who it counts for.
///
/// A list counts, with all its items, for its payer, whoever changes it. Whoever becomes the payer of one
/// that was another's gets no more by that: what becomes of it in these changes counts for the first of them.
package struct Growth {
    /// How much more, for each of those whose lists become more or less.
    package private(set) var byPerson: [Person.ID: Usage] = [:]
    /// The lists that are there afterwards and count for somebody else, with all that is on them.
    package private(set) var moves: [Checklist.ID: (from: Person.ID, to: Person.ID)] = [:]
    /// Lists of which it has to be known, and is not, who they count for.
    package private(set) var unknown: Set<Checklist.ID> = []
    private var payers: [Checklist.ID: Person.ID] = [:]

    /// What changes one after the other come to.
    ///
    /// - Parameter payer: Who a list counts for that none of them changes; `nil` where that is not known.
    package init(_ changes: some Collection<Change>, payer: (Checklist.ID) -> Person.ID?) {
        for change in changes {
            for index in change.mutations.indices { follow(change.mutations[index]) }
        }
        for change in changes {
            for index in change.mutations.indices { count(change.mutations[index], payer) }
        }
    }

    /// Notes who a list counts for, first and last.
    private mutating func follow(_ mutation: Mutation) {
        guard case .checklist(let before, let after) = mutation, let list = before ?? after else { return }
        let first = payers[list.id] ?? list.payer
        payers[list.id] = first
        moves[list.id] = after.flatMap { $0.payer == first ? nil : (first, $0.payer) }
    }

    private mutating func count(_ mutation: Mutation, _ payer: (Checklist.ID) -> Person.ID?) {
        switch mutation {
        case .checklist(let before, let after):
            guard let id = (before ?? after)?.id else { return }
            add(mutation.growth, on: id, payer)
        case .item(let before?, let after?) where before.checklistID == after.checklistID:
            add(mutation.growth, on: after.checklistID, payer)
        case .item(let before, let after):
            if let before { add(Usage() - before.usage, on: before.checklistID, payer) }
            if let after { add(after.usage, on: after.checklistID, payer) }
        case .webhook, .delivery, .preferences, .person, .removal: return
        }
    }

    private mutating func add(
        _ usage: Usage, on id: Checklist.ID, _ payer: (Checklist.ID) -> Person.ID?
    ) {
        if usage == Usage() { return }
        guard let person = payers[id] ?? payer(id) else {
            unknown.insert(id)
            return
        }
        payers[id] = person
        byPerson[person, default: Usage()] += usage
    }
}
