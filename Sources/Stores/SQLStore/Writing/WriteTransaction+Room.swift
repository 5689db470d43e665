import Checklists
import Footprints
import SQL

/// The usage that a transaction knows, to check capacity.
struct KnownUsage: Sendable {
    /// The total usage when the transaction began.
    let ofAll: Usage
    /// The usage of people, with the decided changes. Only people who could exceed their limit are loaded.
    var byPerson: [Person.ID: Usage] = [:]
    /// The number of people, with the decided changes.
    var peopleCount: Int?
    /// The bytes of deliveries and idempotency records, with the decided changes.
    var kept: KeptBytes?
    /// Whether a list has moved to another payer. Its usage is counted when the change is written.
    var isMoving = false

    init(ofAll: Usage) { self.ofAll = ofAll }
}

/// The bytes of deliveries and idempotency records. No table has their sum: a query measures it, and this
/// process adds its changes.
struct KeptBytes: Sendable {
    /// The approximate bytes in files.
    var bytes: Int
    /// The revision of the change before which it was measured.
    let measured: Revision
    /// The revision up to which the sum is exact: until another process makes a change.
    var exact: Revision

    /// The number of changes after which it is measured again.
    static let changesMax: UInt64 = 1_000
    /// The same near the limit, if another process makes changes too.
    static let changesNearLimitMax: UInt64 = 50

    /// Whether the sum can decide on the capacity for a change: it is exact, recently measured, or far below
    /// the limit.
    func suffices(before revision: Revision, used: Int, more: Int, max: Int) -> Bool {
        // After a failover the standby may be behind the measurement.
        guard revision >= measured else { return false }
        let age = revision.rawValue - measured.rawValue
        guard age < Self.changesMax else { return false }
        let margin = max / 16
        return exact == revision || age < Self.changesNearLimitMax || used + bytes + more + margin <= max
    }
}

extension WriteTransaction {
    /// The growth of usage by changes of this transaction.
    func growth(of changes: some Collection<Change>) -> Growth {
        Growth(changes) { knowledge.footprint.knownChecklist($0)?.payer }
    }

    /// Loads the usage that the capacity check of a change needs.
    ///
    /// - Returns: `false` if the check must wait until the decided changes are written.
    /// - Throws: `UsageOutdated`.
    mutating func loadUsage(
        for change: Change, over connection: any SQLConnection, in store: SQLStore
    ) async throws -> Bool {
        let capacity = store.limits.capacity
        try await measureKept(for: change, over: connection, in: store)
        if change.peopleGrowth > 0, usage.peopleCount == nil {
            usage.peopleCount = try await peopleCount(over: connection, in: store)
        }
        var growth = growth(of: CollectionOfOne(change))
        if !growth.unknown.isEmpty {
            let needs = growth.unknown.map { Need.checklist($0) }
            try await load(Set(needs), IDCounts(), over: connection, in: store)
            growth = self.growth(of: CollectionOfOne(change))
        }
        // Below one person's limit in total, no person can exceed it.
        guard capacity.isBeyondOnePerson(owner.usage + change.growth) else { return true }
        let growing = growth.byPerson.filter { $0.value.isMore }.keys
        guard growing.contains(where: { usage.byPerson[$0] == nil }) else { return true }
        guard owner.knowsUsage else { throw UsageOutdated() }
        if usage.isMoving { return false }
        let people = knowledge.footprint.knownPayers.union(growing)
        try await loadUsage(of: people.filter { usage.byPerson[$0] == nil }, over: connection, in: store)
        return true
    }

    /// The number of people, with those of the decided changes.
    private func peopleCount(over connection: any SQLConnection, in store: SQLStore) async throws -> Int {
        let sql = "SELECT 1 + count(*) FROM people WHERE owner_id = $1 AND id <> 1"
        let rows = try await connection.run([Statement(sql, [.int(store.owner)])])
        guard var columns = rows[0].first?.columns else {
            throw MalformedResult("a query returned no count")
        }
        return changes.reduce(try columns.int()) { $0 + $1.peopleGrowth }
    }

    /// Measures deliveries and idempotency records if the change could exceed the limit with them.
    private mutating func measureKept(
        for change: Change, over connection: any SQLConnection, in store: SQLStore
    ) async throws {
        let max = store.limits.capacity.dataBytesMax
        let more = change.growth.dataBytes + (change.idempotencyRecord?.storedBytes ?? 0)
        guard max < .max, more > 0 else { return }
        let used = owner.usage.dataBytes + owner.tombstonesBytes
        let kept = usage.kept
        if kept?.suffices(before: change.firstRevision, used: used, more: more, max: max) ?? false { return }
        let sql = """
            SELECT (SELECT CAST(coalesce(sum(\(Delivery.storedBytesBesideBody) + octet_length(body)), 0) \
            AS bigint) FROM deliveries WHERE owner_id = $1), \
            (SELECT CAST(coalesce(sum(\(IdempotencyRecord.storedBytesBesideResult) + octet_length(record)), \
            0) AS bigint) FROM idempotency_records WHERE owner_id = $1)
            """
        let rows = try await connection.run([Statement(sql, [.int(store.owner)])])
        guard var columns = rows[0].first?.columns else {
            throw MalformedResult("a query returned no sum")
        }
        let stored = try columns.int() + columns.int()
        let bytes = changes.reduce(stored) { $0 + $1.keptBytesGrowth(replacing: nil) }
        usage.kept = KeptBytes(bytes: bytes, measured: change.firstRevision, exact: change.firstRevision)
    }

