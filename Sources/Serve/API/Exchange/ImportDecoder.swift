import CalendarObjects
import Checklists
import Exchange
import JSON

/// Reads lists from a document.
struct ImportDecoder<Reader: DocumentReader> {
    private(set) var checklists: [ImportedChecklist] = []
    var skipped: [Violation] = []
    var reader: Reader
    let limits: ImportLimits
    private var itemsCount = 0
    /// Whether a list has `items`.
    private var hasItems = false
    /// Whether the document has a field that no list, item or export has.
    var hasForeignFields = false

    init(_ reader: Reader, _ limits: ImportLimits) {
        self.reader = reader
        self.limits = limits
    }

    /// Reads the whole document: an array of lists, an object with that array as `checklists`, or an array of
    /// the items of one list.
    mutating func readDocument(in bytes: Span<UInt8>, _ progress: (Int) -> Void) throws(ImportError) {
        switch try token(in: bytes) {
        case .beginArray where try beginsWithItem(in: bytes):
            let items = try readItems("", in: bytes, progress)
            checklists = [ImportedChecklist(ChecklistDraft(name: Self.onlyListName), items: items)]
        case .beginArray: try readLists("", in: bytes, progress)
        case .beginObject: try readExport(in: bytes, progress)
        default: throw Self.unusable("", .notLists(formats: ForeignFormat.names))
        }
        guard try reader.next(in: bytes) == nil else { throw .malformed("Something follows the document.") }
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
    private func beginsWithItem(in bytes: Span<UInt8>) throws(ImportError) -> Bool {
        var ahead = self
        guard try ahead.token(in: bytes) == .beginObject else { return false }
        while case .name(let name) = try ahead.token(in: bytes) {
            switch name {
            case "name", "icon", "iconName", "items": return false
            case "text", "checked", "dueDate", "shouldRemind", "itemID", "important", "notes": return true
            default:
                let value = try ahead.token(in: bytes)
                try ahead.skip(value, in: bytes)
            }
        }
        return false
    }

    private mutating func readExport(in bytes: Span<UInt8>, _ progress: (Int) -> Void) throws(ImportError) {
        var names = FieldNames()
        while let name = try nextName(&names, in: bytes) {
            let value = try token(in: bytes)
            switch (name, value) {
            case ("checklists", .beginArray): try readLists("/checklists", in: bytes, progress)
            case ("checklists", _): throw Self.unusable("/checklists", .wrongType(.array))
            case ("format", .number(Double(FullDocumentWriter.newestFormat))): break
            case ("format", _):
                throw Self.unusable("/format", .notOneOf(["\(FullDocumentWriter.newestFormat)"]))
            case ("exportedAt", .string): break
            case ("$archiver", _):
                throw Self.unusable("", .archivedObjects)
            default:
                try skip(value, in: bytes)
                hasForeignFields = true
                try note("/\(FieldReader.token(name))", .unknownField(of: "an export"))
            }
        }
        guard names.contains("checklists") else {
            throw Self.unusable("", .notLists(formats: ForeignFormat.names))
        }
    }

    private mutating func readLists(
        _ pointer: String, in bytes: Span<UInt8>, _ progress: (Int) -> Void
    ) throws(ImportError) {
        var index = 0
        while let value = try nextElement(in: bytes) {
            let path = "\(pointer)/\(index)"
            index += 1
            guard index <= limits.checklistsMax else {
                throw Self.unusable(pointer, .tooMany(max: limits.checklistsMax, "lists"))
            }
            if value == .beginObject {
                try readList(path, in: bytes, progress)
            } else {
                try skip(value, in: bytes)
                try note(path, .wrongType(.object).with(Self.loss))
            }
            progress(reader.offset)
        }
    }

    private mutating func readList(
        _ pointer: String, in bytes: Span<UInt8>, _ progress: (Int) -> Void
    ) throws(ImportError) {
        var names = FieldNames()
        var list = ImportedChecklist(ChecklistDraft(name: ""), items: [])
        var sectionPlaces: [Int: Int] = [:]
        while let name = try nextName(&names, in: bytes) {
            let path = "\(pointer)/\(FieldReader.token(name))"
            let value = try token(in: bytes)
            switch name {
            case "name": list.draft.name = try text(value, path, in: bytes) ?? ""
            case "icon", "iconName":
                list.draft.icon = try read(value, .icon, path, in: bytes) ?? list.draft.icon
            case "createdAt": list.createdAt = try moment(value, path, in: bytes)
            case "updatedAt": list.updatedAt = try moment(value, path, in: bytes)
            case "resetRule" where value == .beginObject:
                let member = JSONValue.Member(name, try self.value(value, in: bytes))
                var fields = FieldReader(.object([member]), of: "a list", at: pointer)
                list.draft.resetRule = fields.resetRule() ?? nil
                try note(fields.violations)
            case "sections" where value == .beginArray:
                sectionPlaces = try readSections(path, of: &list, in: bytes)
            case "remembersSections" where value == .bool(true) || value == .bool(false):
                list.remembersSections = value == .bool(true)
            case "items" where value == .beginArray:
                list.items = try readItems(path, in: bytes, progress)
            // The server assigns a new id.
            case "id": try skip(value, in: bytes)
            default:
                try refuse(value, Self.expectation(ofList: name), path, "list", in: bytes)
            }
        }
        for index in list.items.indices {
            list.items[index].section = list.items[index].section.flatMap { sectionPlaces[$0] }
        }
        if !list.draft.violations().allSatisfy({ $0.pointer == "/name" }) {
            try note(
                list.draft.violations().filter { $0.pointer != "/name" }
                    .map { $0.within(pointer) })
            list.draft.resetRule = nil
        }
        let violations = list.draft.violations()
        guard violations.isEmpty else {
            for violation in violations {
                let reason = names.contains("name") ? violation.reason : .missing
                try note(
                    pointer + violation.pointer,
                    reason.with("the list is left out, with \(list.items.count) items"))
            }
            return
        }
        checklists.append(list)
    }

    /// The type that a field of a list must have; `nil` for an unknown field.
    private static func expectation(ofList name: String) -> Violation.Reason? {
        switch name {
        case "items", "sections": .wrongType(.array)
        case "remembersSections": .wrongType(.boolean)
        default: nil
        }
    }

    /// Reads the names of the sections of a list.
    /// - Returns: The indexes among the kept sections, by the indexes in the document.
    private mutating func readSections(
        _ pointer: String, of list: inout ImportedChecklist, in bytes: Span<UInt8>
    ) throws(ImportError) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var index = 0
        while let value = try nextElement(in: bytes) {
            let path = "\(pointer)/\(index)"
            index += 1
            guard let name = try text(value, path, in: bytes) else { continue }
            let violations = list.addSection(name)
            if violations.isEmpty { places[index - 1] = list.sections.count - 1 }
            try note(violations.map { $0.within(path) })
        }
        return places
    }

