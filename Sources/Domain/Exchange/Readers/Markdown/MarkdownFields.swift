import Checklists
import Dates

/// Gives the fields of a task in Markdown to an item.
struct MarkdownFields {
    private let settings: ImportSettings
    private let notes: NoteLog
    private var scheduled: String?
    private var recurrence: (key: String, text: String)?
    private var location = Location()
    private var tags: [String] = []
    private var alarms: [Alarm] = []

    init(_ document: ForeignDocument) {
        (settings, notes) = (document.settings, document.notes)
    }

    /// Sets the fields of an item, whose check mark is set.
    mutating func set(_ fields: [MarkdownText.Field], of item: inout ForeignItem) {
        for field in fields {
            switch field {
            case .tag(let tag): tags.append(tag)
            case .value(let key, let value): set(key, value, of: &item)
            }
        }
        if let scheduled {
            if item.start == nil, let start = DateText.due(scheduled, in: settings.zone) {
                item.start = start
            } else {
                item.keep("Scheduled", scheduled)
            }
        }
        setRecurrence(of: &item)
        if location != Location() { item.draft.location = location }
        item.tags = tags
        if !alarms.isEmpty { item.draft.alarms = alarms }
    }

    private mutating func set(_ key: String, _ value: String, of item: inout ForeignItem) {
        let isKnown =
            switch key.lowercased() {
            case "due", "start", "scheduled", "created", "completion", "cancelled", "timezone":
                setTime(key.lowercased(), value, of: &item)
            case "priority": setPriority(value, of: &item)
            case "repeat": setRecurrence(key, value)
            case "remind": setReminders(value)
            case "remind-every": setRepetition(value, of: &item)
            case "quantity": item.set(amount: value)
            case "tags": setTags(value)
            case "coordinates": location.setCoordinates(value)
            case "block": leaveOut(item.place, value)
            default: setPart(key.lowercased(), value)
            }
        if !isKnown { item.keep(Self.names[key] ?? key, value) }
    }

    /// The names of fields without a counterpart.
    private static let names = [
        "onCompletion": "On completion", "id": "ID", "dependsOn": "Depends on", "completion": "Completed",
        "cancelled": "Cancelled", "priority": "Priority",
    ]

    private func leaveOut(_ place: String, _ block: String) -> Bool {
        notes.add(place, "^", .notSupported, block)
        return true
    }

    private mutating func setTime(_ key: String, _ value: String, of item: inout ForeignItem) -> Bool {
        if key == "timezone" {
            item.draft.timeZone = LocalTime(zone: value).map { _ in value }
            return item.draft.timeZone != nil
        }
        guard let due = DateText.due(value, in: settings.zone) else { return false }
        switch key {
        // Of a repeated field the first one counts. The others are kept in the notes.
        case "due" where item.due == nil: item.due = due
        case "start" where item.start == nil: item.start = due
        case "scheduled" where scheduled == nil: scheduled = value
        case "due", "start", "scheduled": return false
        case "created": item.createdAt = due.moment(in: settings.zone)
        default:
            guard item.draft.isChecked else { return false }
            item.draft.checkedAt = due.moment(in: settings.zone)
        }
        return true
    }

    private func setPriority(_ value: String, of item: inout ForeignItem) -> Bool {
        switch value.lowercased() {
        case "highest", "high": item.draft.important = true
        case "medium", "low", "lowest": item.keep("Priority", value.lowercased())
        default: return false
        }
        return true
    }

    private mutating func setRecurrence(_ key: String, _ value: String) -> Bool {
        guard !value.isEmpty, recurrence == nil else { return false }
        recurrence = (key, value)
        return true
    }

    private func setRecurrence(of item: inout ForeignItem) {
        guard let (key, text) = recurrence else { return }
        let isFromCompletion = text.lowercased().hasSuffix(Self.whenDone)
        let rule = isFromCompletion ? String(text.dropLast(Self.whenDone.count)) : text
        if let rule = try? RecurrenceRule(rule) {
            item.draft.recurrence = Recurrence(rule, from: isFromCompletion ? .completion : .due)
            return
        }
        guard let due = item.due else {
            (item.dueWords, item.dueField) = ((text, .english), key)
            return
        }
        let zone = (item.draft.timeZone ?? nil).flatMap { LocalTime(zone: $0) } ?? settings.zone
        let day = due.local(in: zone).day
        if let recurrence = RecurrenceWords.recurrence(text, from: day) {
            item.draft.recurrence = recurrence
        } else {
            notes.add(item.place, key, .dateNotUnderstood, text)
            item.draft.addLine("\(key): \(text)")
        }
    }

    private static let whenDone = " when done"

    private mutating func setReminders(_ value: String) -> Bool {
        let (alarms, others) = Alarm.read(value, in: settings.zone)
        guard others.isEmpty else { return false }
        self.alarms += alarms
        return true
    }

    private func setRepetition(_ value: String, of item: inout ForeignItem) -> Bool {
        guard let seconds = ISO8601Duration(value)?.seconds, Limits.repeatSeconds ~= seconds else {
            return false
        }
        item.draft.repeatEvery = seconds
        return true
    }

    private mutating func setTags(_ value: String) -> Bool {
        tags += value.split(separator: ",").map { String($0).trimmed }
        return true
    }

    /// Sets a part of the location; `false` for a key of another field.
    private mutating func setPart(_ key: String, _ value: String) -> Bool {
        guard let part = Self.parts[key] else { return false }
        location[keyPath: part] = value
        return true
    }

    private static let parts: [String: any WritableKeyPath<Location, String?> & Sendable] = [
        "street": \.street, "postal-code": \.postalCode, "city": \.city, "country": \.country,
    ]
}
