import Checklists
import Randomness
import StoreFixtures

/// A request that every store accepts.
struct StoreRequest: Sendable {
    /// The name, for failures.
    var name: String
    /// Runs the request. Two stores' results are comparable.
    var run: @Sendable (any Store) async throws -> AnyHashable

    init(_ name: String, _ run: @escaping @Sendable (any Store) async throws -> AnyHashable) {
        self.name = name
        self.run = run
    }

    /// The result of the request, or the client's error.
    func answer(of store: any Store) async throws -> Result<AnyHashable, ChecklistsError> {
        do {
            return .success(try await run(store))
        } catch let error as ChecklistsError {
            return .failure(error)
        }
    }
}

/// Random requests of every kind. They depend only on the seed and the listings of the stores.
struct RandomRequests {
    var generator: SeededGenerator
    /// An earlier listing of the store, for the ids in requests.
    var known: StoreListing
    let clock: ManualClock

    init(seed: UInt64, about known: StoreListing, clock: ManualClock) {
        generator = SeededGenerator(seed: seed)
        self.known = known
        self.clock = clock
    }

    /// The next request. Advances the clock first.
    mutating func next() -> StoreRequest {
        switch Int.random(in: 0..<200, using: &generator) {
        case 0: clock.advance(bySeconds: 25 * 60 * 60)
        case ..<6: clock.advance(bySeconds: 40)
        default: clock.advance(byMilliseconds: Int64.random(in: 0...5, using: &generator))
        }
        return switch Int.random(in: 0..<100, using: &generator) {
        case ..<10: listRequest()
        case ..<45: itemRequest()
        case ..<58: manyItemsRequest()
        case ..<72: reminderRequest()
        case ..<90: webhookRequest()
        default: query()
        }
    }

    private mutating func listRequest() -> StoreRequest {
        let (id, key, ifMatch) = (list(), key(), revisions(known.checklists.map(\.revision)))
        switch Int.random(in: 0..<14, using: &generator) {
        case ..<3:
            var draft = ChecklistDraft(name: text(), icon: icon())
            draft.resetRule = chance(20) ? resetRule() : nil
            draft.collection = collection()
            if chance(30) { draft.uid = "\(Int.random(in: 0..<5, using: &generator))" }
            let made = draft
            return StoreRequest("addChecklist") {
                .init(try await $0.asFirst.addChecklist(made, idempotencyKey: key))
            }
        case ..<5:
            var change = ChecklistPatch(
                name: chance(50) ? text() : nil, icon: chance(50) ? icon() : nil)
            if chance(20) { change.resetRule = .some(resetRule()) }
            change.collection = collection()
            let patch = change
            return StoreRequest("updateChecklist \(id)") {
                try await $0.asFirst.updateChecklist(id, patch, ifMatch: ifMatch)
            }
        case 5:
            return StoreRequest("deleteChecklist \(id)") { store in
                try await store.asFirst.deleteChecklist(id, ifMatch: ifMatch)
                return true
            }
        case 6:
            var copy = ChecklistCopy()
            (copy.name, copy.unchecked) = (chance(50) ? text() : nil, chance(50))
            copy.shiftDatesTo = chance(50) ? day() : nil
            let wanted = copy
            return StoreRequest("copyChecklist \(id)") {
                .init(try await $0.asFirst.copyChecklist(id, wanted, idempotencyKey: key))
            }
        case 7...11: return structureRequest()
        default:
            var patch = PreferencesPatch()
            if chance(20) { patch.timeZone = .some(chance(80) ? zone() : nil) }
            if chance(50) { patch.selectedChecklistID = .some(chance(80) ? id : nil) }
            if chance(30) { patch.showChecked = chance(50) }
            if chance(30) { patch.itemSort = [SortKey(.text, descending: chance(50))] }
            let change = patch
            let ifMatch = revisions([known.preferences.revision])
            return StoreRequest("updatePreferences") {
                try await $0.asFirst.updatePreferences(change, ifMatch: ifMatch)
            }
        }
    }

