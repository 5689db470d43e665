/// The use of quotas by one person or by all: checklists with their items.
public struct Usage: Hashable, Sendable {
    /// The number of checklists.
    public var checklists = 0
    /// The number of items on them.
    public var items = 0
    /// The approximate size of both in a JSON file.
    public var dataBytes = 0

    /// Creates a usage.
    public init(checklists: Int = 0, items: Int = 0, dataBytes: Int = 0) {
        self.checklists = checklists
        self.items = items
        self.dataBytes = dataBytes
    }

    /// The sum of two usages.
    public static func + (left: Usage, right: Usage) -> Usage {
        Usage(
            checklists: left.checklists + right.checklists, items: left.items + right.items,
            dataBytes: left.dataBytes + right.dataBytes)
    }

    /// The difference of two usages, which can be negative.
    public static func - (left: Usage, right: Usage) -> Usage {
        Usage(
            checklists: left.checklists - right.checklists, items: left.items - right.items,
            dataBytes: left.dataBytes - right.dataBytes)
    }

    /// Adds a usage.
    public static func += (left: inout Usage, right: Usage) { left = left + right }

    /// Subtracts a usage.
    public static func -= (left: inout Usage, right: Usage) { left = left - right }
}

extension Checklist {
    /// The usage of the list without its items.
    package var usage: Usage { Usage(checklists: 1, dataBytes: storedBytes) }
}

extension Item {
    package var usage: Usage { Usage(items: 1, dataBytes: storedBytes) }
}

extension Change {
    /// The change in the usage of all people together; negative if it shrinks.
    package var growth: Usage {
        var growth = Usage()
        // Iterates by index, because a `for` loop over the elements copies each mutation.
        for index in mutations.indices { growth += mutations[index].growth }
        return growth
    }

    /// The change in the number of people.
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
        case .webhook, .delivery, .preferences, .person, .tombstone: Usage()
        }
    }
}

/// The change in usage by payer.
///
/// A list counts with all its items against the quotas of its payer, also when others change it. In changes
/// that make another person the payer, all growth counts for the first payer. The transfer itself adds
/// nothing to the new payer's usage.
package struct Growth {
    /// The change in usage of each payer.
    package private(set) var byPerson: [Person.ID: Usage] = [:]
    /// The surviving lists that change their payer, with the old and the new one.
    package private(set) var moves: [Checklist.ID: (from: Person.ID, to: Person.ID)] = [:]
    /// The lists whose payer the computation needs but does not know.
    package private(set) var unknown: Set<Checklist.ID> = []
    private var payers: [Checklist.ID: Person.ID] = [:]

    /// Computes the growth of consecutive changes.
    ///
    /// - Parameter payer: The payer of a list that none of the changes contains; `nil` if it is not known.
    package init(_ changes: some Collection<Change>, payer: (Checklist.ID) -> Person.ID?) {
        for change in changes {
            for index in change.mutations.indices { follow(change.mutations[index]) }
        }
        for change in changes {
            for index in change.mutations.indices { count(change.mutations[index], payer) }
        }
    }

    /// Notes the first and the last payer of a list.
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
        case .webhook, .delivery, .preferences, .person, .tombstone: return
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
