import CalendarObjects
import Checklists
import Dates
import Randomness
import Testing

private let now = Timestamp(milliseconds: 1_795_000_000_000)

@Suite struct `Random items` {
    @Test func `say in calendars what they are`() throws {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<2_000 {
            let item = Self.item(&random)
            let text = TaskObject.text(of: item, at: now)
            let object = try TaskObject(Array(text.utf8))
            #expect(object.says(item, at: now), "\(text)")
        }
    }

    @Test func `change nothing when they are sent back`() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<2_000 {
            let item = Self.item(&random)
            let object = try TaskObject(Array(TaskObject.text(of: item, at: now).utf8))
            let (content, zone) = object.content(
                in: item.timing.localTime ?? .utc, at: now, for: item)
            #expect(content.patch(of: item, clockZone: zone) == ItemPatch(), "\(item)")
        }
    }

    @Test func `say what they are in place of what was sent for others`() throws {
        var random = SeededGenerator(seed: 22)
        for _ in 0..<2_000 {
            var item = Self.item(&random)
            let other = TaskObject.text(of: Self.item(&random), at: now)
                .replacing("BEGIN:VTODO\r\n", with: "BEGIN:VTODO\r\nX-OTHER:1\r\n")
            item.calendarObject = CalendarObject(text: other)
            let text = TaskObject.text(of: item, at: now)
            #expect(text.contains("X-OTHER:1"))
            let object = try TaskObject(Array(text.utf8))
            #expect(object.says(item, at: now), "\(other)\n\(text)")
        }
    }

    private static func item(_ random: inout SeededGenerator) -> Item {
        func maybe<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
        let checked = Bool.random(using: &random)
        let due = Timestamp(
            milliseconds: now.milliseconds + Int64.random(in: -400_000_000...400_000_000, using: &random)
                * 100)
        let isDue = Bool.random(using: &random)
        var timing = Timing()
        let zone = ["UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe"].randomElement(
            using: &random)
        var dueDate = isDue ? due : nil
        if isDue, Bool.random(using: &random) {
            timing.timeZone = zone
            let local = timing.localTime ?? .utc
            if Bool.random(using: &random) {
                let day = local.day(of: due)
                timing.dueOn = day
                dueDate = local.beginning(of: day)
            }
            let rule = [
                "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY;COUNT=5", "FREQ=DAILY;UNTIL=20300101",
            ]
            .randomElement(using: &random).flatMap { try? RecurrenceRule($0) }
            if let rule, Bool.random(using: &random) {
                timing.recurrence = Recurrence(rule, from: Bool.random(using: &random) ? .due : .completion)
            }
        }
        if isDue, Bool.random(using: &random) { timing.alarms = [.offset(-900), .offset(3_600)] }
        // One when it is due would be told as a reminder then.
        let later = due.advanced(byMilliseconds: 86_400_000)
        if Bool.random(using: &random) { timing.alarms.append(.at(later)) }
        return Item(
            id: Item.ID(rawValue: 7), uid: maybe("some-uid"), checklistID: Checklist.ID(rawValue: 1),
            text: ["Milk", "a,b;c\\d", "日本語 \u{1F600}", String(repeating: "long ", count: 40) + "end"]
                .randomElement(using: &random) ?? "",
            notes: ["", "one\ntwo", "tab\there; and, more\\"].randomElement(using: &random) ?? "",
            checked: checked, important: Bool.random(using: &random), dueDate: dueDate,
            shouldRemind: isDue && Bool.random(using: &random),
            snoozedUntil: checked ? nil : maybe(now.advanced(byMilliseconds: 3_600_000)),
            timing: timing == Timing() ? nil : timing,
            location: maybe(
                Location(street: "Rue 1", city: "Paris", latitude: 48.856_613, longitude: -2.352_222)),
            position: Int.random(in: -1_000_000...1_000_000, using: &random),
            checkedAt: checked ? now.advanced(byMilliseconds: -77) : nil, createdAt: now, updatedAt: now,
            revision: Revision(rawValue: 5))
    }
}