    private mutating func readItems(
        _ pointer: String, in bytes: Span<UInt8>, _ progress: (Int) -> Void
    ) throws(ImportError) -> [ImportedItem] {
        var items: [ImportedItem] = []
        /// The indexes among the kept items, by the indexes in the document.
        var places: [Int: Int] = [:]
        var index = 0
        hasItems = true
        while let value = try nextElement(in: bytes) {
            let path = "\(pointer)/\(index)"
            index += 1
            itemsCount += 1
            guard itemsCount <= limits.itemsMax else {
                throw Self.unusable(pointer, .tooMany(max: limits.itemsMax, "items, with all other lists"))
            }
            if value == .beginObject {
                if var item = try readItem(path, in: bytes) {
                    item.parent = item.parent.flatMap { places[$0] }
                    places[index - 1] = items.count
                    items.append(item)
                }
            } else {
                try skip(value, in: bytes)
                try note(path, .wrongType(.object).with(Self.loss))
            }
            if index % 1024 == 0 { progress(reader.offset) }
        }
        return items
    }

    static func unusable(_ pointer: String, _ reason: Violation.Reason) -> ImportError {
        .unusable(Violation(pointer, reason))
    }
}

// MARK: Items

extension ImportDecoder {
    private mutating func readItem(
        _ pointer: String, in bytes: Span<UInt8>
    ) throws(ImportError) -> ImportedItem? {
        var names = FieldNames()
        var item = ImportedItem(ItemDraft(text: ""))
        var timing: [JSONValue.Member] = []
        var isDueOfApp = false
        while let name = try nextName(&names, in: bytes) {
            // The pointer is built only for a violation: items are many, and violations few.
            let path = { "\(pointer)/\(FieldReader.token(name))" }
            let value = try token(in: bytes)
            switch (name, value) {
            case ("text", .string(let text)): item.draft.text = text
            case ("checked", .bool(let flag)): item.draft.checked = flag
            case ("shouldRemind", .bool(let flag)): item.draft.shouldRemind = flag
            case ("important", .bool(let flag)): item.draft.important = flag
            case ("notes", .string(let text)): item.draft.notes = text
            case ("calendarObject", .string(let text)): item.draft.calendarObject = CalendarObject(text: text)
            case ("dueDate", .number), ("dueDate", .date):
                isDueOfApp = true
                item.draft.dueDate = try moment(value, path(), in: bytes)
            case ("dueDate", _): item.draft.dueDate = try moment(value, path(), in: bytes)
            case ("snoozedUntil", _): item.snoozedUntil = try moment(value, path(), in: bytes)
            case ("checkedAt", _): item.checkedAt = try moment(value, path(), in: bytes)
            case ("createdAt", _): item.createdAt = try moment(value, path(), in: bytes)
            case ("updatedAt", _): item.updatedAt = try moment(value, path(), in: bytes)
            case ("location", .beginObject): item.draft.location = try readLocation(path(), in: bytes)
            case ("location", .null), ("notes", .null): break
            case ("section", .number(let number)): item.section = Int(exactly: number)
            case ("parent", .number(let number)):
                // The index in the document. `readItems` replaces it with the index among the kept items.
                item.parent = Int(exactly: number)
            case (let name, let value) where Self.timingFields.contains(name):
                timing.append(JSONValue.Member(name, try self.value(value, in: bytes)))
            // The server assigns a new id.
            case ("id", _), ("itemID", _): try skip(value, in: bytes)
            default: try refuse(value, Self.expectation(of: name), path(), "item", in: bytes)
            }
        }
        // Every item of the apps has a date, which counts only with a reminder.
        if isDueOfApp, item.draft.shouldRemind != true { item.draft.dueDate = nil }
        if !timing.isEmpty { try readTiming(timing, of: &item, pointer) }
        if let object = item.draft.calendarObject { item.draft.readSeries(of: object) }
        return try fitting(item, pointer, hasText: names.contains("text"))
    }

