public import Checklists
import Paging

extension IndexedStore {
    public func checklists(
        _ query: ChecklistQuery, for principal: Principal
    ) async throws -> Page<Checklist> {
        let now = now()
        return try await read { memory in
            (try memory.page(query, for: principal, at: now), asOf: memory.revision)
        }
    }

    public func checklist(_ id: Checklist.ID, for principal: Principal) async throws -> Checklist {
        let now = now()
        return try await read { memory in
            guard let checklist = memory.checklist(id), checklist.role(of: principal, at: now) != nil else {
                throw ChecklistsError.notFound(.checklist)
            }
            return (checklist, asOf: checklist.revision)
        }
    }

    public func checklists(
        _ ids: Set<Checklist.ID>, for principal: Principal
    ) async throws -> [Checklist] {
        let now = now()
        return try await read { memory in
            let visible = ids.compactMap { memory.checklist($0) }.filter {
                $0.role(of: principal, at: now) != nil
            }
            return (visible, asOf: visible.map(\.revision).max() ?? .zero)
        }
    }

    public func items(_ query: ItemQuery, for principal: Principal) async throws -> Page<Item> {
        let now = now()
        return try await readWithIndexes { memory in
            let page = try memory.page(query, for: principal, at: now)
            return (page, asOf: query.checklistID.map { memory.lastTouched($0) } ?? memory.revision)
        }
    }

    /// Reads the memory. If the body lacks an index, builds it or waits for its build, and reads again. If
    /// the body examines many items, it runs again on a copy, outside the lock and off the event loops.
    /// - Throws: `unavailable` after `Limits.indexLooksMax` reads, because other requests may drop the index
    ///   each time; `CancellationError` if the task is cancelled while it waits.
    private func readWithIndexes<Value: Sendable>(
        _ body: (inout MemoryStore) throws -> (Value, asOf: Revision)
    ) async throws -> Value {
        for _ in 0..<Limits.indexLooksMax {
            var look = try await read { memory in
                try memory.look(examining: Limits.itemsExaminedUnderLockMax, body)
            }
            if case .tooLong = look {
                look = try await offEventLoop { () throws in
                    // The copy is made when a core is free for the query. Until the copy is dropped, a write
                    // copies the parts that it changes.
                    var copy = try await read { memory in (memory.copyForQuery, asOf: memory.revision) }
                    return try copy.look(examining: .max, body).0
                }
            }
            switch look {
            case .found(let value): return value
            case .lacks(let key):
                let miss = try await read { memory in (memory.missedIndex(key), asOf: .zero) }
                if miss.isFirst { try await build(miss.build) } else { try await miss.build.wait() }
            case .tooLong: preconditionFailure("a copy may examine all items")
            }
        }
        throw ChecklistsError.unavailable
    }

    /// Runs a long computation on the global executor, not on the event loop of the connection.
    private func offEventLoop<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await body() }
    }

    public func changes(
        after position: FeedPosition?, limit: Int, for principal: Principal
    ) async throws -> FeedPage {
        let now = now()
        return try await readWithIndexes { memory in
            let page = try memory.changes(after: position, limit: limit, for: principal, at: now)
            return (page, asOf: memory.revision)
        }
    }

    public func viewers(of lists: [Checklist.ID]) async throws -> Set<Person.ID> {
        peek { memory in Set(lists.flatMap { memory.checklist($0)?.members.map(\.personID) ?? [] }) }
    }

    public func trash(_ page: PageRequest, for principal: Principal) async throws -> Page<Tombstone> {
        let now = now()
        return try await read { memory in
            (try memory.trash(page, for: principal, at: now), asOf: memory.revision)
        }
    }

    /// Builds the text index ahead of the first search.
    package func prepareSearch() async throws {
        let miss = try await read { memory in (memory.takeMissedTexts(), asOf: .zero) }
        if let miss, miss.isFirst { try await build(miss.build) }
    }

    /// Builds an index.
    private func build(_ build: IndexBuild) async throws {
        defer { build.end() }
        try await offEventLoop {
            await build.make()
            while let progress = try await read({ memory in (memory.takeOver(build), asOf: .zero) }) {
                await progress.bringUpToDate(build)
            }
        }
    }

    public func item(_ id: Item.ID, for principal: Principal) async throws -> Item {
        let now = now()
        return try await read { memory in
            guard let item = memory.item(id), memory.sees(principal, item.checklistID, at: now) else {
                throw ChecklistsError.notFound(.item)
            }
            return (item, asOf: item.revision)
        }
    }

    public func snapshots(
        of checklist: Checklist.ID?, for principal: Principal
    ) async throws -> [ChecklistSnapshot] {
        let now = now()
        return try await read { memory in
            guard let checklist else {
                let ids = memory.visibleChecklists(to: principal, at: now)
                return (ids.compactMap { memory.snapshot(of: $0) }, memory.revision)
            }
            guard memory.sees(principal, checklist, at: now), let snapshot = memory.snapshot(of: checklist)
            else {
                throw ChecklistsError.notFound(.checklist)
            }
            return ([snapshot], asOf: memory.lastTouched(checklist))
        }
    }

    public func tags(_ page: PageRequest, for principal: Principal) async throws -> Page<TagCount> {
        let now = now()
        let marks = try await readWithIndexes { memory in
            (memory.marks(for: principal, at: now), asOf: memory.revision)
        }
        // Outside the lock of the memory: a person can have many tags.
        return try TagTotals(of: marks).page(page)
    }

    public func counts(for principal: Principal) async throws -> Counts {
        let now = now()
        return try await readWithIndexes { memory in
            (memory.counts(for: principal, at: now), asOf: memory.revision)
        }
    }

    public func reminders(_ page: PageRequest, for principal: Principal) async throws -> Page<Reminder> {
        let now = now()
        return try await readWithIndexes { memory in
            (try memory.reminders(page, for: principal, at: now), asOf: memory.revision)
        }
    }

    public func preferences(of person: Person.ID) async throws -> Preferences {
        try await read { memory in
            let preferences = memory.preferences(of: person)
            return (preferences, asOf: preferences.revision)
        }
    }

    public func currentRevision(of dependency: CacheDependency) -> Revision? {
        readNow { memory in memory.revision(of: dependency) }
    }
}

