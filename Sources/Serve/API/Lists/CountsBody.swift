import Checklists
import JSON

/// Counts in JSON.
struct CountsBody: JSONWritable {
    let counts: Counts

    init(_ counts: Counts) {
        self.counts = counts
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("checklists", counts.checklists)
            json.member("items", counts.items)
            json.member("unchecked", counts.unchecked)
            json.member("checked", counts.checked)
            json.member("important", counts.important)
            json.member("overdue", counts.overdue)
            json.member("reminders", counts.reminders)
        }
    }
}
