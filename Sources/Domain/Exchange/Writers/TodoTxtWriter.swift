package import Checklists
import Dates

/// Writes items in the format of todo.txt, a line each. `TodoTxtReader` reads the same items from it.
///
/// The format has a text, a check mark, the days of creation, completion, start and due time, one priority,
/// a list and tags. Keys add the amount and subtasks. Notes, sections, times of the day, reminders,
/// locations, and recurrences other than every so many days, weeks, months or years are left out.
package struct TodoTxtWriter: TextWriter {
    let zone: LocalTime

    private var list: String?

    package init(zone: LocalTime) { self.zone = zone }

    package mutating func text(of checklist: Checklist) -> String {
        list =
            TodoTxtName.word(checklist.name).map { "+\($0)" }
            ?? "list:\(TodoTxtName.encoded(checklist.name))"
        return ""
    }

    package mutating func text(of item: Item) -> String {
        var words: [String] = []
        let created = zone.day(of: item.createdAt).text
        if item.checked {
            words = ["x", zone.day(of: item.checkedAt ?? item.updatedAt).text, created]
        } else {
            words = item.important ? ["(A)", created] : [created]
        }
        words.append(Self.text(item.text))
        if let list { words.append(list) }
        words += item.tags.map { tag in
            TodoTxtName.word(tag).map { "@\($0)" } ?? "tag:\(TodoTxtName.encoded(tag))"
        }
        words += keys(of: item)
        if item.checked, item.important { words.append("pri:A") }
        return words.joined(separator: " ") + "\n"
    }

    private static func text(_ text: String) -> String {
        let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        return words.enumerated()
            .map { TodoTxtWord.escaped(Substring($1), isFirst: $0 == 0) }.joined(separator: " ")
    }

    private func keys(of item: Item) -> [String] {
        let timing = item.timing
        let zone = timing.localTime ?? self.zone
        var words: [String] = []
        if let day = item.due?.local(in: zone).day {
            words.append("due:\(day.text)")
            if let period = timing.recurrence.flatMap({ TodoTxtPeriod.text($0, due: day) }) {
                words.append("rec:\(period)")
            }
        }
        if let start = Due(startOf: item) { words.append("t:\(start.local(in: zone).day.text)") }
        let details = item.details
        if let quantity = details.quantity {
            let amount = [quantity.text] + (details.unit.map { [$0] } ?? [])
            words.append("qty:" + amount.map { TodoTxtName.encoded($0) }.joined(separator: "_"))
        }
        if item.hasSubtasks { words.append("id:\(item.id.rawValue)") }
        if let parent = item.parentID { words.append("p:\(parent.rawValue)") }
        return words
    }
}