    /// Loads the usage of people, and adds the decided changes.
    private mutating func loadUsage(
        of people: Set<Person.ID>, over connection: any SQLConnection, in store: SQLStore
    ) async throws {
        let columns = "checklists, items, data_bytes"
        let others = """
            SELECT person_id, \(columns) FROM usage WHERE owner_id = $1 \
            AND \(store.dialect.isIn("person_id", "$2"))
            """
        let sum = columns.split(separator: ", ").map { "CAST(coalesce(sum(\($0)), 0) AS bigint)" }
        let all = "SELECT 1, \(sum.joined(separator: ", ")) FROM usage WHERE owner_id = $1"
        var statements = [Statement(others, [.int(store.owner), .ids(people)])]
        // Person 1's usage is the total minus these rows.
        if people.contains(.first) { statements.append(Statement(all, [.int(store.owner)])) }
        for person in people { usage.byPerson[person] = Usage() }
        for row in try await connection.run(statements).joined() {
            var columns = row.columns
            let person = Person.ID(rawValue: try columns.int())
            let found = Usage(
                checklists: try columns.int(), items: try columns.int(), dataBytes: try columns.int())
            usage.byPerson[person] = person == .first ? usage.ofAll - found : found
        }
        for (person, more) in growth(of: changes).byPerson where people.contains(person) {
            usage.byPerson[person]? += more
        }
    }

    /// Checks the capacity for a change, and adds its usage.
    /// - Throws: `full`.
    mutating func makeRoom(for change: Change, within capacity: Capacity) throws(ChecklistsError) {
        let (more, morePeople) = (change.growth, change.peopleGrowth)
        let growth = growth(of: CollectionOfOne(change))
        if let count = usage.peopleCount { try capacity.check(.people, count, more: morePeople) }
        let key = change.idempotencyRecord?.key.key
        let replaced = key.flatMap { knowledge.footprint.idempotencyRecord($0) }
        let recordBytes = change.idempotencyRecord?.storedBytes ?? 0
        try capacity.check(
            all: owner.usage + Usage(dataBytes: owner.tombstonesBytes + (usage.kept?.bytes ?? 0)),
            more: more + Usage(dataBytes: recordBytes))
        for (person, more) in growth.byPerson.sorted(by: { $0.key < $1.key }) {
            guard let used = usage.byPerson[person] else { continue }
            try capacity.check(onePerson: used, more: more)
        }
        owner.usage += more
        owner.finishedDeliveriesCount += change.finishedDeliveriesGrowth
        owner.tombstonesBytes += change.tombstonesBytesGrowth
        usage.kept?.bytes += change.keptBytesGrowth(replacing: replaced)
        if usage.kept?.exact == change.firstRevision {
            usage.kept?.exact = Revision(rawValue: change.revision.rawValue + 1)
        }
        usage.peopleCount? += morePeople
        for (person, more) in growth.byPerson { usage.byPerson[person]? += more }
        if growth.moves.isEmpty { return }
        usage.isMoving = true
        usage.byPerson = [:]
    }
}

extension WriteTransaction.OwnerState {
    /// Whether the usage of each person includes the newest change. Processes before schema version 3 do not
    /// count it.
    var knowsUsage: Bool { usageFeed == history.newest }
}

extension Usage {
    /// Whether any of the counts grows.
    fileprivate var isMore: Bool { checklists > 0 || items > 0 || dataBytes > 0 }
}

extension Change {
    /// The approximate growth of the bytes of tombstones.
    fileprivate var tombstonesBytesGrowth: Int {
        mutations.reduce(0) { growth, mutation in
            guard case .tombstone(let before, let after) = mutation else { return growth }
            return growth + (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0)
        }
    }

    /// The approximate growth of the bytes of deliveries and idempotency records.
    fileprivate func keptBytesGrowth(replacing old: IdempotencyRecord?) -> Int {
        let growth = (idempotencyRecord?.storedBytes ?? 0) - (old?.storedBytes ?? 0)
        return mutations.reduce(growth) { growth, mutation in
            guard case .delivery(let before, let after) = mutation else { return growth }
            return growth + (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0)
        }
    }

    /// The growth of the number of finished deliveries.
    fileprivate var finishedDeliveriesGrowth: Int {
        let finished = { (delivery: Delivery?) in (delivery?.status ?? .pending) == .pending ? 0 : 1 }
        return mutations.reduce(0) { growth, mutation in
            guard case .delivery(let before, let after) = mutation else { return growth }
            return growth + finished(after) - finished(before)
        }
    }
}

/// The usage of people does not include the newest changes.
struct UsageOutdated: SQLError, CustomStringConvertible {
    var failure: SQLFailure { .passing(description) }
    var description: String { "a process of another version wrote changes without updating the counts" }
}
