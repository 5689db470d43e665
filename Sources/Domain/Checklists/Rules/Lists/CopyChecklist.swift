public import Dates

extension CallerSession {
    /// Creates a list of the caller with copies of the items of another list.
    ///
    /// The copies have no assignee, no client-chosen name, no count of completions and no snooze.
    /// - Throws: `notFound`, `invalid`, `idempotencyKeyReused`.
    public func copyChecklist(
        _ id: Checklist.ID, _ copy: ChecklistCopy, idempotencyKey key: IdempotencyKey?
    ) async throws -> Idempotent<Checklist> {
        try await write(
            CopyChecklist(id: id, copy: copy, owner: person), ifMatch: nil, idempotencyKey: key
        )
    }
}

/// The options of a copy.
public struct ChecklistCopy: Hashable, Sendable {
    /// The name; `nil` for that of the original.
    public var name: String?
    /// Whether all copied items are unchecked.
    public var unchecked = false
    /// The day on which the item that is due first becomes due. All other dates move by as many days.
    public var shiftDatesTo: CivilDate?

    /// Creates the options of an exact copy.
    public init() {}
}

package struct CopyChecklist: BatchOperation {
    private(set) var id: Checklist.ID
    let copy: ChecklistCopy
    let owner: Person.ID

    package var access: Access { .list(id, .look) }
    package var needs: [Need] { [.checklist(id), .items(of: id), .newIDs(.checklist, 1)] }

    package mutating func resolve(_ ids: TemporaryIDs) { ids.resolve(&id) }

    package static func created(_ result: Checklist) -> Int? { result.id.rawValue }

    package func size(in transaction: inout some Transaction) -> Int {
        transaction.checklist(id)?.itemsCount ?? 0
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Checklist> {
        let source = try transaction.existingChecklist(id)
        try source.checkChangesAtOnce()
        try Violation.ofDay(copy.shiftDatesTo, at: "/shiftDatesTo").throwIfAny()
        let draft = try ChecklistDraft(name: copy.name ?? source.name, icon: source.icon).validated()
        let (now, revision, author) = (transaction.now, transaction.nextRevision, transaction.author)
        var checklist = Checklist(
            id: transaction.allocate(Checklist.ID.self), name: draft.name, icon: draft.icon,
            itemsCount: source.itemsCount, uncheckedItemsCount: source.uncheckedItemsCount,
            members: [Member(owner, .own)], createdAt: now, updatedAt: now, changedBy: author,
            revision: revision)
        if copy.unchecked { checklist.uncheckedItemsCount = checklist.itemsCount }
        checklist.resetRule = source.resetRule
        checklist.resetAt = source.resetRule?.next(after: now)
        let (sections, sectionIDs) = source.sections.copied(in: revision)
        checklist.sections = sections
        let items = Array(transaction.items(of: id))
        let zone = LocalTime(zone: transaction.defaultTimeZone(on: source)) ?? .utc
        let days = shift(of: items, in: zone)
        var mutations: [Mutation] = [.checklist(before: nil, after: checklist)]
        var copies: [Item.ID: Item.ID] = [:]
        let isReferredTo = items.contains(where: \.hasCalendarObject)
        var uids: [String: String] = [:]
        for original in items {
            var item = transaction.copy(of: original, on: checklist.id)
            if original.hasSubtasks { copies[original.id] = item.id }
            if let parent = original.parentID { item.details.parentID = copies[parent] }
            if let section = original.sectionID { item.details.sectionID = sectionIDs[section] }
            if copy.unchecked {
                item.setChecked(false, at: now)
                if item.hasSubtasks { item.details.subtasks.unchecked = item.details.subtasks.all }
            }
            if days != 0 {
                try item.shift(byDays: days, in: zone)
                guard item.timesHaveTexts else {
                    throw .invalid([Violation("/shiftDatesTo", .shiftOutOfRange)])
                }
            }
            item.reschedule(from: nil, at: now)
            if isReferredTo || original.hasSubtasks { uids[original.calendarUID] = item.calendarUID }
            mutations.append(.item(before: nil, after: item))
        }
        mutations.mapUIDs(by: uids)
        return Decision(mutations, checklist)
    }

    /// The number of days by which due dates move.
    ///
    /// - Parameter zone: The time zone of items without one.
    private func shift(of items: [Item], in zone: LocalTime) -> Int {
        guard let day = copy.shiftDatesTo else { return 0 }
        return items.compactMap { $0.dueDay(in: zone) }.min()?.distance(to: day) ?? 0
    }
}

extension Timing {
    /// The timing of a copy, without completions.
    var anew: Timing {
        var timing = self
        (timing.completionsCount, timing.lastCompletedAt) = (0, nil)
        (timing.lastStep, timing.repeatsUntil) = (nil, nil)
        let passed = occurrence?.indexOfRule ?? 0
        timing.occurrence?.index -= passed
        return timing
    }
}

extension Item {
    /// The day on which the item is due, in its time zone or the given one.
    fileprivate func dueDay(in zone: LocalTime) -> CivilDate? {
        timing.dueOn ?? dueDate.map { (timing.localTime ?? zone).day(of: $0) }
    }

    /// Whether every day and moment of the item is in the years 1 to 9999.
    fileprivate var timesHaveTexts: Bool {
        if hasDetails, !startHasText { return false }
        guard hasTiming else { return Violation.ofMoment(dueDate, at: "").isEmpty }
        let (day, alarms) = (timing.dueOn, Violation.ofAlarms(timing.alarms))
        // In some time zones, the first and the last day begin in other years.
        return (day == nil ? Violation.ofMoment(dueDate, at: "") : Violation.ofDay(day, at: "")).isEmpty
            && alarms.isEmpty
    }

    /// Moves the due date and the alarms by days, at the same local time in the item's zone or the given one.
    /// - Throws: `invalid` if the recurrence rule then has no occurrence.
    fileprivate mutating func shift(byDays days: Int, in zone: LocalTime) throws(ChecklistsError) {
        let zone = timing.localTime ?? zone
        func shifted(_ moment: Timestamp) -> Timestamp {
            var local = zone.dayAndTime(of: moment)
            local.day = local.day.advanced(by: days)
            return zone.moment(of: local)
        }
        var patch = ItemPatch()
        if let day = timing.dueOn {
            patch.dueOn = day.advanced(by: days)
        } else if let dueDate {
            patch.dueDate = shifted(dueDate)
        }
        if hasTiming {
            patch.alarms = timing.alarms.map { alarm in
                if case .at(let moment) = alarm { .at(shifted(moment)) } else { alarm }
            }
        }
        try TimingPatch(patch).apply(to: &self)
        if let start = details.startDate {
            details.startDate = shifted(start)
        } else if let day = details.startOn {
            details.startOn = day.advanced(by: days)
        }
    }
}
