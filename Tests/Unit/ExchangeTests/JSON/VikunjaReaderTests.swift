import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("Vikunja")
struct VikunjaReaderTests {
    /// `data.json` of version 0.24.
    static let file = """
        [{"id": 1, "title": "Home", "description": "<p>All about the house</p>", "identifier": "",
          "hex_color": "", "parent_project_id": 0, "owner": {"id": 1, "name": "", "username": "ada"},
          "is_archived": false, "background_information": null, "background_blur_hash": "",
          "is_favorite": false, "position": 65536, "views": [{"id": 4, "title": "Kanban", "project_id": 1,
          "view_kind": "kanban", "bucket_configuration_mode": "manual"}], "created": "2026-01-01T00:00:00Z",
          "updated": "2026-01-01T00:00:00Z", "child_projects": null,
          "tasks": [
           {"id": 10, "title": "Clean", "description":
             "<ul data-type=\\"taskList\\"><li data-checked=\\"true\\"><div><p>Floor</p></div></li></ul>",
            "done": false, "done_at": "0001-01-01T00:00:00Z", "due_date": "2026-12-03T12:00:00Z",
            "reminders": [{"reminder": "2026-12-03T11:00:00Z", "relative_period": -3600,
                           "relative_to": "due_date"},
                          {"reminder": "2026-12-02T07:00:00Z", "relative_period": 0, "relative_to": ""}],
            "project_id": 1, "repeat_after": 1209600, "repeat_mode": 2, "priority": 5,
            "start_date": "2026-12-01T00:00:00Z", "end_date": "2026-12-04T09:30:00Z",
            "assignees": [{"id": 1, "name": "Ada", "username": "ada"},
                          {"id": 2, "name": "", "username": "bob"}],
            "labels": [{"id": 1, "title": "house", "hex_color": "e8e8e8"}], "hex_color": "",
            "percent_done": 0.5, "identifier": "#1", "index": 1,
            "related_tasks": {"subtask": [{"id": 11, "title": "Buy soap"}],
                              "blocked": [{"id": 20, "title": "Holiday"}]},
            "attachments": [{"id": 1, "task_id": 10, "file": {"id": 3, "name": "plan.pdf", "size": 9}}],
            "cover_image_attachment_id": 0, "is_favorite": false, "created": "2026-11-01T08:00:00Z",
            "updated": "2026-11-02T08:00:00Z", "bucket_id": 0, "position": 200, "reactions": null,
            "created_by": {"id": 1, "username": "ada"},
            "comments": [{"id": 1, "comment": "<p>By <strong>Friday</strong></p>",
                          "author": {"id": 2, "name": "Bob", "username": "bob"},
                          "created": "2026-11-03T08:00:00Z"}]},
           {"id": 11, "title": "Buy soap", "description": "", "done": true,
            "done_at": "2026-11-20T10:00:00Z", "due_date": "0001-01-01T00:00:00Z", "reminders": null,
            "repeat_after": 0, "repeat_mode": 0, "priority": 2, "related_tasks": {"parenttask":
            [{"id": 10, "title": "Clean"}]}, "attachments": null, "bucket_id": 0, "position": 100,
            "comments": null},
           {"id": 12, "title": "Air", "done": false, "due_date": "2026-12-03T00:00:00Z",
            "repeat_after": 5400, "repeat_mode": 0, "bucket_id": 0, "position": 50, "is_favorite": true}],
          "buckets": [{"id": 7, "title": "Doing", "project_view_id": 4, "tasks": null, "limit": 0, "count": 0,
                       "position": 200},
                      {"id": 6, "title": "To-Do", "project_view_id": 4, "position": 100},
                      {"id": 8, "title": "Done", "project_view_id": 4, "position": 300}],
          "task_buckets": [{"bucket_id": 7, "task_id": 10, "project_view_id": 4},
                           {"bucket_id": 6, "task_id": 12, "project_view_id": 4}],
          "positions": [], "background_file_id": 0},
         {"id": 2, "title": "Away", "description": "", "parent_project_id": 1, "is_archived": true,
          "tasks": [{"id": 20, "title": "Holiday", "done": false, "due_date": "2026-12-03T08:00:00Z",
                     "reminder_dates": ["2026-12-02T07:00:00Z", "soon"], "repeat_mode": 1,
                     "related_tasks": {"parenttask": [{"id": 10, "title": "Clean"}]}}], "buckets": null}]
        """

