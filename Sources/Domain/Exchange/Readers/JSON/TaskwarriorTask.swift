import Checklists
import Dates
import JSON

/// A task of Taskwarrior as an item, with what relates it to others.
struct TaskwarriorTask {
    enum Status {
        case pending, completed, deleted, recurring
    }

    var item: ForeignItem
    let uuid: String?
    let status: Status
    /// The top project, the name of the list; `nil` for none.
    let list: String?
    /// The identifiers of the tasks that this one waits for.
    let dependencies: [String]
    /// The identifier of the template that made this task.
    let template: String?
    /// The period of the recurrence, such as `2weeks`.
    let period: String?
    /// When the recurrence or the task ends.
    let until: Timestamp?

    init(_ object: ForeignObject, _ settings: ImportSettings, _ notes: inout ImportNotes) {
        var item = ForeignItem(at: object.place, text: object.text("description", &notes) ?? "")
        uuid = object.id("uuid")
        (template, period) = (object.id("parent"), object.text("recur", &notes))
        until = object.moment("until", &notes)
        dependencies = Self.dependencies(of: object, &notes)
        status = Self.readStatus(of: object, into: &item, &notes)
        // `Home.Garden` is a project inside of `Home`.
        let project = object.text("project", &notes)?.split(separator: ".", maxSplits: 1)
        list = project?.first.map { $0.description.asLine }
        if let rest = project?.dropFirst().first {
            item.section = rest.description.asLine.first(Limits.sectionNameCharactersMax)
        }
        Self.readTimes(of: object, into: &item, settings, &notes)
        if let until, period == nil { item.keep("Until", ForeignTime.text(until, in: settings.zone)) }
        if let priority = object.text("priority", &notes) {
            if priority == "H" { item.draft.important = true } else { item.keep("Priority", priority) }
        }
        item.setTags(Self.tags(of: object, &notes))
        Self.readAnnotations(of: object, into: &item, settings, &notes)
        Self.keepOthers(of: object, in: &item, &notes)
        self.item = item
    }

    private static func readStatus(
        of object: ForeignObject, into item: inout ForeignItem, _ notes: inout ImportNotes
    ) -> Status {
        let end = object.moment("end", &notes)
        switch object.text("status", &notes) {
        case "completed":
            item.check(at: end)
            return .completed
        case "deleted": return .deleted
        case "recurring": return .recurring
        case "pending", "waiting", nil: return .pending
        case let status?:
            item.keep("Status", status)
            return .pending
        }
    }

    private static func readTimes(
        of object: ForeignObject, into item: inout ForeignItem, _ settings: ImportSettings,
        _ notes: inout ImportNotes
    ) {
        let zone = settings.zone
        item.due = object.moment("due", &notes).map { ForeignTime.due($0, in: zone) }
        let (scheduled, wait) = (object.moment("scheduled", &notes), object.moment("wait", &notes))
        item.start = (scheduled ?? wait).map { ForeignTime.due($0, in: zone) }
        if scheduled != nil, let wait { item.keep("Wait", ForeignTime.text(wait, in: zone)) }
        if let start = object.moment("start", &notes) {
            item.keep("Started", ForeignTime.text(start, in: zone))
        }
        item.createdAt = object.moment("entry", &notes)
        item.updatedAt = object.moment("modified", &notes)
    }

    /// The tags: an array, or a text with commas in old versions.
    private static func tags(of object: ForeignObject, _ notes: inout ImportNotes) -> [String] {
        if let text = object["tags"]?.text { return text.split(separator: ",").map(String.init) }
        return object.texts("tags", &notes)
    }

    /// The dependencies: an array, or a text with commas in versions before 2.6.
    private static func dependencies(of object: ForeignObject, _ notes: inout ImportNotes) -> [String] {
        if let text = object["depends"]?.text { return text.split(separator: ",").map(String.init) }
        return object.texts("depends", &notes)
    }

    private static func readAnnotations(
        of object: ForeignObject, into item: inout ForeignItem, _ settings: ImportSettings,
        _ notes: inout ImportNotes
    ) {
        var lines: [String] = []
        for annotation in object.objects("annotations", &notes) {
            guard let text = annotation.text("description", &notes) else { continue }
            let day = annotation.moment("entry", &notes).map { settings.zone.day(of: $0).text }
            lines.append([day, text].compactMap(\.self).joined(separator: " "))
        }
        if !lines.isEmpty { item.draft.addLine(lines.joined(separator: "\n")) }
    }

    /// Keeps the attributes that the person has defined.
    private static func keepOthers(
        of object: ForeignObject, in item: inout ForeignItem, _ notes: inout ImportNotes
    ) {
        for member in object.others(knowing: fields) {
            switch member.value {
            case .string, .number, .bool: item.keep(member.name, member.value.summary)
            case .array(let elements):
                item.keep(member.name, elements.compactMap(\.text).joined(separator: ", "))
            case .object, .null: notes.append(ImportNote(object.place, member.name, .unknown))
            }
        }
    }

    private static let fields: Set = [
        "annotations", "depends", "description", "due", "end", "entry", "id", "imask", "last", "mask",
        "modified", "parent", "priority", "project", "recur", "rindex", "rlast", "rtype", "scheduled",
        "start", "status", "tags", "template", "until", "urgency", "uuid", "wait",
    ]
}
