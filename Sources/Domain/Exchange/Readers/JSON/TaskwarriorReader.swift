import Checklists
import Dates
import JSON

/// Reads the output of `task export`: an array, or an object a line.
///
/// A recurring task has a template, and a task for each occurrence. The template is left out if an occurrence
/// is pending. Otherwise it becomes an item, due at the next occurrence.
struct TaskwarriorReader: ForeignReader {
    var document: ForeignDocument
    private var tasks: [TaskwarriorTask] = []

    init(document: ForeignDocument) { self.document = document }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        let bytes = Array(FileText.withoutMark(bytes))
        if bytes.first(where: { !$0.isSpace }) == UInt8(ascii: "{") {
            try readLines(bytes)
        } else {
            let root = try JSONFile.parse(bytes, document.settings.limits)
            for task in ForeignObject.objects(root.elements, document.notes) { read(task) }
        }
        keepDependencies()
        addItems()
    }

    /// Reads an object a line. Version 1 writes a comma behind each.
    private mutating func readLines(_ bytes: [UInt8]) throws(ImportError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, var line) in lines.enumerated() {
            while let last = line.last, last.isSpace || last == UInt8(ascii: ",") { line.removeLast() }
            guard line.contains(where: { !$0.isSpace }) else { continue }
            let value: JSONValue
            do throws(ImportError) {
                value = try JSONFile.parse(Array(line), document.settings.limits)
            } catch {
                if case .malformed(let reason) = error { throw .malformed("Line \(index + 1): \(reason)") }
                throw error
            }
            if let task = ForeignObject(value, at: "line \(index + 1)", document.notes) {
                read(task)
            } else {
                document.notes.add("line \(index + 1)", "", .invalid, value.summary)
            }
        }
    }

    private mutating func read(_ object: ForeignObject) {
        tasks.append(TaskwarriorTask(object, document.settings))
    }

    /// Keeps the texts of the tasks that a task waits for.
    private mutating func keepDependencies() {
        guard tasks.contains(where: { !$0.dependencies.isEmpty }) else { return }
        let texts = Dictionary(
            tasks.map { ($0.item.id ?? "", $0.item.draft.text.asReference) },
            uniquingKeysWith: { first, _ in first })
        for index in tasks.indices {
            let names = tasks[index].dependencies.map { texts[$0] ?? $0 }
            tasks[index].item.keep("Depends on", names.joined(separator: ", "))
        }
    }

    private mutating func addItems() {
        var templates: [String: TaskwarriorTask] = [:]
        for task in tasks where task.item.seriesID == nil && task.period != nil {
            if let id = task.item.id, templates[id] == nil { templates[id] = task }
        }
        var pending: Set<String> = []
        var lasts: [String: Due] = [:]
        for task in tasks {
            guard let id = task.item.seriesID, let due = task.item.due else { continue }
            if task.status == .pending { pending.insert(id) }
            if lasts[id].map({ $0.local(in: .utc) < due.local(in: .utc) }) ?? true { lasts[id] = due }
        }
        for task in tasks {
            var item = task.item
            let template = item.seriesID.flatMap { templates[$0] }
            switch task.status {
            case .deleted:
                document.notes.add(item.place, "", .deleted, item.draft.text)
                continue
            case .recurring where item.id.map(pending.contains) ?? false: continue
            case .recurring, .pending:
                // Occurrences of a deleted template do not repeat. An export can lack the template.
                if [nil, .recurring].contains(template?.status) {
                    setRecurrence(of: &item, by: template ?? task)
                }
            case .completed: break
            }
            if task.period != nil, let last = item.id.flatMap({ lasts[$0] }) {
                let rule = item.draft.recurrence?.rule
                item.due = rule?.occurrences(after: last, in: document.settings.zone, limit: 1).first ?? last
                item.start = nil
            }
            let list = document.list(task.list, at: item.place)
            document.lists[list].items.append(item)
        }
    }

    private func setRecurrence(of item: inout ForeignItem, by task: TaskwarriorTask) {
        guard let period = task.period else { return }
        let digits = task.until.map { RFC3339.textInSeconds($0.milliseconds).filter { !"-:".contains($0) } }
        item.setRecurrence(
            Period(period).map { $0.rule + (digits.map { ";UNTIL=\($0)" } ?? "") }, words: period)
        item.keepDay(of: task.item.due, in: document.settings.zone)
    }
}
