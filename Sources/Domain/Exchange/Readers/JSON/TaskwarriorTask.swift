import Checklists
import Dates
import JSON

/// A task of Taskwarrior as an item, with what relates it to others.
struct TaskwarriorTask {
    enum Status: String {
        case pending, completed, deleted, recurring
    }

    var item: ForeignItem
    let status: Status
    /// The top project, the name of the list; `nil` for none.
    let list: String?
    /// The identifiers of the tasks that this one waits for.
    let dependencies: [String]
    /// The period of the recurrence, such as `2weeks`.
    let period: String?
    /// When the recurrence or the task ends.
    let until: Timestamp?

    init(_ object: ForeignObject, _ settings: ImportSettings) {
        let zone = settings.zone
        var item = ForeignItem(at: object.place, text: object.text("description") ?? "")
        (item.id, item.seriesID, period) = (object.id("uuid"), object.id("parent"), object.text("recur"))
        (until, dependencies) = (object.moment("until"), object.texts("depends"))
        let name = object.text("status")
        status = name.flatMap(Status.init) ?? .pending
        if status == .completed { item.check(at: object.moment("end")) }
        if status == .pending, name != "pending", name != "waiting" { item.keep("Status", name) }
        // `Home.Garden` is a project inside of `Home`.
        let project = object.text("project")?.split(separator: ".", maxSplits: 1)
        list = project?.first.map { $0.description.asLine }
        item.section = project?.dropFirst().first?.description.asLine.first(Limits.sectionNameCharactersMax)
        item.due = object.due("due", in: zone)
        let (scheduled, wait) = (object.moment("scheduled"), object.moment("wait"))
        item.start = (scheduled ?? wait).map { ForeignTime.due($0, in: zone) }
        if scheduled != nil { item.keep("Wait", wait.map { ForeignTime.text($0, in: zone) }) }
        item.keep("Started", object.moment("start").map { ForeignTime.text($0, in: zone) })
        (item.createdAt, item.updatedAt) = (object.moment("entry"), object.moment("modified"))
        if period == nil { item.keep("Until", until.map { ForeignTime.text($0, in: zone) }) }
        if let priority = object.text("priority") { item.set(priority: priority, highest: "H") }
        item.tags = object.texts("tags")
        let lines = object.objects("annotations").compactMap { annotation in
            annotation.text("description").map { text in
                let day = annotation.moment("entry").map { zone.day(of: $0).text }
                return [day, text].compactMap(\.self).joined(separator: " ")
            }
        }
        if !lines.isEmpty { item.draft.addLine(lines.joined(separator: "\n")) }
        // The person has defined all other attributes.
        for (name, value) in object.others(than: Self.fields) { item.keep(name, value) }
        self.item = item
    }

    private static let fields: Set = [
        "annotations", "depends", "description", "due", "end", "entry", "id", "imask", "last", "mask",
        "modified", "parent", "priority", "project", "recur", "rindex", "rlast", "rtype", "scheduled",
        "start", "status", "tags", "template", "until", "urgency", "uuid", "wait",
    ]
}