    /// The expected type of a field; `nil` for an unknown field.
    private static func expectation(of name: String) -> Violation.Reason? {
        switch name {
        case "text", "notes", "calendarObject": .wrongType(.string)
        case "checked", "shouldRemind", "important": .wrongType(.boolean)
        case "location": .wrongType(.object).orNull
        default: nil
        }
    }

    /// The item without the fields that break rules; `nil` if its text does.
    private mutating func fitting(
        _ item: ImportedItem, _ pointer: String, hasText: Bool
    ) throws(ImportError) -> ImportedItem? {
        var item = item
        var isLost = false
        for violation in item.draft.violations() + item.draft.startViolations {
            let path = pointer + violation.pointer
            switch violation.pointer {
            case "/text":
                isLost = true
                try note(path, (hasText ? violation.reason : .missing).with("the item is left out"))
                continue
            case "/notes": item.draft.notes = ""
            case "/calendarObject": item.draft.calendarObject = nil
            case "/shouldRemind": item.draft.shouldRemind = false
            case "/dueOn": item.draft.dueOn = nil
            case "/timeZone": item.draft.timeZone = nil
            case let part where part.hasPrefix("/tags"): item.draft.patch.details.tags = nil
            case "/unit", "/quantity": item.draft.patch.details.unit = nil
            case "/startDate", "/startOn":
                (item.draft.patch.details.startDate, item.draft.patch.details.startOn) = (nil, nil)
            case let part where part.hasPrefix("/recurrence"): item.draft.recurrence = nil
            case "/repeatEvery": item.draft.repeatEvery = nil
            case let part where part.hasPrefix("/alarms"): item.draft.alarms = []
            default: item.draft.location = nil
            }
            try note(path, violation.reason.with(Self.loss))
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

    private static var timingFields: [String] {
        ["dueOn", "timeZone", "recurrence", "alarms", "repeatEvery"] + Timing.readOnlyFields
            + ["tags", "quantity", "unit", "startDate", "startOn"]
    }

    /// Reads days, time zone, recurrence and alarms.
    private mutating func readTiming(
        _ members: [JSONValue.Member], of item: inout ImportedItem, _ pointer: String
    ) throws(ImportError) {
        var fields = FieldReader(.object(members), of: "an item", at: pointer)
        item.draft.patch.readTiming(from: &fields, lead: .ignored)
        item.draft.patch.details = DetailsPatch(from: &fields, isImport: true)
        item.completionsCount = fields.optional("completionsCount", .count) ?? 0
        item.lastCompletedAt = fields.nullable("lastCompletedAt", .timestamp) ?? nil
        try note(fields.violations)
    }

    /// Reports violations of omitted fields.
    private mutating func note(_ violations: [Violation]) throws(ImportError) {
        for violation in violations { try note(violation.pointer, violation.reason.with(Self.loss)) }
    }

    private mutating func readLocation(
        _ pointer: String, in bytes: Span<UInt8>
    ) throws(ImportError) -> Location {
        var names = FieldNames()
        var location = Location()
        while let name = try nextName(&names, in: bytes) {
            switch (name, try token(in: bytes)) {
            case ("street", .string(let text)): location.street = text
            case ("postalCode", .string(let text)): location.postalCode = text
            case ("city", .string(let text)): location.city = text
            case ("country", .string(let text)): location.country = text
            case ("latitude", .number(let degrees)): location.latitude = degrees
            case ("longitude", .number(let degrees)): location.longitude = degrees
            case (let name, .null) where Self.parts.contains(name): break
            case (let name, let value):
                let path = "\(pointer)/\(FieldReader.token(name))"
                try refuse(value, Self.expectation(ofPart: name), path, "location", in: bytes)
            }
        }
        return location
    }

    private static var parts: [String] {
        ["street", "postalCode", "city", "country", "latitude", "longitude"]
    }

    /// The type that a part of a location must have; `nil` for an unknown part.
    private static func expectation(ofPart name: String) -> Violation.Reason? {
        switch name {
        case "street", "postalCode", "city", "country": .wrongType(.string).orNull
        case "latitude", "longitude": .wrongType(.number).orNull
        default: nil
        }
    }
}
