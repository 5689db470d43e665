import Checklists
import Dates
import QuickAdd

extension PlanMaker {
    /// The item by the rules of this service; `nil` if it has neither text nor notes.
    /// - Parameter line: A further line for the notes.
    mutating func item(_ item: ForeignItem, isSubtask: Bool, adding line: String? = nil) -> ImportedItem? {
        var draft = item.draft
        if let words = item.dueWords { takeDue(words, of: item, into: &draft) }
        for other in item.others {
            notes.append(ImportNote(item.place, other.name, .keptInNotes, other.value))
        }
        // One step for all of them: each one copies the notes.
        if !item.others.isEmpty {
            draft.addLine(item.others.map { "\($0.name): \($0.value)" }.joined(separator: "\n"))
        }
        guard settleText(&draft, of: item) else {
            notes.append(ImportNote(item.place, "", .noText))
            return nil
        }
        settleTags(&draft, of: item)
        settleTimes(&draft, of: item, isSubtask: isSubtask)
        if let line { draft.addLine(line) }
        settleNotes(&draft, of: item)
        dropInvalidFields(&draft, of: item)
        settleNotes(&draft, of: item)
        var imported = ImportedItem(draft)
        imported.checkedAt = draft.isChecked ? draft.checkedAt?.ifInRange : nil
        imported.snoozedUntil = draft.snoozedUntil
        imported.createdAt = item.createdAt?.ifInRange
        imported.updatedAt = item.updatedAt?.ifInRange
        if draft.recurrence != nil { imported.completionsCount = item.completionsCount }
        return imported
    }

    /// Trims the text to its limit. The whole text is in the notes if the item cannot have it.
    /// - Returns: Whether the item has a text.
    private mutating func settleText(_ draft: inout ItemDraft, of item: ForeignItem) -> Bool {
        var body = (draft.notes ?? "").asLines
        let text = draft.text.asLine
        if text.isEmpty {
            // The first line of the notes names the item.
            guard
                let line = body.split(separator: "\n").lazy.map({ String($0).asLine }).first(where: {
                    !$0.isEmpty
                })
            else { return false }
            draft.text = line.first(Limits.textCharactersMax).trimmed
        } else {
            draft.text = shortened(text, to: Limits.textCharactersMax, at: item.place)
            if draft.text.utf8.count < text.utf8.count { body = body.isEmpty ? text : "\(text)\n\n\(body)" }
        }
        draft.notes = body.isEmpty ? nil : body
        return true
    }

    /// Trims the notes to their limit, with all lines that the import has added.
    private mutating func settleNotes(_ draft: inout ItemDraft, of item: ForeignItem) {
        let body = shortened(
            (draft.notes ?? "").asLines, to: Limits.notesCharactersMax, at: item.place, "notes")
        draft.notes = body.isEmpty ? nil : body
    }

    /// Keeps the valid tags, and the others in the notes.
    private mutating func settleTags(_ draft: inout ItemDraft, of item: ForeignItem) {
        guard let tags = draft.patch.details.tags else { return }
        let cleaned = tags.map { $0.asLine.replacing(",", with: " ").trimmed }.filter { !$0.isEmpty }
        let valid = Tag.valid(cleaned)
        let keys = Set(valid.map(Tag.key))
        let others = cleaned.filter { !keys.contains(Tag.key(of: $0)) }
        draft.patch.details.tags = valid.isEmpty ? nil : valid
        guard !others.isEmpty else { return }
        keepInNotes("Tags", others.joined(separator: ", "), of: item, &draft)
    }

    /// Drops what conflicts: reminders without a due time, a recurrence of a subtask or a checked item.
    private mutating func settleTimes(_ draft: inout ItemDraft, of item: ForeignItem, isSubtask: Bool) {
        let isDue = draft.dueDate != nil || draft.dueOn != nil
        if let recurrence = draft.recurrence, isSubtask || draft.isChecked || !isDue {
            if !isDue {
                keepInNotes("Repeat", recurrence.rule.text, of: item, &draft)
            } else {
                notes.append(ImportNote(item.place, "", .repeatEnded, recurrence.rule.text))
                if !draft.isChecked { draft.addLine("Repeat: \(recurrence.rule.text)") }
            }
            draft.recurrence = nil
            (draft.series, draft.occurrence) = (nil, nil)
        }
        // The alarms of a task of an app wait for a date.
        if !isDue, draft.calendarObject == nil {
            let reminders = draft.textsOfRelativeReminders
            if !reminders.isEmpty {
                keepInNotes("Reminder", reminders.joined(separator: ", "), of: item, &draft)
            }
            draft.shouldRemind = nil
            draft.alarms = draft.alarms?.filter { !draft.needsDate($0) }
        }
        if let alarms = draft.alarms {
            var seen: Set<Alarm> = []
            var kept = alarms.filter { seen.insert($0).inserted }
            if kept.contains(.offset(0)) {
                draft.shouldRemind = true
                kept.removeAll { $0 == .offset(0) }
            }
            if kept.count > Limits.alarmsMax {
                notes.append(ImportNote(item.place, "", .limitReached, "\(Limits.alarmsMax) reminders"))
                kept.removeLast(kept.count - Limits.alarmsMax)
            }
            draft.alarms = kept.isEmpty ? nil : kept
        }
        let needsZone = draft.dueOn != nil || draft.recurrence != nil || draft.patch.details.startOn != nil
        if needsZone, draft.timeZone == nil { draft.timeZone = settings.zone.name }
    }

