package import Checklists
package import Dates
package import JSON

extension Timing {
    /// Writes what is not as in an item without any of it.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        if let dueOn { json.member("dueOn", dueOn.text) }
        if let timeZone { json.member("timeZone", timeZone) }
        if let recurrence {
            json.member("rule", recurrence.rule.text)
            if recurrence.from != .due { json.member("from", recurrence.from.rawValue) }
        }
        if !alarms.isEmpty {
            json.name("alarms")
            json.beginArray()
            for alarm in alarms { alarm.write(to: &json) }
            json.endArray()
        }
        if let repeatEvery { json.member("repeatEvery", repeatEvery) }
        if completionsCount > 0 { json.member("completionsCount", completionsCount) }
        if let lastCompletedAt { json.member("lastCompletedAt", lastCompletedAt) }
        if let occurrence { occurrence.write("occurrence", to: &json) }
        if let lastStep {
            json.name("lastStep")
            lastStep.write(to: &json)
        }
        if let repeatsUntil { json.member("repeatsUntil", repeatsUntil) }
        if movedDays != 0 { json.member("movedDays", movedDays) }
        if isSeriesRead { json.member("isSeriesRead", true) }
        if hasSeries {
            json.name("series")
            series.write(to: &json)
        }
        json.endObject()
    }

    /// Reads what was written.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        self.init()
        var from = Recurrence.Base.due
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "dueOn": dueOn = try reader.day(in: bytes)
            case "timeZone": timeZone = try reader.string(in: bytes)
            case "rule": recurrence = Recurrence(try reader.rule(in: bytes))
            case "from":
                guard let base = Recurrence.Base(rawValue: try reader.string(in: bytes)) else {
                    throw reader.error("a recurrence is counted from what is not known")
                }
                from = base
            case "alarms":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) { alarms.append(try Alarm(from: &reader, in: bytes)) }
            case "repeatEvery": repeatEvery = try reader.integer(in: bytes)
            case "completionsCount": completionsCount = try reader.integer(in: bytes)
            case "lastCompletedAt": lastCompletedAt = try reader.timestamp(in: bytes)
            case "occurrence": occurrence = try Occurrence(from: &reader, in: bytes)
            case "lastStep": lastStep = try SeriesStep(from: &reader, in: bytes)
            case "repeatsUntil": repeatsUntil = try reader.timestamp(in: bytes)
            case "movedDays": movedDays = try reader.integer(in: bytes)
            case "isSeriesRead": isSeriesRead = try reader.bool(in: bytes)
            case "series": series = try Series(from: &reader, in: bytes)
            default: throw reader.unknown(name)
            }
        }
        recurrence?.from = from
    }
}

extension Alarm {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        switch self {
        case .offset(let seconds): json.member("offset", seconds)
        case .at(let moment): json.member("at", moment)
        }
        json.endObject()
    }

    fileprivate init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var alarm: Alarm?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "offset": alarm = .offset(try reader.integer(in: bytes))
            case "at": alarm = .at(try reader.timestamp(in: bytes))
            default: throw reader.unknown(name)
            }
        }
        guard let alarm else { throw reader.error("an alarm lacks a time") }
        self = alarm
    }
}

extension Occurrence {
    fileprivate func write(_ name: StaticString, to json: inout JSONWriter) {
        json.name(name)
        json.beginObject()
        local.writeMembers(to: &json)
        if index != 0 { json.member("index", index) }
        if let base {
            json.name("base")
            base.write(to: &json)
        }
        json.endObject()
    }

    fileprivate init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var day: CivilDate?
        var (time, index) = (0, 0)
        var base: DayAndTime?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "day": day = try reader.day(in: bytes)
            case "time": time = try reader.integer(in: bytes)
            case "index": index = try reader.integer(in: bytes)
            case "base": base = try DayAndTime(from: &reader, in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let day else { throw reader.error("one of a series lacks a day") }
        self.init(local: DayAndTime(day: day, time: time), index: index, base: base)
    }
}

extension SeriesStep {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("dueDate", dueDate)
        if let dueOn { json.member("dueOn", dueOn.text) }
        occurrence.write("occurrence", to: &json)
        if isCompletion { json.member("isCompletion", true) }
        if let lastCompletedAt { json.member("lastCompletedAt", lastCompletedAt) }
        if let series {
            json.name("series")
            series.write(to: &json)
        }
        json.endObject()
    }

    fileprivate init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var dueDate: Timestamp?
        var dueOn: CivilDate?
        var occurrence: Occurrence?
        var isCompletion = false
        var lastCompletedAt: Timestamp?
        var series: Series?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "dueDate": dueDate = try reader.timestamp(in: bytes)
            case "dueOn": dueOn = try reader.day(in: bytes)
            case "occurrence": occurrence = try Occurrence(from: &reader, in: bytes)
            case "isCompletion": isCompletion = try reader.bool(in: bytes)
            case "lastCompletedAt": lastCompletedAt = try reader.timestamp(in: bytes)
            case "series": series = try Series(from: &reader, in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let dueDate, let occurrence else { throw reader.error("a step lacks dueDate or occurrence") }
        self.init(
            dueDate: dueDate, dueOn: dueOn, occurrence: occurrence, isCompletion: isCompletion,
            lastCompletedAt: lastCompletedAt)
        self.series = series
    }
}

extension ResetRule {
    /// Writes the rule.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("rule", rule.text)
        json.member("timeZone", timeZone)
        json.member("since", since.text)
        json.endObject()
    }

    /// Reads a rule.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var rule: RecurrenceRule?
        var timeZone: String?
        var since: CivilDate?
        try reader.beginObject(in: bytes)
        while let name = try reader.nextName(in: bytes) {
            switch name {
            case "rule": rule = try reader.rule(in: bytes)
            case "timeZone": timeZone = try reader.string(in: bytes)
            case "since": since = try reader.day(in: bytes)
            default: throw reader.unknown(name)
            }
        }
        guard let rule, let timeZone, let since else {
            throw reader.error("what resets a list lacks one of rule, timeZone, since")
        }
        self.init(rule, timeZone: timeZone, since: since)
    }
}

extension JSONReader {
    /// Reads a day.
    mutating func day(in bytes: Span<UInt8>) throws(FormatError) -> CivilDate {
        guard let day = CivilDate(try string(in: bytes)) else { throw error("a day is none") }
        return day
    }

    /// Reads a rule by which something comes again.
    package mutating func rule(in bytes: Span<UInt8>) throws(FormatError) -> RecurrenceRule {
        let text = try string(in: bytes)
        do throws(RecurrenceRule.Fault) {
            return try RecurrenceRule(text)
        } catch {
            throw self.error("a recurrence \(error.reason)")
        }
    }
}
