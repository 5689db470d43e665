import Randomness

@testable import Checklists
@testable import MemoryStore

/// Random writes and queries; the seed determines them.
struct RandomWork {
    var generator: SeededGenerator
    var now = Timestamp(milliseconds: 1_700_000_000_000)

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Decides a random write; `nil` if it is refused or changes nothing.
    mutating func change(_ memory: MemoryStore) -> Change? {
        var memory = memory
        claim(in: &memory)
        return memory.weigh(request(memory)).change
    }

    /// Claims deliveries for one of two senders, so that attempts can be recorded later.
    mutating func claim(in memory: inout MemoryStore) {
        let request = ClaimRequest(
            token: token(), lease: .milliseconds(Int.random(in: 0...9, using: &generator)),
            limitPerWebhook: 3)
        _ = memory.claimDeliveries(request, at: now)
    }

    private mutating func token() -> ClaimToken { ClaimToken(rawValue: chance(50) ? 1 : 2) }

    /// A random write.
    mutating func request(_ memory: MemoryStore) -> RandomRequest {
        now = now.advanced(byMilliseconds: Int64.random(in: 0...2, using: &generator))
        let list = memory.checklistIDs.randomElement(using: &generator) ?? Checklist.ID(rawValue: 1)
        let item = Item.ID(
            rawValue: Int.random(in: 1...max(memory.sequences[.item], 1), using: &generator))
        let key = key()
        var request = RandomRequest(
            operation: operation(on: list, item, memory), key: key, now: now)
        if chance(5) { request.ifMatch = [Revision(rawValue: memory.revision.rawValue)] }
        return request
    }

    private mutating func operation(
        on list: Checklist.ID, _ item: Item.ID, _ memory: MemoryStore
    ) -> any Operation {
        switch Int.random(in: 0..<110, using: &generator) {
        case ..<3: return AddChecklist(draft: checklistDraft(), owner: .first)
        case ..<6: return UpdateChecklist(id: list, patch: checklistPatch())
        case ..<7: return DeleteChecklist(id: list, keepsTrash: true)
        case ..<40: return AddItem(draft: itemDraft(), checklistID: list, merges: false)
        case ..<43:
            let drafts = (0..<3).map { _ in itemDraft() }
            return AddItems(drafts: drafts, checklistID: list, merges: false)
        case ..<58: return UpdateItem(id: item, patch: itemPatch(list), principal: .first)
        case ..<60:
            return UpdateItems(
                checklistID: list, filter: filter(), patch: itemPatch(list), principal: .first)
        case ..<72: return ToggleItem(id: item)
        case ..<87: return MoveItem(id: item, placement: placement(beside: item, memory))
        case ..<96: return DeleteItem(id: item, keepsTrash: true)
        case ..<98: return UpdatePreferences(patch: preferencesPatch(list), person: .first)
        case ..<99:
            return DeleteItems(
                checklistID: list, checked: [nil, false, true].randomElement(using: &generator) ?? nil,
                numbers: nil, keepsTrash: true)
        case ..<101: return ImportChecklists(lists: [imported()], owner: .first)
        case ..<103: return SnoozeItem(id: item, until: date())
        case ..<105:
            let trash = memory.allTombstones.filter { $0.trash != nil }
            let id = trash.randomElement(using: &generator)?.id ?? Tombstone.ID(rawValue: 1)
            return RestoreTrash(id: id, principal: .first)
        default: return webhookOperation(memory)
        }
    }

    /// An operation on webhooks, deliveries or reminders.
    private mutating func webhookOperation(_ memory: MemoryStore) -> any Operation {
        let webhook = Webhook.ID(
            rawValue: Int.random(in: 1...max(memory.sequences[.webhook], 1), using: &generator))
        let delivery = Delivery.ID(
            rawValue: Int.random(in: 1...max(memory.sequences[.delivery], 1), using: &generator))
        let secret = Webhook.Secret(
            bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            return AddWebhook(
                draft: WebhookDraft(url: "https://example.org/", secret: secret), owner: .first)
        case 1:
            var patch = WebhookPatch()
            patch.active = chance(70)
            return UpdateWebhook(id: webhook, patch: patch)
        case 2:
            return chance(20)
                ? DeleteWebhook(id: webhook, kind: .webhook) : RotateSecret(id: webhook, secret: secret)
        case 3: return TestWebhook(id: webhook, kind: .webhook) { _, _ in [1] }
        case 4: return Redeliver(id: delivery)
        case 5: return ExpireDeliveries(completedBefore: date(), limit: 100)
        case 6, 7:
            return FireReminders(
                startedAt: date(), limit: Int.random(in: 1...5, using: &generator),
                deliveriesMax: Int.random(in: 1...9, using: &generator),
                hourly: HourlyLimit(messagesMax: 2) { count, _, _, _ in Array("\(count)".utf8) }
            ) { reminder, _ in Array(reminder.occurrenceID.utf8) }
        default: return RecordAttempts(attempts: (0..<2).compactMap { _ in attempt(at: delivery, memory) })
        }
    }

