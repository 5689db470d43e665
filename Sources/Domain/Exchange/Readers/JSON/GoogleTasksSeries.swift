import Checklists
import Dates
import JSON

/// The recurring tasks of a list of Google Takeout, which has a task for each occurrence.
///
/// The first open occurrence repeats. Later open occurrences with the same texts are left to the rule.
struct GoogleTasksSeries {
    /// The rule of each series that goes on.
    private var rules: [String: String] = [:]
    /// The title of each rule, for reports.
    private var unsupported: [String: String] = [:]

    init(_ recurrences: [ForeignObject], _ notes: inout ImportNotes) {
        for recurrence in recurrences {
            guard let id = recurrence.id("id"), let schedule = recurrence.object("schedule", &notes) else {
                continue
            }
            let end = schedule.object("end_condition", &notes)
            let isStopped = recurrence["stopped"]?.isTrue ?? (recurrence["stopped"]?.text == "true")
            if isStopped || end?.has("instance_number_limit") ?? false { continue }
            guard let interval = schedule.object("interval", &notes), var rule = Self.rule(interval, &notes)
            else {
                unsupported[id] = recurrence.place
                continue
            }
            if let last = end?["date_boundary"]?.text {
                rule += ";UNTIL=\(last.prefix(10).filter { $0 != "-" })"
            }
            rules[id] = rule
        }
    }

    /// Sets the recurrence of the first open occurrence of each series.
    /// - Parameter ids: The series of each item.
    mutating func apply(to list: inout ForeignList, ids: [String?], _ notes: inout ImportNotes) {
        var firsts: [String: Int] = [:]
        for (index, id) in ids.enumerated() {
            guard let id, list.items[index].isOpenOccurrence else { continue }
            if let first = firsts[id], !list.items[index].isDue(before: list.items[first]) { continue }
            firsts[id] = index
        }
        for (id, index) in firsts.sorted(by: { $0.value < $1.value }) {
            if let rule = rules[id] {
                list.items[index].setRecurrence(rule, words: rule)
                list.items[index].keepDay(of: list.items[index].due, in: .utc)
            } else if let place = unsupported[id] {
                notes.append(ImportNote(list.items[index].place, "task_recurrence_id", .unknown, place))
            }
        }
        leaveOutRepetitions(of: firsts, in: &list, ids, &notes)
    }

    private func leaveOutRepetitions(
        of firsts: [String: Int], in list: inout ForeignList, _ ids: [String?], _ notes: inout ImportNotes
    ) {
        var hasChildren = Set(list.items.compactMap(\.parent))
        hasChildren.formUnion(list.items.indices.filter { list.items[$0].parent != nil })
        var numbers: [Int?] = []
        var kept: [ForeignItem] = []
        for (index, item) in list.items.enumerated() {
            if let id = ids[index], let first = firsts[id], first != index, item.isOpenOccurrence,
                list.items[first].draft.recurrence != nil, !hasChildren.contains(index),
                item.draft.text == list.items[first].draft.text,
                item.draft.notes == nil || item.draft.notes == list.items[first].draft.notes
            {
                notes.append(ImportNote(item.place, "", .converted, "an occurrence of a repeating task"))
                numbers.append(nil)
            } else {
                numbers.append(kept.count)
                kept.append(item)
            }
        }
        for index in kept.indices { kept[index].parent = kept[index].parent.flatMap { numbers[$0] } }
        list.items = kept
    }

    /// The rule of `interval`: `{"interval_multiplier": 2, "weekly": {"day_of_week": ["MONDAY"]}}`.
    private static func rule(_ interval: ForeignObject, _ notes: inout ImportNotes) -> String? {
        let number = max(1, interval["interval_multiplier"]?.integer ?? 1)
        guard
            let frequency = RecurrenceRule.Frequency.allCases.first(where: {
                interval.has($0.rawValue.lowercased())
            })
        else { return nil }
        let days = interval.object("weekly", &notes)?.texts("day_of_week", &notes).compactMap(\.weekdayName)
        let named = days?.isEmpty ?? true ? "" : ";BYDAY=\((days ?? []).joined(separator: ","))"
        return Period(number, frequency).map { $0.rule + named }
    }
}

extension ForeignItem {
    fileprivate var isOpenOccurrence: Bool { due != nil && !draft.isChecked }

    fileprivate func isDue(before other: ForeignItem) -> Bool {
        guard let due, let otherDue = other.due else { return false }
        return due.local(in: .utc) < otherDue.local(in: .utc)
    }
}

extension String {
    /// The name of RFC 5545 for an English weekday: `MO` for `monday` or `MONDAY`.
    var weekdayName: String? {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return names.contains(lowercased()) ? uppercased().prefix(2).description : nil
    }
}
