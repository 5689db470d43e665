import Checklists
import Dates
import JSON

extension TodoistReader {
    /// Reads a project: a CSV file with a task, section or comment in each row.
    struct Project {
        private(set) var list: ForeignList
        private let table: CSVTable
        private let columns: [String: Int]
        /// The name of the file in an archive.
        private let file: String?
        private let settings: ImportSettings
        private var section: String?
        /// The tasks above the next one, each with its indent.
        private var ancestors: [(indent: Int, index: Int)] = []
        /// The comments of the last task; `nil` if no task precedes them.
        private var comments: [String]?

        private static let known: Set = [
            "TYPE", "CONTENT", "DESCRIPTION", "IS_COLLAPSED", "PRIORITY", "INDENT", "AUTHOR", "RESPONSIBLE",
            "DATE", "DATE_LANG", "TIMEZONE", "DURATION", "DURATION_UNIT", "DEADLINE", "DEADLINE_LANG",
        ]

        /// Reads the header of a file.
        /// - Throws: `ImportError` if the file is not CSV, or not of Todoist.
        init(
            _ bytes: [UInt8], named name: String?, file: String?, _ settings: ImportSettings
        ) throws(ImportError) {
            list = ForeignList(name: name, place: file ?? "")
            self.file = file
            self.settings = settings
            table = try CSVTable(FileText.decode(bytes), settings.limits)
            let names = table.rows.first.map(table.texts) ?? []
            columns = Dictionary(
                names.enumerated().map { ($1.trimmed.uppercased(), $0) },
                uniquingKeysWith: { first, _ in first })
            guard columns["TYPE"] != nil, columns["CONTENT"] != nil else {
                throw .malformed(
                    "The file is not a CSV file of Todoist: the first row lacks the columns TYPE and CONTENT."
                )
            }
        }

        /// Reads all rows.
        /// - Parameter itemsCount: The number of items of all projects.
        mutating func read(_ notes: inout ImportNotes, _ itemsCount: inout Int) throws(ImportError) {
            reportUnknownColumns(&notes)
            for row in table.rows.dropFirst() {
                switch value("TYPE", row).lowercased() {
                case "task":
                    endTask()
                    addTask(row, &notes)
                    itemsCount += 1
                    try settings.limits.check(itemsCount: itemsCount)
                case "section":
                    endTask()
                    addSection(row, &notes)
                case "note": addComment(row, &notes)
                // The view of the project.
                case "meta": break
                case let type: notes.append(ImportNote(place(row), "TYPE", .unknown, type))
                }
            }
            endTask()
        }

        private func value(_ column: String, _ row: CSVTable.Row) -> String {
            let text = columns[column].map { table[row, $0].trimmed } ?? ""
            // Todoist writes `None` for an empty unit of a duration.
            return text == "None" && column != "CONTENT" && column != "DESCRIPTION" ? "" : text
        }

        private func place(_ row: CSVTable.Row) -> String {
            (file.map { "\($0), " } ?? "") + "row \(row.number)"
        }

        private func reportUnknownColumns(_ notes: inout ImportNotes) {
            guard let header = table.rows.first else { return }
            for column in 0..<header.width {
                let name = table[header, column].trimmed
                guard !Self.known.contains(name.uppercased()),
                    table.rows.dropFirst().contains(where: { !table.isBlank($0, column) })
                else { continue }
                notes.append(ImportNote(place(header), name, .unknown))
            }
        }

        // MARK: Rows

        private mutating func addSection(_ row: CSVTable.Row, _ notes: inout ImportNotes) {
            let content = value("CONTENT", row).asLine
            // Each task of the section repeats the name.
            let name = content.first(Limits.sectionNameCharactersMax)
            if name.utf8.count < content.utf8.count {
                notes.append(ImportNote(place(row), "CONTENT", .shortened, content))
            }
            section = name.isEmpty ? nil : name
            if let section { list.sections.append(section) }
            ancestors = []
            let description = value("DESCRIPTION", row)
            if !description.isEmpty {
                notes.append(ImportNote(place(row), "DESCRIPTION", .notSupported, description))
            }
        }

        private mutating func addComment(_ row: CSVTable.Row, _ notes: inout ImportNotes) {
            let content = Self.comment(value("CONTENT", row), settings.limits)
            guard !content.isEmpty else { return }
            if comments == nil {
                notes.append(ImportNote(place(row), "CONTENT", .notSupported, content))
            } else {
                comments?.append(content)
            }
        }

