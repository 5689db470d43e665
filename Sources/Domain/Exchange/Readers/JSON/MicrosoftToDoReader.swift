import Checklists
import Dates
import JSON

/// Reads the JSON of Microsoft Graph for Microsoft To Do: lists with their tasks, or tasks alone.
struct MicrosoftToDoReader: JSONFileReader {
    private(set) var document: ForeignDocument
    private let settings: ImportSettings
    private var zones = ForeignZones()

    init(_ settings: ImportSettings) {
        document = ForeignDocument(settings)
        self.settings = settings
    }

    /// Reads a list, an array of lists or tasks, or an object with such an array.
    mutating func read(_ root: JSONValue) {
        guard let file = ForeignObject(root, at: "") else {
            read(ForeignObject.objects(root.elements, at: "", &document.notes))
            return
        }
        if file.isList {
            readList(file)
        } else if file.isTask {
            read([file])
        } else {
            let name = ["value", "lists", "tasks"].first { file.has($0) } ?? "value"
            read(file.objects(name, &document.notes))
            file.reportOthers(knowing: [name], &document.notes)
        }
    }

    private mutating func read(_ objects: [ForeignObject]) {
        for list in objects where list.isList { readList(list) }
        let tasks = objects.filter { !$0.isList }
        guard !tasks.isEmpty else { return }
        var list = ForeignList()
        for task in tasks { read(task, into: &list) }
        document.lists.append(list)
    }

    private mutating func readList(_ object: ForeignObject) {
        var list = ForeignList(name: object.text("displayName", &document.notes), place: object.place)
        let name = object.has("tasks") ? "tasks" : "value"
        for task in object.objects(name, &document.notes) { read(task, into: &list) }
        object.reportOthers(knowing: Self.listFields.union([name]), &document.notes)
        document.lists.append(list)
    }

    private mutating func read(_ task: ForeignObject, into list: inout ForeignList) {
        if task.has("@removed") {
            document.notes.append(ImportNote(task.place, "", .deleted))
            return
        }
        let index = list.items.count
        list.items.append(item(of: task))
        for step in task.objects("checklistItems", &document.notes) {
            var subtask = ForeignItem(at: step.place, text: step.text("displayName", &document.notes) ?? "")
            subtask.parent = index
            if step.flag("isChecked", &document.notes) {
                subtask.check(at: step.moment("checkedDateTime", &document.notes))
            }
            subtask.createdAt = step.moment("createdDateTime", &document.notes)
            step.reportOthers(knowing: Self.stepFields, &document.notes)
            list.items.append(subtask)
        }
    }

    private mutating func item(of task: ForeignObject) -> ForeignItem {
        var item = ForeignItem(at: task.place, text: task.text("title", &document.notes) ?? "")
        item.draft.notes = body(of: task)
        switch task.text("importance", &document.notes) {
        case "high": item.draft.important = true
        case "low": item.keep("Importance", "low")
        default: break
        }
        item.setTags(task.texts("categories", &document.notes))
        readTimes(of: task, into: &item)
        readStatus(of: task, into: &item)
        for link in task.objects("linkedResources", &document.notes) {
            let parts = [link["displayName"]?.text, link["webUrl"]?.text].compactMap(\.self)
            item.keep(link["applicationName"]?.text?.asReference ?? "Link", parts.joined(separator: " "))
        }
        let attachments = task.objects("attachments", &document.notes)
        if !attachments.isEmpty || task.flag("hasAttachments", &document.notes) {
            let names = attachments.compactMap { $0["name"]?.text }.joined(separator: ", ")
            document.notes.append(ImportNote(task.place, "attachments", .notSupported, names))
        }
        item.createdAt = task.moment("createdDateTime", &document.notes)
        item.updatedAt = task.moment("lastModifiedDateTime", &document.notes)
        task.reportOthers(knowing: Self.taskFields, &document.notes)
        return item
    }

    private mutating func body(of task: ForeignObject) -> String? {
        if let text = task["body"]?.text { return text }
        guard let body = task.object("body", &document.notes),
            let content = body.text("content", &document.notes)
        else { return nil }
        return body["contentType"]?.text == "html" ? HTMLText.text(of: content) : content
    }

