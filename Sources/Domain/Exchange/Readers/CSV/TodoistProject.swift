import Checklists
import Dates
import JSON

/// A project of Todoist: a CSV file with a task, section or comment in each row.
struct TodoistProject {
    private(set) var list: ForeignList
    private let records: [CSVRecord]
    private let settings: ImportSettings
    private let notes: NoteLog
    private var section: String?
    /// The tasks above the next one, each with its indent.
    private var ancestors: [(indent: Int, index: Int)] = []
    /// The comments of the last task; `nil` if no task precedes them.
    private var comments: [String]?

    /// Reads the header of a file.
    /// - Throws: `ImportError` if the file is not CSV, or not of Todoist.
    init(
        _ bytes: [UInt8], named name: String?, file: String?, _ document: ForeignDocument
    ) throws(ImportError) {
        list = ForeignList(name: name, place: file ?? "")
        (settings, notes) = (document.settings, document.notes)
        let table = try CSVTable(FileText.decode(bytes), settings.limits)
        let columns = table.rows.first.map(table.columns) ?? [:]
        guard columns["type"] != nil, columns["content"] != nil else {
            throw .malformed(
                "The file is not a CSV file of Todoist: the first row lacks the columns TYPE and CONTENT.")
        }
        records = table.records(below: 0, of: file)
    }

    /// Reads all rows.
    /// - Parameter countItem: Counts an item of all projects.
    mutating func read(_ countItem: () throws(ImportError) -> Void) throws(ImportError) {
        for record in records {
            switch record["type"].lowercased() {
            case "task":
                endTask()
                addTask(record)
                try countItem()
            case "section":
                endTask()
                addSection(record)
            case "note": addComment(record)
            // The view of the project.
            case "meta": break
            case let type: notes.add(record.place, "TYPE", .unknown, type)
            }
        }
        endTask()
    }

    // MARK: Rows

    private mutating func addSection(_ record: CSVRecord) {
        let content = record["content"].asLine
        // Each task of the section repeats the name.
        let name = content.first(Limits.sectionNameCharactersMax)
        if name.utf8.count < content.utf8.count { notes.add(record.place, "CONTENT", .shortened, content) }
        section = name.isEmpty ? nil : name
        if let section { list.sections.append(section) }
        ancestors = []
        let description = record["description"]
        if !description.isEmpty { notes.add(record.place, "DESCRIPTION", .notSupported, description) }
    }

    private mutating func addComment(_ record: CSVRecord) {
        let content = Self.comment(record["content"], settings.limits)
        guard !content.isEmpty else { return }
        if comments == nil { notes.add(record.place, "CONTENT", .notSupported, content) }
        comments?.append(content)
    }

    /// Adds the comments of the last task to its notes.
    private mutating func endTask() {
        if let comments, !comments.isEmpty, !list.items.isEmpty {
            list.items[list.items.count - 1].draft.addLine(comments.joined(separator: "\n"))
        }
        comments = nil
    }

    private mutating func addTask(_ record: CSVRecord) {
        var item = ForeignItem(at: record.place)
        var content = record["content"]
        if content.hasPrefix("* ") {
            notes.add(item.place, "CONTENT", .converted, content)
            content = String(content.dropFirst(2)).trimmed
        }
        (item.draft.text, item.tags) = Self.labels(of: content)
        if !record["description"].isEmpty { item.draft.addLine(record["description"]) }
        setTimes(of: &item, record)
        switch record["priority"] {
        case "1": item.draft.important = true
        case "4": break
        case let priority: item.keep("PRIORITY", priority)
        }
        item.keep("RESPONSIBLE", record["responsible"])
        let indent = Int(record["indent"]) ?? 1
        while let last = ancestors.last, last.indent >= indent { ancestors.removeLast() }
        item.parent = ancestors.last?.index
        item.section = section
        ancestors.append((indent, list.items.count))
        list.items.append(item)
        comments = []
    }

    private func setTimes(of item: inout ForeignItem, _ record: CSVRecord) {
        // Todoist writes `None` for an empty unit of a duration.
        let values = ["date", "deadline", "duration", "duration_unit"].map {
            record[$0] == "None" ? "" : record[$0]
        }
        let (date, deadline) = (values[0], values[1])
        if !values[2].isEmpty { item.keep("DURATION", "\(values[2]) \(values[3])") }
        if !date.isEmpty { item.keep("DEADLINE", deadline) }
        if date.isEmpty, deadline.isEmpty { return }
        let name = record["timezone"]
        let zone = LocalTime(zone: name)
        item.draft.timeZone = zone?.name
        if zone == nil, !name.isEmpty { notes.add(item.place, "TIMEZONE", .invalid, name) }
        let column = date.isEmpty ? "DEADLINE" : "DATE"
        let words = date.isEmpty ? deadline : date
        let due = DateText.due(words, in: zone ?? settings.zone)
        item.due = due ?? nearestDue(words, in: zone ?? settings.zone)
        if item.due == nil {
            let language = record["\(column.lowercased())_lang"].lowercased().prefix(2)
            // Quick add reads `every! 3 days` as a repetition from the completion.
            (item.dueWords, item.dueField) = ((words, Language(rawValue: String(language))), column)
        }
    }

    /// The due time of a date without a year, such as `27 oct` or `Nov 1 10:00`: the nearest to today.
    /// Todoist omits the current year.
    private func nearestDue(_ words: String, in zone: LocalTime) -> Due? {
        var parts = words.split(separator: " ")
        let time = parts.last.map { $0.contains(":") } ?? false ? " \(parts.removeLast())" : ""
        if parts.last == "at" { parts.removeLast() }
        let date = parts.joined(separator: " ")
        let today = zone.day(of: settings.now)
        let year = today.components.year
        let dues = (year - 1...year + 1).compactMap { DateText.due("\(date) \($0)\(time)", in: zone) }
        func distance(_ due: Due) -> Int { abs(due.local(in: zone).day.distance(to: today)) }
        return dues.min { distance($0) < distance($1) }
    }

    // MARK: Texts

    /// The text without its labels, and the labels: words after an `@`.
    static func labels(of content: String) -> (text: String, labels: [String]) {
        guard content.utf8.contains(UInt8(ascii: "@")) else { return (content, []) }
        var (kept, labels): ([String], [String]) = ([], [])
        for line in content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            labels += words.filter(isLabel).map { String($0.dropFirst()) }
            kept.append(words.filter { !isLabel($0) }.joined(separator: " "))
        }
        let text = labels.isEmpty ? content : kept.joined(separator: "\n").trimmed
        return (text.isEmpty ? content : text, labels)
    }

    private static func isLabel(_ word: Substring) -> Bool {
        guard word.first == "@", let last = word.last, word.count > 1,
            word.utf8.count <= Limits.tagCharactersMax * Limits.characterBytesMax,
            word.count <= Limits.tagCharactersMax + 1
        else { return false }
        return !",.;:!?)".contains(last) && !word.dropFirst().contains("@")
    }

    /// The text of a comment, with the name and the address of an attached file.
    private static func comment(_ content: String, _ limits: ImportLimits) -> String {
        guard let start = content.firstRange(of: "[[file "), content.hasSuffix("]]"),
            let file = try? JSONFile.parse(Array(content[start.upperBound...].dropLast(2).utf8), limits)
        else { return content }
        let attachment = ["file_name", "file_url"].compactMap { file[$0]?.text }.joined(separator: ": ")
        let text = String(content[..<start.lowerBound]).trimmed
        return [text, attachment].filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
