import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("A backup of TickTick")
struct TickTickTests {
    private static let columns = [
        "Folder Name", "List Name", "Title", "Kind", "Tags", "Content", "Is Check list", "Start Date",
        "Due Date", "Reminder", "Repeat", "Priority", "Status", "Created Time", "Completed Time", "Order",
        "Timezone", "Is All Day", "Is Floating", "Column Name", "Column Order", "View Mode", "taskId",
        "parentId",
    ]

    private static let preamble =
        "\u{FEFF}\"Date: 2026-11-20+0000\"\n\"Version: 7.1\"\n"
        + "\"Status: \n0 Normal\n1 Completed\n2 Archived\"\n"

    private static func row(_ values: [String: String]) -> String {
        let defaults = [
            "List Name": "Home", "Kind": "TEXT", "Is Check list": "N", "Priority": "0", "Status": "0",
            "Created Time": "2026-11-01T08:00:00+0000", "Order": "-1099511627776", "View Mode": "list",
            "Is Floating": "false",
        ]
        return columns.map { column in
            let value = values[column] ?? defaults[column] ?? ""
            return "\"" + value.replacing("\"", with: "\"\"") + "\""
        }.joined(separator: ",")
    }

    private static func file(_ rows: [String: String]...) -> String {
        let header = columns.map { "\"\($0)\"" }.joined(separator: ",")
        return preamble + ([header] + rows.map(row)).joined(separator: "\n") + "\n"
    }

    private static let example = file(
        [
            "Folder Name": "Family", "Title": "Buy \"good\" tea", "Tags": "shop, green tea",
            "Content": "Near the station\nNot on Monday", "Due Date": "2018-12-11T23:00:00+0000",
            "Start Date": "2018-12-11T23:00:00+0000", "Timezone": "Europe/Berlin", "Is All Day": "true",
            "Priority": "5", "Reminder": "P0DT9H0M0S", "taskId": "1", "Column Name": "Later",
            "Column Order": "2",
        ],
        [
            "Title": "Pack", "Kind": "CHECKLIST", "Is Check list": "Y",
            "Content": "For Oslo\n▫Socks\n▪ Hat\n▫",
            "Due Date": "2026-12-02T08:30:00+0000", "Timezone": "Asia/Tokyo", "Is All Day": "false",
            "Reminder": "PT0S,-PT1440M\n-PT15M", "Repeat": "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE",
            "taskId": "2",
            "Folder Name": "Family", "Column Name": "Now", "Column Order": "1",
        ],
        [
            "List Name": "Work", "Title": "Report", "Status": "2", "taskId": "3", "parentId": "4",
            "Completed Time": "2026-11-03T09:15:30+0000", "Priority": "3",
        ],
        ["List Name": "Work", "Title": "Quarter", "taskId": "4", "Kind": "NOTE", "Content": "Numbers"])

    private func plan(_ text: String) throws -> ImportPlan {
        try ForeignFormat.ticktick.plan(of: Array(text.utf8), .fixed())
    }

    private func draft(_ values: [String: String]) throws -> ItemDraft {
        try plan(Self.file(values)).checklists[0].items[0].draft
    }

    @Test("has lists, sections in the order of the columns, and subtasks")
    func structure() throws {
        let lists = try plan(Self.example).checklists
        #expect(lists.map(\.draft.name) == ["Home", "Work"])
        #expect(lists[0].sections == ["Now", "Later"])
        #expect(lists[0].items.map(\.draft.text) == ["Buy \"good\" tea", "Pack", "Socks", "Hat"])
        #expect(lists[0].items.map(\.section) == [1, 0, 0, 0])
        #expect(lists[0].items.map(\.parent) == [nil, nil, 1, 1])
        #expect(lists[0].items.map(\.draft.isChecked) == [false, false, false, true])
        #expect(lists[0].items[1].draft.notes == "For Oslo")
        #expect(lists[1].items.map(\.draft.text) == ["Quarter", "Report"])
        #expect(lists[1].items.map(\.parent) == [nil, 0])
    }

    @Test("has tasks in the order of its column, and lists in that of the file")
    func order() throws {
        let lists = try plan(
            Self.file(
                ["Title": "B", "Order": "5"], ["Title": "D", "List Name": "Work", "Order": "-9"],
                ["Title": "A", "Order": "-1099511627776"], ["Title": "C", "Order": ""])
        ).checklists
        #expect(lists.map { $0.items.map(\.draft.text) } == [["A", "B", "C"], ["D"]])
    }

    @Test("has the day of an all-day task in its time zone")
    func days() throws {
        let draft = try plan(Self.example).checklists[0].items[0].draft
        #expect(draft.dueOn == CivilDate(year: 2018, month: 12, day: 12))
        #expect(draft.timeZone == "Europe/Berlin")
        #expect(draft.patch.details.startOn == nil)
        #expect(draft.alarms == [.offset(9 * 3_600)])
        #expect(draft.important == true)
        #expect(draft.patch.details.tags == ["shop", "green tea"])
        #expect(draft.notes == "Near the station\nNot on Monday")
    }