    /// An attempt of one of the senders, which may lack the claim.
    private mutating func attempt(at id: Delivery.ID, _ memory: MemoryStore) -> EndedAttempt? {
        guard let delivery = memory.delivery(id), let webhook = memory.webhook(delivery.webhookID) else {
            return nil
        }
        return ClaimedDelivery(delivery, to: webhook, token: token()).ended(outcome(of: id))
    }

    private mutating func outcome(of delivery: Delivery.ID) -> AttemptOutcome {
        let verdicts: [AttemptOutcome.Verdict] = [.delivered, .failed, .retry(at: date())]
        return AttemptOutcome(
            deliveryID: delivery,
            attempt: Delivery.Attempt(at: now, durationMilliseconds: 1, status: 200, error: nil),
            verdict: verdicts.randomElement(using: &generator) ?? .failed)
    }

    private mutating func imported() -> ImportedChecklist {
        ImportedChecklist(
            checklistDraft(),
            items: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                ImportedItem(itemDraft())
            })
    }

    private mutating func filter() -> ItemFilter {
        var filter = ItemFilter()
        if chance(50) { filter.flags[.checked] = chance(50) }
        if chance(30) { filter.flags[.important] = chance(50) }
        if chance(20) { filter.text = "li" }
        return filter
    }

    /// A random query of items.
    mutating func itemQuery(_ memory: MemoryStore) -> ItemQuery {
        var query = ItemQuery(
            checklistID: chance(70) ? memory.checklistIDs.randomElement(using: &generator) : nil)
        let keys = ItemQuery.Property.allCases.shuffled(using: &generator)
        query.sort = keys.prefix(Int.random(in: 1...3, using: &generator)).map {
            SortKey($0, descending: chance(50))
        }
        if chance(30) { query.filter.flags[.checked] = chance(50) }
        if chance(20) { query.filter.flags[.important] = chance(50) }
        if chance(20) { query.filter.flags[.shouldRemind] = chance(50) }
        if chance(20) { query.filter.dueBefore = date() }
        if chance(20) { query.filter.dueAfter = date() }
        if chance(5) { query.filter.uid = name() }
        if chance(5) { query.filter.resourceName = name() }
        if chance(20) {
            query.filter.text =
                ["a", "E", "é", "li", "Lait", "牛", "1", "Liste 0", "crème", "e br", "\u{301}"]
                .randomElement(using: &generator) ?? ""
        }
        return query
    }

    /// A random query of checklists.
    mutating func checklistQuery() -> ChecklistQuery {
        var query = ChecklistQuery()
        let keys = ChecklistQuery.Property.allCases.shuffled(using: &generator)
        query.sort = keys.prefix(Int.random(in: 1...2, using: &generator)).map {
            SortKey($0, descending: chance(50))
        }
        if chance(30) { query.text = ["a", "E", "li"].randomElement(using: &generator) ?? "" }
        return query
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func text() -> String {
        let words = [
            "lait", "Lait", "liste 2", "Liste 10", "liste 02", "crème", "Crème brûlée", "CREME", "éclair",
            "zèbre",
            "a", "A", "10", "9", "-", "!", "naïve", "ß", "牛奶", "🥛", "ёлка",
        ]
        let count = Int.random(in: 1...3, using: &generator)
        return (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }

    private mutating func date() -> Timestamp {
        now.advanced(byMilliseconds: Int64.random(in: -20...20, using: &generator))
    }

    private mutating func checklistDraft() -> ChecklistDraft { ChecklistDraft(name: text()) }

    private mutating func checklistPatch() -> ChecklistPatch {
        ChecklistPatch(
            name: chance(50) ? text() : nil,
            icon: chance(50) ? Icon.allCases.randomElement(using: &generator) : nil)
    }

    private mutating func preferencesPatch(_ list: Checklist.ID) -> PreferencesPatch {
        var patch = PreferencesPatch()
        if chance(50) { patch.selectedChecklistID = .some(chance(80) ? list : nil) }
        if chance(30) { patch.showChecked = chance(50) }
        if chance(30) { patch.itemSort = [SortKey(.text, descending: chance(50))] }
        return patch
    }

    private mutating func itemDraft() -> ItemDraft {
        var draft = ItemDraft(text: text())
        if chance(20) { draft.notes = text() }
        draft.checked = chance(20)
        draft.important = chance(20)
        if chance(50) { draft.dueDate = date() }
        draft.shouldRemind = draft.dueDate != nil && chance(50)
        if chance(10) { draft.location = Location(city: "Orléans") }
        if chance(10) { draft.uid = name() }
        if chance(10) { draft.calendarObject = calendarObject() }
        if chance(10) { draft.position = Int.random(in: -9...9, using: &generator) }
        return draft
    }

    private mutating func itemPatch(_ list: Checklist.ID) -> ItemPatch {
        var patch = ItemPatch()
        if chance(20) { patch.checklistID = list }
        if chance(30) { patch.text = text() }
        if chance(30) { patch.notes = text() }
        if chance(30) { patch.checked = chance(50) }
        if chance(30) { patch.important = chance(50) }
        if chance(30) { patch.dueDate = .some(chance(50) ? date() : nil) }
        if chance(30) { patch.shouldRemind = chance(50) }
        if chance(10) { patch.calendarObject = calendarObject() }
        if chance(10) { patch.position = Int.random(in: -9...9, using: &generator) }
        return patch
    }

    /// One of few names, so that they repeat.
    private mutating func name() -> String {
        ["a", "b", "é", "e\u{301}"].randomElement(using: &generator) ?? ""
    }

    private mutating func calendarObject() -> CalendarObject {
        CalendarObject(name: chance(80) ? name() : nil, text: text())
    }

    private mutating func placement(beside item: Item.ID, _ memory: MemoryStore) -> ItemPlacement {
        var others: [Item.ID] = []
        if let list = memory.item(item)?.checklistID {
            others = memory.itemList(of: list).map(\.id)
        }
        let other = others.randomElement(using: &generator) ?? item
        // Mostly the same placement, to use up the free positions there.
        let first = others.first ?? item
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return .first
        case 1: return .last
        case 2: return .before(other)
        case 3: return .after(other)
        default: return .after(first)
        }
    }

    private mutating func key() -> IdempotencyKey? {
        guard chance(30) else { return nil }
        return IdempotencyKey(
            key: String(Int.random(in: 0..<1_000, using: &generator)), fingerprint: [chance(50) ? 1 : 2])
    }
}