// MARK: People

extension IndexedStore {
    public func person(_ id: Person.ID) async throws -> Person {
        try await read { memory in
            guard let person = memory.person(id) else { throw ChecklistsError.notFound(.person) }
            return (person, asOf: person.revision)
        }
    }

    public func people(_ page: PageRequest, knownTo principal: Principal?) async throws -> Page<Person> {
        try await read { memory in (try memory.people(page, knownTo: principal), asOf: memory.revision) }
    }

    public func caller(ofToken digest: [UInt8]) -> TokenCaller? {
        peek { memory in memory.caller(ofToken: digest) }
    }

    public var hasDevices: Bool { peek { memory in memory.hasDevices } }
}

// MARK: Webhooks

extension IndexedStore {
    public func webhooks(
        _ page: PageRequest, of person: Person.ID, _ kind: Webhook.Kind?
    ) async throws -> Page<Webhook> {
        try await read { memory in (try memory.webhooks(page, of: person, kind), asOf: memory.revision) }
    }

    public func changeFollowers(_ selection: FollowerSelection) async throws -> [ChangeFollower] {
        try await read { memory in (memory.changeFollowers(selection), asOf: memory.revision) }
    }

    public func webhook(_ id: Webhook.ID, of person: Person.ID) async throws -> Webhook {
        try await read { memory in
            guard let webhook = memory.webhook(id), webhook.personID == person else {
                throw ChecklistsError.notFound(.webhook)
            }
            return (webhook, asOf: webhook.revision)
        }
    }

    public func deliveries(
        of webhook: Webhook.ID, status: Delivery.Status?, _ page: PageRequest
    ) async throws -> Page<Delivery> {
        try await read { memory in
            (try memory.deliveries(of: webhook, status: status, page), asOf: memory.revision)
        }
    }

    public func delivery(_ id: Delivery.ID) async throws -> Delivery {
        try await read { memory in
            guard let delivery = memory.delivery(id) else { throw ChecklistsError.notFound(.delivery) }
            return (delivery, asOf: delivery.revision)
        }
    }

    /// Claims due deliveries. Claims exist only in memory, and a restart drops them.
    public func claimDeliveries(_ request: ClaimRequest) async throws -> [ClaimedDelivery] {
        let now = now()
        var claimed: [ClaimedDelivery] = []
        return try await read { memory in
            // `read` may run this again after a rollback, so the first claims are released.
            memory.release(claimed.map(\.claim))
            claimed = memory.claimDeliveries(request, at: now)
            let revisions = claimed.map { max($0.delivery.revision, $0.webhook.revision) }
            return (claimed, asOf: revisions.max() ?? .zero)
        }
    }

    public func release(_ claims: [DeliveryClaim]) async {
        // A closed store has no claims.
        try? await read { memory in (memory.release(claims), asOf: .zero) }
    }

    public func nextAttempt(after now: Timestamp) async throws -> Timestamp? {
        try await read { memory in (memory.nextAttempt(after: now), asOf: .zero) }
    }
}
