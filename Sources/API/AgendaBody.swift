import Checklists
import JSON

/// Items by the day on which they are due.
struct AgendaBody: JSONWritable {
    private let sections: [(day: CalendarDay, items: [Item])]

    /// The items that have a due date, in their order; the days are those of a time zone.
    init(_ items: [Item], in time: LocalTime) {
        var byDay: [CalendarDay: [Item]] = [:]
        for item in items {
            if let dueDate = item.dueDate { byDay[time.day(of: dueDate), default: []].append(item) }
        }
        sections = byDay.sorted { $0.key < $1.key }.map { (day: $0.key, items: $0.value) }
    }

    func write(to json: inout JSONWriter) {
        json.array { json in
            for section in sections {
                json.object { json in
                    json.member("date", section.day.text)
                    json.array("items") { json in
                        for item in section.items { json.value(ItemBody(item)) }
                    }
                }
            }
        }
    }
}
