import Checklists
import Dates
import JSON

/// Reads the output of `task export`: an array, or an object a line.
struct TaskwarriorReader {
    private var document: ForeignDocument
    private let settings: ImportSettings
    private var tasks: [TaskwarriorTask] = []

    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        var reader = TaskwarriorReader(settings)
        let bytes = Array(FileText.withoutMark(bytes))
        if bytes.first(where: { !$0.isSpace }) == UInt8(ascii: "{") {
            try reader.readLines(bytes)
        } else {
            let root = try JSONFile.parse(bytes, settings.limits)
            for task in ForeignObject.objects(root.elements, at: "", &reader.document.notes) {
                reader.read(task)
            }
        }
        reader.finish()
        return reader.document
    }

    private init(_ settings: ImportSettings) {
        document = ForeignDocument(settings)
        self.settings = settings
    }

    /// Reads an object a line. Version 1 writes a comma behind each.
    private mutating func readLines(_ bytes: [UInt8]) throws(ImportError) {
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            var line = line
            while let last = line.last, last.isSpace || last == UInt8(ascii: ",") { line.removeLast() }
            guard line.contains(where: { !$0.isSpace }) else { continue }
            let value: JSONValue
            do throws(ImportError) {
                value = try JSONFile.parse(Array(line), settings.limits)
            } catch {
                if case .malformed(let reason) = error { throw .malformed("Line \(number): \(reason)") }
                throw error
            }
            guard let task = ForeignObject(value, at: "line \(number)") else {
                document.notes.append(ImportNote("line \(number)", "", .invalid, value.summary))
                continue
            }
            read(task)
        }
    }

    private mutating func read(_ object: ForeignObject) {
        tasks.append(TaskwarriorTask(object, settings, &document.notes))
    }

    // MARK: - Lists

    private mutating func finish() {
        keepDependencies()
        let series = TaskwarriorSeries(&tasks, settings)
        var indexes: [String?: Int] = [:]
        for (index, task) in tasks.enumerated() {
            if task.status == .deleted {
                document.notes.append(ImportNote(task.item.place, "", .deleted, task.item.draft.text))
                continue
            }
            if series.leavesOut(index) {
                guard task.template != nil else { continue }
                document.notes.append(
                    ImportNote(task.item.place, "", .converted, "an occurrence of a repeating task"))
                continue
            }
            let number = indexes[task.list] ?? document.lists.count
            if number == document.lists.count {
                indexes[task.list] = number
                document.lists.append(ForeignList(name: task.list, place: task.item.place))
            }
            document.lists[number].items.append(task.item)
        }
    }

    /// Keeps the texts of the tasks that a task waits for.
    private mutating func keepDependencies() {
        guard tasks.contains(where: { !$0.dependencies.isEmpty }) else { return }
        var texts: [String: String] = [:]
        for task in tasks {
            if let uuid = task.uuid, texts[uuid] == nil { texts[uuid] = task.item.draft.text.asReference }
        }
        for index in tasks.indices {
            let names = tasks[index].dependencies.map { texts[$0] ?? $0 }
            tasks[index].item.keep("Depends on", names.joined(separator: ", "))
        }
    }
}
