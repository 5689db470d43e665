import CalendarObjects
public import Checklists
public import Exchange
import JSON

/// The lists of a document in JSON: an export of this server, or `Checklists.json` of the apps. The latter
/// may have the items of one list only.
///
/// The import omits invalid parts and reports them in `skipped`: a list without a valid name, an item without
/// a valid text, any other field with an invalid value, and every unknown field.
public struct ImportDocument {
    /// The lists in order.
    public private(set) var checklists: [ImportedChecklist] = []
    /// The omitted parts, with the reason.
    public internal(set) var skipped: [Violation] = []
    /// The number of items on all lists.
    public private(set) var itemsCount = 0
    let bytes: [UInt8]
    let limits: ImportLimits
    var tokens = JSONTokenizer()
    /// Whether a list has `items`.
    private var hasItems = false
    /// Whether the document has a field that no list, item or export has.
    var hasForeignFields = false

    /// Reads a document: an array of lists, an object with that array as `checklists`, or an array of the
    /// items of one list.
    /// - Parameter progress: Called from time to time with the number of bytes read.
    /// - Throws: `ImportError` if the document is malformed, or has no lists, or too many.
    public init(
        _ bytes: [UInt8], limits: ImportLimits = ImportLimits(), progress: (Int) -> Void = { _ in }
    ) throws(ImportError) {
        (self.bytes, self.limits) = (bytes, limits)
        switch try token() {
        case .beginArray where try beginsWithItem():
            let items = try readItems("", progress)
            checklists = [ImportedChecklist(ChecklistDraft(name: Self.onlyListName), items: items)]
        case .beginArray: try readLists("", progress)
        case .beginObject: try readExport(progress)
        default: throw Self.unusable("", .notLists(formats: ForeignFormat.names))
        }
        guard try next() == nil else { throw .malformed("Something follows the document.") }
        try checkIsKnown()
    }

    /// Refuses a document of another program, of which an import would keep nothing, or only names.
    private func checkIsKnown() throws(ImportError) {
        let missing: String? =
            if checklists.isEmpty, !skipped.isEmpty {
                "list that can be kept"
            } else if itemsCount > 0, checklists.allSatisfy(\.items.isEmpty) {
                "item that can be kept"
            } else if hasForeignFields, !hasItems {
                "list with items"
            } else {
                nil
            }
        guard let missing else { return }
        throw Self.unusable(
            "", .unknownFormat(lacking: missing, first: skipped.first, formats: ForeignFormat.names))
    }

    /// The name of a list whose items come without one, as in an app with only one list.
    private static var onlyListName: String { "Checklist" }

    /// Whether the first element of the open array is an item, not a list. The first name that only one of
    /// them has decides.
    private func beginsWithItem() throws(ImportError) -> Bool {
        var ahead = self
        guard try ahead.token() == .beginObject else { return false }
        while case .name(let name) = try ahead.token() {
            switch name {
            case "name", "icon", "iconName", "items": return false
            case "text", "checked", "dueDate", "shouldRemind", "itemID", "important", "notes": return true
            default: try ahead.skip(try ahead.token())
            }
        }
        return false
    }

    private mutating func readExport(_ progress: (Int) -> Void) throws(ImportError) {
        var names = FieldNames()
        while let name = try nextName(&names) {
            let value = try token()
            switch (name, value) {
            case ("checklists", .beginArray): try readLists("/checklists", progress)
            case ("checklists", _): throw Self.unusable("/checklists", .wrongType(.array))
            case ("format", .number(let number)) where number.integer == FullDocumentWriter.newestFormat:
                break
            case ("format", _):
                throw Self.unusable("/format", .notOneOf(["\(FullDocumentWriter.newestFormat)"]))
            case ("exportedAt", .string): break
            case ("$archiver", _):
                throw Self.unusable("", .archivedObjects)
            default:
                try skip(value)
                hasForeignFields = true
                try note("/\(FieldReader.token(name))", .unknownField(of: "an export"))
            }
        }
        guard names.contains("checklists") else {
            throw Self.unusable("", .notLists(formats: ForeignFormat.names))
        }
    }

    // MARK: Lists

