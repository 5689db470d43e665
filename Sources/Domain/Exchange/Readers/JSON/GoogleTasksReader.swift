import Checklists
import Dates
import JSON

/// Reads `Tasks.json` of Google Takeout, and the answers of the Google Tasks API.
///
/// Takeout writes `scheduled_time` instead of `due`, and the rules of recurring tasks once for each list.
struct GoogleTasksReader: JSONFileReader {
    private(set) var document: ForeignDocument
    private let settings: ImportSettings

    init(_ settings: ImportSettings) {
        document = ForeignDocument(settings)
        self.settings = settings
    }

    mutating func read(_ root: JSONValue) {
        if let file = ForeignObject(root, at: "") {
            let name = file.has("items") ? "items" : "tasks"
            let objects = file.objects(name, &document.notes)
            if file.has("title") || objects.contains(where: \.isTask) {
                readList(file)
            } else {
                file.reportOthers(knowing: Self.fileFields.union([name]), &document.notes)
                for list in objects { readList(list) }
            }
        } else {
            for list in ForeignObject.objects(root.elements, at: "", &document.notes) { readList(list) }
        }
    }

    private mutating func readList(_ object: ForeignObject) {
        var list = ForeignList(name: object.text("title", &document.notes), place: object.place)
        let name = object.has("items") ? "items" : "tasks"
        let tasks = object.objects(name, &document.notes)
            .filter { !isDeleted($0) }
            .sorted(byPosition: { $0["position"]?.text })
        object.reportOthers(knowing: Self.listFields.union([name]), &document.notes)
        list.items = tasks.map { item(of: $0) }
        list.setParents(
            ids: tasks.map { $0.id("id") }, parents: tasks.map { $0.id("parent") }, &document.notes)
        var series = GoogleTasksSeries(object.objects("recurrences", &document.notes), &document.notes)
        series.apply(to: &list, ids: tasks.map { $0.id("task_recurrence_id") }, &document.notes)
        document.lists.append(list)
    }

    private mutating func isDeleted(_ task: ForeignObject) -> Bool {
        guard task.flag("deleted", &document.notes) else { return false }
        document.notes.append(ImportNote(task.place, "", .deleted, task["title"]?.text ?? ""))
        return true
    }

    private mutating func item(of task: ForeignObject) -> ForeignItem {
        var item = ForeignItem(at: task.place, text: task.text("title", &document.notes) ?? "")
        item.draft.notes = task.text("notes", &document.notes)
        item.due = due(of: task)
        if task.flag("starred", &document.notes) { item.draft.important = true }
        let completed = task.moment("completed", &document.notes)
        if let status = task.text("status", &document.notes) {
            if status == "completed" {
                item.check(at: completed)
            } else if status != "needsAction" {
                item.keep("Status", status)
            }
        } else if completed != nil {
            item.check(at: completed)
        }
        for link in task.objects("links", &document.notes) {
            let parts = [link["description"]?.text, link["link"]?.text].compactMap(\.self)
            item.keep("Link", parts.joined(separator: " "))
        }
        item.keep("Assigned in", task["assignmentInfo"]?["linkToTask"]?.text)
        item.createdAt = task.moment("created", &document.notes)
        item.updatedAt = task.moment("updated", &document.notes)
        task.reportOthers(knowing: Self.taskFields, &document.notes)
        return item
    }

    /// The due time. Google writes midnight in UTC for a day.
    private mutating func due(of task: ForeignObject) -> Due? {
        if let moment = task.moment("due", &document.notes) { return due(at: moment) }
        guard task.has("scheduled_time") else { return nil }
        let times = task.objects("scheduled_time", &document.notes)
        guard let time = times.first(where: { $0["current"]?.isTrue ?? false }) ?? times.first else {
            return nil
        }
        return time.moment("start", &document.notes).map(due(at:))
    }

    private func due(at moment: Timestamp) -> Due {
        let inUTC = LocalTime.utc.dayAndTime(of: moment)
        if inUTC.time == 0 { return .day(inUTC.day) }
        return ForeignTime.due(moment, in: settings.zone)
    }

    private static let fileFields: Set = ["kind", "etag", "nextPageToken"]
    private static let listFields: Set = [
        "kind", "id", "etag", "title", "updated", "selfLink", "recurrences", "created", "nextPageToken",
    ]
    private static let taskFields: Set = [
        "kind", "id", "etag", "title", "updated", "created", "selfLink", "webViewLink", "parent", "position",
        "notes", "status", "due", "completed", "deleted", "hidden", "links", "starred", "task_type",
        "scheduled_time", "task_recurrence_id", "assignmentInfo",
    ]
}

extension ForeignObject {
    /// Whether the object is a task, not a list.
    fileprivate var isTask: Bool {
        has("status") || has("parent") || has("position") || self["kind"]?.text == "tasks#task"
    }
}
