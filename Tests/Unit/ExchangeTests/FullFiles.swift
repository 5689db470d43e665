@testable import Exchange

/// A file of each format that says all that the format can say: two lists, the items A, B and C in this
/// order, and on them what the format has.
enum FullFiles {
    static let files: [ForeignFormat: [UInt8]] = [
        .todoist: StoredZip(["Home [1].csv": todoist, "Work [2].csv": todoistOther]).bytes,
        .ticktick: Array(ticktick.utf8), .googleTasks: Array(googleTasks.utf8),
        .googleKeep: Array(googleKeep.utf8),
        .microsoftToDo: Array(microsoftToDo.utf8), .ics: Array(calendar.utf8),
        .vikunja: Array(vikunja.utf8), .trello: Array(trello.utf8), .taskwarrior: Array(taskwarrior.utf8),
        .todoTxt: Array(todoTxt.utf8), .markdown: Array(markdown.utf8), .org: Array(org.utf8),
        .csv: Array(table.utf8), .text: Array(text.utf8),
    ]

    private static let todoist = """
        TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
        section,Beds,,,,,,,,
        task,A @garden,Note,1,1,,,every day,en,Europe/Berlin
        task,B,,4,2,,,2027-01-02,en,
        task,C,,4,1,,,,,
        """
    private static let todoistOther = """
        TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE
        task,D,,4,1,,,,,
        """

    private static let ticktick = """
        "Date: 2026-11-20+0000"
        "Version: 7.1"
        "Status: 
        0 Normal
        1 Completed
        2 Archived"
        "Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date",\
        "Reminder",\
        "Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day",\
        "Is Floating",\
        "Column Name","Column Order","View Mode","taskId","parentId"
        "","Home","A","TEXT","garden","Note","N","2027-01-02T08:00:00+0000","2027-01-02T08:00:00+0000",\
        "PT0S",\
        "FREQ=DAILY;INTERVAL=1","0","0","","","-3","Europe/Berlin","false","false","Beds","0","kanban","1",""
        "","Home","B","TEXT","","","N","","","","","0","2","","2026-11-02T08:00:00+0000","-2","","","",\
        "Beds","0",\
        "kanban","2","1"
        "","Home","C","TEXT","","","N","","","","","0","0","","","-1","","","","","","kanban","3",""
        "","Work","D","TEXT","","","N","","","","","0","0","","","0","","","","","","list","4",""
        """

    private static let googleKeep = """
        [{"title": "Home", "labels": [{"name": "garden"}],
          "listContent": [{"text": "A", "isChecked": false}, {"text": "B", "isChecked": true}]},
         {"title": "C", "textContent": "Note", "isTrashed": false}]
        """

    private static let googleTasks = """
        {"kind": "tasks#taskLists", "items": [
          {"title": "Home", "items": [
            {"id": "c", "title": "C", "status": "needsAction", "position": "03"},
            {"id": "a", "title": "A", "notes": "Note", "status": "needsAction", "due": "2027-01-02T00:00:00Z",
             "position": "01"},
            {"id": "b", "title": "B", "status": "completed", "completed": "2026-11-02T08:00:00Z",
             "parent": "a",
             "position": "02"}]},
          {"title": "Work", "items": [{"id": "d", "title": "D", "status": "needsAction", "position": "01"}]}]}
        """

    private static let microsoftToDo = """
        [{"displayName": "Home", "tasks": [
           {"title": "A", "status": "notStarted", "body": {"content": "Note", "contentType": "text"},
            "dueDateTime": {"dateTime": "2027-01-02T00:00:00.0", "timeZone": "UTC"}, "isReminderOn": true,
            "reminderDateTime": {"dateTime": "2027-01-02T08:00:00.0", "timeZone": "UTC"},
             "categories": ["garden"],
            "recurrence": {"pattern": {"type": "daily", "interval": 1}, "range": {"type": "noEnd"}},
            "checklistItems": [{"displayName": "B", "isChecked": true}]},
           {"title": "C", "status": "notStarted"}]},
         {"displayName": "Work", "tasks": [{"title": "D", "status": "notStarted"}]}]
        """

    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        X-WR-CALNAME:Home
        BEGIN:VTODO
        UID:a
        SUMMARY:A
        DESCRIPTION:Note
        DUE;VALUE=DATE:20270102
        DTSTART;VALUE=DATE:20270102
        RRULE:FREQ=DAILY
        CATEGORIES:garden
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT15M
        DESCRIPTION:A
        END:VALARM
        END:VTODO
        BEGIN:VTODO
        UID:b
        SUMMARY:B
        STATUS:COMPLETED
        RELATED-TO:a
        END:VTODO
        BEGIN:VTODO
        UID:c
        SUMMARY:C
        END:VTODO
        END:VCALENDAR
        BEGIN:VCALENDAR
        VERSION:2.0
        X-WR-CALNAME:Work
        BEGIN:VTODO
        UID:d
        SUMMARY:D
        END:VTODO
        END:VCALENDAR