    @Test("has moments, reminders and repetitions")
    func moments() throws {
        let item = try plan(Self.example).checklists[0].items[1]
        #expect(item.draft.dueDate == Timestamp(milliseconds: 1_796_200_200_000))
        #expect(item.draft.timeZone == "Asia/Tokyo")
        #expect(item.draft.shouldRemind == true)
        #expect(item.draft.alarms == [.offset(-86_400), .offset(-900)])
        #expect(item.draft.recurrence?.rule.text == "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE")
        #expect(item.createdAt == Timestamp(milliseconds: 1_793_520_000_000))
    }

    @Test("has the time of completion")
    func completion() throws {
        let item = try plan(Self.example).checklists[1].items[1]
        #expect(item.draft.isChecked)
        #expect(item.checkedAt == Timestamp(milliseconds: 1_793_697_330_000))
        #expect(item.draft.notes == "Priority: 3")
        #expect(try draft(["Title": "A", "Status": "1"]).isChecked)
        #expect(try draft(["Title": "A", "Status": "-1"]).notes == "Status: Abandoned")
    }

    @Test("reports what it leaves out or changes")
    func notes() throws {
        let notes = try plan(Self.example).notes.first
        #expect(notes.filter { $0.field == "Folder Name" }.count == 1)
        #expect(notes.contains(ImportNote("row 5", "Folder Name", .notSupported, "Family")))
        #expect(notes.contains(ImportNote("row 8", "Kind", .converted, "NOTE")))
        let other = try plan(Self.file(["Title": "A", "parentId": "9", "Timezone": "Mars/Base"])).notes.first
        #expect(other == [ImportNote("row 5", "parentId", .invalid, "9")])
        let lists = try plan(
            Self.file(
                ["Title": "A", "taskId": "1"], ["List Name": "Work", "Title": "B", "taskId": "2"],
                ["List Name": "Work", "Title": "C", "parentId": "1"]))
        #expect(lists.notes.first == [ImportNote("row 7", "parentId", .invalid, "1")])
        #expect(lists.checklists[1].items.map(\.parent) == [nil, nil])
    }

    @Test("has the start as the due time of a task without one, and no start that is the due time")
    func starts() throws {
        let moment = "2026-12-02T08:30:00+0000"
        for values in [["Start Date": moment], ["Start Date": moment, "Due Date": moment]] {
            let draft = try draft(values.merging(["Title": "A"]) { $1 })
            #expect(draft.dueDate == Timestamp(milliseconds: 1_796_200_200_000))
            #expect(draft.patch.details.startDate == nil)
        }
    }

    @Test("counts reminders from the start of a task with a duration")
    func durations() throws {
        let timed = try draft([
            "Title": "A", "Start Date": "2026-12-02T08:30:00+0000", "Due Date": "2026-12-02T09:30:00+0000",
            "Reminder": "TRIGGER:-PT30M",
        ])
        #expect(timed.patch.details.startDate == Timestamp(milliseconds: 1_796_200_200_000))
        #expect(timed.alarms == [.offset(-5_400)])
        // The end of an all-day task is the midnight after its last day.
        let days = try draft([
            "Title": "A", "Start Date": "2026-12-02T00:00:00+0000", "Due Date": "2026-12-05T00:00:00+0000",
            "Is All Day": "true", "Timezone": "UTC",
        ])
        #expect(days.patch.details.startOn == CivilDate(year: 2026, month: 12, day: 2))
        #expect(days.dueOn == CivilDate(year: 2026, month: 12, day: 4))
    }

    @Test("keeps reminders and repetitions in the notes that are not supported")
    func unsupported() throws {
        let draft = try draft([
            "Title": "A", "Due Date": "2026-12-02T08:30:00+0000", "Reminder": "at dawn",
            "Repeat": "ERULE:NAME=FORGETTINGCURVE;CYCLE=0",
        ])
        #expect(draft.notes == "Reminder: at dawn\nRepeat: ERULE:NAME=FORGETTINGCURVE;CYCLE=0")
        #expect(draft.recurrence == nil)
    }

    @Test("of an older version has no preamble and fewer columns")
    func older() throws {
        let plan = try plan("List Name,Title,Content,Mood\nHome,A,B,good\n")
        #expect(plan.checklists[0].items[0].draft.notes == "B")
        #expect(plan.notes.first.isEmpty)
    }

    @Test("has the columns List Name and Title in its first 20 rows")
    func otherFile() {
        #expect(throws: ImportError.self) { try plan("a,b\n1,2") }
        #expect(throws: ImportError.self) {
            try plan(String(repeating: "a\n", count: 20) + "List Name,Title\n,A")
        }
    }

    @Test("with a checklist that is longer than an import is an error")
    func large() {
        let content = String(repeating: "▫a\n", count: 300_000)
        #expect(throws: ImportError.tooMany(250_000, "items, on all lists together")) {
            try plan(Self.file(["Title": "A", "Is Check list": "Y", "Content": content]))
        }
    }

    @Test("that is damaged is a plan or an error")
    func damage() {
        let files = DamagedFiles(.ticktick, Self.example)
        #expect(files.readCuts() > 100)
        #expect(files.readMutations(2_000, seed: 1) > 500)
    }
}
