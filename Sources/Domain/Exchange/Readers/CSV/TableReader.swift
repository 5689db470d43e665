import Checklists

/// Reads a CSV file of any program, with an item in each row.
///
/// A row with a list and a section only is no item. It names a section, or a list that can be empty.
struct TableReader: ForeignReader {
    var document: ForeignDocument
    /// The list of the last item with a text or an identifier.
    private var listsOfParents: [String: Int] = [:]

    init(document: ForeignDocument) {
        self.document = document
        // Some programs name the parent by its text, even if items have identifiers.
        (self.document.keepsParents, self.document.findsParentsByText) = (true, true)
    }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        let table = try CSVTable(FileText.decode(bytes), document.settings.limits)
        let layout = try TableLayout(table, document.settings)
        document.columns = layout.columns.map { $0?.rawValue ?? "" }
        document.parentField = layout.name(of: .parent)
        let rows = table.rows.dropFirst(layout.firstRow)
        let order = order(of: rows, in: table, layout)
        let hasParents = layout.columns.contains(.parent)
        for row in rows {
            let cells = TableCells(row, of: table, layout, order, document.settings)
            // Asana names the project of a subtask only at its parent.
            let ofParent = cells[.list] == nil ? cells[.parent].flatMap { listsOfParents[$0] } : nil
            let list = ofParent ?? document.list(cells[.list], at: "row \(row.number)")
            if cells.isHeading {
                if let section = cells[.section] { document.lists[list].sections.append(section) }
                continue
            }
            var item = cells.item()
            if hasParents {
                (item.id, item.parentID) = (cells[.id], cells[.parent])
                for name in [cells[.text], cells[.id]] { if let name { listsOfParents[name] = list } }
            }
            try document.add(item, to: list)
        }
    }

    /// The order of the day and the month, where a value shows it and no other one contradicts. A program
    /// writes all columns in one order. German and French files have the day first.
    private func order(
        of rows: ArraySlice<CSVTable.Row>, in table: CSVTable, _ layout: TableLayout
    ) -> DateText.Order? {
        var found: Set<DateText.Order> = []
        for meaning in [TableColumn.due, .start, .created, .updated, .checked, .completed] {
            guard let column = layout.columns.firstIndex(of: meaning) else { continue }
            for row in rows where !table.isBlank(row, column) {
                if let order = DateText.order(of: table[row, column]) { found.insert(order) }
                if found.count > 1 { return nil }
            }
        }
        let isDayFirst = [.german, .french].contains(document.settings.language)
        return found.first ?? (isDayFirst ? .dayFirst : nil)
    }
}
