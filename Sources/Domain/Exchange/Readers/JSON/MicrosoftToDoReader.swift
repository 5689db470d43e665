import Checklists
import Dates
import JSON

/// Reads the JSON of Microsoft Graph for Microsoft To Do: lists with their tasks, or tasks alone.
struct MicrosoftToDoReader: ForeignReader {
    var document: ForeignDocument
    private var zones = ForeignZones()

    init(document: ForeignDocument) { self.document = document }

    /// Reads a list, an array of lists or tasks, or an object with such an array.
    mutating func read(_ root: JSONValue) {
        var objects = document.objects(of: root)
        if let file = objects.first, root.elements.isEmpty, !file.isList, !file.has("title") {
            objects = file.objects(["value", "lists", "tasks"].first { file.has($0) } ?? "value")
        }
        for object in objects where object.isList {
            var list = ForeignList(name: object.text("displayName"), place: object.place)
            for task in object.objects(object.has("tasks") ? "tasks" : "value") { read(task, into: &list) }
            document.lists.append(list)
        }
        var list = ForeignList()
        for task in objects where !task.isList { read(task, into: &list) }
        if !list.items.isEmpty { document.lists.append(list) }
    }

    private mutating func read(_ task: ForeignObject, into list: inout ForeignList) {
        if task.has("@removed") { return task.note(.deleted) }
        let index = list.items.count
        list.items.append(item(of: task))
        for step in task.objects("checklistItems") {
            var subtask = ForeignItem(at: step.place, text: step.text("displayName") ?? "")
            subtask.parent = index
            if step.flag("isChecked") { subtask.check(at: step.moment("checkedDateTime")) }
            subtask.createdAt = step.moment("createdDateTime")
            list.items.append(subtask)
        }
    }

    private mutating func item(of task: ForeignObject) -> ForeignItem {
        var item = ForeignItem(at: task.place, text: task.text("title") ?? "")
        item.draft.notes = body(of: task)
        switch task.text("importance") {
        case "high": item.draft.important = true
        case "low": item.keep("Importance", "low")
        default: break
        }
        item.tags = task.texts("categories")
        readTimes(of: task, into: &item)
        let completed = time("completedDateTime", of: task)
        switch task.text("status") {
        case "completed": item.check(at: completed.map { $0.zone.moment(of: $0.local) })
        case "inProgress": item.keep("Status", "In progress")
        case "waitingOnOthers": item.keep("Status", "Waiting on others")
        case "deferred": item.keep("Status", "Deferred")
        case "notStarted", nil: break
        case let status?: item.keep("Status", status)
        }
        for link in task.objects("linkedResources") {
            let parts = [link["displayName"]?.text, link["webUrl"]?.text].compactMap(\.self)
            item.keep(link["applicationName"]?.text?.asReference ?? "Link", parts.joined(separator: " "))
        }
        let files = task.objects("attachments")
        task.noteAttachments(
            max(files.count, task.flag("hasAttachments") ? 1 : 0), files.compactMap { $0["name"]?.text })
        item.createdAt = task.moment("createdDateTime")
        item.updatedAt = task.moment("lastModifiedDateTime")
        return item
    }

    private func body(of task: ForeignObject) -> String? {
        if let text = task["body"]?.text { return text }
        guard let body = task.object("body"), let content = body.text("content") else { return nil }
        return body["contentType"]?.text == "html" ? HTMLText.text(of: content) : content
    }

    // MARK: - Times

    private mutating func readTimes(of task: ForeignObject, into item: inout ForeignItem) {
        if let due = time("dueDateTime", of: task) {
            item.due = .day(day(of: due))
            if due.zone != .utc { item.draft.timeZone = due.zone.name }
        }
        // Graph sets the start of a recurring task to its due day.
        let start = time("startDateTime", of: task).map { Due.day(day(of: $0)) }
        if start != item.due { item.start = start }
        let reminder = time("reminderDateTime", of: task)
        if task.flag("isReminderOn"), let reminder {
            item.addAlarms([.at(reminder.zone.moment(of: reminder.local))])
        }
        if let recurrence = task.object("recurrence") {
            let rule = GraphRecurrence.rule(of: recurrence)
            item.setRecurrence(rule, words: rule ?? recurrence["pattern"]?["type"]?.text ?? "yes")
        }
    }

    /// A local time of Graph with its zone: `{"dateTime": "2026-12-01T00:00:00.0000000", "timeZone": "UTC"}`.
    private mutating func time(
        _ name: String, of task: ForeignObject
    ) -> (local: DayAndTime, zone: LocalTime)? {
        guard let value = task[name] else { return nil }
        // Exports of other tools have a moment or a day instead.
        let object = value.text == nil ? task.object(name) : nil
        guard let text = value.text ?? object?.text("dateTime") else { return nil }
        let zoneName = object?.text("timeZone")
        let known = zoneName.flatMap { zones.zone(named: $0) }
        if let zoneName, known == nil { task.note("\(name)/timeZone", .invalid, zoneName) }
        let zone = known ?? document.settings.zone
        guard let local = DateText.due(text, in: zone)?.local(in: zone) else {
            return task.reject(name, .string(text))
        }
        return local.day.components.year < 2 ? nil : (local, zone)
    }

    /// The day of a due time. Graph writes midnight in the zone of the person, often converted to UTC.
    private func day(of time: (local: DayAndTime, zone: LocalTime)) -> CivilDate {
        guard time.zone == .utc, time.local.time != 0 else { return time.local.day }
        let local = document.settings.zone.dayAndTime(of: LocalTime.utc.moment(of: time.local))
        if local.time == 0 { return local.day }
        // It is midnight in another zone: 22:00 in UTC is the next day in Europe.
        return time.local.time >= DayAndTime.dayMilliseconds / 2
            ? time.local.day.advanced(by: 1) : time.local.day
    }
}

extension ForeignObject {
    /// Whether the object is a list.
    fileprivate var isList: Bool {
        !has("title") && (has("displayName") || has("tasks") && has("id") || has("wellknownListName"))
    }
}