    private mutating func readStatus(of task: ForeignObject, into item: inout ForeignItem) {
        let completed = time("completedDateTime", of: task)
        switch task.text("status", &document.notes) {
        case "completed": item.check(at: completed.map { $0.zone.moment(of: $0.local) })
        case "inProgress": item.keep("Status", "In progress")
        case "waitingOnOthers": item.keep("Status", "Waiting on others")
        case "deferred": item.keep("Status", "Deferred")
        case "notStarted", nil: break
        case let status?: item.keep("Status", status)
        }
    }

    // MARK: - Times

    private mutating func readTimes(of task: ForeignObject, into item: inout ForeignItem) {
        if let due = time("dueDateTime", of: task) {
            item.due = .day(day(of: due))
            if due.zone != .utc { item.draft.timeZone = due.zone.name }
        }
        if let start = time("startDateTime", of: task) {
            let start = Due.day(day(of: start))
            // Graph sets the start of a recurring task to its due day.
            if start != item.due { item.start = start }
        }
        let reminder = time("reminderDateTime", of: task)
        if task.flag("isReminderOn", &document.notes), let reminder {
            item.addAlarms([.at(reminder.zone.moment(of: reminder.local))])
        }
        if let recurrence = task.object("recurrence", &document.notes) {
            let rule = GraphRecurrence.rule(of: recurrence, &document.notes)
            let type = recurrence["pattern"]?["type"]?.text
            item.setRecurrence(rule, words: rule ?? type ?? "yes")
        }
    }

    /// A local time of Graph with its zone: `{"dateTime": "2026-12-01T00:00:00.0000000", "timeZone": "UTC"}`.
    private mutating func time(
        _ name: String, of task: ForeignObject
    ) -> (local: DayAndTime, zone: LocalTime)? {
        guard let value = task[name] else { return nil }
        // Exports of other tools have a moment or a day instead.
        let object = value.text == nil ? task.object(name, &document.notes) : nil
        guard let text = value.text ?? object?.text("dateTime", &document.notes) else { return nil }
        var zone = settings.zone
        if let zoneName = object?.text("timeZone", &document.notes) {
            if let known = zones.zone(named: zoneName) {
                zone = known
            } else {
                document.notes.append(ImportNote(task.place, "\(name)/timeZone", .invalid, zoneName))
            }
        }
        let local = ForeignTime.moment(text).map { zone.dayAndTime(of: $0) } ?? ForeignTime.local(text)
        guard let local else { return task.reject(name, .string(text), &document.notes) }
        return local.day.components.year < 2 ? nil : (local, zone)
    }

    /// The day of a due time. Graph writes midnight in the zone of the person, often converted to UTC.
    private func day(of time: (local: DayAndTime, zone: LocalTime)) -> CivilDate {
        guard time.zone == .utc, time.local.time != 0 else { return time.local.day }
        let local = settings.zone.dayAndTime(of: LocalTime.utc.moment(of: time.local))
        if local.time == 0 { return local.day }
        // It is midnight in another zone: 22:00 in UTC is the next day in Europe.
        return time.local.time >= DayAndTime.dayMilliseconds / 2
            ? time.local.day.advanced(by: 1) : time.local.day
    }

    private static let listFields: Set = [
        "id", "displayName", "isOwner", "isShared", "wellknownListName", "wellKnownListName",
    ]
    private static let taskFields: Set = [
        "id", "title", "body", "bodyLastModifiedDateTime", "importance", "status", "isReminderOn",
        "reminderDateTime", "dueDateTime", "startDateTime", "completedDateTime", "recurrence", "categories",
        "checklistItems", "linkedResources", "attachments", "hasAttachments", "attachmentSessions",
        "createdDateTime", "lastModifiedDateTime",
    ]
    private static let stepFields: Set = [
        "id", "displayName", "isChecked", "checkedDateTime", "createdDateTime",
    ]
}

extension ForeignObject {
    /// Whether the object is a list.
    fileprivate var isList: Bool {
        !has("title") && (has("displayName") || has("tasks") && has("id") || has("wellknownListName"))
    }

    /// Whether the object is a task.
    fileprivate var isTask: Bool { has("title") }
}
