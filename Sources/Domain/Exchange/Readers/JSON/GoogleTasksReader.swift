import Checklists
import Dates
import JSON

/// Reads `Tasks.json` of Google Takeout, and the answers of the Google Tasks API.
///
/// Takeout writes `scheduled_time` instead of `due`, and the rules of recurring tasks once for each list. It
/// has a task for each occurrence.
struct GoogleTasksReader: ForeignReader {
    var document: ForeignDocument

    mutating func read(_ root: JSONValue) {
        for object in document.objects(of: root) {
            let isList = !root.elements.isEmpty || object.has("title")
            let lists = isList ? [object] : object.objects(object.has("items") ? "items" : "tasks")
            for list in lists.contains(where: \.isTask) ? [object] : lists { readList(list) }
        }
    }

    private mutating func readList(_ object: ForeignObject) {
        var list = ForeignList(name: object.text("title"), place: object.place)
        let rules = rules(object.objects("recurrences"))
        for task in object.objects(object.has("items") ? "items" : "tasks")
            .sorted(byPosition: { $0["position"]?.text })
        {
            if task.flag("deleted") {
                task.note(.deleted, task["title"]?.text ?? "")
            } else {
                list.items.append(item(of: task, rules))
            }
        }
        document.lists.append(list)
    }

    private func item(of task: ForeignObject, _ rules: [String: String?]) -> ForeignItem {
        var item = ForeignItem(at: task.place, text: task.text("title") ?? "")
        (item.id, item.parentID) = (task.id("id"), task.id("parent"))
        item.draft.notes = task.text("notes")
        item.due = due(of: task)
        if task.flag("starred") { item.draft.important = true }
        let (completed, status) = (task.moment("completed"), task.text("status"))
        if status == "completed" || status == nil && completed != nil {
            item.check(at: completed)
        } else if status != "needsAction" {
            item.keep("Status", status)
        }
        for link in task.objects("links") {
            let parts = [link["description"]?.text, link["link"]?.text].compactMap(\.self)
            item.keep("Link", parts.joined(separator: " "))
        }
        item.keep("Assigned in", task["assignmentInfo"]?["linkToTask"]?.text)
        (item.createdAt, item.updatedAt) = (task.moment("created"), task.moment("updated"))
        item.seriesID = task.id("task_recurrence_id")
        if item.due != nil, !item.draft.isChecked, let rule = item.seriesID.flatMap({ rules[$0] }) {
            if let rule {
                item.setRecurrence(rule, words: rule)
            } else {
                task.note("task_recurrence_id", .unknown)
            }
            item.keepDay(of: item.due, in: .utc)
        }
        return item
    }

    /// The due time. Google writes midnight in UTC for a day.
    private func due(of task: ForeignObject) -> Due? {
        let times = task.has("due") ? [] : task.objects("scheduled_time")
        let time = times.first { $0["current"]?.isTrue ?? false } ?? times.first
        guard let moment = task.moment("due") ?? time?.moment("start") else { return nil }
        let inUTC = LocalTime.utc.dayAndTime(of: moment)
        return inUTC.time == 0 ? .day(inUTC.day) : ForeignTime.due(moment, in: document.settings.zone)
    }

    /// The rule of each series that goes on; `nil` for one that is not supported.
    private func rules(_ recurrences: [ForeignObject]) -> [String: String?] {
        var rules: [String: String?] = [:]
        for recurrence in recurrences {
            guard let id = recurrence.id("id"), let schedule = recurrence.object("schedule") else { continue }
            let end = schedule.object("end_condition")
            let isStopped = recurrence["stopped"]?.isTrue ?? (recurrence["stopped"]?.text == "true")
            if isStopped || end?.has("instance_number_limit") ?? false { continue }
            let last = end?["date_boundary"]?.text.map { ";UNTIL=\($0.prefix(10).filter { $0 != "-" })" }
            rules[id] = .some(schedule.object("interval").flatMap(Self.rule).map { $0 + (last ?? "") })
        }
        return rules
    }

    /// The rule of `interval`: `{"interval_multiplier": 2, "weekly": {"day_of_week": ["MONDAY"]}}`.
    private static func rule(_ interval: ForeignObject) -> String? {
        let number = max(1, interval["interval_multiplier"]?.integer ?? 1)
        let frequency = RecurrenceRule.Frequency.allCases.first { interval.has($0.rawValue.lowercased()) }
        let days = interval.object("weekly")?.texts("day_of_week").compactMap(\.weekdayName) ?? []
        let named = days.isEmpty ? "" : ";BYDAY=\(days.joined(separator: ","))"
        return frequency.flatMap { Period(number, $0) }.map { $0.rule + named }
    }
}

extension ForeignObject {
    /// Whether the object is a task, not a list.
    fileprivate var isTask: Bool {
        has("status") || has("parent") || has("position") || self["kind"]?.text == "tasks#task"
    }
}
