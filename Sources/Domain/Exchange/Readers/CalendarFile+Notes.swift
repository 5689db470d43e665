import CalendarObjects
import Checklists
import ICalendar

extension CalendarFile.Task {
    /// Properties with a value that people see in other programs, and that items do not have.
    private static let namesNotSupported = ["ATTACH", "ATTENDEE", "COMMENT", "CONTACT", "URL"]

    /// Reports what people do not see in an item of the task. The calendar object has all of it.
    func addNotes(_ read: TaskReader.Task, to notes: NoteLog) {
        func add(_ field: String, _ code: ImportNote.Code, _ value: String) {
            notes.add(place, field, code, value)
        }
        func number(_ name: String, in range: ClosedRange<Int>) -> String? {
            master.property(name).flatMap { Int($0.value) }.flatMap { range ~= $0 ? "\($0)" : nil }
        }
        for name in ["DTSTART", "DUE", "COMPLETED"] {
            if let property = master.property(name), property.time == nil {
                add(name, .invalid, property.value)
            }
        }
        let content = read.content
        if let rule = master.property("RRULE"), content.recurrence == nil {
            add("RRULE", content.series.isFollowed ? .invalid : .notSupported, rule.value)
        }
        for (name, charactersMax) in [
            ("SUMMARY", Limits.textCharactersMax), ("DESCRIPTION", Limits.notesCharactersMax),
        ] {
            let text = master.property(name)?.text.asLines ?? ""
            if text.first(charactersMax).utf8.count < text.utf8.count { add(name, .shortened, text) }
        }
        let keys = Set(content.tags.map(Tag.key))
        let others = master.properties("CATEGORIES").flatMap(\.texts).map(\.trimmed)
            .filter { !$0.isEmpty && !keys.contains(Tag.key(of: $0)) }
        if !others.isEmpty { add("CATEGORIES", .limitReached, others.joined(separator: "; ")) }
        for name in Self.namesNotSupported {
            for property in master.properties(name) { add(name, .notSupported, property.text) }
        }
        if let percent = number("PERCENT-COMPLETE", in: 1...99) {
            add("PERCENT-COMPLETE", .notSupported, percent)
        }
        switch master.property("STATUS")?.value.uppercased() {
        case "CANCELLED": add("STATUS", .converted, "CANCELLED")
        case "IN-PROCESS": add("STATUS", .notSupported, "IN-PROCESS")
        default: break
        }
        if let priority = number("PRIORITY", in: 6...9) { add("PRIORITY", .notSupported, priority) }
        let isDated = master.property("DUE") != nil || master.property("DTSTART") != nil
        if read.droppedAlarmsCount > 0 {
            add("VALARM", isDated ? .limitReached : .invalid, isDated ? "reminders" : "no due date")
        }
        if master.components("VALARM").contains(where: TaskReader.isOfPlace) {
            add("VALARM", .notSupported, "reminder at a place")
        }
    }
}
