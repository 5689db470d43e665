import Checklists
import Dates
import JSON

/// Items grouped by due day, in JSON.
struct AgendaBody {
    /// The items, ordered by day.
    private let items: [(day: CivilDate, item: Item)]
    private let encodings: EncodingCache

    /// Groups items with a due date, and keeps their order. Items without a time precede those with a time on
    /// the same day, which depends on the time zone.
    init(_ items: [Item], _ encodings: EncodingCache, in zone: LocalTime) {
        var byDay: [CivilDate: [Item]] = [:]
        for item in items where !item.isTimed {
            if let day = item.timing.dueOn { byDay[day, default: []].append(item) }
        }
        for item in items where item.isTimed {
            if let dueDate = item.dueDate { byDay[zone.day(of: dueDate), default: []].append(item) }
        }
        self.items = byDay.sorted { $0.key < $1.key }.flatMap { day, items in items.map { (day, $0) } }
        self.encodings = encodings
    }

    /// An array with a section for each day.
    var json: PiecewiseJSON {
        PiecewiseJSON(arrayOf: items.count) { [items, encodings] index, json in
            let (day, item) = items[index]
            if index == 0 || items[index - 1].day != day {
                if index > 0 { Self.endSection(&json) }
                json.beginObject()
                json.member("date", day.text)
                json.name("items")
                json.beginArray()
            }
            json.value(encodings.json(of: item))
        } end: { [isEmpty = items.isEmpty] json in
            if !isEmpty { Self.endSection(&json) }
        }
    }

    private static func endSection(_ json: inout JSONWriter) {
        json.endArray()
        json.endObject()
    }
}
