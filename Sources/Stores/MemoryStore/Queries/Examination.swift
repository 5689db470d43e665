import Checklists

/// The budget of a query that holds the lock, in items.
struct Examination: Sendable {
    /// The rest of the budget, in items.
    var itemsMax = Int.max
    /// Whether the query exceeded its budget.
    var isTooLong = false

    /// The number of kinds that a query examines in the time of one item.
    private static let kindsPerItem = 32

    /// How many items of an order a walk may pass.
    func walkedMax(isByKind: Bool) -> Int {
        guard isByKind else { return itemsMax }
        return itemsMax > .max / Self.kindsPerItem ? .max : itemsMax * Self.kindsPerItem
    }

    /// Whether some more items, or their kinds, may be examined.
    mutating func mayExamine(_ count: Int, isByKind: Bool) -> Bool {
        let cost = isByKind ? count / Self.kindsPerItem : count
        guard cost <= itemsMax else {
            isTooLong = true
            return false
        }
        itemsMax -= cost
        return true
    }
}

/// What a query found.
enum Look<Value: Sendable>: Sendable {
    case found(Value)
    /// The query lacks an index.
    case lacks(IndexBuild.Key)
    /// The query has to examine too many items for the lock. It can examine a copy of the memory instead.
    case tooLong
}

extension MemoryStore {
    /// Runs a query.
    mutating func look<Value>(
        examining itemsMax: Int, _ query: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) throws -> (Look<Value>, asOf: Revision) {
        forgetMissedIndex()
        examination = Examination(itemsMax: itemsMax)
        defer { examination = Examination() }
        let (value, revision) = try query(&self)
        if let key = builds.takeMissed() { return (.lacks(key), asOf: .zero) }
        return examination.isTooLong ? (.tooLong, asOf: .zero) : (.found(value), asOf: revision)
    }

    /// A copy for a long query. It lacks the idempotency records, which no query reads. The next write then
    /// does not copy them.
    var copyForQuery: MemoryStore {
        var copy = self
        copy.idempotency = IdempotencyRecords()
        return copy
    }

    /// Charges the current query for examining items. If it returns `false`, `look` discards the result.
    mutating func mayExamine(_ count: Int, isByKind: Bool = false) -> Bool {
        examination.mayExamine(count, isByKind: isByKind)
    }
}
