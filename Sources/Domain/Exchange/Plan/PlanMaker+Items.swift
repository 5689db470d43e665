package import Checklists
import Dates
import QuickAdd

extension PlanMaker {
    /// The item by the rules of this service; `nil` if it has neither text nor notes.
    /// - Parameter line: A further line for the notes.
    func item(_ item: ForeignItem, isSubtask: Bool, adding line: String? = nil) -> ImportedItem? {
        var draft = item.draft
        if let words = item.dueWords { takeDue(words, of: item, into: &draft) }
        for other in item.others {
            notes.add(item.place, other.name, .keptInNotes, other.value)
        }
        // One step for all of them: each one copies the notes.
        if !item.others.isEmpty {
            draft.addLine(item.others.map { "\($0.name): \($0.value)" }.joined(separator: "\n"))
        }
        guard settleText(&draft, of: item) else {
            notes.add(item.place, "", .noText)
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
        return imported
    }

    /// Trims the text to its limit. The whole text is in the notes if the item cannot have it.
    /// - Returns: Whether the item has a text.
    private func settleText(_ draft: inout ItemDraft, of item: ForeignItem) -> Bool {
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
    private func settleNotes(_ draft: inout ItemDraft, of item: ForeignItem) {
        let body = shortened(
            (draft.notes ?? "").asLines, to: Limits.notesCharactersMax, at: item.place, "notes")
        draft.notes = body.isEmpty ? nil : body
    }

    /// Keeps the valid tags, and the others in the notes.
    private func settleTags(_ draft: inout ItemDraft, of item: ForeignItem) {
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
    private func settleTimes(_ draft: inout ItemDraft, of item: ForeignItem, isSubtask: Bool) {
        let isDue = draft.due != nil
        if let recurrence = draft.recurrence, isSubtask || draft.isChecked || !isDue {
            if !isDue {
                keepInNotes("Repeat", recurrence.rule.text, of: item, &draft)
            } else {
                notes.add(item.place, "", .repeatEnded, recurrence.rule.text)
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
                notes.add(item.place, "", .limitReached, "\(Limits.alarmsMax) reminders")
                kept.removeLast(kept.count - Limits.alarmsMax)
            }
            draft.alarms = kept.isEmpty ? nil : kept
        }
        let needsZone = draft.dueOn != nil || draft.recurrence != nil || draft.patch.details.startOn != nil
        if needsZone, draft.timeZone == nil { draft.timeZone = settings.zone.name }
    }

    /// Moves each field that still breaks a rule into the notes.
    private func dropInvalidFields(_ draft: inout ItemDraft, of item: ForeignItem) {
        for violation in draft.violations() {
            if let (name, value) = draft.clear(violation) {
                keepInNotes(name, value, of: item, &draft)
            } else {
                let name = violation.pointer.split(separator: "/").first.map(String.init)
                notes.add(item.place, name ?? "", .invalid, violation.detail)
            }
        }
        guard let start = draft.start, !draft.startViolations.isEmpty else { return }
        keepInNotes(
            "Start", ForeignTime.text(start.moment(in: settings.zone), in: settings.zone), of: item, &draft)
        for violation in draft.startViolations { _ = draft.clear(violation) }
    }

    private func keepInNotes(
        _ name: String, _ value: String, of item: ForeignItem, _ draft: inout ItemDraft
    ) {
        notes.add(item.place, name, .keptInNotes, value)
        draft.addLine("\(name): \(value)")
    }

    /// Reads a date in words as quick add does, and puts the words into the notes where that fails.
    private func takeDue(
        _ words: (text: String, language: Language?), of item: ForeignItem, into draft: inout ItemDraft
    ) {
        let text = words.text.asLine
        guard !text.isEmpty else { return }
        let zone = (draft.timeZone ?? nil).flatMap { LocalTime(zone: $0) } ?? settings.zone
        let now = zone.dayAndTime(of: settings.now)
        let reading = QuickAdd.readDate(text, now: now, language: words.language ?? settings.language)
        let dueDate = reading?.dueDate(in: zone, writtenAt: settings.now)
        guard let reading, reading.dueOn != nil || dueDate != nil else {
            notes.add(item.place, item.dueField, .dateNotUnderstood, text)
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

    var due: Due? { self.dueOn.map(Due.day) ?? self.dueDate.map(Due.moment) }

    /// When the work can begin.
    var start: Due? {
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

    /// Clears the field that breaks a rule.
    /// - Returns: Its name and its value as a text; `nil` for a value that no person reads.
    package mutating func clear(_ violation: Violation) -> (name: String, value: String)? {
        let path = violation.pointer.split(separator: "/").map(String.init)
        switch path.first {
        case "location": return clearLocation(path.last ?? "")
        case "unit":
            defer { patch.details.unit = nil }
            return (patch.details.unit ?? nil).map { ("unit", $0) }
        case "quantity":
            defer { (patch.details.quantity, patch.details.unit) = (nil, nil) }
            guard let quantity = patch.details.quantity ?? nil else { return nil }
            return ("quantity", WrittenQuantity.text(quantity, unit: patch.details.unit ?? nil))
        case "timeZone":
            defer { self.timeZone = nil }
            return self.timeZone.map { ("timeZone", $0) }
        case "dueDate": self.dueDate = nil
        case "dueOn": self.dueOn = nil
        case "recurrence": (self.recurrence, self.series, self.occurrence) = (nil, nil, nil)
        case "alarms": self.alarms = nil
        case "repeatEvery": self.repeatEvery = nil
        case "shouldRemind": self.shouldRemind = nil
        case "calendarObject": self.calendarObject = nil
        case "tags": patch.details.tags = nil
        case "startDate", "startOn": (patch.details.startDate, patch.details.startOn) = (nil, nil)
        case "notes": self.notes = nil
        default: break
        }
        return nil
    }

    private mutating func clearLocation(_ part: String) -> (name: String, value: String)? {
        guard var location = self.location else { return nil }
        let parts: [String: WritableKeyPath<Location, String?>] = [
            "street": \.street, "postalCode": \.postalCode, "city": \.city, "country": \.country,
        ]
        let value: String?
        if let path = parts[part] {
            (value, location[keyPath: path]) = (location[keyPath: path], nil)
        } else {
            value = location.latitude.flatMap { one in location.longitude.map { "\(one), \($0)" } }
            (location.latitude, location.longitude) = (nil, nil)
        }
        self.location = location == Location() ? nil : location
        return value.map { (part, $0) }
    }
}

extension Timestamp {
    /// The moment; `nil` outside of the years 1 to 9999.
    fileprivate var ifInRange: Timestamp? { (Self.earliest...Self.latest).contains(self) ? self : nil }
}