    private mutating func readLists(_ pointer: String, _ progress: (Int) -> Void) throws(ImportError) {
        var index = 0
        while let value = try nextElement() {
            let path = "\(pointer)/\(index)"
            index += 1
            guard index <= limits.checklistsMax else {
                throw Self.unusable(pointer, .tooMany(max: limits.checklistsMax, "lists"))
            }
            if value == .beginObject {
                try readList(path, progress)
            } else {
                try refuse(value, .wrongType(.object), path)
            }
            progress(tokens.offset)
        }
    }

    private mutating func readList(_ pointer: String, _ progress: (Int) -> Void) throws(ImportError) {
        var names = FieldNames()
        var list = ImportedChecklist(ChecklistDraft(name: ""), items: [])
        var sectionPlaces: [Int: Int] = [:]
        while let name = try nextName(&names) {
            let path = "\(pointer)/\(FieldReader.token(name))"
            let value = try token()
            switch name {
            case "name": list.draft.name = try read(value, .string, path) ?? ""
            case "icon", "iconName": list.draft.icon = try read(value, .icon, path) ?? list.draft.icon
            case "createdAt": list.createdAt = try moment(value, path)
            case "updatedAt": list.updatedAt = try moment(value, path)
            case "resetRule" where value == .beginObject:
                let member = JSONValue.Member(name, try self.value(value))
                var fields = FieldReader(.object([member]), of: "a list", at: pointer)
                list.draft.resetRule = fields.resetRule() ?? nil
                try note(fields.violations)
            case "sections" where value == .beginArray: sectionPlaces = try readSections(path, of: &list)
            case "remembersSections" where value == .bool(true) || value == .bool(false):
                list.remembersSections = value == .bool(true)
            case "items" where value == .beginArray: list.items = try readItems(path, progress)
            // The server assigns a new id.
            case "id": try skip(value)
            case "items", "sections": try refuse(value, .wrongType(.array), path)
            case "remembersSections": try refuse(value, .wrongType(.boolean), path)
            default: try refuse(value, .unknownField(of: "a list"), path)
            }
        }
        for index in list.items.indices {
            list.items[index].section = list.items[index].section.flatMap { sectionPlaces[$0] }
        }
        let others = list.draft.violations().filter { $0.pointer != "/name" }
        try note(others.map { $0.within(pointer) })
        if !others.isEmpty { list.draft.resetRule = nil }
        let violations = list.draft.violations()
        for violation in violations {
            let reason = names.contains("name") ? violation.reason : .missing
            let loss = "the list is left out, with \(list.items.count) items"
            try note(pointer + violation.pointer, reason.with(loss))
        }
        if violations.isEmpty { checklists.append(list) }
    }

