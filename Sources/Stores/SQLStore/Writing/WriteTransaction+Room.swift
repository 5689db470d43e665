import Checklists
import Footprints
import SQL

/// What is known in a transaction of how much people have, to tell whether there is room for more.
struct KnownUsage: Sendable {
    /// What all had together when the transaction began.
    let ofAll: Usage
    /// What counts for whom, with what was decided; only those are known who might have too much.
    var byPerson: [Person.ID: Usage] = [:]
    /// How many people there are, with what was decided.
    var peopleCount: Int?
    /// The bytes of deliveries and idempotency records, with what was decided.
    var kept: KeptBytes?
    /// Whether a list has come to count for somebody else: what is on it is counted when that is written.
    var isMoving = false

    init(ofAll: Usage) { self.ofAll = ofAll }
}

/// The bytes of deliveries and idempotency records. No table has their sum: it is measured, and then the
/// changes of this process are added.
struct KeptBytes: Sendable {
    /// About how many bytes they take in files.
    var bytes: Int
    /// The change before which it was measured.
    let measured: Revision
    /// The change before which the sum is exact: until another process makes one.
    var exact: Revision

    /// After how many changes it is measured again.
    static let changesMax: UInt64 = 1_000
    /// After how many changes it is measured again near the limit, where another process makes changes too.
    static let changesNearLimitMax: UInt64 = 50

    /// Whether it tells if there is room for more before a change: it is exact, measured a few changes ago,
    /// or far below the limit.
    func suffices(before revision: Revision, used: Int, more: Int, max: Int) -> Bool {
        // A standby that took over may be behind what was measured.
        guard revision >= measured else { return false }
        let age = revision.rawValue - measured.rawValue
        guard age < Self.changesMax else { return false }
        let margin = max / 16
        return exact == revision || age < Self.changesNearLimitMax || used + bytes + more + margin <= max
    }
}

extension WriteTransaction {
    /// How much more there is after changes of this transaction.
    func growth(of changes: some Collection<Change>) -> Growth {
        Growth(changes) { knowledge.footprint.knownChecklist($0)?.payer }
    }

    /// Loads what tells whether there is room for a change, as far as there could be too little.
    ///
    /// - Returns: `false` if that can be told only when what was decided before is written.
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
        // Nobody has more than all together, which is known.
        guard capacity.isBeyondOnePerson(owner.usage + change.growth) else { return true }
        let growing = growth.byPerson.filter { $0.value.isMore }.keys
        guard growing.contains(where: { usage.byPerson[$0] == nil }) else { return true }
        guard owner.knowsUsage else { throw UsageOutdated() }
        if usage.isMoving { return false }
        let people = knowledge.footprint.knownPayers.union(growing)
        try await loadUsage(of: people.filter { usage.byPerson[$0] == nil }, over: connection, in: store)
        return true
    }

    /// How many people there are, with those that were decided on.
    private func peopleCount(over connection: any SQLConnection, in store: SQLStore) async throws -> Int {
        let sql = "SELECT 1 + count(*) FROM people WHERE owner_id = $1 AND id <> 1"
        let rows = try await connection.run([Statement(sql, [.int(store.owner)])])
        guard var columns = rows[0].first?.columns else {
            throw MalformedResult("a query returned no count")
        }
        return changes.reduce(try columns.int()) { $0 + $1.peopleGrowth }
    }

    /// Measures deliveries and idempotency records where a change could be too large with them.
    private mutating func measureKept(
        for change: Change, over connection: any SQLConnection, in store: SQLStore
    ) async throws {
        let max = store.limits.capacity.dataBytesMax
        let more = change.growth.dataBytes + (change.idempotencyRecord?.storedBytes ?? 0)
        guard max < .max, more > 0 else { return }
        let used = owner.usage.dataBytes + owner.tombstonesBytes
        let kept = usage.kept
        if kept?.suffices(before: change.revision, used: used, more: more, max: max) ?? false { return }
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
        usage.kept = KeptBytes(bytes: bytes, measured: change.revision, exact: change.revision)
    }

    /// Loads what counts for some people, and adds what was decided on.
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
        // The first has what is left.
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

    /// Counts what a change brings.
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
        if usage.kept?.exact == change.revision {
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
    /// Whether what each has is counted up to the newest change. Programs of before version 3 of the tables
    /// do not count that.
    var knowsUsage: Bool { usageFeed == history.newest }
}

extension Usage {
    /// Whether it is more than nothing in any way.
    fileprivate var isMore: Bool { checklists > 0 || items > 0 || dataBytes > 0 }
}

extension Change {
    /// About how many more bytes of what went out of sight there are after it than before it.
    fileprivate var tombstonesBytesGrowth: Int {
        mutations.reduce(0) { growth, mutation in
            guard case .tombstone(let before, let after) = mutation else { return growth }
            return growth + (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0)
        }
    }

    /// About how many more bytes of deliveries and idempotency records there are after it than before it.
    fileprivate func keptBytesGrowth(replacing old: IdempotencyRecord?) -> Int {
        let growth = (idempotencyRecord?.storedBytes ?? 0) - (old?.storedBytes ?? 0)
        return mutations.reduce(growth) { growth, mutation in
            guard case .delivery(let before, let after) = mutation else { return growth }
            return growth + (after?.storedBytes ?? 0) - (before?.storedBytes ?? 0)
        }
    }

    /// How many more deliveries are delivered or given up after it than before it.
    fileprivate var finishedDeliveriesGrowth: Int {
        let finished = { (delivery: Delivery?) in (delivery?.status ?? .pending) == .pending ? 0 : 1 }
        return mutations.reduce(0) { growth, mutation in
            guard case .delivery(let before, let after) = mutation else { return growth }
            return growth + finished(after) - finished(before)
        }
    }
}

/// What people have is not counted up to the newest change.
struct UsageOutdated: SQLError, CustomStringConvertible {
    var failure: SQLFailure { .passing(description) }
    var description: String { "a process of another version wrote changes without updating the counts" }
}