        """

    private static let vikunja = """
        [{"id": 1, "title": "Home", "parent_project_id": 0, "buckets": [{"id": 5, "title": "Beds"}],
         "tasks": [
           {"id": 1, "title": "A", "description": "<p>Note</p>", "due_date": "2027-01-02T08:00:00Z",
            "repeat_after": 86400, "reminders": [{"reminder": "2027-01-02T07:00:00Z"}], "bucket_id": 5,
            "labels": [{"title": "garden"}], "position": 1, "related_tasks": {"subtask": [{"id": 2}]}},
           {"id": 2, "title": "B", "done": true, "done_at": "2026-11-02T08:00:00Z", "position": 2,
            "related_tasks": {"parenttask": [{"id": 1}]}},
           {"id": 3, "title": "C", "position": 3}]},
         {"id": 2, "title": "Work", "parent_project_id": 0, "tasks": [{"id": 4, "title": "D",
          "position": 1}]}]
        """

    private static let trello = """
        {"name": "Home", "lists": [{"id": "l", "name": "Beds", "pos": 1}], "cards": [
           {"id": "c", "name": "C", "idList": "l", "pos": 3},
           {"id": "a", "name": "A", "idList": "l", "pos": 1, "desc": "Note", "due": "2027-01-02T08:00:00Z",
            "dueReminder": 15, "labels": [{"name": "garden"}], "idChecklists": ["k"]}],
         "checklists": [{"id": "k", "idCard": "a", "name": "Checklist", "checkItems": [
           {"name": "B", "state": "complete", "pos": 1}]}]}
        """

    private static let taskwarrior = """
        [{"id": 1, "uuid": "00000000-0000-0000-0000-000000000001", "description": "A", "status": "recurring",
          "entry": "20261101T080000Z", "due": "20270102T080000Z", "recur": "daily", "project": "Home.Beds",
          "tags": ["garden"], "annotations": [{"entry": "20261101T080000Z", "description": "Note"}]},
         {"id": 2, "uuid": "00000000-0000-0000-0000-000000000002", "description": "B", "status": "completed",
          "entry": "20261101T080000Z", "end": "20261102T080000Z", "project": "Home.Beds"},
         {"id": 3, "uuid": "00000000-0000-0000-0000-000000000003", "description": "C", "status": "pending",
          "entry": "20261101T080000Z", "project": "Home.Beds"},
         {"id": 4, "uuid": "00000000-0000-0000-0000-000000000004", "description": "D", "status": "pending",
          "entry": "20261101T080000Z", "project": "Work"}]
        """

    private static let todoTxt = """
        (A) A +Home @garden due:2027-01-02 rec:1d id:1
        x 2026-11-02 2026-11-01 B +Home p:1
        C +Home
        D +Work
        """

    private static let markdown = """
        # Home

        ## Beds

        - [ ] A #garden 📅 2027-01-02 🔁 every day [remind:: -PT15M]
            Note
            - [x] B ✅ 2026-11-02
        - [ ] C

        # Work

        - [ ] D
        """

    private static let org = """
        * Beds
        ** TO\("DO") A :garden:
           DEADLINE: <2027-01-02 Sat +1d -2d>
           Note
           - [X] B
        ** TO\("DO") C
        """

    private static let table = """
        List,Section,Title,Notes,Done,Due,Repeat,Reminders,Tags,Id,Parent
        Home,Beds,A,Note,no,2027-01-02,FREQ=DAILY,-PT15M,garden,1,
        Home,Beds,B,,yes,,,,,2,1
        Home,,C,,no,,,,,3,
        Work,,D,,no,,,,,4,
        """

    private static let text = """
        Home
        ====
        Beds
        ----
        - A
            - [x] B
        - C

        Work
        ====
        - D
        """
}
