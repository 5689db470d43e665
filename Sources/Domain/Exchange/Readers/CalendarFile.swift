import Checklists
import ICalendar

/// The tasks of an iCalendar file, each with the overrides of its occurrences.
struct CalendarFile {
    /// A task of a file.
    struct Task {
        /// `VTODO 3`: the third one of the file.
        var place: String
        /// The UID; `nil` if there is none, or an earlier task has the same.
        var uid: String?
        /// The task. Without one it is the first override.
        var master: ICalendarComponent
        var overrides: [ICalendarComponent] = []
        /// The name of the list; `nil` for none.
        let list: String?
        /// The index in `calendars`.
        let calendar: Int
        /// Whether an export of this service has the task.
        let isOwn: Bool
    }

    let calendars: [ICalendarComponent]
    private(set) var tasks: [Task] = []
    /// The components that are neither tasks nor time zones, by name.
    private(set) var unread: [(name: String, count: Int)] = []
    /// The `VTIMEZONE` components of all calendars.
    private(set) var timeZones: [ICalendarComponent] = []

    /// `PRODID` in the calendars of this service.
    private static let ownProduct = "-//checklistd//checklistd//EN"

    private var numbers: [String: Int] = [:]
    private var todosCount = 0

    init(_ calendars: [ICalendarComponent]) {
        self.calendars = calendars
        var unreadCounts: [String: Int] = [:]
        for (index, calendar) in calendars.enumerated() {
            let names = ["X-WR-CALNAME", "NAME"].lazy.compactMap { calendar.property($0)?.text.asLine }
            let name = names.first { !$0.isEmpty }
            let isOwn = name != nil && calendar.property("PRODID")?.value == Self.ownProduct
            for case .component(var component) in calendar.content {
                if component.isNamed("VTODO") {
                    let list = isOwn ? component.removeFirstCategory() ?? name : name
                    add(component, to: list, index, isOwn: isOwn)
                } else if component.isNamed("VTIMEZONE") {
                    timeZones.append(component)
                } else {
                    unreadCounts[component.name.uppercased(), default: 0] += 1
                }
            }
        }
        unread = unreadCounts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private mutating func add(_ todo: ICalendarComponent, to list: String?, _ calendar: Int, isOwn: Bool) {
        todosCount += 1
        let uid = (todo.property("UID")?.text).flatMap { $0.isEmpty ? nil : $0.asStoredUID }
        var task = Task(
            place: "VTODO \(todosCount)", uid: uid, master: todo, list: list, calendar: calendar, isOwn: isOwn
        )
        if let uid, let number = numbers[uid] {
            if todo.isOverride { return tasks[number].overrides.append(todo) }
            if tasks[number].master.isOverride {
                tasks[number].overrides.append(tasks[number].master)
                (tasks[number].master, tasks[number].place) = (todo, task.place)
                return
            }
            // The server maps each UID to one item.
            task.uid = nil
        } else if let uid {
            numbers[uid] = tasks.count
        }
        tasks.append(task)
    }
}

extension ICalendarComponent {
    /// Removes the first text of `CATEGORIES`, which is the list in the calendars of this service.
    fileprivate mutating func removeFirstCategory() -> String? {
        guard var texts = property("CATEGORIES")?.texts, let name = texts.first else { return nil }
        texts.removeFirst()
        set("CATEGORIES", texts.isEmpty ? nil : ICalendarProperty("CATEGORIES", texts: texts))
        return name.isEmpty ? nil : name
    }
}
