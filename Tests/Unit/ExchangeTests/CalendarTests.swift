import CalendarObjects
import Checklists
import Dates
import MemoryStore
import Randomness
import Testing

@testable import Exchange

@Suite("A calendar file")
struct CalendarTests {
    private func plan(
        _ text: String, _ change: (inout ImportSettings) -> Void = { _ in }
    ) throws(ImportError) -> ImportPlan {
        var settings = ImportSettings.fixed()
        change(&settings)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return try ForeignFormat.ics.plan(of: Array(lines.joined(separator: "\r\n").utf8), settings)
    }

    /// A calendar of these lines.
    private func calendar(_ lines: String) throws(ImportError) -> ImportPlan {
        try plan("BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n")
    }

    private func day(_ day: Int) -> CivilDate? { CivilDate(year: 2026, month: 12, day: day) }

    /// A moment as `2026-12-04T17:00:00Z`.
    private func moment(_ text: String) throws -> Timestamp {
        let day = try #require(CivilDate(String(text.prefix(10))))
        let numbers = text.dropFirst(11).dropLast().split(separator: ":").compactMap { Int($0) }
        let time = numbers.reduce(0) { $0 * 60 + $1 } * 1_000
        return LocalTime.utc.moment(of: DayAndTime(day: day, time: time))
    }

    @Test("of Apple Reminders has its list, its order, and its reminders")
    func apple() throws {
        let plan = try plan(CalendarFiles.apple)
        let list = try #require(plan.checklists.first)
        #expect(plan.checklists.count == 1 && list.draft.name == "Maison")
        // The position of the parent is higher, but it comes first.
        #expect(list.items.map(\.draft.text) == ["Sortir les poubelles, vertes", "Pain"])
        let (bins, bread) = (list.items[0], list.items[1])
        #expect(try bins.draft.dueDate == moment("2026-12-04T17:00:00Z"))
        #expect(bins.draft.timeZone == "Europe/Paris")
        #expect(bins.draft.recurrence?.rule.text == "FREQ=WEEKLY;INTERVAL=2")
        #expect(bins.draft.important == true && bins.draft.shouldRemind == true)
        #expect(bins.draft.patch.details.startDate == nil)
        #expect(try bins.createdAt == moment("2026-11-20T08:15:00Z"))
        #expect(try bread.checkedAt == moment("2026-11-20T09:00:00Z") && bread.draft.isChecked)
        #expect(bread.parent == 0)
        #expect(plan.notes.first == [ImportNote("VTODO 1", "VALARM", .notSupported, "reminder at a place")])
    }