    private mutating func itemRequest() -> StoreRequest {
        let (id, list, key) = (item(), list(), key())
        let ifMatch = revisions(known.items.map(\.revision))
        switch Int.random(in: 0..<30, using: &generator) {
        case ..<10:
            let (draft, merges) = (itemDraft(), chance(20))
            return StoreRequest("addItem to \(list)") {
                .init(try await $0.asFirst.addItem(draft, to: list, merges: merges, idempotencyKey: key))
            }
        case ..<17:
            let patch = itemPatch()
            return StoreRequest("updateItem \(id)") {
                try await $0.asFirst.updateItem(id, patch, ifMatch: ifMatch)
            }
        case ..<20:
            return StoreRequest("toggleItem \(id)") {
                .init(try await $0.asFirst.toggleItem(id, ifMatch: ifMatch, idempotencyKey: key))
            }
        case 20:
            return StoreRequest("skipItem \(id)") {
                .init(try await $0.asFirst.skipItem(id, ifMatch: ifMatch, idempotencyKey: key))
            }
        case ..<26:
            let placement = placement(beside: id)
            return StoreRequest("moveItem \(id) \(placement)") {
                .init(try await $0.asFirst.moveItem(id, to: placement, ifMatch: ifMatch, idempotencyKey: key))
            }
        case 26:
            return crowding(list)
        default:
            return StoreRequest("deleteItem \(id)") { store in
                try await store.asFirst.deleteItem(id, ifMatch: ifMatch)
                return true
            }
        }
    }

    /// Many moves to the same position, until the store spaces out the neighbours.
    private func crowding(_ list: Checklist.ID) -> StoreRequest {
        let ids = known.items.filter { $0.checklistID == list }.map(\.id)
        return StoreRequest("moveItem 40 times on \(list)") { store in
            guard ids.count > 2 else { return 0 }
            var answers: [Item] = []
            for turn in 0..<40 {
                let id = ids[turn % 2 == 0 ? 1 : 2]
                // The item may have been deleted since the listing.
                let moved = try? await store.asFirst.moveItem(
                    id, to: .after(ids[0]), ifMatch: nil, idempotencyKey: nil)
                if let moved { answers.append(moved.value) }
            }
            return answers
        }
    }

    private mutating func manyItemsRequest() -> StoreRequest {
        let (id, key) = (list(), key())
        switch Int.random(in: 0..<10, using: &generator) {
        case ..<4:
            let drafts = (0..<Int.random(in: 0...6, using: &generator)).map { _ in itemDraft() }
            return StoreRequest("addItems to \(id)") {
                .init(try await $0.asFirst.addItems(drafts, to: id, idempotencyKey: key))
            }
        case ..<7:
            let (filter, patch) = (filter(), itemPatch())
            return StoreRequest("updateItems of \(id)") {
                try await $0.asFirst.updateItems(of: id, where: filter, patch)
            }
        case 7:
            let checked = [nil, false, true].randomElement(using: &generator) ?? nil
            return StoreRequest("deleteItems of \(id)") {
                try await $0.asFirst.deleteItems(of: id, checked: checked)
            }
        default:
            let lists = (0..<Int.random(in: 0...2, using: &generator)).map { _ in imported() }
            return StoreRequest("importChecklists") {
                .init(try await $0.asFirst.importChecklists(lists, idempotencyKey: key))
            }
        }
    }

