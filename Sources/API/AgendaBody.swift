import Checklists
import JSON

/// Items by the day on which they are due.
struct AgendaBody: JSONWritable {
    private let sections: [(day: CalendarDay, items: [EncodedItem])]

    /// The items that have a due date, in their order; the days are those of a time zone.
    /// - Parameter encoded: The same items in JSON.
    init(_ items: [Item], _ encoded: [EncodedItem], in time: LocalTime) {
        var byDay: [CalendarDay: [EncodedItem]] = [:]
        for (item, json) in zip(items, encoded) {
            if let dueDate = item.dueDate { byDay[time.day(of: dueDate), default: []].append(json) }
        }
        sections = byDay.sorted { $0.key < $1.key }.map { (day: $0.key, items: $0.value) }
    }

    func write(to json: inout JSONWriter) {
        json.array { json in
            for section in sections {
                json.object { json in
                    json.member("date", section.day.text)
                    json.member("items", section.items)
                }
            }
        }
    }
}
