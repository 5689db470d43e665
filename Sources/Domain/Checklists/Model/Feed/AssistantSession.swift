/// The changes that one assistant made without a pause of 30 minutes, as far as they can be undone.
public struct AssistantSession: Identifiable, Hashable, Sendable {
    /// The tombstones with the undo records, oldest first; never empty.
    let records: [Tombstone]

    /// The number of the first change.
    public var id: Tombstone.ID { records[0].id }

    /// The device of the assistant; `nil` for an access token of the server.
    public var deviceID: Device.ID? {
        if case .person(_, device: let device) = records[0].removedBy { device } else { nil }
    }

    /// The time of the first change.
    public var startedAt: Timestamp { records[0].removedAt }
    /// The time of the last change.
    public var endedAt: Timestamp { records[records.count - 1].removedAt }

    /// The number of items that the assistant created or changed.
    public var itemsCount: Int {
        var ids: Set<Item.ID> = []
        for record in records.compactMap(\.trash?.undo) {
            ids.formUnion(record.items.map(\.id))
            ids.formUnion(record.createdItems)
        }
        return ids.count
    }

    /// The number of lists that the assistant created.
    public var listsCount: Int { records.reduce(0) { $0 + ($1.trash?.undo?.createdLists.count ?? 0) } }

    /// The revision of the last change.
    var end: Revision { records[records.count - 1].revision }

    /// The sessions of the assistants of one person, newest first.
    ///
    /// - Parameter tombstones: The tombstones with undo records, oldest first.
    static func all(of tombstones: [Tombstone], at now: Timestamp) -> [AssistantSession] {
        let start = now.advanced(byMilliseconds: -Limits.undoMilliseconds)
        var sessions: [AssistantSession] = []
        for (_, own) in Dictionary(grouping: tombstones.filter { $0.removedAt >= start }, by: \.removedBy) {
            var records: [Tombstone] = []
            var count = 0
            for tombstone in own {
                let more = tombstone.trash?.undo?.count ?? 0
                if let last = records.last,
                    last.removedAt.advanced(byMilliseconds: Limits.sessionPauseMilliseconds)
                        <= tombstone.removedAt || count + more > Limits.sessionItemsMax
                {
                    sessions.append(AssistantSession(records: records))
                    (records, count) = ([], 0)
                }
                records.append(tombstone)
                count += more
            }
            if !records.isEmpty { sessions.append(AssistantSession(records: records)) }
        }
        return sessions.sorted { $0.id > $1.id }
    }
}

/// The result of undoing a session.
public struct UndoneSession: Hashable, Sendable {
    /// The items that have their state from before the session.
    public var restored: [Item.ID] = []
    /// The items of the session that are in the trash.
    public var deleted: [Item.ID] = []
    /// The lists of the session that are in the trash.
    public var deletedLists: [Checklist.ID] = []
    /// The items that another author has changed since; they stay.
    public var changedSince: [Item.ID] = []
    /// The lists that another author has changed since; they stay.
    public var listsChangedSince: [Checklist.ID] = []
    /// The items that no longer exist, or that the person can no longer change.
    public var missing: [Item.ID] = []

    /// Creates an empty result.
    public init() {}
}

extension Operation<UndoneSession> {
    package static func recorded(_ result: UndoneSession) -> IdempotencyRecord.Result? {
        let items = [result.restored, result.deleted, result.changedSince, result.missing]
        let lists = [result.deletedLists, result.listsChangedSince]
        let numbers = items.map { $0.map(\.rawValue) } + lists.map { $0.map(\.rawValue) }
        return .batch(numbers.map { .batch($0.map(IdempotencyRecord.Result.changed)) })
    }

    package static func result(recorded: IdempotencyRecord.Result) -> UndoneSession? {
        guard case .batch(let groups) = recorded, groups.count == 6 else { return nil }
        let numbers = groups.map { group -> [Int] in
            guard case .batch(let numbers) = group else { return [] }
            return numbers.compactMap { if case .changed(let number) = $0 { number } else { nil } }
        }
        var result = UndoneSession()
        result.restored = numbers[0].map(Item.ID.init)
        result.deleted = numbers[1].map(Item.ID.init)
        result.changedSince = numbers[2].map(Item.ID.init)
        result.missing = numbers[3].map(Item.ID.init)
        result.deletedLists = numbers[4].map(Checklist.ID.init)
        result.listsChangedSince = numbers[5].map(Checklist.ID.init)
        return result
    }
}
