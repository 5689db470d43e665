import Checklists

/// Reads the CSV backup of TickTick.
struct TickTickReader {
    private let table: CSVTable
    private let columns: [String: Int]
    private let settings: ImportSettings
    private var document: ForeignDocument
    private var itemsCount = 0
    private var listNumbers: [ListKey: Int] = [:]
    /// The sections of each list, with the order of the kanban column.
    private var sections: [[String: Int]] = []
    /// The list and the index of each task.
    private var tasks: [String: (list: Int, index: Int)] = [:]
    private var subtasks: [(list: Int, index: Int, parent: String)] = []

    private struct ListKey: Hashable {
        let folder: String
        let name: String
    }

    /// The number of first rows among which the header is. Three rows about the file precede it.
    private static let headerRowsMax = 20

    private static let known: Set = [
        "folder name", "list name", "title", "kind", "tags", "content", "is check list", "start date",
        "due date", "reminder", "repeat", "priority", "status", "created time", "completed time", "order",
        "timezone", "is all day", "is floating", "column name", "column order", "view mode", "taskid",
        "parentid", "projectkind",
    ]

    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        let table = try CSVTable(
            FileText.decode(bytes), headerWithin: headerRowsMax, settings.limits)
        for (number, row) in table.rows.prefix(headerRowsMax).enumerated() {
            let names = table.texts(of: row).map { $0.trimmed.lowercased() }
            guard names.contains("list name"), names.contains("title") else { continue }
            var reader = TickTickReader(table, names, settings)
            try reader.read(from: number)
            return reader.document
        }
        throw .malformed(
            "The file is not a CSV backup of TickTick: none of the first \(headerRowsMax) rows has the "
                + "columns List Name and Title.")
    }

    private init(_ table: CSVTable, _ names: [String], _ settings: ImportSettings) {
        self.table = table
        self.settings = settings
        columns = Dictionary(
            names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        document = ForeignDocument(settings)
    }

    private mutating func read(from header: Int) throws(ImportError) {
        reportUnknownColumns(below: header)
        let rows = table.rows.dropFirst(header + 1)
        // The lists are in the order of their first rows, the tasks in that of the column.
        for row in rows { _ = list(of: row) }
        for row in rows.sorted(byPosition: { Int(value("order", $0)) }) { try add(row) }
        for subtask in subtasks {
            let parent = tasks[subtask.parent]
            if let parent, parent.list == subtask.list {
                document.lists[subtask.list].items[subtask.index].parent = parent.index
            } else {
                let place = document.lists[subtask.list].items[subtask.index].place
                document.notes.append(ImportNote(place, "parentId", .invalid, subtask.parent))
            }
        }
        for (number, sections) in sections.enumerated() {
            document.lists[number].sections = sections.sorted {
                ($0.value, $0.key) < ($1.value, $1.key)
            }.map(\.key)
        }
    }

    private func value(_ column: String, _ row: CSVTable.Row) -> String {
        columns[column].map { table[row, $0].trimmed } ?? ""
    }

    private mutating func reportUnknownColumns(below header: Int) {
        let row = table.rows[header]
        for column in 0..<row.width {
            let name = table[row, column].trimmed
            guard !Self.known.contains(name.lowercased()),
                table.rows.dropFirst(header + 1).contains(where: { !table.isBlank($0, column) })
            else { continue }
            document.notes.append(ImportNote("row \(row.number)", name, .unknown))
        }
    }

    /// The number of the list of a row, which the document gets if it lacks it.
    private mutating func list(of row: CSVTable.Row) -> Int {
        let key = ListKey(folder: value("folder name", row), name: value("list name", row))
        if let number = listNumbers[key] { return number }
        let number = document.lists.count
        let place = "row \(row.number)"
        document.lists.append(ForeignList(name: key.name.isEmpty ? nil : key.name, place: place))
        sections.append([:])
        listNumbers[key] = number
        if !key.folder.isEmpty {
            document.notes.append(ImportNote(place, "Folder Name", .notSupported, key.folder))
        }
        return number
    }

    // MARK: Tasks

    private mutating func add(_ row: CSVTable.Row) throws(ImportError) {
        let list = list(of: row)
        var item = ForeignItem(at: "row \(row.number)", text: value("title", row))
        let tags = value("tags", row).split(separator: ",").map { String($0).trimmed }
        if !tags.isEmpty { item.draft.patch.details.tags = tags }
        let section = value("column name", row)
        if !section.isEmpty {
            item.section = section
            if sections[list][section] == nil {
                sections[list][section] = Int(value("column order", row)) ?? sections[list].count
            }
        }
        setStatus(of: &item, row)
        for note in TickTickTimes(row, value).set(on: &item, settings) { document.notes.append(note) }
        if value("kind", row).uppercased() == "NOTE" {
            document.notes.append(ImportNote(item.place, "Kind", .converted, "NOTE"))
        }
        let index = document.lists[list].items.count
        let id = value("taskid", row)
        if !id.isEmpty, tasks[id] == nil { tasks[id] = (list, index) }
        let parent = value("parentid", row)
        if !parent.isEmpty, parent != "0" { subtasks.append((list, index, parent)) }
        let content = value("content", row)
        let isChecklist =
            value("is check list", row).uppercased() == "Y" || value("kind", row).uppercased() == "CHECKLIST"
        if !isChecklist, !content.isEmpty { item.draft.addLine(content) }
        try append(item, to: list)
        if isChecklist { try addChecklist(content, below: index, of: list) }
    }

    private mutating func append(_ item: ForeignItem, to list: Int) throws(ImportError) {
        itemsCount += 1
        try settings.limits.check(itemsCount: itemsCount)
        document.lists[list].items.append(item)
    }

    private func setStatus(of item: inout ForeignItem, _ row: CSVTable.Row) {
        let status = value("status", row)
        let completed = moment("Completed Time", row, of: &item)
        switch status {
        case "0", "": break
        case "1", "2": item.check(at: completed)
        case "-1":
            item.check(at: completed)
            item.keep("Status", "Abandoned")
        default: item.keep("Status", status)
        }
        item.createdAt = moment("Created Time", row, of: &item)
        switch value("priority", row) {
        case "5": item.draft.important = true
        case "0": break
        case let priority: item.keep("Priority", priority)
        }
    }

    /// The moment in a column. Another text is kept in the notes.
    private func moment(_ column: String, _ row: CSVTable.Row, of item: inout ForeignItem) -> Timestamp? {
        let text = value(column.lowercased(), row)
        let moment = DateText.moment(text, in: settings.zone)
        if moment == nil { item.keep(column, text) }
        return moment
    }

    /// Adds the lines of a checklist as subtasks: `▫` begins an open one, `▪` a completed one.
    private mutating func addChecklist(_ content: String, below parent: Int, of list: Int) throws(ImportError)
    {
        let place = document.lists[list].items[parent].place
        var others: [Substring] = []
        for line in content.split(whereSeparator: \.isNewline) {
            let text = line.drop { $0 == " " }
            guard let mark = text.first, mark == "▫" || mark == "▪" else {
                others.append(line)
                continue
            }
            let name = String(text.dropFirst()).trimmed
            if name.isEmpty { continue }
            var item = ForeignItem(at: place, text: name)
            item.parent = parent
            if mark == "▪" { item.check() }
            try append(item, to: list)
        }
        if !others.isEmpty {
            document.lists[list].items[parent].draft.addLine(others.joined(separator: "\n"))
        }
    }
}
