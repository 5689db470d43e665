public import Checklists
import Dates

extension ItemDraft {
    /// Takes the lead and the exceptions of a calendar object, if it describes the same series.
    public mutating func readSeries(of object: CalendarObject) {
        guard let task = try? TaskObject(Array(object.text.utf8)) else { return }
        let zone = self.timeZone.flatMap(LocalTime.init(zone:)) ?? .utc
        let content = task.content(in: zone, at: self.checkedAt ?? Timestamp(milliseconds: 0)).content
        let due = self.dueOn.map(Due.day) ?? self.dueDate.map { .moment($0.inWholeSeconds) }
        guard content.isSeries, content.due == due,
            content.recurrence?.ending(.never) == self.recurrence?.rule.ending(.never)
        else { return }
        (self.series, self.occurrence) = (content.series, content.occurrence)
    }
}

extension TaskContent {
    /// The draft of a new item with this content.
    ///
    /// - Parameter clockZone: The zone that was assumed for a floating due time, if it was floating.
    public func draft(clockZone: String? = nil) -> ItemDraft {
        var patch = patch(from: TaskContent(), clockZone: clockZone)
        patch.checkedAt = checkedAt
        patch.timeZone = (timeZone ?? clockZone).map(Optional.some)
        if !isSeries { (patch.series, patch.occurrence) = (nil, nil) }
        return ItemDraft(patch, text: text)
    }

    /// The patch that turns the old content into this one. Fields that a calendar program cannot express
    /// stay.
    ///
    /// - Parameter clockZone: The zone in which a floating due time was read, where the item does not have it
    ///   yet. The item gets it, so that the time stays at the same moment for all readers.
    public func patch(from old: TaskContent, clockZone: String? = nil) -> ItemPatch {
        var patch = ItemPatch()
        if !old.isShown(as: text) { patch.text = old.textWithoutAmount(text) }
        if !tags.sameTags(as: old.tags) {
            patch.details.tags = old.tags.filter(tags.contains) + tags.filter { !old.tags.contains($0) }
        }
        if parentUID != old.parentUID { patch.details.parentUID = parentUID }
        if start != old.start {
            switch start?.sent {
            case .day(let day): patch.details.startOn = day
            case .moment(let moment): patch.details.startDate = moment
            case nil: (patch.details.startDate, patch.details.startOn) = (.some(nil), .some(nil))
            }
        }
        if notes != old.notes { patch.notes = notes }
        if important != old.important { patch.important = important }
        if checked != old.checked {
            patch.checked = checked
            patch.checkedAt = checkedAt
        }
        if let position, position != old.position { patch.position = position }
        patchTime(&patch, from: old, clockZone: clockZone)
        patchLocation(&patch, from: old)
        return patch
    }

    /// The patch of an item whose calendar object gets this content. The item then has the series of the
    /// object.
    public func patch(of item: Item, clockZone: String? = nil) -> ItemPatch {
        let before = TaskContent(item)
        // The zone that a person chose stays until the app changes a time.
        let isSame = due == before.due && start == before.start && allAlarms == before.allAlarms
        let keepsZone = isSame && item.timing.timeZone != nil || clockZone == item.timing.timeZone
        var patch = patch(from: before, clockZone: keepsZone ? nil : clockZone)
        // The app received the text with the amount and sent another text without it.
        if let text = patch.text, text == self.text, item.showsAmount { patch.details.quantity = .some(nil) }
        return patch
    }

    private func patchTime(_ patch: inout ItemPatch, from old: TaskContent, clockZone: String?) {
        if due != old.due {
            switch due {
            case .day(let day): patch.dueOn = day
            case .moment(let moment): patch.dueDate = moment
            case nil:
                patch.dueDate = .some(nil)
                patch.dueOn = .some(nil)
                // A recurrence from completion needs a due time as well.
                patch.recurrence = .some(nil)
            }
        }
        let hasTime = due?.isMoment ?? false || start?.sent.isMoment ?? false
        if hasTime || !allAlarms.isEmpty, let clockZone { patch.timeZone = clockZone }
        if recurrence != old.recurrence || timeZone != old.timeZone {
            patch.recurrence = .some(recurrence.map { Recurrence($0) })
            if let timeZone { patch.timeZone = timeZone }
        }
        let isOtherSeries = series != old.series || occurrence != old.occurrence
        // The app sent all exceptions, so that none moves with the due time.
        let hasSeries = series != Series() || old.series != Series()
        // `COUNT` counts from here even if it equals that of the item. An earlier due time can be a step
        // back.
        let countsFromHere = recurrence != old.recurrence && recurrence != nil && !isDueBefore(old)
        if isOtherSeries || countsFromHere
            || hasSeries && (patch.dueDate != nil || patch.dueOn != nil || patch.recurrence != nil)
        {
            (patch.series, patch.occurrence) = (series, occurrence)
        }
        if remindsWhenDue != old.remindsWhenDue { patch.shouldRemind = remindsWhenDue }
        if alarms != old.alarms { patch.alarms = alarms }
        if repeatEvery != old.repeatEvery { patch.repeatEvery = .some(repeatEvery) }
        if snoozedUntil != old.snoozedUntil { patch.snoozedUntil = .some(snoozedUntil) }
    }

    private func isDueBefore(_ old: TaskContent) -> Bool {
        guard let due, let oldDue = old.due else { return false }
        return due.local(in: .utc) < oldDue.local(in: .utc)
    }

    private func patchLocation(_ patch: inout ItemPatch, from old: TaskContent) {
        if address == old.address, coordinates == old.coordinates { return }
        if address == nil, coordinates == nil {
            patch.location = .some(nil)
            return
        }
        var location = LocationPatch()
        if address != old.address {
            location.street = .some(address)
            (location.postalCode, location.city, location.country) = (.some(nil), .some(nil), .some(nil))
        }
        if coordinates != old.coordinates {
            location.latitude = .some(coordinates?.latitude)
            location.longitude = .some(coordinates?.longitude)
        }
        patch.location = location
    }
}