    /// Moves each field that still breaks a rule into the notes.
    private mutating func dropInvalidFields(_ draft: inout ItemDraft, of item: ForeignItem) {
        for violation in draft.violations() {
            let path = violation.pointer.split(separator: "/").map(String.init)
            if let value = draft.clear(path), let name = path.last {
                keepInNotes(name, value, of: item, &draft)
            } else {
                notes.append(ImportNote(item.place, path.first ?? "", .invalid, violation.detail))
            }
        }
        guard let start = draft.start, draft.startsAfterDue(in: settings.zone) else { return }
        keepInNotes("Start", ForeignTime.text(start, in: settings.zone), of: item, &draft)
        draft.patch.details.startDate = nil
        draft.patch.details.startOn = nil
    }

    private mutating func keepInNotes(
        _ name: String, _ value: String, of item: ForeignItem, _ draft: inout ItemDraft
    ) {
        notes.append(ImportNote(item.place, name, .keptInNotes, value))
        draft.addLine("\(name): \(value)")
    }

    /// Reads a date in words as quick add does, and puts the words into the notes where that fails.
    private mutating func takeDue(
        _ words: (text: String, language: Language?), of item: ForeignItem, into draft: inout ItemDraft
    ) {
        let text = words.text.asLine
        guard !text.isEmpty else { return }
        let zone = (draft.timeZone ?? nil).flatMap { LocalTime(zone: $0) } ?? settings.zone
        let now = zone.dayAndTime(of: settings.now)
        let reading = QuickAdd.readDate(text, now: now, language: words.language ?? settings.language)
        let dueDate = reading?.dueDate(in: zone, writtenAt: settings.now)
        guard let reading, reading.dueOn != nil || dueDate != nil else {
            notes.append(ImportNote(item.place, item.dueField, .dateNotUnderstood, text))
            draft.addLine("\(item.dueField.isEmpty ? "Date" : item.dueField): \(text)")
            return
        }
        draft.dueOn = reading.dueOn
        draft.dueDate = dueDate
        draft.recurrence = reading.recurrence ?? draft.recurrence
        if reading.dueOn != nil || reading.recurrence != nil { draft.timeZone = zone.name }
    }
}

extension ItemDraft {
    /// Adds a line at the end of the notes.
    mutating func addLine(_ line: String) {
        let notes = self.notes ?? ""
        self.notes = notes.isEmpty ? line : "\(notes)\n\(line)"
    }

    /// When the work can begin.
    fileprivate var start: Due? {
        (patch.details.startOn ?? nil).map(Due.day) ?? (patch.details.startDate ?? nil).map(Due.moment)
    }

    /// Whether an alarm needs a date that the draft does not have, if it has no due time.
    fileprivate func needsDate(_ alarm: Alarm) -> Bool {
        if case .fromStart = alarm, start != nil { return false }
        return alarm.seconds != nil
    }

    /// The reminders that need a due time.
    fileprivate var textsOfRelativeReminders: [String] {
        let offsets = (self.alarms ?? []).filter(needsDate).compactMap(\.seconds)
            .map { ISO8601Duration.text(seconds: $0) }
        return (self.shouldRemind == true ? ["PT0S"] : []) + offsets
    }

    /// Clears a field by its path on the wire.
    /// - Returns: Its value as a text; `nil` for a value that no person reads.
    fileprivate mutating func clear(_ path: [String]) -> String? {
        switch path.first {
        case "location": return clearLocation(path.count > 1 ? path[1] : "")
        case "unit":
            defer { patch.details.unit = nil }
            return patch.details.unit ?? nil
        case "quantity":
            defer { (patch.details.quantity, patch.details.unit) = (nil, nil) }
            guard let quantity = patch.details.quantity ?? nil else { return nil }
            return WrittenQuantity.text(quantity, unit: patch.details.unit ?? nil)
        case "timeZone":
            defer { self.timeZone = nil }
            return self.timeZone
        default:
            clear(path.first ?? "")
            return nil
        }
    }

    private mutating func clearLocation(_ part: String) -> String? {
        guard var location = self.location else { return nil }
        let value: String?
        switch part {
        case "street": (value, location.street) = (location.street, nil)
        case "postalCode": (value, location.postalCode) = (location.postalCode, nil)
        case "city": (value, location.city) = (location.city, nil)
        case "country": (value, location.country) = (location.country, nil)
        default:
            value = location.latitude.flatMap { one in location.longitude.map { "\(one), \($0)" } }
            (location.latitude, location.longitude) = (nil, nil)
        }
        self.location = location == Location() ? nil : location
        return value
    }

    /// Clears a field by its name on the wire.
    private mutating func clear(_ field: String) {
        switch field {
        case "dueDate": self.dueDate = nil
        case "dueOn": self.dueOn = nil
        case "recurrence":
            self.recurrence = nil
            (self.series, self.occurrence) = (nil, nil)
        case "alarms": self.alarms = nil
        case "shouldRemind": self.shouldRemind = nil
        case "calendarObject": patch.calendarObject = nil
        case "tags": patch.details.tags = nil
        case "startDate": patch.details.startDate = nil
        case "startOn": patch.details.startOn = nil
        case "notes": self.notes = nil
        default: break
        }
    }

    /// Whether the start is after the due time.
    fileprivate func startsAfterDue(in zone: LocalTime) -> Bool {
        let due = self.dueOn.map(Due.day) ?? self.dueDate.map(Due.moment)
        guard let start, let due else { return false }
        let zone = self.timeZone.flatMap { LocalTime(zone: $0) } ?? zone
        if case .moment(let one) = start, case .moment(let other) = due { return one > other }
        return start.local(in: zone).day > due.local(in: zone).day
    }
}

extension Timestamp {
    /// The moment; `nil` outside of the years 1 to 9999.
    fileprivate var ifInRange: Timestamp? { (Self.earliest...Self.latest).contains(self) ? self : nil }
}
