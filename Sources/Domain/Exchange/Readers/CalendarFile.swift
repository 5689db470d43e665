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
        /// The index in `lists`.
        let list: Int
        /// The index in `calendars`.
        let calendar: Int
    }

    let calendars: [ICalendarComponent]
    private(set) var tasks: [Task] = []
    /// The names of the lists; `nil` for a list without one.
    private(set) var lists: [String?] = []
    /// The components that are neither tasks nor time zones, by name.
    private(set) var unread: [(name: String, count: Int)] = []
    /// The `VTIMEZONE` components of all calendars.
    private(set) var timeZones: [ICalendarComponent] = []

    /// `PRODID` in the calendars of this service.
    private static let ownProduct = "-//checklistd//checklistd//EN"

    private var areOwn: [Bool] = []
    private var listNumbers: [String?: Int] = [:]
    private var taskNumbers: [String: Int] = [:]
    private var unreadNumbers: [String: Int] = [:]
    private var todosCount = 0

    init(_ calendars: [ICalendarComponent]) {
        self.calendars = calendars
        for index in calendars.indices { read(index) }
    }

    /// Whether an export of this service has the task.
    func isOwn(_ task: Task) -> Bool { areOwn[task.calendar] }

    private mutating func read(_ index: Int) {
        let calendar = calendars[index]
        let names = ["X-WR-CALNAME", "NAME"].lazy.compactMap { calendar.property($0)?.text.asLine }
        let name = names.first { !$0.isEmpty }
        let isOwn = name != nil && calendar.property("PRODID")?.value == Self.ownProduct
        areOwn.append(isOwn)
        for case .component(var component) in calendar.content {
            if component.isNamed("VTODO") {
                let list = isOwn ? component.removeFirstCategory() ?? name : name
                add(component, to: number(ofList: list), index)
            } else if component.isNamed("VTIMEZONE") {
                timeZones.append(component)
            } else {
                count(component.name.uppercased())
            }
        }
    }

    private mutating func add(_ todo: ICalendarComponent, to list: Int, _ calendar: Int) {
        todosCount += 1
        let uid = (todo.property("UID")?.text).flatMap { $0.isEmpty ? nil : $0.asStoredUID }
        var task = Task(
            place: "VTODO \(todosCount)", uid: uid, master: todo, list: list, calendar: calendar)
        if let uid, let number = taskNumbers[uid] {
            if todo.isOverride { return tasks[number].overrides.append(todo) }
            if tasks[number].master.isOverride {
                tasks[number].overrides.append(tasks[number].master)
                (tasks[number].master, tasks[number].place) = (todo, task.place)
                return
            }
            // The server maps each UID to one item.
            task.uid = nil
        } else if let uid {
            taskNumbers[uid] = tasks.count
        }
        tasks.append(task)
    }

    private mutating func number(ofList name: String?) -> Int {
        if let number = listNumbers[name] { return number }
        listNumbers[name] = lists.count
        lists.append(name)
        return lists.count - 1
    }

    private mutating func count(_ name: String) {
        if let number = unreadNumbers[name] {
            unread[number].count += 1
        } else {
            unreadNumbers[name] = unread.count
            unread.append((name, 1))
        }
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
