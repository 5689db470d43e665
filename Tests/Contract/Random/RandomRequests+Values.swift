import Checklists
import Dates
import Randomness
import StoreFixtures

// The values of random requests.

extension RandomRequests {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    /// A text; the empty one, which is refused, in 1 of 66 cases.
    mutating func text() -> String {
        let words = [
            "lait", "Lait", "liste 2", "Liste 10", "crème", "Cre\u{300}me brûlée", "éclair", "a", "A", "10",
            "-", "ß", "牛奶", "🥛", "ёлка",
        ]
        let count = Int.random(in: chance(3) ? 0...0 : 1...3, using: &generator)
        return (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }

    mutating func icon() -> Icon { Icon.allCases.randomElement(using: &generator) ?? .none }

    /// A moment from 20 ms before now to 60 ms after.
    mutating func moment() -> Timestamp {
        clock.now.advanced(byMilliseconds: Int64.random(in: -20...60, using: &generator))
    }

    mutating func list() -> Checklist.ID { some(known.checklists.map(\.id)) }
    mutating func item() -> Item.ID { some(known.items.map(\.id)) }
    mutating func webhook() -> Webhook.ID { some(known.webhooks.map(\.id)) }
    mutating func delivery() -> Delivery.ID { some(known.deliveries.map(\.id)) }

    /// In 90 % of the cases the id of a known object, otherwise any from 1 to 60.
    private mutating func some<ID: Identifier>(_ ids: [ID]) -> ID {
        if chance(90), let id = ids.randomElement(using: &generator) { return id }
        return ID(rawValue: Int.random(in: 1...60, using: &generator))
    }

    /// In 85 % of the cases `nil`, otherwise revisions that may be current, old or another object's.
    mutating func revisions(_ revisions: [Revision]) -> KnownState? {
        if chance(85) { return nil }
        let count = Int.random(in: 0...40, using: &generator)
        return KnownState(revisions: Set(revisions.shuffled(using: &generator).prefix(count)))
    }

    /// One of few keys, so that they repeat.
    mutating func key() -> IdempotencyKey? {
        guard chance(30) else { return nil }
        return .sample("\(Int.random(in: 0..<40, using: &generator))", ofAnotherRequest: chance(30))
    }

    mutating func itemDraft() -> ItemDraft {
        var draft = ItemDraft(text: text())
        if chance(20) { draft.notes = text() }
        draft.checked = chance(15)
        draft.important = chance(20)
        if chance(60) { draft.dueDate = moment() }
        draft.shouldRemind = draft.dueDate != nil && chance(70)
        if chance(15) { (draft.dueDate, draft.dueOn) = (nil, day()) }
        if chance(20) { draft.timeZone = zone() }
        if draft.dueDate != nil || draft.dueOn != nil {
            if chance(25) { draft.recurrence = recurrence() }
            if chance(25) { draft.alarms = alarms() }
        }
        if chance(10) { draft.repeatEvery = 60 }
        if chance(10) { draft.location = Location(city: "Orléans", latitude: 47.9, longitude: 1.9) }
        if chance(15) { draft.uid = name() }
        if chance(15) { draft.calendarObject = calendarObject() }
        if chance(15) { draft.checkedAt = moment() }
        if chance(15) { draft.snoozedUntil = moment() }
        if chance(15) { draft.position = Int.random(in: -3...3, using: &generator) }
        if chance(50) { draft.patch.details = detailsPatch() }
        return draft
    }

    mutating func itemPatch() -> ItemPatch {
        var patch = ItemPatch()
        if chance(20) { patch.checklistID = list() }
        if chance(25) { patch.text = text() }
        if chance(20) { patch.notes = text() }
        if chance(25) { patch.checked = chance(40) }
        if chance(25) { patch.important = chance(50) }
        if chance(30) { patch.dueDate = .some(chance(80) ? moment() : nil) }
        if chance(30) { patch.shouldRemind = chance(60) }
        if chance(10) { patch.dueOn = .some(chance(80) ? day() : nil) }
        if chance(10) { patch.timeZone = .some(chance(80) ? zone() : nil) }
        if chance(15) { patch.recurrence = .some(chance(70) ? recurrence() : nil) }
        if chance(10) { patch.alarms = alarms() }
        if chance(5) { patch.repeatEvery = .some(chance(50) ? 60 : nil) }
        if chance(10) {
            var location = LocationPatch()
            location.city = .some(chance(50) ? "Lyon" : nil)
            patch.location = .some(chance(80) ? location : nil)
        }
        if chance(10) { patch.calendarObject = calendarObject() }
        if chance(15) { patch.checkedAt = moment() }
        if chance(10) { patch.snoozedUntil = .some(chance(70) ? moment() : nil) }
        if chance(10) { patch.position = Int.random(in: -3...3, using: &generator) }
        if chance(30) { patch.details = detailsPatch() }
        if chance(5) { patch.details.children = ChildUIDs(added: [name()], removed: [name()]) }
        return patch
    }

    /// One of few names, so that they repeat.
    mutating func name() -> String {
        ["a", "b", "é", "e\u{301}", "c d"].randomElement(using: &generator) ?? ""
    }

    mutating func calendarObject() -> CalendarObject {
        CalendarObject(name: chance(60) ? name() : nil, text: text())
    }

    mutating func collection() -> CalendarCollection? {
        if chance(70) { return nil }
        let property = DeadProperty(namespace: "n", name: "p", value: text())
        return CalendarCollection(
            name: chance(50) ? name() : nil, properties: chance(50) ? [property] : [])
    }

    /// A day within three days of today.
    mutating func day() -> CivilDate {
        LocalTime.utc.day(of: clock.now).advanced(by: Int.random(in: -3...3, using: &generator))
    }

    mutating func zone() -> String {
        ["UTC", "Europe/Paris", "Asia/Tokyo"].randomElement(using: &generator) ?? "UTC"
    }

    /// A recurrence that never ends, ends after some occurrences, or has no further one.
    mutating func recurrence() -> Recurrence? {
        let rules = [
            "FREQ=DAILY", "FREQ=DAILY;COUNT=3", "FREQ=WEEKLY;BYDAY=MO,FR", "FREQ=MONTHLY;BYMONTHDAY=-1",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        ]
        guard let rule = try? RecurrenceRule(rules.randomElement(using: &generator) ?? "") else { return nil }
        return Recurrence(rule, from: chance(70) ? .due : .completion)
    }

    mutating func resetRule() -> ResetRuleDraft? {
        recurrence().map { ResetRuleDraft($0.rule, timeZone: chance(50) ? zone() : nil) }
    }

    mutating func alarms() -> [Alarm] {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            chance(50) ? .at(moment()) : .offset(Int.random(in: -1...1, using: &generator))
        }
    }