    @Test("keeps projects, buckets, subtasks, times and texts")
    func projects() throws {
        let plan = try ForeignFormat.vikunja.plan(of: Self.file)
        #expect(plan.checklists.map(\.draft.name) == ["Home", "Away"])
        #expect(plan.checklists[0].sections == ["To-Do", "Doing"])
        #expect(plan.outline() == ["Air", "Clean", "Clean/Buy soap"])
        #expect(plan.section(of: "Air") == "To-Do")
        #expect(plan.section(of: "Clean") == "Doing")
        let clean = try #require(plan.item("Clean"))
        #expect(clean.draft.dueDate == .at("2026-12-03T12:00:00Z"))
        #expect(clean.draft.patch.details.startOn == .of2026(12, 1))
        #expect(
            clean.draft.alarms == [.offset(-3_600), .at(try #require(.at("2026-12-02T07:00:00Z")))])
        #expect(clean.draft.recurrence?.rule.text == "FREQ=WEEKLY;INTERVAL=2")
        #expect(clean.draft.recurrence?.from == .completion)
        #expect(clean.draft.important == true)
        #expect(clean.draft.patch.details.tags == ["house"])
        #expect(clean.createdAt == .at("2026-11-01T08:00:00Z"))
        #expect(
            clean.draft.notes == """
                - [x] Floor
                End: 2026-12-04 09:30
                Progress: 50 %
                Assigned to: Ada, bob
                Blocked by: Holiday
                Comment (Bob, 2026-11-03): By Friday
                """)
        #expect(plan.item("Buy soap")?.checkedAt == .at("2026-11-20T10:00:00Z"))
        #expect(plan.draft("Buy soap")?.notes == "Priority: Medium")
        #expect(plan.draft("Air")?.dueOn == .of2026(12, 3))
        #expect(plan.draft("Air")?.notes == "Repeat: every 90 minutes")
    }

    @Test("reports what lists do not have")
    func notes() throws {
        let plan = try ForeignFormat.vikunja.plan(of: Self.file)
        #expect(plan.notes.first.filter { $0.place == "/0" }.map(\.value) == ["All about the house"])
        #expect(
            plan.notes.first.filter { $0.place == "/1" } == [
                ImportNote("/1", "parent_project_id", .notSupported, "Home"),
                ImportNote("/1", "is_archived", .notSupported),
            ])
        #expect(plan.notes(at: "/0/tasks/0").first?.value == "plan.pdf")
    }

    @Test("keeps a parent in another project, and old reminders")
    func otherProject() throws {
        let plan = try ForeignFormat.vikunja.plan(of: Self.file)
        let holiday = try #require(plan.draft("Holiday"))
        #expect(holiday.notes == "Parent: Clean")
        #expect(holiday.recurrence?.rule.text == "FREQ=MONTHLY")
        #expect(holiday.alarms == [.at(try #require(.at("2026-12-02T07:00:00Z")))])
        #expect(
            plan.notes.first.contains(ImportNote("/1/tasks/0", "reminder_dates", .invalid, "soon")))
    }

    @Test("can be an archive")
    func archive() throws {
        var zip = StoredZip(["VERSION": "v0.24.6", "data.json": Self.file])
        zip.files.append(StoredZip.File("filters.json", Array(#"[{"id": 1, "title": "Urgent"}]"#.utf8)))
        zip.files.append(StoredZip.File("files/3", [1, 2, 3]))
        let plan = try ForeignFormat.vikunja.plan(of: zip.bytes, .fixed())
        #expect(plan.checklists == (try ForeignFormat.vikunja.plan(of: Self.file)).checklists)
        #expect(plan.notes.first.contains(ImportNote("filters.json, /0", "", .notSupported, "Urgent")))
        #expect(throws: ImportError.self) {
            try ForeignFormat.vikunja.plan(of: StoredZip(["VERSION": "v0.24.6"]).bytes, .fixed())
        }
    }

    @Test("of versions before 0.20 has lists in namespaces")
    func namespaces() throws {
        let plan = try ForeignFormat.vikunja.plan(
            of: """
                [{"id": 1, "title": "Space", "lists": [
                  {"id": 1, "title": "A", "tasks": [{"id": 1, "title": "One", "bucket_id": 5}],
                   "buckets": [{"id": 5, "title": "Now"}]},
                  {"id": 2, "title": "B", "tasks": []}]}]
                """)
        #expect(plan.checklists.map(\.draft.name) == ["A", "B"])
        #expect(plan.section(of: "One") == "Now")
    }

    @Test("with 100,000 levels of subtasks takes linear time")
    func chain() throws {
        let tasks = (0..<100_000).map {
            #"{"id": \#($0), "title": "T", "related_tasks": "#
                + #"{"parenttask": [{"id": \#($0 + 1), "title": "T"}]}}"#
        }
        let plan = try ForeignFormat.vikunja.plan(
            of: #"[{"id": 1, "title": "L", "tasks": [\#(tasks.joined(separator: ","))]}]"#)
        #expect(plan.checklists[0].items.count == 100_000)
    }

    @Test("that is damaged gives a plan or an error")
    func damaged() {
        let files = DamagedFiles(.vikunja, Self.file)
        #expect(files.readCuts() == 0)
        #expect(files.readMutations(2_000, seed: 3) > 100)
        var archive = DamagedFiles(.vikunja, "")
        archive.bytes = StoredZip(["VERSION": "v0.24.6", "data.json": Self.file]).bytes
        #expect(archive.readCuts() == 0)
        #expect(archive.readMutations(500, seed: 4) < 500)
    }
}
