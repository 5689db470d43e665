import API
import Checklists
import Exchange

/// What an import would make, as a table, and what it changes and leaves out.
struct ImportTable {
    /// The maximum number of printed lists, and of printed remarks of a kind.
    private static let linesMax = 100

    private let file: ImportFile
    private let lists: [(index: Int, list: ImportedChecklist)]

    /// - Parameter lists: The lists that the import takes, with their numbers in the file.
    init(_ file: ImportFile, _ lists: [(index: Int, list: ImportedChecklist)]) {
        self.file = file
        self.lists = lists
    }

    /// The lines of the table, without a line end after the last one.
    var text: String {
        var lines = ["Format: \(file.format.name)"]
        if let columns = file.columns {
            let names = columns.map { $0.isEmpty ? "(notes)" : $0 }
            lines.append("Columns: \(names.joined(separator: ", "))")
        }
        lines += table
        lines += remarks("Changed", file.changed)
        lines += remarks("Left out", file.skipped)
        return lines.joined(separator: "\n")
    }

    private var table: [String] {
        let head = ["Number", "Items", "Done", "Subtasks", "Sections", "List"]
        let rows = lists.prefix(Self.linesMax).map { index, list in
            [
                index, list.items.count, list.items.count { $0.draft.isChecked },
                list.items.count { $0.parent != nil }, list.sections.count,
            ].map(String.init) + [list.draft.name]
        }
        let widths = head.indices.map { column in
            ([head] + rows).map { $0[column].count }.max() ?? 0
        }
        var lines = ([head] + rows).map { row in
            row.indices.map { column in
                // Numbers are aligned to the right. The last column is a text.
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column == row.count - 1 ? row[column] : space + row[column]
            }.joined(separator: "  ")
        }
        let more = lists.count - rows.count
        if more > 0 { lines.append("… and \(more) more lists") }
        return lines
    }

    private func remarks(_ title: String, _ remarks: (first: [ImportRemark], count: Int)) -> [String] {
        if remarks.count == 0 { return [] }
        let shown = remarks.first.prefix(Self.linesMax)
        var lines =
            ["\(title): \(remarks.count)"]
            + shown.map { "  \($0.place.isEmpty ? "the file" : $0.place): \($0.detail)" }
        if remarks.count > shown.count { lines.append("  … and \(remarks.count - shown.count) more") }
        return lines
    }
}
