import Checklists
import Dates
import ICalendar
import Randomness
import Testing

@testable import CalendarObjects
@testable import Exchange

@Suite("A calendar file of this service")
struct CalendarRoundTripTests {
    private let now = ImportSettings.fixed().now

    @Test("becomes the same lists again", arguments: seeds(20, of: 500))
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = ["Home; sweet", "Work, and more", "Ideas"]
        let checklists = names.enumerated().map { number, name in
            Checklist(
                id: Checklist.ID(rawValue: number + 1), name: name, icon: .folder, createdAt: now,
                updatedAt: now, revision: Revision(rawValue: 1))
        }
        let lists = checklists.map { list in (list, items(on: list, &random)) }
        let plan = try ForeignFormat.ics.plan(of: file(of: lists), .fixed())
        #expect(plan.notes.first.isEmpty)
        #expect(plan.checklists.map(\.draft.name) == names)
        for ((_, items), list) in zip(lists, plan.checklists) {
            #expect(items.count == list.items.count)
            for (index, (item, imported)) in zip(items, list.items).enumerated() {
                check(imported, against: item)
                let parent = imported.parent.map { items[$0].calendarUID }
                #expect(parent == item.details.parentUID, "item \(index)")
            }
        }
    }

    private func check(_ imported: ImportedItem, against item: Item) {
        let expected = TaskContent(item)
        let draft = imported.draft
        #expect(draft.text == expected.text && (draft.notes ?? "") == expected.notes)
        #expect(draft.isChecked == expected.checked && (draft.important ?? false) == expected.important)
        #expect(imported.checkedAt == expected.checkedAt)
        #expect((draft.dueOn.map(Due.day) ?? draft.dueDate.map(Due.moment)) == expected.due)
        let start =
            (draft.patch.details.startOn ?? nil).map(Due.day)
            ?? (draft.patch.details.startDate ?? nil).map(Due.moment)
        #expect(start == expected.start?.inFormOfDue)
        #expect((draft.patch.details.tags ?? []) == expected.tags)
        #expect(draft.location?.latitude == expected.coordinates?.latitude)
        #expect(draft.location?.street == expected.address)
        // The calendar has no reminders and no recurrence of a checked item.
        #expect(draft.recurrence?.rule == (item.checked ? nil : expected.recurrence), "\(item)")
        #expect((draft.alarms ?? []) == (item.checked ? [] : expected.alarms))
        #expect((draft.shouldRemind ?? false) == (!item.checked && expected.remindsWhenDue))
        #expect(draft.repeatEvery == (item.checked || !draft.reminds ? nil : item.timing.repeatEvery))
        #expect(draft.calendarObject == nil && imported.createdAt == item.createdAt)
    }

    /// The file, as an export writes it.
    private func file(of lists: [(Checklist, [Item])]) -> [UInt8] {
        var writer = ICalendarWriter()
        writer.component("VCALENDAR") { calendar in
            calendar.property("VERSION", "2.0")
            calendar.property("PRODID", "-//checklistd//checklistd//EN")
            calendar.text("NAME", "Checklists")
            calendar.text("X-WR-CALNAME", "Checklists")
            var zones: Set<String> = []
            for (list, items) in lists {
                for item in items {
                    if let zone = item.timing.zoneOfSeries, zones.insert(zone.name).inserted {
                        calendar.timeZone(zone)
                    }
                    calendar.task(item, on: list)
                }
            }
        }
        return writer.bytes
    }

    private func items(on list: Checklist, _ random: inout SeededGenerator) -> [Item] {
        var items: [Item] = []
        for number in 0..<Int.random(in: 1...12, using: &random) {
            let id = list.id.rawValue * 100 + number
            var item = item(id, on: list, &random)
            // A subtask follows its parent and does not repeat.
            if let last = items.last, item.timing.recurrence == nil, Bool.random(using: &random) {
                let parent = last.details.parentUID ?? last.calendarUID
                let above = items.first { $0.calendarUID == parent }
                if above?.timing.recurrence == nil { item.details.parentUID = parent }
            }
            items.append(item)
        }
        return items
    }

    private func item(_ id: Int, on list: Checklist, _ random: inout SeededGenerator) -> Item {
        func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
        func one<T>(of values: [T]) -> T { values[Int.random(in: values.indices, using: &random)] }
        let checked = Bool.random(using: &random)
        let distance = Int64.random(in: -40_000...4_000_000, using: &random) * 1_000
        var due = maybe(now.advanced(byMilliseconds: distance))
        var timing = Timing()
        if let moment = due {
            timing.timeZone = maybe(one(of: ["Europe/Paris", "America/New_York", "Australia/Lord_Howe"]))
            let zone = timing.localTime ?? .utc
            if Bool.random(using: &random) {
                if timing.timeZone == nil { timing.timeZone = "UTC" }
                timing.dueOn = zone.day(of: moment)
                due = zone.beginning(of: zone.day(of: moment))
            }
            let rule = one(of: ["FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=DAILY;UNTIL=20300101"])
            if timing.timeZone != nil, let rule = try? RecurrenceRule(rule) {
                timing.recurrence = maybe(Recurrence(rule, from: one(of: [.due, .completion])))
            }
            timing.alarms = one(of: [[], [.offset(-900)], [.offset(-86_400), .offset(3_600)]])
        }
        // A day has no zone in calendars. Its alarm at a moment counts in the zone of the person, here UTC.
        let isInUTC = timing.dueOn == nil || timing.timeZone == "UTC"
        if isInUTC { timing.alarms += one(of: [[], [.at(now.advanced(byMilliseconds: 9_000_000_000))]]) }
        if !timing.alarms.isEmpty { timing.repeatEvery = maybe(one(of: [300, 3_600])) }
        var item = Item(
            id: Item.ID(rawValue: id), checklistID: list.id,
            text: one(of: [
                "Milk", "a,b;c\\d: e", "日本語 \u{1F600}", String(repeating: "long ", count: 40) + ".",
            ]),
            notes: one(of: ["", "one\ntwo", "tab\there; and, more\\n"]), checked: checked,
            important: Bool.random(using: &random), dueDate: due,
            shouldRemind: due != nil && Bool.random(using: &random),
            timing: timing == Timing() ? nil : timing,
            location: maybe(Location(street: "Rue 1", latitude: 48.856_613, longitude: -2.352_222)),
            position: id, checkedAt: checked ? now.advanced(byMilliseconds: -77_000) : nil,
            createdAt: now.advanced(byMilliseconds: -99_000), updatedAt: now, revision: Revision(rawValue: 5))
        item.details.tags = one(of: [[], ["home"], ["a b", "Ideas", "c;d"]])
        if let due, timing.recurrence == nil {
            if let day = timing.dueOn {
                item.details.startOn = maybe(day.advanced(by: -3))
            } else {
                item.details.startDate = maybe(due.advanced(byMilliseconds: -3_600_000))
            }
        }
        return item
    }
}
