import CalendarObjects
import Checklists
import ICalendar

/// Reads iCalendar files (RFC 5545) of Apple Reminders, Nextcloud, Tasks.org, Thunderbird and other programs.
///
/// An item gets the content of its `VTODO` as CalDAV reads it, and the object itself. Calendar apps thus keep
/// the properties that items do not have.
struct CalendarReader {
    private let settings: ImportSettings
    private let file: CalendarFile
    private let reader: TaskReader
    private var notes: ImportNotes
    private var objects: CalendarObjectWriter
    private var unknownZones: Set<String> = []

    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        let limits = ICalendarLimits(bytesMax: .max, componentsMax: settings.limits.valuesMax)
        let calendars: [ICalendarComponent]
        do throws(ICalendarError) {
            calendars = try ICalendarComponent.parseSequence(bytes, limits: limits)
        } catch {
            throw .malformed("The file is not a calendar: \(error).")
        }
        guard calendars.allSatisfy({ $0.isNamed("VCALENDAR") }) else {
            throw .malformed("The file is not a calendar: there is no VCALENDAR.")
        }
        var document = ForeignDocument(settings)
        var reader = CalendarReader(
            CalendarFile(calendars), settings, notes: document.notes, bytesCount: bytes.count)
        document.lists = reader.lists()
        document.notes = reader.notes
        return document
    }

    private init(
        _ file: CalendarFile, _ settings: ImportSettings, notes: ImportNotes, bytesCount: Int
    ) {
        self.file = file
        self.settings = settings
        self.notes = notes
        reader = TaskReader(file.timeZones, in: settings.zone, at: settings.now)
        objects = CalendarObjectWriter(file.calendars, bytesOfFile: bytesCount)
    }

    /// The lists, each with its items in the order of `X-APPLE-SORT-ORDER`. Items without it come last.
    private mutating func lists() -> [ForeignList] {
        for unread in file.unread {
            let count = unread.count == 1 ? "1 component" : "\(unread.count) components"
            notes.append(ImportNote(unread.name, "", .unknown, count))
        }
        var read: [[(item: ForeignItem, task: CalendarFile.Task, order: Int)]] = Array(
            repeating: [], count: file.lists.count)
        for task in file.tasks {
            let (item, position) = item(of: task)
            read[task.list].append((item, task, position ?? .max))
        }
        return zip(file.lists, read).map { name, items in
            var list = ForeignList(name: name, place: "VCALENDAR")
            // The order of equal positions is that of the file. `sorted` does not promise it.
            let order = items.indices.sorted { (items[$0].order, $0) < (items[$1].order, $1) }
            list.items = order.map { items[$0].item }
            relate(&list.items, of: order.map { items[$0].task })
            return list
        }
    }

    /// Sets the parents that tasks name, then those of the children that tasks name.
    private mutating func relate(_ items: inout [ForeignItem], of tasks: [CalendarFile.Task]) {
        var indexes: [String: Int] = [:]
        for (index, task) in tasks.enumerated() {
            if let uid = task.uid { indexes[uid] = index }
        }
        for (index, task) in tasks.enumerated() {
            guard let parent = task.master.parentUID else { continue }
            items[index].parent = indexes[parent]
            if indexes[parent] == nil {
                notes.append(ImportNote(task.place, "RELATED-TO", .invalid, parent))
            }
        }
        for (index, task) in tasks.enumerated() {
            for uid in task.master.childUIDs {
                if let child = indexes[uid], items[child].parent == nil { items[child].parent = index }
            }
        }
    }

    /// An item, and its position.
    private mutating func item(of task: CalendarFile.Task) -> (ForeignItem, Int?) {
        let read = reader.task(task.master, task.overrides)
        var item = ForeignItem(at: task.place)
        item.draft = read.content.draft(clockZone: read.clockZone)
        // These belong to the other program, or follow from the order of the items.
        item.draft.position = nil
        if let moment = item.draft.checkedAt { item.draft.checkedAt = min(moment, settings.now) }
        (item.createdAt, item.updatedAt) = (read.createdAt, read.updatedAt)
        if !file.isOwn(task), task.uid != nil {
            if let object = objects.object(of: task) {
                item.draft.calendarObject = CalendarObject(text: object)
            } else {
                notes.append(ImportNote(task.place, "", .limitReached, "properties of other programs"))
            }
        }
        // Without an object, the item has only the parent that it gets below.
        if item.draft.calendarObject == nil { item.draft.patch.details.parentUID = nil }
        for note in task.notes(read) { notes.append(note) }
        for zone in task.zoneNames where !reader.knowsZone(zone) && unknownZones.insert(zone).inserted {
            notes.append(ImportNote(task.place, "TZID", .invalid, zone))
        }
        return (item, read.content.position)
    }
}