    mutating func placement(beside id: Item.ID) -> ItemPlacement {
        let list = known.items.first { $0.id == id }?.checklistID
        let others = known.items.filter { $0.checklistID == list }.map(\.id)
        let other = chance(90) ? others.randomElement(using: &generator) ?? id : item()
        return [.first, .last, .before(other), .after(other)].randomElement(using: &generator) ?? .first
    }

    mutating func filter() -> ItemFilter {
        var filter = ItemFilter()
        if chance(30) { filter.flags[.checked] = chance(50) }
        if chance(20) { filter.flags[.important] = chance(50) }
        if chance(20) { filter.flags[.shouldRemind] = chance(50) }
        if chance(20) { filter.dueBefore = moment() }
        if chance(20) { filter.dueAfter = moment() }
        if chance(10) {
            let first = day()
            filter.dueDays = DueDays(
                from: chance(80) ? first : nil, through: chance(80) ? first.advanced(by: 2) : nil,
                in: LocalTime(zone: zone()) ?? .utc)
        }
        if chance(10) { filter.uid = name() }
        if chance(10) { filter.resourceName = name() }
        if chance(30) {
            filter.text = ["a", "É", "li", "牛", "1", "crème", "e br"].randomElement(using: &generator) ?? ""
        }
        addDetails(to: &filter)
        return filter
    }