    @Test("of Nextcloud has days, tags, places and the parent without a type")
    func nextcloud() throws {
        let plan = try plan(CalendarFiles.nextcloud)
        let list = try #require(plan.checklists.first)
        #expect(list.draft.name == "Einkauf & mehr")
        let feast = list.items[0].draft
        #expect(feast.text == "Fest" && feast.notes == "Gäste:\n- Ada\n- Alan")
        #expect(feast.important != true && !feast.isChecked)
        #expect(feast.dueOn == day(12) && feast.patch.details.startOn == day(10))
        #expect(feast.patch.details.tags == ["Privat"])
        #expect(feast.location?.street == "Hauptstraße 1, Köln")
        #expect(feast.location?.latitude == 50.941278)
        #expect(list.items[1].parent == 0 && list.items[1].draft.isChecked)
        #expect(
            plan.notes.first == [
                ImportNote("VTODO 1", "CATEGORIES", .limitReached, "Familie, Freunde"),
                ImportNote("VTODO 1", "URL", .notSupported, "https://example.org/fest"),
                ImportNote("VTODO 1", "PERCENT-COMPLETE", .notSupported, "40"),
                ImportNote("VTODO 1", "STATUS", .notSupported, "IN-PROCESS"),
                ImportNote("VTODO 1", "PRIORITY", .notSupported, "9"),
                ImportNote("VTODO 2", "STATUS", .converted, "CANCELLED"),
            ])
    }

    @Test("of Tasks.org can be several calendars, which name children")
    func tasksOrg() throws {
        let plan = try plan(CalendarFiles.tasksOrg) { $0.name = "Garden" }
        let list = try #require(plan.checklists.first)
        #expect(plan.checklists.count == 1 && list.draft.name == "Garden")
        let plants = list.items[0].draft
        #expect(plants.notes == "First line\nSecond; with \\ and , more")
        #expect(plants.dueOn == day(25) || plants.dueOn == day(24))
        #expect(plants.recurrence?.rule.text.hasPrefix("FREQ=MONTHLY;BYDAY=") == true)
        // The alarm repeats on nine more days; an item has five alarms.
        #expect(plants.shouldRemind == true)
        #expect(plants.alarms == (1...5).map { .offset(24 * 3_600 * $0 + 2 * 3_600) })
        #expect(plants.patch.details.tags == ["Garden"])
        #expect(list.items.map(\.parent) == [nil, 0])
        #expect(plan.notes.first == [ImportNote("VTODO 1", "VALARM", .limitReached, "reminders")])
    }

    @Test("of Thunderbird has overrides, exceptions and zones with names of its own")
    func thunderbird() throws {
        let plan = try plan(CalendarFiles.thunderbird)
        let list = try #require(plan.checklists.first)
        #expect(list.items.count == 1 && list.draft.name == "Imported")
        let call = list.items[0].draft
        // The first occurrence is done, and the second is excluded.
        #expect(try call.dueDate == moment("2026-12-03T09:00:00Z"))
        #expect(call.timeZone == "Europe/Berlin")
        #expect(call.recurrence?.rule.text == "FREQ=DAILY;COUNT=3")
        #expect(call.alarms == [.fromStart(-1_800)])
        #expect(call.series?.lead == 3_600_000)
        #expect(
            plan.notes.first == [
                ImportNote("VEVENT", "", .unknown, "2 components"),
                ImportNote("VJOURNAL", "", .unknown, "1 component"),
                ImportNote("VTODO 2", "ATTACH", .notSupported, "https://example.org/a.txt"),
            ])
    }

    @Test("gives each item its object, with the zones and properties of its task alone")
    func objects() throws {
        for file in CalendarFiles.all {
            for item in try plan(file).checklists.flatMap(\.items) {
                let text = try #require(item.draft.calendarObject?.text)
                let object = try TaskObject(Array(text.utf8))
                let content = object.content(in: .utc, at: ImportSettings.fixed().now).content
                #expect(content.text == item.draft.text)
                #expect(text.contains("TZID=") == text.contains("BEGIN:VTIMEZONE"))
                #expect(!text.contains("METHOD") && !text.contains("X-WR-CALNAME"))
            }
        }
        let object = try plan(CalendarFiles.thunderbird).checklists[0].items[0].draft.calendarObject?.text
        #expect(object?.contains("X-MOZ-GENERATION:3") == true)
        #expect(object?.contains("RECURRENCE-ID") == true)
        #expect(object?.contains("VEVENT") == false)
    }

    @Test("returns unknown properties to calendar apps after the import")
    func echo() async throws {
        let settings = ImportSettings.fixed()
        let store = VolatileStore(now: { settings.now })
        for file in CalendarFiles.all {
            let plan = try plan(file)
            _ = try await store.asFirst.importChecklists(plan.checklists, idempotencyKey: nil)
        }
        var texts: [String] = []
        for item in try await store.asFirst.items(ItemQuery()).elements {
            let text = TaskObject.text(of: item, at: settings.now)
            let object = try TaskObject(Array(text.utf8))
            #expect(object.says(item, at: settings.now), "\(text)")
            texts.append(text)
        }
        for property in ["X-MOZ-GENERATION:3", "X-OC-HIDESUBTASKS:0", "X-WR-ALARMUID:8A5F", "PRIORITY:9"] {
            #expect(texts.contains { $0.contains(property) }, "\(property)")
        }
    }

    @Test("accepts tasks without a UID, and tasks that share one")
    func uids() throws {
        let plan = try calendar(
            """
            BEGIN:VTODO
            SUMMARY:One
            END:VTODO
            BEGIN:VTODO
            UID:a
            SUMMARY:Two
            END:VTODO
            BEGIN:VTODO
            UID:a
            SUMMARY:Three
            RELATED-TO:a
            END:VTODO
            BEGIN:VTODO
            RECURRENCE-ID:20261201T090000Z
            UID:b
            SUMMARY:Four
            END:VTODO
            """)
        let items = plan.checklists[0].items
        #expect(Set(items.map(\.draft.text)) == ["One", "Two", "Three", "Four"])
        #expect(items.filter { $0.draft.calendarObject != nil }.map(\.draft.text) == ["Two", "Four"])
        #expect(items.first { $0.draft.text == "Three" }?.parent != nil)
    }

    @Test("orders items by X-APPLE-SORT-ORDER, and the others after them")
    func order() throws {
        let todos = [("A", ""), ("B", "X-APPLE-SORT-ORDER:2\n"), ("C", "X-APPLE-SORT-ORDER:-1\n"), ("D", "")]
            .map { "BEGIN:VTODO\nSUMMARY:\($0)\n\($1)END:VTODO" }.joined(separator: "\n")
        #expect(try calendar(todos).checklists[0].items.map(\.draft.text) == ["C", "B", "A", "D"])
    }

    @Test("reads times in an unknown zone in the zone of the person, and reports the zone once")
    func unknownZone() throws {
        let todo = "BEGIN:VTODO\nUID:a%\nSUMMARY:A\nDUE;TZID=Moon/Base:20261204T180000\nEND:VTODO\n"
        let plan = try calendar(todo.replacing("%", with: "1") + todo.replacing("%", with: "2"))
        #expect(try plan.checklists[0].items[0].draft.dueDate == moment("2026-12-04T18:00:00Z"))
        #expect(plan.notes.first == [ImportNote("VTODO 1", "TZID", .invalid, "Moon/Base")])
    }

    @Test("keeps a snooze")
    func snooze() throws {
        let todo = "BEGIN:VTODO\nSUMMARY:A\nDUE:20261130T180000Z\nX-MOZ-SNOOZE-TIME:20261204T180000Z\n"
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\nEND:VALARM\nEND:VTODO"
        let item = try calendar(todo + alarm).checklists[0].items[0]
        #expect(try item.snoozedUntil == moment("2026-12-04T18:00:00Z") && item.draft.shouldRemind == true)
    }

    @Test("reports what people no longer see")
    func losses() throws {
        let alarms = (1...7).map { "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT\($0)H\nEND:VALARM\n" }
        let plan = try calendar(
            """
            BEGIN:VTODO
            UID:a
            SUMMARY:A
            DUE:20261204T180000Z
            RRULE:FREQ=DAILY;BYSETPOS=2
            \(alarms.joined())END:VTODO
            BEGIN:VTODO
            UID:b
            DUE:soon
            SUMMARY:\(String(repeating: "x", count: Limits.textCharactersMax + 1))
            END:VTODO
            """)
        let items = plan.checklists[0].items
        #expect(items[0].draft.alarms?.count == Limits.alarmsMax && items[0].draft.recurrence == nil)
        #expect(
            plan.notes.first.map { "\($0.place) \($0.field) \($0.code)" } == [
                "VTODO 1 RRULE notSupported", "VTODO 1 VALARM limitReached", "VTODO 2 DUE invalid",
                "VTODO 2 SUMMARY shortened",
            ])
        #expect(items[1].draft.calendarObject?.text.contains("DUE:soon") == true)
    }

    @Test("leaves out the object of a task that is too large, and reports it")
    func largeObject() throws {
        let line = "X-DATA:\(String(repeating: "x", count: 600_000))\n"
        let plan = try calendar("BEGIN:VTODO\nUID:a\nSUMMARY:A\n\(line)\(line)END:VTODO")
        #expect(plan.checklists[0].items[0].draft.calendarObject == nil)
        #expect(plan.notes.first.map(\.code) == [.limitReached])
    }

    @Test("that breaks the format is an error with the line")
    func malformed() {
        func reason(_ text: String) -> String {
            do throws(ImportError) { _ = try plan(text) } catch { return "\(error)" }
            return ""
        }
        #expect(reason("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY\nEND:VTODO").contains("in line 3"))
        #expect(reason("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO").contains("END:VCALENDAR is missing"))
        #expect(reason("BEGIN:VTODO\nEND:VTODO").contains("no VCALENDAR"))
        #expect(reason("").contains("is empty"))
        #expect(reason("BEGIN:VCALENDAR\nEND:VCALENDAR").contains("unusable"))
    }

    @Test("that is cut anywhere is a plan or an error")
    func cut() {
        for file in CalendarFiles.all.map({ Array($0.utf8) }) {
            for count in file.indices {
                // The file of Tasks.org has a whole calendar before its second one.
                let plan = try? ForeignFormat.ics.plan(of: Array(file[..<count]), .fixed())
                #expect(plan.map { !$0.checklists.isEmpty } ?? true)
            }
        }
    }

    @Test("with changed bytes is a plan or an error", arguments: seeds(1, of: 20))
    func mutated(seed: UInt64) async throws {
        let store = VolatileStore(now: { ImportSettings.fixed().now })
        var generator = SeededGenerator(seed: seed)
        let files = CalendarFiles.all.map { Array($0.utf8) }
        let lines = CalendarFiles.all.flatMap { $0.split(separator: "\n") }.map { Array($0.utf8) }
        for _ in 0..<2_000 {
            var file = files.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: file.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: file[index] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: file[index] = Array("0129:;=,\n -".utf8).randomElement(using: &generator) ?? 0
                case 2: file.removeSubrange(index..<min(index + 9, file.count))
                default:
                    let start = file[..<index].lastIndex(of: UInt8(ascii: "\n")) ?? 0
                    let line = lines.randomElement(using: &generator) ?? []
                    file.insert(contentsOf: [UInt8(ascii: "\n")] + line, at: start)
                }
            }
            guard let plan = try? ForeignFormat.ics.plan(of: file, .fixed()) else { continue }
            for item in plan.checklists.flatMap(\.items) { #expect(item.draft.violations().isEmpty) }
            _ = try await store.asFirst.importChecklists(plan.checklists, idempotencyKey: nil)
        }
    }

    @Test("of many tasks, each with a zone, takes linear time and memory")
    func many() throws {
        let zone = CalendarFiles.thunderbird.split(separator: "BEGIN:VEVENT")[0]
            .split(separator: "VERSION:2.0\n")[1]
        let todos = (0..<20_000).map { number in
            "BEGIN:VTODO\nUID:\(number)\nSUMMARY:\(number)\nDUE;TZID=Berlin at home:20261204T180000\n"
                + "RELATED-TO:\(number / 10 * 10)\nEND:VTODO\n"
        }
        let items = try calendar(zone + todos.joined()).checklists[0].items
        #expect(items.count == 20_000)
        #expect(items[10].parent == nil && items[19].parent == 10)
        let bytes = items.reduce(0) { $0 + ($1.draft.calendarObject?.text.utf8.count ?? 0) }
        #expect(bytes < 20_000 * 120 * 8)
    }
}
