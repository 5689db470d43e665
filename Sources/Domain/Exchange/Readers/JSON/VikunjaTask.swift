import Checklists
import Dates
import JSON

/// A task of Vikunja.
struct VikunjaTask {
    private let task: ForeignObject
    private let zone: LocalTime

    init(_ task: ForeignObject, _ settings: ImportSettings) {
        (self.task, zone) = (task, settings.zone)
    }

    /// The item of the task.
    /// - Parameter ids: The identifiers of all tasks of the project.
    func item(among ids: Set<String>) -> ForeignItem {
        var item = ForeignItem(at: task.place, text: task.text("title") ?? "")
        item.draft.notes = task.text("description").map(HTMLText.text)
        item.due = task.due("due_date", in: zone)
        item.start = task.due("start_date", in: zone)
        item.keep("End", task.moment("end_date").map { ForeignTime.text($0, in: zone) })
        readAlarms(into: &item)
        readRecurrence(into: &item)
        // Vikunja has the priorities 1 low, 2 medium, 3 high, 4 urgent and 5 do now.
        let priority = task.integer("priority") ?? 0
        if priority >= 4 || task.flag("is_favorite") { item.draft.important = true }
        item.keep("Priority", [1: "Low", 2: "Medium", 3: "High"][priority])
        item.tags = task.texts("labels", "title")
        if task.flag("done") { item.check(at: task.moment("done_at")) }
        if let percent = task["percent_done"]?.double, percent > 0, percent < 1 {
            item.keep("Progress", "\(Int((percent * 100).rounded())) %")
        }
        let people = task.objects("assignees").compactMap { $0["name"]?.text ?? $0["username"]?.text }
        item.keep("Assigned to", people.joined(separator: ", "))
        readRelations(into: &item, among: ids)
        for comment in task.objects("comments") {
            let author = comment["author"]
            item.keep(
                commentBy: author?["name"]?.text ?? author?["username"]?.text, at: comment.moment("created"),
                comment.text("comment").map(HTMLText.text), in: zone)
        }
        let files = task.objects("attachments")
        task.noteAttachments(files.count, files.compactMap { $0["file"]?["name"]?.text })
        (item.createdAt, item.updatedAt) = (task.moment("created"), task.moment("updated"))
        return item
    }

    private func readAlarms(into item: inout ForeignItem) {
        var alarms: [Alarm] = []
        for reminder in task.objects("reminders") {
            if reminder.text("relative_to") == "due_date", item.due != nil,
                let seconds = reminder.integer("relative_period")
            {
                alarms.append(.offset(seconds))
            } else if let moment = reminder.moment("reminder") {
                alarms.append(.at(moment))
            }
        }
        // Versions before 0.21 have the moments alone.
        for text in task.texts("reminder_dates") {
            let alarm = DateText.moment(text, in: .utc).map(Alarm.at)
            (alarm ?? task.reject("reminder_dates", .string(text))).map { alarms.append($0) }
        }
        item.addAlarms(alarms)
    }

    /// `repeat_after` counts seconds. The modes are: 0 from the due time, 1 every month, 2 from completion.
    private func readRecurrence(into item: inout ForeignItem) {
        let seconds = task.integer("repeat_after") ?? 0
        let mode = task.integer("repeat_mode") ?? (task.flag("repeat_from_current_date") ? 2 : 0)
        if mode == 1 {
            item.setRecurrence("FREQ=MONTHLY", words: "every month")
            return item.keepDay(of: item.due, in: zone)
        }
        guard seconds > 0 else { return }
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let period = days % 7 == 0 ? Period(days / 7, .weekly) : Period(days, .daily)
        let words = seconds % 3_600 == 0 ? "\(seconds / 3_600) hours" : "\(max(1, seconds / 60)) minutes"
        item.setRecurrence(
            rest == 0 ? period?.rule : nil, from: mode == 0 ? .due : .completion,
            words: "every \(words)" + (mode == 0 ? "" : " after completion"))
    }

    /// Relates the task to others of the project, and keeps the titles of the rest.
    private func readRelations(into item: inout ForeignItem, among ids: Set<String>) {
        item.id = task.id("id")
        for relation in task["related_tasks"]?.members ?? [] {
            var others = ForeignObject.objects(relation.value.elements, task.notes)
            if relation.name == "subtask" {
                item.childIDs = others.compactMap { $0.id("id") }
                continue
            }
            if relation.name == "parenttask", let id = others.first?.id("id"), ids.contains(id) {
                item.parentID = id
                others.removeFirst()
            }
            let titles = others.compactMap { $0["title"]?.text?.asReference }
            item.keep(Self.relations[relation.name] ?? relation.name, titles.joined(separator: ", "))
        }
    }

    private static let relations = [
        "parenttask": "Parent", "related": "Related", "duplicateof": "Duplicate of",
        "duplicates": "Duplicates", "blocking": "Blocks", "blocked": "Blocked by", "precedes": "Before",
        "follows": "After", "copiedfrom": "Copied from", "copiedto": "Copied to",
    ]
}
