import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("Google Tasks")
struct GoogleTasksReaderTests {
    static let file = """
        {"kind": "tasks#taskLists", "items": [
          {"kind": "tasks#tasks", "id": "L1", "title": "Home", "updated": "2026-11-30T08:00:00.000Z",
           "selfLink": "https://www.googleapis.com/tasks/v1/users/@me/lists/L1", "items": [
            {"kind": "tasks#task", "id": "c", "title": "Milk", "parent": "p", "status": "needsAction",
             "position": "00000000000000000001", "updated": "2026-11-30T08:00:00.000Z"},
            {"kind": "tasks#task", "id": "p", "title": "Shop", "notes": "At noon.\\nTake a bag.",
             "status": "needsAction", "due": "2026-12-03T00:00:00.000Z", "position": "00000000000000000002",
             "updated": "2026-11-30T08:00:00.000Z", "created": "2026-11-29T08:00:00Z", "starred": true,
             "links": [{"type": "email", "description": "The order", "link": "https://mail.google.com/1"}]},
            {"kind": "tasks#task", "id": "d", "title": "Pay", "status": "completed", "hidden": true,
             "completed": "2026-11-28T10:00:00.000Z", "position": "00000000000000000000"},
            {"kind": "tasks#task", "id": "x", "title": "Old", "status": "needsAction", "deleted": true},
            {"kind": "tasks#task", "id": "o", "title": "Orphan", "parent": "x", "status": "needsAction"}
          ]},
          {"kind": "tasks#tasks", "id": "L2", "title": "Empty"}
        ]}
        """

    /// Takeout of 2026 has `scheduled_time`, and the rules of recurring tasks at the list.
    static let takeout = """
        {"kind": "tasks#taskLists", "items": [{"kind": "tasks#tasks", "id": "L", "title": "Plants",
          "recurrences": [
            {"id": "r", "title": "Water", "schedule": {"first_instance_date": "2026-11-23",
              "interval": {"interval_multiplier": 2, "weekly": {"day_of_week": ["MONDAY", "FRIDAY"]}},
              "end_condition": {"date_boundary": "2027-06-01"}}},
            {"id": "s", "title": "Old", "stopped": true, "schedule": {"interval": {"daily": {}}}}],
          "items": [
            {"id": "1", "title": "Water", "status": "completed", "completed": "2026-11-23T10:00:00Z",
             "scheduled_time": [{"current": true, "start": "2026-11-23T17:00:00Z"}],
             "task_recurrence_id": "r"},
            {"id": "3", "title": "Water", "status": "needsAction",
             "scheduled_time": [{"start": "2026-12-11T17:00:00Z"}], "task_recurrence_id": "r"},
            {"id": "2", "title": "Water", "status": "needsAction", "task_recurrence_id": "r",
             "scheduled_time": [{"start": "2026-11-30T17:00:00Z"},
                                {"current": true, "start": "2026-12-07T17:00:00Z"}]},
            {"id": "4", "title": "Water", "notes": "The roses too.", "status": "needsAction",
             "scheduled_time": [{"start": "2026-12-21T17:00:00Z"}], "task_recurrence_id": "r"},
            {"id": "5", "title": "Old", "status": "needsAction",
             "scheduled_time": [{"start": "2026-12-21T00:00:00Z"}], "task_recurrence_id": "s"}]}]}
        """

    @Test("keep their order, subtasks, days, stars, links and completions")
    func lists() throws {
        let plan = try ForeignFormat.googleTasks.plan(of: Self.file)
        #expect(plan.checklists.map(\.draft.name) == ["Home", "Empty"])
        #expect(plan.outline() == ["Pay", "Shop", "Shop/Milk", "Orphan"])
        let shop = try #require(plan.item("Shop"))
        #expect(shop.draft.dueOn == .of2026(12, 3))
        #expect(shop.draft.important == true)
        #expect(shop.draft.notes == "At noon.\nTake a bag.\nLink: The order https://mail.google.com/1")
        #expect(shop.createdAt == .at("2026-11-29T08:00:00Z"))
        #expect(shop.updatedAt == .at("2026-11-30T08:00:00Z"))
        #expect(plan.item("Pay")?.checkedAt == .at("2026-11-28T10:00:00Z"))
        #expect(plan.notes(at: "/items/0/items/3") == [ImportNote("/items/0/items/3", "", .deleted, "Old")])
    }

    @Test("repeat at their first open occurrence")
    func recurrences() throws {
        let plan = try ForeignFormat.googleTasks.plan(of: Self.takeout)
        #expect(plan.outline() == ["Water", "Water", "Water", "Old"])
        let items = plan.checklists[0].items
        try #require(items.count == 4)
        #expect(items[0].draft.isChecked && items[0].draft.recurrence == nil)
        #expect(items[1].draft.dueDate == .at("2026-12-07T17:00:00Z"))
        #expect(items[1].draft.recurrence?.rule.text == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20270601")
        #expect(items[2].draft.notes == "The roses too." && items[2].draft.recurrence == nil)
        #expect(items[3].draft.dueOn == .of2026(12, 21) && items[3].draft.recurrence == nil)
        #expect(plan.notes(at: "/items/0/items/1").map(\.code) == [.converted])
    }

    @Test("can be one list, or an array of lists")
    func shapes() throws {
        let list = #"{"kind": "tasks#tasks", "items": [{"kind": "tasks#task", "title": "A"}]}"#
        #expect(try ForeignFormat.googleTasks.plan(of: list).outline() == ["A"])
        #expect(try ForeignFormat.googleTasks.plan(of: "[\(list)]").outline() == ["A"])
        let tasks = #"{"tasks": [{"title": "A", "status": "needsAction"}]}"#
        #expect(try ForeignFormat.googleTasks.plan(of: tasks).outline() == ["A"])
    }

    @Test(
        "without an item are an error", arguments: ["[]", "{}", "{\"items\": []}", "3", #"{"items": [{}]}"#])
    func empty(text: String) {
        #expect(throws: ImportError.self) { try ForeignFormat.googleTasks.plan(of: text) }
    }

    @Test("of wrong types give notes")
    func wrongTypes() throws {
        let plan = try ForeignFormat.googleTasks.plan(
            of: """
                {"items": [{"title": 5, "items": [
                  {"title": "A", "notes": 7, "due": "soon", "idea": "x"}, 3]}]}
                """)
        #expect(
            plan.notes.first == [
                ImportNote("/items/0", "title", .invalid, "5"),
                ImportNote("/items/0/items/1", "", .invalid, "3"),
                ImportNote("/items/0/items/0", "notes", .invalid, "7"),
                ImportNote("/items/0/items/0", "due", .invalid, "soon"),
            ])
    }

    @Test("with 100,000 levels of subtasks take linear time")
    func chain() throws {
        let tasks = (0..<100_000).reversed().map {
            #"{"id": "\#($0)", "parent": "\#($0 - 1)", "title": "T", "status": "needsAction"}"#
        }
        let plan = try ForeignFormat.googleTasks.plan(
            of: #"{"items": [{"title": "L", "items": [\#(tasks.joined(separator: ","))]}]}"#)
        #expect(plan.checklists[0].items.count == 100_000)
    }

    @Test("that are damaged give a plan or an error", arguments: [file, takeout])
    func damaged(text: String) {
        let files = DamagedFiles(.googleTasks, text)
        #expect(files.readCuts() == 0)
        #expect(files.readMutations(2_000, seed: 1) > 100)
    }
}