        /// Adds the comments of the last task to its notes.
        private mutating func endTask() {
            if let comments, !comments.isEmpty, !list.items.isEmpty {
                list.items[list.items.count - 1].draft.addLine(comments.joined(separator: "\n"))
            }
            comments = nil
        }

        private mutating func addTask(_ row: CSVTable.Row, _ notes: inout ImportNotes) {
            var item = ForeignItem(at: place(row))
            var content = value("CONTENT", row)
            if content.hasPrefix("* ") {
                notes.append(ImportNote(item.place, "CONTENT", .converted, content))
                content = String(content.dropFirst(2)).trimmed
            }
            let labels: [String]
            (item.draft.text, labels) = Self.labels(of: content)
            if !labels.isEmpty { item.draft.patch.details.tags = labels }
            let description = value("DESCRIPTION", row)
            if !description.isEmpty { item.draft.addLine(description) }
            setTimes(of: &item, row, &notes)
            switch value("PRIORITY", row) {
            case "1": item.draft.important = true
            case "4": break
            case let priority: item.keep("PRIORITY", priority)
            }
            item.keep("RESPONSIBLE", value("RESPONSIBLE", row))
            let indent = Int(value("INDENT", row)) ?? 1
            while let last = ancestors.last, last.indent >= indent { ancestors.removeLast() }
            item.parent = ancestors.last?.index
            item.section = section
            ancestors.append((indent, list.items.count))
            list.items.append(item)
            comments = []
        }

        private func setTimes(of item: inout ForeignItem, _ row: CSVTable.Row, _ notes: inout ImportNotes) {
            let (date, deadline) = (value("DATE", row), value("DEADLINE", row))
            let duration = value("DURATION", row)
            if !duration.isEmpty { item.keep("DURATION", "\(duration) \(value("DURATION_UNIT", row))") }
            if !date.isEmpty { item.keep("DEADLINE", deadline) }
            if date.isEmpty, deadline.isEmpty { return }
            let name = value("TIMEZONE", row)
            let zone = LocalTime(zone: name)
            if let zone {
                item.draft.timeZone = zone.name
            } else if !name.isEmpty {
                notes.append(ImportNote(item.place, "TIMEZONE", .invalid, name))
            }
            let column = date.isEmpty ? "DEADLINE" : "DATE"
            let words = date.isEmpty ? deadline : date
            let due = DateText.due(words, in: zone ?? settings.zone)
            if let due = due ?? nearestDue(words, in: zone ?? settings.zone) {
                item.due = due
            } else {
                let language = Language(rawValue: String(value("\(column)_LANG", row).lowercased().prefix(2)))
                item.dueWords = (Self.words(of: words), language)
                item.dueField = column
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
            func distance(_ due: Due) -> Int {
                abs(due.local(in: zone).day.daysSince1970 - today.daysSince1970)
            }
            return dues.min { distance($0) < distance($1) }
        }

        // MARK: Texts

        /// The words for quick add. Todoist writes `every!` for a repetition from the completion.
        private static func words(of date: String) -> String {
            let words = date.split(separator: " ").map(String.init)
            guard let index = words.firstIndex(where: { $0.lowercased() == "every!" }) else { return date }
            var changed = words
            changed[index] = "every"
            return changed.joined(separator: " ") + " after completion"
        }

        /// The text without its labels, and the labels: words after an `@`.
        static func labels(of content: String) -> (text: String, labels: [String]) {
            guard content.utf8.contains(UInt8(ascii: "@")) else { return (content, []) }
            var (kept, labels): ([Substring], [String]) = ([], [])
            for line in content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                let words = line.split(separator: " ", omittingEmptySubsequences: false)
                labels += words.filter(isLabel).map { String($0.dropFirst()) }
                kept.append(Substring(words.filter { !isLabel($0) }.joined(separator: " ")))
            }
            if labels.isEmpty { return (content, []) }
            let text = kept.joined(separator: "\n").trimmed
            return text.isEmpty ? (content, labels) : (text, labels)
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
            guard let start = content.firstRange(of: "[[file "), content.hasSuffix("]]") else {
                return content
            }
            let json = Array(content[start.upperBound...].dropLast(2).utf8)
            guard let file = try? JSONFile.parse(json, limits) else { return content }
            let values = Dictionary(
                file.members.map { ($0.name, $0.value.text) }, uniquingKeysWith: { first, _ in first })
            let attachment = ["file_name", "file_url"].compactMap { values[$0] ?? nil }.joined(
                separator: ": ")
            let text = String(content[..<start.lowerBound]).trimmed
            return [text, attachment].filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }
}
