import Checklists

/// Reads a CSV file of any program, with an item in each row.
///
/// A row with a list and a section only is no item. It names a section, or a list that can be empty.
struct TableReader {
    private let table: CSVTable
    private let layout: TableLayout
    private let settings: ImportSettings
    private var document: ForeignDocument
    private var itemsCount = 0
    private var listNumbers: [String: Int] = [:]
    /// The list of the last item with a text or an identifier.
    private var listNumbersOfParents: [String: Int] = [:]
    /// The items by the names that the column `parent` uses: identifiers, or texts of the same list.
    private var items: [Key: (list: Int, index: Int)] = [:]
    private var subtasks: [(list: Int, index: Int, parent: String)] = []
    private let hasParents: Bool

    private struct Key: Hashable {
        let list: Int?
        let name: String
    }

    static func document(
        in bytes: [UInt8], _ settings: ImportSettings
    ) throws(ImportError) -> ForeignDocument {
        var document = ForeignDocument(settings)
        let table = try CSVTable(FileText.decode(bytes), settings.limits)
        let layout = try TableLayout(table, settings)
        document.columns = layout.columns.map { $0?.rawValue ?? "" }
        var reader = TableReader(table: table, layout: layout, settings: settings, document: document)
        try reader.read()
        return reader.document
    }

    private init(
        table: CSVTable, layout: TableLayout, settings: ImportSettings, document: ForeignDocument
    ) {
        self.table = table
        self.layout = layout
        self.settings = settings
        self.document = document
        hasParents = layout.columns.contains(.parent)
    }

    private mutating func read() throws(ImportError) {
        let order = order
        for row in table.rows.dropFirst(layout.firstRow) {
            let cells = TableCells(row, of: table, layout, order, settings)
            // Asana names the project of a subtask only at its parent.
            let ofParent = cells[.list] == nil ? cells[.parent].flatMap { listNumbersOfParents[$0] } : nil
            let list = ofParent ?? list(named: cells[.list] ?? "", row)
            if cells.isHeading {
                if let section = cells[.section] { document.lists[list].sections.append(section) }
                continue
            }
            itemsCount += 1
            try settings.limits.check(itemsCount: itemsCount)
            note(cells, list)
            document.lists[list].items.append(cells.item())
        }
        attachSubtasks()
    }

    /// The number of the list with a name, which the document gets if it lacks it.
    private mutating func list(named name: String, _ row: CSVTable.Row) -> Int {
        if let number = listNumbers[name] { return number }
        let number = document.lists.count
        document.lists.append(ForeignList(name: name.isEmpty ? nil : name, place: "row \(row.number)"))
        listNumbers[name] = number
        return number
    }

    /// The order of the day and the month, where a value shows it and no other one contradicts. A program
    /// writes all columns in one order. German and French files have the day first.
    private var order: DateText.Order? {
        var found: Set<DateText.Order> = []
        for meaning in [TableColumn.due, .start, .created, .updated, .checked, .completed] {
            guard let column = layout.columns.firstIndex(of: meaning) else { continue }
            for row in table.rows.dropFirst(layout.firstRow) where !table.isBlank(row, column) {
                if let order = DateText.order(of: table[row, column]) { found.insert(order) }
                if found.count > 1 { return nil }
            }
        }
        if let order = found.first { return order }
        return settings.language == .german || settings.language == .french ? .dayFirst : nil
    }

    // MARK: Subtasks

    /// Remembers an item that others can name as their parent, and the parent of the item.
    private mutating func note(_ cells: TableCells, _ list: Int) {
        guard hasParents else { return }
        let index = document.lists[list].items.count
        if let id = cells[.id] { note(Key(list: nil, name: id), list, index) }
        if let text = cells[.text] { note(Key(list: list, name: text), list, index) }
        for name in [cells[.text], cells[.id]] { if let name { listNumbersOfParents[name] = list } }
        if let parent = cells[.parent] { subtasks.append((list, index, parent)) }
    }

    private mutating func note(_ key: Key, _ list: Int, _ index: Int) {
        if items[key] == nil { items[key] = (list, index) }
    }

    private mutating func attachSubtasks() {
        for subtask in subtasks {
            // Some programs name the parent by its text, even if items have identifiers.
            let parent =
                items[Key(list: nil, name: subtask.parent)]
                ?? items[Key(list: subtask.list, name: subtask.parent)]
            if let parent, parent.list == subtask.list, parent.index != subtask.index {
                document.lists[subtask.list].items[subtask.index].parent = parent.index
            } else {
                document.lists[subtask.list].items[subtask.index].keep(
                    layout.name(of: .parent), subtask.parent)
            }
        }
    }
}
