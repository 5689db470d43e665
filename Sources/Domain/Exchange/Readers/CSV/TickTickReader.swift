import Checklists
import Dates

/// Reads the CSV backup of TickTick.
struct TickTickReader: ForeignReader {
    var document: ForeignDocument
    /// The sections of each list, with the order of the kanban column.
    private var sections: [Int: [String: Int]] = [:]

    /// The number of first rows among which the header is. Three rows about the file precede it.
    private static let headerRowsMax = 20

    init(document: ForeignDocument) {
        self.document = document
        self.document.parentField = "parentId"
    }

    mutating func read(_ bytes: [UInt8]) throws(ImportError) {
        let table = try CSVTable(
            FileText.decode(bytes), headerWithin: Self.headerRowsMax, document.settings.limits)
        let header = table.rows.prefix(Self.headerRowsMax).firstIndex {
            let names = table.columns(of: $0)
            return names["list name"] != nil && names["title"] != nil
        }
        guard let header else {
            throw .malformed(
                "The file is not a CSV backup of TickTick: none of the first \(Self.headerRowsMax) rows has "
                    + "the columns List Name and Title.")
        }
        let records = table.records(below: header)
        // The lists are in the order of their first rows, the tasks in that of the column.
        for record in records {
            let count = document.lists.count
            let folder = record["folder name"]
            if list(of: record) == count, !folder.isEmpty {
                document.notes.add(record.place, "Folder Name", .notSupported, folder)
            }
        }
        for record in records.sorted(byPosition: { Int($0["order"]) }) { try add(record) }
        for (number, sections) in sections {
            document.lists[number].sections = sections.sorted {
                ($0.value, $0.key) < ($1.value, $1.key)
            }.map(\.key)
        }
    }

    private mutating func list(of record: CSVRecord) -> Int {
        let name = record["list name"]
        return document.list(name, key: "\(record["folder name"])\n\(name)", at: record.place)
    }

    // MARK: Tasks

    private mutating func add(_ record: CSVRecord) throws(ImportError) {
        let list = list(of: record)
        var item = ForeignItem(at: record.place, text: record["title"])
        item.tags = record["tags"].split(separator: ",").map { String($0).trimmed }
        let section = record["column name"]
        if !section.isEmpty {
            item.section = section
            let order = Int(record["column order"]) ?? sections[list]?.count ?? 0
            sections[list, default: [:]].merge([section: order]) { first, _ in first }
        }
        setStatus(of: &item, record)
        setTimes(of: &item, record)
        if record["kind"].uppercased() == "NOTE" {
            document.notes.add(item.place, "Kind", .converted, "NOTE")
        }
        (item.id, item.parentID) = (record["taskid"].ifAny, record["parentid"].ifAny)
        if item.parentID == "0" { item.parentID = nil }
        let isChecklist =
            record["is check list"].uppercased() == "Y" || record["kind"].uppercased() == "CHECKLIST"
        // `▫` begins an open subtask, `▪` a completed one.
        let lines = record["content"].split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map {
                (
                    $0,
                    mark: isChecklist ? $0.first { $0 != " " }.flatMap { "▫▪".contains($0) ? $0 : nil } : nil
                )
            }
        let text = lines.filter { $0.mark == nil }.map(\.0).joined(separator: "\n")
        if !text.isEmpty { item.draft.addLine(text) }
        let index = document.lists[list].items.count
        try document.add(item, to: list)
        for (line, mark) in lines {
            guard let mark else { continue }
            var subtask = ForeignItem(
                at: item.place, text: line.drop { $0 == " " }.dropFirst().description.trimmed)
            if subtask.draft.text.isEmpty { continue }
            subtask.parent = index
            if mark == "▪" { subtask.check() }
            try document.add(subtask, to: list)
        }
    }

    private func setStatus(of item: inout ForeignItem, _ record: CSVRecord) {
        func moment(_ column: String) -> Timestamp? {
            let moment = DateText.moment(record[column.lowercased()], in: document.settings.zone)
            if moment == nil { item.keep(column, record[column.lowercased()]) }
            return moment
        }
        let (status, completed) = (record["status"], moment("Completed Time"))
        if ["1", "2", "-1"].contains(status) { item.check(at: completed) }
        if status == "-1" { item.keep("Status", "Abandoned") }
        if !["0", "1", "2", "-1"].contains(status) { item.keep("Status", status) }
        item.createdAt = moment("Created Time")
        if record["priority"] != "0" { item.set(priority: record["priority"], highest: "5") }
    }

    // MARK: Times

    private func setTimes(of item: inout ForeignItem, _ record: CSVRecord) {
        let known = LocalTime(zone: record["timezone"])
        let zone = known ?? document.settings.zone
        setDates(of: &item, record, zone)
        if item.due != nil {
            if let known {
                item.draft.timeZone = known.name
            } else if !record["timezone"].isEmpty {
                document.notes.add(item.place, "Timezone", .invalid, record["timezone"])
            }
        }
        if case .moment = item.due, record["is floating"].lowercased() == "true" {
            document.notes.add(item.place, "Is Floating", .notSupported, "true")
        }
        // TickTick counts reminders from the start, and this service from the due time.
        let (alarms, others) = Alarm.read(record["reminder"], in: zone)
        let distance =
            switch (item.start, item.due) {
            case (.day(let start), .day(let due)): due.distance(to: start) * 86_400
            case (.moment(let start), .moment(let due)): Int((start.milliseconds - due.milliseconds) / 1_000)
            default: 0
            }
        item.addAlarms(
            alarms.map { if case .offset(let seconds) = $0 { .offset(seconds + distance) } else { $0 } })
        item.keep("Reminder", others.joined(separator: ", "))
        // The rule of a lunar date or of a forgetting curve begins with `LUNAR` or `ERULE:`.
        let rule = record["repeat"]
        if !rule.isEmpty { item.setRecurrence(rule.withoutRulePrefix, words: rule) }
    }

    /// Sets the start and the due time. TickTick gives a task without a duration a start only, or the same
    /// start and due time.
    private func setDates(of item: inout ForeignItem, _ record: CSVRecord, _ zone: LocalTime) {
        func due(_ column: String) -> Due? {
            let due = DateText.due(record[column.lowercased()], in: zone)
            if due == nil { item.keep(column, record[column.lowercased()]) }
            // A day is the moment at which it begins in the time zone of the task.
            guard case .moment(let moment) = due, record["is all day"].lowercased() == "true" else {
                return due
            }
            return .day(zone.day(of: moment))
        }
        var (end, start) = (due("Due Date"), due("Start Date"))
        if let first = start?.day, let last = end?.day, last > first {
            // The due time of an all-day task of several days is the end of the last day.
            end = .day(last.advanced(by: -1))
        }
        item.due = end ?? start
        if start == item.due { start = nil }
        item.start = start
    }
}

extension String {
    /// The text; `nil` if it is empty.
    fileprivate var ifAny: String? { isEmpty ? nil : self }

    /// A rule without the name of its property.
    var withoutRulePrefix: String { uppercased().hasPrefix("RRULE:") ? String(dropFirst(6)) : self }
}