/// A request with its precondition, key and time.
struct RandomRequest {
    var operation: any Operation
    var ifMatch: KnownState?
    var key: IdempotencyKey?
    var now: Timestamp
}

/// The outcome of a request, for comparison: its change, or why there is none.
enum RandomOutcome: Hashable {
    case change(Change, AnyHashable)
    case unchanged(AnyHashable)
    case replay(AnyHashable, Revision)
    case refused(ChecklistsError)

    var change: Change? {
        if case .change(let change, _) = self { change } else { nil }
    }

    init<Value>(_ decide: () throws(ChecklistsError) -> Outcome<Value>) {
        do throws(ChecklistsError) {
            switch try decide() {
            case .change(let change, let value): self = .change(change, Self.comparable(value))
            case .unchanged(let value): self = .unchanged(Self.comparable(value))
            case .replay(let value, let revision): self = .replay(Self.comparable(value), revision)
            }
        } catch {
            self = .refused(error)
        }
    }

    /// A comparable form of a result: its text if it is not `Hashable`.
    private static func comparable<Value>(_ value: Value) -> AnyHashable {
        (value as? any Hashable).map { AnyHashable($0) } ?? AnyHashable("\(value)")
    }
}

extension MemoryStore {
    /// The outcome of a request.
    func weigh(_ request: RandomRequest) -> RandomOutcome { weigh(request.operation, request) }

    private func weigh(_ operation: some Operation, _ request: RandomRequest) -> RandomOutcome {
        RandomOutcome { () throws(ChecklistsError) in
            try weigh(operation, ifMatch: request.ifMatch, idempotencyKey: request.key, at: request.now)
        }
    }
}
