import Checklists
import Dates

extension ForeignItem {
    /// Sets the tags at once: adding one by one takes quadratic time.
    mutating func setTags(_ tags: [String]) {
        if !tags.isEmpty { draft.patch.details.tags = tags }
    }

    /// Sets the recurrence, or keeps the words of a rule that the server does not support.
    mutating func setRecurrence(_ rule: String?, from base: Recurrence.Base = .due, words: String) {
        if let rule {
            do throws(RecurrenceRule.Fault) {
                draft.recurrence = Recurrence(try RecurrenceRule(rule), from: base)
                return
            } catch {
                // The rule is kept as text below.
            }
        }
        keep("Repeat", words)
    }

    /// Names the day of a due time in a rule of a period, so that a shorter month has its last day.
    mutating func keepDay(of due: Due?, in zone: LocalTime) {
        guard let due, let recurrence = draft.recurrence, recurrence.from == .due else { return }
        draft.recurrence?.rule = recurrence.rule.keepingDay(of: due.local(in: zone).day)
    }

    /// Adds an alarm.
    mutating func addAlarms(_ alarms: [Alarm]) {
        if !alarms.isEmpty { draft.alarms = (draft.alarms ?? []) + alarms }
    }
}

extension ForeignList {
    /// Sets the parent of each item by the identifiers of the file. The first item with an identifier counts.
    /// A note reports a parent that the list lacks.
    /// - Parameters:
    ///   - ids: The identifier of each item.
    ///   - parents: The identifier of the parent of each item.
    mutating func setParents(ids: [String?], parents: [String?], _ notes: inout ImportNotes) {
        var indexes: [String: Int] = [:]
        for (index, id) in ids.enumerated() {
            if let id, indexes[id] == nil { indexes[id] = index }
        }
        for (index, parent) in parents.enumerated() {
            guard let parent else { continue }
            if let above = indexes[parent], above != index {
                items[index].parent = above
            } else {
                notes.append(ImportNote(items[index].place, "parent", .unknown, parent))
            }
        }
    }
}

extension String {
    /// The beginning of a text that other parts of the file refer to. Many can refer to a long one, so that
    /// whole texts would make the import larger than the file.
    var asReference: String {
        guard utf8.count > Self.referenceScalarsMax else { return asLine }
        return String(UnicodeScalarView(unicodeScalars.prefix(Self.referenceScalarsMax))).asLine
    }

    private static let referenceScalarsMax = 60
}

extension Sequence {
    /// The elements by their positions. Elements without one come last, and equal ones keep their order.
    func sorted<Position: Comparable>(byPosition position: (Element) -> Position?) -> [Element] {
        let positioned = enumerated().map { (offset: $0.offset, element: $0.element, position($0.element)) }
        return positioned.sorted { one, other in
            switch (one.2, other.2) {
            case (let left?, let right?) where left != right: left < right
            case (nil, _?): false
            case (_?, nil): true
            default: one.offset < other.offset
            }
        }.map(\.element)
    }
}