    private mutating func reminderRequest() -> StoreRequest {
        let (id, key, until) = (item(), key(), moment())
        let ifMatch = revisions(known.items.map(\.revision))
        if chance(45) {
            return StoreRequest("snoozeItem \(id)") {
                .init(
                    try await $0.asFirst.snoozeItem(id, until: until, ifMatch: ifMatch, idempotencyKey: key))
            }
        }
        if chance(5) {
            return StoreRequest("unsnoozeItem \(id)") { store in
                try await store.asFirst.unsnoozeItem(id, ifMatch: ifMatch)
                return true
            }
        }
        if chance(10) { return StoreRequest("resetChecklists") { try await $0.resetChecklists() } }
        let startedAt = clock.now.advanced(byMilliseconds: Int64.random(in: -30...0, using: &generator))
        let limit = Int.random(in: 1...4, using: &generator)
        let most = Int.random(in: 1...6, using: &generator)
        return StoreRequest("fireReminders") { store in
            let firing = try await store.fireReminders(
                startedAt: startedAt, limit: limit, deliveriesMax: most
            ) { reminder, _ in Array("\(reminder.occurrenceID) \(reminder.late)".utf8) }
            return [firing.fired, firing.deliveriesCount, firing.next] as [AnyHashable]
        }
    }

    private mutating func webhookRequest() -> StoreRequest {
        let (id, key, delivery) = (webhook(), key(), delivery())
        let ifMatch = revisions(known.webhooks.map(\.revision))
        let number = UInt8.random(in: 0...255, using: &generator)
        switch Int.random(in: 0..<24, using: &generator) {
        case ..<2:
            if chance(30) { return emailRequest(number) }
            if chance(40) {
                let device = PushSubscriptionDraft.sample(number % 4)
                return StoreRequest("addPushSubscription") {
                    .init(try await $0.asFirst.addPushSubscription(device, idempotencyKey: key))
                }
            }
            if chance(20) {
                let (app, list) = (PushRegistrationDraft.sample(number % 4), list())
                return StoreRequest("registerPush on \(list)") {
                    try await $0.asFirst.registerPush(app, on: list)
                }
            }
            let draft = webhookDraft(number)
            return StoreRequest("addWebhook") {
                .init(try await $0.asFirst.addWebhook(draft, idempotencyKey: key))
            }
        case ..<5:
            var patch = WebhookPatch()
            patch.active = chance(80)
            if chance(20) { patch.description = text() }
            let change = patch
            return StoreRequest("updateWebhook \(id)") {
                try await $0.asFirst.updateWebhook(id, change, ifMatch: ifMatch)
            }
        case 5:
            if chance(50) {
                return StoreRequest("delete push subscription \(id)") { store in
                    try await store.asFirst.deleteWebhook(id, .pushSubscription, ifMatch: ifMatch)
                    return true
                }
            }
            if chance(30) {
                return StoreRequest("confirmEmail \(id)") {
                    try await $0.asFirst.confirmEmail(id, ifMatch: ifMatch)
                }
            }
            return StoreRequest("deleteWebhook \(id)") { store in
                try await store.asFirst.deleteWebhook(id, ifMatch: ifMatch)
                return true
            }
        case ..<8:
            return StoreRequest("rotateSecret of \(id)") {
                .init(
                    try await $0.asFirst.rotateSecret(
                        of: id, to: .sample(number), ifMatch: ifMatch, idempotencyKey: key))
            }
        case ..<13:
            return StoreRequest("testWebhook \(id)") {
                .init(
                    try await $0.asFirst.testWebhook(id, idempotencyKey: key) {
                        Array("\($0.url) \($1)".utf8)
                    })
            }
        case ..<16:
            return StoreRequest("redeliver \(delivery)") {
                .init(try await $0.asFirst.redeliver(delivery, idempotencyKey: key))
            }
        case 16:
            let moment = clock.now.advanced(byMilliseconds: -50)
            return StoreRequest("forgetDeliveries") {
                try await $0.forgetDeliveries(completedBefore: moment)
            }
        default:
            let outcomes = (0..<Int.random(in: 0...3, using: &generator)).map { _ in outcome() }
            return StoreRequest("record") { try await $0.end(outcomes) }
        }
    }
}

extension AnyHashable {
    /// A result and whether it is a replay.
    init<Value: Hashable>(_ result: Idempotent<Value>) {
        self.init([AnyHashable(result.value), AnyHashable(result.isReplay)])
    }
}
