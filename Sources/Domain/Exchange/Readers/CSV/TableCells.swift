import Checklists
import Dates

/// The values of a row, and the item that they describe.
struct TableCells {
    private let place: String
    private let layout: TableLayout
    private let order: DateText.Order?
    private let settings: ImportSettings
    private let zone: LocalTime
    private var values: [TableColumn: String] = [:]
    private var others: [(name: String, value: String)] = []

    init(
        _ row: CSVTable.Row, of table: CSVTable, _ layout: TableLayout,
        _ order: DateText.Order?, _ settings: ImportSettings
    ) {
        place = "row \(row.number)"
        self.layout = layout
        self.order = order
        self.settings = settings
        for column in 0..<row.width where !table.isBlank(row, column) {
            var text = table[row, column]
            if layout.isExport { text = CSVWriter.unescaped(text) }
            let isLine = layout.columns[column] != .notes
            if isLine { text = text.trimmed }
            if text.isEmpty { continue }
            if let meaning = layout.columns[column] {
                values[meaning] = text
            } else {
                others.append((layout.name(of: column), text))
            }
        }
        zone = values[.timeZone].flatMap { LocalTime(zone: $0) } ?? settings.zone
    }

    /// The text in the column with a meaning; `nil` if it is empty.
    subscript(_ column: TableColumn) -> String? { values[column] }

    /// Whether the row has only a list and a section, and no item.
    var isHeading: Bool {
        others.isEmpty && values.keys.allSatisfy { $0 == .list || $0 == .section }
    }

    /// The item.
    func item() -> ForeignItem {
        var item = ForeignItem(at: place, text: values[.text] ?? "")
        item.section = values[.section]
        if let notes = values[.notes] { item.draft.addLine(notes) }
        for (name, value) in others { item.keep(name, value) }
        setMarks(of: &item)
        setTimes(of: &item)
        setReminders(of: &item)
        setAmount(of: &item)
        setLocation(of: &item)
        let tags = (values[.tags] ?? "").split { (layout.isExport ? "," : ",;").contains($0) || $0.isNewline }
        item.tags = tags.map { String($0).trimmed }
            .map { !layout.isExport && $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
        return item
    }

    private func keep(_ column: TableColumn, in item: inout ForeignItem) {
        item.keep(layout.name(of: column), values[column])
    }

    // MARK: Fields

    private func setMarks(of item: inout ForeignItem) {
        // A program can write the day of completion into its only column about it, or `yes`.
        for column in [TableColumn.checked, .completed] {
            guard let text = values[column] else { continue }
            if let isTrue = TableWords.truth(of: text) {
                if isTrue, !item.draft.isChecked { item.check() }
            } else if let moment = DateText.moment(text, in: zone, order: order) {
                item.check(at: moment)
            } else {
                keep(column, in: &item)
            }
        }
        guard let text = values[.important] else { return }
        let isImportant = TableWords.importance(of: text)
        if isImportant == true { item.draft.important = true }
        if isImportant == nil { keep(.important, in: &item) }
    }

    private func setTimes(of item: inout ForeignItem) {
        if let name = values[.timeZone] {
            item.draft.timeZone = LocalTime(zone: name)?.name
            if item.draft.timeZone == nil { keep(.timeZone, in: &item) }
        }
        if let text = values[.due] {
            item.due = DateText.due(text, in: zone, order: order)
            if item.due == nil {
                item.dueWords = (text, nil)
                item.dueField = layout.name(of: .due)
            }
        }
        if let text = values[.start] {
            item.start = DateText.due(text, in: zone, order: order)
            if item.start == nil { keep(.start, in: &item) }
        }
        for (column, path) in [
            (TableColumn.created, \ForeignItem.createdAt), (.updated, \ForeignItem.updatedAt),
        ] {
            guard let text = values[column] else { continue }
            item[keyPath: path] = DateText.moment(text, in: zone, order: order)
            if item[keyPath: path] == nil { keep(column, in: &item) }
        }
        let base = values[.repeatFrom].flatMap { Recurrence.Base(rawValue: $0.lowercased()) }
        if base == nil { keep(.repeatFrom, in: &item) }
        guard let text = values[.recurrence], TableWords.truth(of: text) != false else { return }
        let day = (item.due?.local(in: zone) ?? zone.dayAndTime(of: settings.now)).day
        if let rule = try? RecurrenceRule(text.withoutRulePrefix) {
            item.draft.recurrence = Recurrence(rule, from: base ?? .due)
        } else if let recurrence = RecurrenceWords.recurrence(text, from: day, settings.language) {
            item.draft.recurrence = Recurrence(recurrence.rule, from: base ?? recurrence.from)
            item.keepDay(of: item.due, in: zone)
        } else {
            keep(.recurrence, in: &item)
        }
    }

    private func setReminders(of item: inout ForeignItem) {
        if let text = values[.reminders] {
            if let isTrue = TableWords.truth(of: text) {
                if isTrue { item.draft.shouldRemind = true }
            } else {
                let (alarms, others) = Alarm.read(text, in: zone)
                item.addAlarms(alarms)
                item.keep(layout.name(of: .reminders), others.joined(separator: ", "))
            }
        }
        if let text = values[.repeatEvery] {
            item.draft.repeatEvery = ISO8601Duration(text)?.seconds
            if item.draft.repeatEvery == nil { keep(.repeatEvery, in: &item) }
        }
    }

    private func setAmount(of item: inout ForeignItem) {
        guard let text = values[.quantity] else {
            keep(.unit, in: &item)
            return
        }
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let rest = String(text.dropFirst(number.count)).trimmed
        guard let quantity = quantity(number), rest.isEmpty || values[.unit] == nil,
            rest.count <= Limits.unitCharactersMax
        else {
            keep(.quantity, in: &item)
            keep(.unit, in: &item)
            return
        }
        item.draft.patch.details.quantity = quantity
        let unit = values[.unit] ?? rest
        if !unit.isEmpty { item.draft.patch.details.unit = unit }
    }

    private func setLocation(of item: inout ForeignItem) {
        var location = Location(
            street: values[.street], postalCode: values[.postalCode], city: values[.city],
            country: values[.country])
        let degrees = [TableColumn.latitude, .longitude].map { values[$0].flatMap(Double.init) }
        if !location.setCoordinates(degrees[0], degrees[1]) {
            keep(.latitude, in: &item)
            keep(.longitude, in: &item)
        }
        if location != Location() { item.draft.location = location }
    }

    /// The amount of a number such as `1.5` or `1,5`. With three digits after its only sign, the language of
    /// the file decides between two amounts; without one it is none.
    private func quantity(_ text: Substring) -> Quantity? {
        let signs = text.filter { ",.".contains($0) }
        let isClear = signs.count == 1 && text.reversed().prefix(3).contains { ",.".contains($0) }
        let known = isClear || Set(signs).count == 2 ? signs.last : layout.isExport ? "." : layout.decimalSign
        guard let point = signs.isEmpty ? "." : known else { return nil }
        let groups = text.split(separator: point, omittingEmptySubsequences: false)[0]
            .split(omittingEmptySubsequences: false) { ",.".contains($0) }
        guard groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
        let number = text.filter { $0 == point || !",.".contains($0) }.map { $0 == point ? "." : $0 }
        return WrittenQuantity(String(number))?.quantity
    }
}