    mutating func imported() -> ImportedChecklist {
        var list = ImportedChecklist(ChecklistDraft(name: text(), icon: icon()), items: [])
        if chance(50) { list.createdAt = moment() }
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            var item = ImportedItem(itemDraft())
            if chance(30) { item.snoozedUntil = moment() }
            if chance(30) { item.checkedAt = moment() }
            if chance(30) { item.createdAt = moment() }
            if chance(30) { item.updatedAt = moment() }
            list.items.append(item)
        }
        return list
    }

    /// A webhook draft of a random format.
    mutating func webhookDraft(_ number: UInt8) -> WebhookDraft {
        var draft = WebhookDraft(url: "https://example.org/\(number)", secret: .sample(number))
        if chance(30) { draft.format = .ntfy }
        if chance(30) { draft.format = .template(Webhook.Template(body: text() + " {{item.text}}")) }
        if chance(30) { draft.language = .japanese }
        if chance(30) { draft.authorization = Webhook.Authorization("Bearer \(number)") }
        return draft
    }

    /// Sets one of two mail addresses.
    func emailRequest(_ number: UInt8) -> StoreRequest {
        StoreRequest("setEmail") { try await $0.asFirst.setEmail("ada\(number % 2)@example.org") }
    }

    mutating func outcome() -> AttemptOutcome {
        let verdicts: [AttemptOutcome.Verdict] = [
            .delivered, .failed, .retry(at: clock.now.advanced(byMilliseconds: 30)),
        ]
        let attempt = Delivery.Attempt(
            at: clock.now, durationMilliseconds: Int.random(in: 0...9, using: &generator),
            status: chance(50) ? 500 : nil, error: chance(50) ? "It failed." : nil)
        return AttemptOutcome(
            deliveryID: delivery(), attempt: attempt,
            verdict: verdicts.randomElement(using: &generator) ?? .failed,
            pauseUntil: chance(15) ? moment() : nil, disableReason: chance(5) ? "It is gone." : nil)
    }

    /// A listing, read to its last page. Cursors differ by store, so they are not compared.
    mutating func query() -> StoreRequest {
        let limit = Int.random(in: 1...7, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            var query = ChecklistQuery()
            query.sort = sorting()
            if chance(30) { query.text = ["a", "E", "li"].randomElement(using: &generator) ?? "" }
            let listed = query
            return StoreRequest("checklists") { store in
                try await walk(limit) { page in
                    var query = listed
                    query.page = page
                    return try await store.asFirst.checklists(query)
                }
            }
        case 1:
            let (id, status) = (webhook(), chance(50) ? Delivery.Status.pending : nil)
            return StoreRequest("deliveries of \(id)") { store in
                try await walk(limit) { try await store.asFirst.deliveries(of: id, status: status, $0) }
            }
        case 2: return StoreRequest("reminders") { store in try await walk(limit, store.asFirst.reminders) }
        case 3:
            let kind = ([nil] + Webhook.Kind.allCases).randomElement(using: &generator) ?? nil
            return StoreRequest("webhooks") { store in
                try await walk(limit) { try await store.webhooks($0, of: .first, kind) }
            }
        default:
            var query = ItemQuery(checklistID: chance(70) ? list() : nil)
            query.sort = sorting()
            query.filter = filter()
            let listed = query
            return StoreRequest("items") { store in
                try await walk(limit) { page in
                    var query = listed
                    query.page = page
                    return try await store.asFirst.items(query)
                }
            }
        }
    }

    private mutating func sorting<Property: CaseIterable>() -> [SortKey<Property>] {
        let keys = Property.allCases.shuffled(using: &generator)
        return keys.prefix(Int.random(in: 1...3, using: &generator)).map {
            SortKey($0, descending: chance(50))
        }
    }
}

/// The elements and totals of all pages of a listing.
private func walk<Element: Hashable>(
    _ limit: Int, _ page: (PageRequest) async throws -> Page<Element>
) async throws -> AnyHashable {
    var request = PageRequest(limit: limit)
    var pages: [AnyHashable] = []
    repeat {
        let page = try await page(request)
        pages.append([AnyHashable(page.elements), AnyHashable(page.total)] as [AnyHashable])
        request.cursor = page.next
    } while request.cursor != nil && pages.count < 1_000
    return pages
}