    /// Reads the names of the sections of a list.
    /// - Returns: The indexes among the kept sections, by the indexes in the document.
    private mutating func readSections(
        _ pointer: String, of list: inout ImportedChecklist
    ) throws(ImportError) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var index = 0
        while let value = try nextElement() {
            let path = "\(pointer)/\(index)"
            index += 1
            guard let name = try read(value, .string, path) else { continue }
            let violations = list.addSection(name)
            if violations.isEmpty { places[index - 1] = list.sections.count - 1 }
            try note(violations.map { $0.within(path) })
        }
        return places
    }

    private mutating func readItems(
        _ pointer: String, _ progress: (Int) -> Void
    ) throws(ImportError) -> [ImportedItem] {
        var items: [ImportedItem] = []
        /// The indexes among the kept items, by the indexes in the document.
        var places: [Int: Int] = [:]
        var index = 0
        hasItems = true
        while let value = try nextElement() {
            let path = "\(pointer)/\(index)"
            index += 1
            itemsCount += 1
            guard itemsCount <= limits.itemsMax else {
                throw Self.unusable(pointer, .tooMany(max: limits.itemsMax, "items, with all other lists"))
            }
            if value != .beginObject {
                try refuse(value, .wrongType(.object), path)
            } else if var item = try readItem(path) {
                item.parent = item.parent.flatMap { places[$0] }
                places[index - 1] = items.count
                items.append(item)
            }
            if index % 1024 == 0 { progress(tokens.offset) }
        }
        return items
    }

    // MARK: Items

    private mutating func readItem(_ pointer: String) throws(ImportError) -> ImportedItem? {
        var names = FieldNames()
        var item = ImportedItem(ItemDraft(text: ""))
        var others: [JSONValue.Member] = []
        var isDueOfApp = false
        while let name = try nextName(&names) {
            // The pointer is built only for a violation: items are many, and violations few.
            let path = { "\(pointer)/\(FieldReader.token(name))" }
            let value = try token()
            switch (name, value) {
            case ("text", .string(let text)): item.draft.text = text
            case ("checked", .bool(let flag)): item.draft.checked = flag
            case ("shouldRemind", .bool(let flag)): item.draft.shouldRemind = flag
            case ("important", .bool(let flag)): item.draft.important = flag
            case ("notes", .string(let text)): item.draft.notes = text
            case ("calendarObject", .string(let text)): item.draft.calendarObject = CalendarObject(text: text)
            case ("dueDate", _):
                if case .number = value { isDueOfApp = true }
                item.draft.dueDate = try moment(value, path())
            case ("snoozedUntil", _): item.snoozedUntil = try moment(value, path())
            case ("checkedAt", _): item.checkedAt = try moment(value, path())
            case ("createdAt", _): item.createdAt = try moment(value, path())
            case ("updatedAt", _): item.updatedAt = try moment(value, path())
            case ("location", .null), ("notes", .null): break
            case ("section", .number(let number)): item.section = number.integer
            // The index in the document. `readItems` replaces it with the index among the kept items.
            case ("parent", .number(let number)): item.parent = number.integer
            case (let name, let value) where Self.otherFields.contains(name):
                others.append(JSONValue.Member(name, try self.value(value)))
            // The server assigns a new id.
            case ("id", _), ("itemID", _): try skip(value)
            case ("text", _), ("notes", _), ("calendarObject", _):
                try refuse(value, .wrongType(.string), path())
            case ("checked", _), ("shouldRemind", _), ("important", _):
                try refuse(value, .wrongType(.boolean), path())
            default: try refuse(value, .unknownField(of: "an item"), path())
            }
        }
        // Every item of the apps has a date, which counts only with a reminder.
        if isDueOfApp, item.draft.shouldRemind != true { item.draft.dueDate = nil }
        if !others.isEmpty { try read(others, of: &item, pointer) }
        if let object = item.draft.calendarObject { item.draft.readSeries(of: object) }
        return try fitting(item, pointer, hasText: names.contains("text"))
    }

    private static let otherFields =
        ["dueOn", "timeZone", "recurrence", "alarms", "repeatEvery"] + Timing.readOnlyFields
        + ["tags", "quantity", "unit", "startDate", "startOn", "location"]

    /// Reads the fields that few items have.
    private mutating func read(
        _ members: [JSONValue.Member], of item: inout ImportedItem, _ pointer: String
    ) throws(ImportError) {
        var fields = FieldReader(.object(members), of: "an item", at: pointer)
        item.draft.patch.readTiming(from: &fields, lead: .ignored)
        item.draft.patch.details = DetailsPatch(from: &fields, isImport: true)
        item.draft.patch.location = fields.object("location", of: "a location", LocationPatch.init(from:))
        item.completionsCount = fields.optional("completionsCount", .count) ?? 0
        item.lastCompletedAt = fields.nullable("lastCompletedAt", .timestamp) ?? nil
        try note(fields.violations)
    }

    /// The item without the fields that break rules; `nil` if its text does.
    private mutating func fitting(
        _ item: ImportedItem, _ pointer: String, hasText: Bool
    ) throws(ImportError) -> ImportedItem? {
        var item = item
        var isLost = false
        for violation in item.draft.violations() + item.draft.startViolations {
            let isText = violation.pointer == "/text"
            let reason = isText && !hasText ? .missing : violation.reason
            try note(pointer + violation.pointer, reason.with(isText ? "the item is left out" : Self.loss))
            if isText { isLost = true }
            _ = item.draft.clear(violation)
        }
        if item.snoozedUntil != nil, !item.draft.reminds || item.draft.isChecked {
            item.snoozedUntil = nil
            try note("\(pointer)/snoozedUntil", .noReminder.with(Self.loss))
        }
        if item.checkedAt != nil, !item.draft.isChecked {
            item.checkedAt = nil
            try note("\(pointer)/checkedAt", .notChecked.with(Self.loss))
        }
        return isLost ? nil : item
    }
}
