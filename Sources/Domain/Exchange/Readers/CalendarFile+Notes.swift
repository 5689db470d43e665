import CalendarObjects
import Checklists
import ICalendar

extension CalendarFile.Task {
    /// Properties with a value that people see in other programs, and that items do not have.
    private static let namesNotSupported = ["ATTACH", "ATTENDEE", "COMMENT", "CONTACT", "URL"]
    private static let namesOfTimes = ["DTSTART", "DUE", "COMPLETED"]

    /// What people do not see in an item of the task. The calendar object has all of it.
    func notes(_ read: TaskReader.Task) -> [ImportNote] {
        var notes: [ImportNote] = []
        func add(_ field: String, _ code: ImportNote.Code, _ value: String) {
            notes.append(ImportNote(place, field, code, value))
        }
        for name in Self.namesOfTimes {
            if let property = master.property(name), property.time == nil {
                add(name, .invalid, property.value)
            }
        }
        let content = read.content
        if let rule = master.property("RRULE"), content.recurrence == nil {
            add("RRULE", content.series.isFollowed ? .invalid : .notSupported, rule.value)
        }
        addNotesOfTexts(content, add)
        for name in Self.namesNotSupported {
            for property in master.properties(name) { add(name, .notSupported, property.text) }
        }
        if let percent = master.property("PERCENT-COMPLETE").flatMap({ Int($0.value) }), 1...99 ~= percent {
            add("PERCENT-COMPLETE", .notSupported, "\(percent)")
        }
        if master.property("STATUS")?.value.uppercased() == "CANCELLED" {
            add("STATUS", .converted, "CANCELLED")
        }
        if master.property("STATUS")?.value.uppercased() == "IN-PROCESS" {
            add("STATUS", .notSupported, "IN-PROCESS")
        }
        if let priority = master.property("PRIORITY").flatMap({ Int($0.value) }), 6...9 ~= priority {
            add("PRIORITY", .notSupported, "\(priority)")
        }
        let isDated = master.property("DUE") != nil || master.property("DTSTART") != nil
        if read.droppedAlarmsCount > 0 {
            add("VALARM", isDated ? .limitReached : .invalid, isDated ? "reminders" : "no due date")
        }
        if master.components("VALARM").contains(where: TaskReader.isOfPlace) {
            add("VALARM", .notSupported, "reminder at a place")
        }
        return notes
    }

    private func addNotesOfTexts(
        _ content: TaskContent, _ add: (String, ImportNote.Code, String) -> Void
    ) {
        let summary = master.property("SUMMARY")?.text.asLine ?? ""
        if summary.isLonger(than: Limits.textCharactersMax) { add("SUMMARY", .shortened, summary) }
        let description = master.property("DESCRIPTION")?.text.asLines ?? ""
        if description.isLonger(than: Limits.notesCharactersMax) {
            add("DESCRIPTION", .shortened, description)
        }
        let keys = Set(content.tags.map(Tag.key))
        let others = master.properties("CATEGORIES").flatMap(\.texts).map(\.trimmed)
            .filter { !$0.isEmpty && !keys.contains(Tag.key(of: $0)) }
        if !others.isEmpty { add("CATEGORIES", .limitReached, others.joined(separator: "; ")) }
    }
}

extension String {
    fileprivate func isLonger(than charactersMax: Int) -> Bool {
        first(charactersMax).utf8.count < utf8.count
    }
}
