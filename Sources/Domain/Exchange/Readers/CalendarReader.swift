import CalendarObjects
import Checklists
import ICalendar

/// Reads iCalendar files (RFC 5545) of Apple Reminders, Nextcloud, Tasks.org, Thunderbird and other programs.
///
/// An item gets the content of its `VTODO` as CalDAV reads it, and the object itself. Calendar apps thus keep
/// the properties that items do not have.
struct CalendarReader: ForeignReader {
    var document: ForeignDocument
    private var unknownZones: Set<String> = []

    init(document: ForeignDocument) {
        self.document = document
        self.document.parentField = "RELATED-TO"
    }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        let limits = ICalendarLimits(bytesMax: .max, componentsMax: document.settings.limits.valuesMax)
        let calendars: [ICalendarComponent]
        do throws(ICalendarError) {
            calendars = try ICalendarComponent.parseSequence(FileText.utf8(of: bytes), limits: limits)
        } catch {
            throw .malformed("The file is not a calendar: \(error).")
        }
        guard calendars.allSatisfy({ $0.isNamed("VCALENDAR") }) else {
            throw .malformed("The file is not a calendar: there is no VCALENDAR.")
        }
        let file = CalendarFile(calendars)
        for (name, count) in file.unread {
            document.notes.add(name, "", .unknown, count == 1 ? "1 component" : "\(count) components")
        }
        let reader = TaskReader(file.timeZones, in: document.settings.zone, at: document.settings.now)
        var objects = CalendarObjectWriter(file.calendars, bytesOfFile: bytes.count)
        let items = file.tasks.map { task in (task, item(of: task, in: file, reader, &objects)) }
        // Items without `X-APPLE-SORT-ORDER` come last.
        for (task, _) in items { _ = document.list(task.list, at: "VCALENDAR") }
        for (task, (item, _)) in items.sorted(byPosition: { $0.1.position }) {
            try document.add(item, to: document.list(task.list))
        }
    }

    private mutating func item(
        of task: CalendarFile.Task, in file: CalendarFile, _ reader: TaskReader,
        _ objects: inout CalendarObjectWriter
    ) -> (item: ForeignItem, position: Int?) {
        let read = reader.task(task.master, task.overrides)
        var item = ForeignItem(at: task.place)
        item.draft = read.content.draft(clockZone: read.clockZone)
        (item.id, item.parentID, item.childIDs) = (task.uid, task.master.parentUID, task.master.childUIDs)
        // These belong to the other program, or follow from the order of the items.
        item.draft.position = nil
        if let moment = item.draft.checkedAt { item.draft.checkedAt = min(moment, document.settings.now) }
        (item.createdAt, item.updatedAt) = (read.createdAt, read.updatedAt)
        if !task.isOwn, task.uid != nil {
            item.draft.calendarObject = objects.object(of: task).map { CalendarObject(text: $0) }
            if item.draft.calendarObject == nil {
                document.notes.add(task.place, "", .limitReached, "properties of other programs")
            }
        }
        // Without an object, the item has only the parent that the document gives it.
        if item.draft.calendarObject == nil { item.draft.patch.details.parentUID = nil }
        task.addNotes(read, to: document.notes)
        for zone in task.zoneNames where !reader.knowsZone(zone) && unknownZones.insert(zone).inserted {
            document.notes.add(task.place, "TZID", .invalid, zone)
        }
        return (item, read.content.position)
    }
}
