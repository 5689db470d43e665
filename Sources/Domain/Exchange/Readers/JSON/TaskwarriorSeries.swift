import Checklists
import Dates

/// The recurring tasks of Taskwarrior: a template, and a task for each occurrence.
///
/// The first pending occurrence repeats and replaces the template. Later ones with the same text are left to
/// the rule. A template without pending occurrences
/// itself becomes an item, due at the next occurrence.
struct TaskwarriorSeries {
    private var leftOut: Set<Int> = []

    /// Sets the recurrences.
    init(_ tasks: inout [TaskwarriorTask], _ settings: ImportSettings) {
        var templates: [String: Int] = [:]
        for (index, task) in tasks.enumerated() where task.template == nil && task.period != nil {
            if let uuid = task.uuid, templates[uuid] == nil { templates[uuid] = index }
        }
        /// The first pending occurrence, and the last due time, of each template.
        var firsts: [String: Int] = [:]
        var lasts: [String: Due] = [:]
        for (index, task) in tasks.enumerated() {
            guard let template = task.template, let due = task.item.due else { continue }
            if task.status == .pending {
                let first = firsts[template].flatMap { tasks[$0].item.due }
                if first.map({ due.isBefore($0, in: settings.zone) }) ?? true { firsts[template] = index }
            }
            if lasts[template].map({ $0.isBefore(due, in: settings.zone) }) ?? true {
                lasts[template] = due
            }
        }
        for (template, first) in firsts {
            // Occurrences of a deleted template do not repeat. An export can lack the template.
            let index = templates[template]
            if let index, tasks[index].status != .recurring { continue }
            if let index { leftOut.insert(index) }
            let template = index.map { tasks[$0] } ?? tasks[first]
            Self.setRecurrence(of: template, to: &tasks[first].item, settings.zone)
        }
        for (index, task) in tasks.enumerated() where task.status == .pending {
            guard let template = task.template, let first = firsts[template], first != index,
                tasks[first].item.draft.recurrence != nil, task.item.isRepetition(of: tasks[first].item)
            else { continue }
            leftOut.insert(index)
        }
        for index in tasks.indices where tasks[index].template == nil && tasks[index].period != nil {
            let task = tasks[index]
            if leftOut.contains(index) || task.status == .deleted { continue }
            Self.setRecurrence(of: task, to: &tasks[index].item, settings.zone)
            if let last = task.uuid.flatMap({ lasts[$0] }),
                let rule = tasks[index].item.draft.recurrence?.rule
            {
                let next = rule.occurrences(after: last, in: settings.zone, limit: 1).first
                tasks[index].item.due = next ?? last
                tasks[index].item.start = nil
            }
        }
    }

    /// Whether the first pending occurrence stands for a template or a later occurrence.
    func leavesOut(_ index: Int) -> Bool { leftOut.contains(index) }

    private static func setRecurrence(
        of task: TaskwarriorTask, to item: inout ForeignItem, _ zone: LocalTime
    ) {
        guard let period = task.period else { return }
        let isWorkdays = period.lowercased() == "weekdays"
        var rule = isWorkdays ? "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" : Period(period)?.rule
        if let until = task.until {
            let digits = RFC3339.textInSeconds(until.milliseconds).filter { $0 != "-" && $0 != ":" }
            rule = rule.map { "\($0);UNTIL=\(digits)" }
        }
        item.setRecurrence(rule, words: period)
        item.keepDay(of: task.item.due, in: zone)
    }
}

extension ForeignItem {
    /// Whether an occurrence differs from the first one only in its times.
    fileprivate func isRepetition(of first: ForeignItem) -> Bool {
        draft.text == first.draft.text && (draft.notes == nil || draft.notes == first.draft.notes)
            && others.map(\.value) == first.others.map(\.value)
    }
}

extension Due {
    fileprivate func isBefore(_ other: Due, in zone: LocalTime) -> Bool {
        local(in: zone) < other.local(in: zone)
    }
}
