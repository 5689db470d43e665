import Checklists
import Dates
import JSON

/// Reads the tasks of a project of Vikunja.
struct VikunjaTaskReader {
    let settings: ImportSettings

    /// The item of a task.
    /// - Parameter ids: The identifiers of all tasks of the project.
    func item(
        of task: ForeignObject, among ids: Set<String>, _ notes: inout ImportNotes
    ) -> ForeignItem {
        var item = ForeignItem(at: task.place, text: task.text("title", &notes) ?? "")
        item.draft.notes = task.text("description", &notes).map(HTMLText.text)
        readTimes(of: task, into: &item, &notes)
        readPriority(of: task, into: &item, &notes)
        item.setTags(task.objects("labels", &notes).compactMap { $0["title"]?.text })
        let doneAt = task.moment("done_at", &notes)
        if task.flag("done", &notes) { item.check(at: doneAt) }
        if let percent = task["percent_done"]?.double, percent > 0, percent < 1 {
            item.keep("Progress", "\(Int((percent * 100).rounded())) %")
        }
        let people = task.objects("assignees", &notes).compactMap { $0["name"]?.text ?? $0["username"]?.text }
        item.keep("Assigned to", people.joined(separator: ", "))
        keepRelations(of: task, in: &item, among: ids)
        keepComments(of: task, in: &item, &notes)
        let attachments = task.objects("attachments", &notes)
        if !attachments.isEmpty {
            let names = attachments.compactMap { $0["file"]?["name"]?.text }.joined(separator: ", ")
            notes.append(ImportNote(task.place, "attachments", .notSupported, names))
        }
        item.createdAt = task.moment("created", &notes)
        item.updatedAt = task.moment("updated", &notes)
        task.reportOthers(knowing: Self.fields, &notes)
        return item
    }

    /// The identifier of the parent of each task, by `parenttask` of the task or `subtask` of the parent.
    static func parents(of tasks: [ForeignObject]) -> [String?] {
        var parents: [String: String] = [:]
        for task in tasks {
            guard let id = task.id("id"), let relations = task["related_tasks"] else { continue }
            for subtask in relations["subtask"]?.elements ?? [] {
                if let child = ForeignObject(subtask, at: "")?.id("id"), parents[child] == nil {
                    parents[child] = id
                }
            }
        }
        return tasks.map { task in
            let parent = task["related_tasks"]?["parenttask"]?.elements.first
            return parent.flatMap { ForeignObject($0, at: "")?.id("id") }
                ?? task.id("id").flatMap { parents[$0] }
        }
    }

    // MARK: - Times

    private func readTimes(
        of task: ForeignObject, into item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        item.due = task.moment("due_date", &notes).map { ForeignTime.due($0, in: settings.zone) }
        item.start = task.moment("start_date", &notes).map { ForeignTime.due($0, in: settings.zone) }
        if let end = task.moment("end_date", &notes) {
            item.keep("End", ForeignTime.text(end, in: settings.zone))
        }
        var alarms: [Alarm] = []
        for reminder in task.objects("reminders", &notes) {
            if reminder.text("relative_to", &notes) == "due_date", item.due != nil,
                let seconds = reminder.integer("relative_period", &notes)
            {
                alarms.append(.offset(seconds))
            } else if let moment = reminder.moment("reminder", &notes) {
                alarms.append(.at(moment))
            }
        }
        // Versions before 0.21 have the moments alone.
        for text in task.texts("reminder_dates", &notes) {
            if let moment = ForeignTime.moment(text) {
                alarms.append(.at(moment))
            } else {
                _ = task.reject("reminder_dates", .string(text), &notes) as Alarm?
            }
        }
        item.addAlarms(alarms)
        readRecurrence(of: task, into: &item, &notes)
    }

    /// `repeat_after` counts seconds. The modes are: 0 from the due time, 1 every month, 2 from completion.
    private func readRecurrence(
        of task: ForeignObject, into item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        let seconds = task.integer("repeat_after", &notes) ?? 0
        let isFromCompletion = task.flag("repeat_from_current_date", &notes)
        let mode = task.integer("repeat_mode", &notes) ?? (isFromCompletion ? 2 : 0)
        if mode == 1 {
            item.setRecurrence(Period(1, .monthly)?.rule, words: "every month")
            return item.keepDay(of: item.due, in: settings.zone)
        }
        guard seconds > 0 else { return }
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let period = days % 7 == 0 ? Period(days / 7, .weekly) : Period(days, .daily)
        let words =
            seconds % 3_600 == 0 ? "every \(seconds / 3_600) hours" : "every \(max(1, seconds / 60)) minutes"
        item.setRecurrence(
            rest == 0 ? period?.rule : nil, from: mode == 0 ? .due : .completion,
            words: words + (mode == 0 ? "" : " after completion"))
    }

    // MARK: - Others

    /// Vikunja has the priorities 1 low, 2 medium, 3 high, 4 urgent and 5 do now.
    private func readPriority(
        of task: ForeignObject, into item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        let priority = task.integer("priority", &notes) ?? 0
        let isFavorite = task.flag("is_favorite", &notes)
        if priority >= 4 || isFavorite { item.draft.important = true }
        let names = [1: "Low", 2: "Medium", 3: "High"]
        if let name = names[priority] { item.keep("Priority", name) }
    }

    private func keepRelations(
        of task: ForeignObject, in item: inout ForeignItem, among ids: Set<String>
    ) {
        for relation in task["related_tasks"]?.members ?? [] where relation.name != "subtask" {
            var titles: [String] = []
            for (index, value) in relation.value.elements.enumerated() {
                guard let other = ForeignObject(value, at: ""), let title = other["title"]?.text else {
                    continue
                }
                let isParent = relation.name == "parenttask" && index == 0
                if isParent, let id = other.id("id"), ids.contains(id) { continue }
                titles.append(title.asReference)
            }
            item.keep(Self.relations[relation.name] ?? relation.name, titles.joined(separator: ", "))
        }
    }

    private func keepComments(
        of task: ForeignObject, in item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        for comment in task.objects("comments", &notes) {
            guard let text = comment.text("comment", &notes).map(HTMLText.text) else { continue }
            let author = comment["author"]?["name"]?.text ?? comment["author"]?["username"]?.text
            let moment = comment.moment("created", &notes)
            let day = moment.map { settings.zone.day(of: $0).text }
            let source = [author?.asReference, day].compactMap(\.self).joined(separator: ", ")
            item.keep(source.isEmpty ? "Comment" : "Comment (\(source))", text)
        }
    }

    private static let relations = [
        "parenttask": "Parent", "related": "Related", "duplicateof": "Duplicate of",
        "duplicates": "Duplicates", "blocking": "Blocks", "blocked": "Blocked by", "precedes": "Before",
        "follows": "After", "copiedfrom": "Copied from", "copiedto": "Copied to",
    ]
    private static let fields: Set = [
        "id", "title", "description", "done", "done_at", "due_date", "start_date", "end_date", "reminders",
        "reminder_dates", "project_id", "list_id", "repeat_after", "repeat_mode", "repeat_from_current_date",
        "priority", "assignees", "labels", "hex_color", "percent_done", "identifier", "index",
        "related_tasks", "attachments", "cover_image_attachment_id", "is_favorite", "subscription", "created",
        "updated", "bucket_id", "buckets", "position", "kanban_position", "reactions", "created_by",
        "comments", "comment_count", "is_unread", "uid",
    ]
}
