import Checklists
import Dates
import JSON

extension Timing {
    /// Writes the timing as members of an item. Empty ones are `null` or `[]`.
    func writeMembers(to json: inout JSONWriter) {
        json.member("dueOn", dueOn?.text)
        json.member("timeZone", timeZone)
        json.member("recurrence", recurrence.map { RecurrenceBody($0, lead: leadSeconds) })
        if !isFollowed { json.member("repeatsInApp", true) }
        json.member("completionsCount", completionsCount)
        json.member("lastCompletedAt", lastCompletedAt.map(TimestampBody.init))
        json.member("alarms", alarms.map(AlarmBody.init))
        json.member("repeatEvery", repeatEvery.map { ISO8601Duration.text(seconds: $0) })
    }

    /// Writes only members that are not empty.
    func writeMembersGiven(to json: inout JSONWriter) {
        if let dueOn { json.member("dueOn", dueOn.text) }
        if let timeZone { json.member("timeZone", timeZone) }
        if let recurrence {
            json.member("recurrence", RecurrenceBody(recurrence, lead: leadSeconds))
            json.member("completionsCount", completionsCount)
            json.member("lastCompletedAt", lastCompletedAt.map(TimestampBody.init))
        }
        if !alarms.isEmpty {
            json.member("alarms", alarms.map(AlarmBody.init))
        }
        if let repeatEvery { json.member("repeatEvery", ISO8601Duration.text(seconds: repeatEvery)) }
    }

    private var isFollowed: Bool { !hasSeries || series.isFollowed }
    private var leadSeconds: Int { hasSeries ? series.lead / 1_000 : 0 }

    /// The members that a client cannot set.
    static let readOnlyFields = ["completionsCount", "lastCompletedAt", "repeatsInApp"]
}

extension Recurrence {
    /// Writes the recurrence as a member.
    func writeMember(_ name: StaticString, to json: inout JSONWriter) {
        json.member(name, RecurrenceBody(self, lead: 0))
    }
}

/// A recurrence in JSON.
private struct RecurrenceBody: JSONWritable {
    private let recurrence: Recurrence
    /// How long before its due time an occurrence starts, in seconds.
    private let lead: Int

    init(_ recurrence: Recurrence, lead: Int) { (self.recurrence, self.lead) = (recurrence, lead) }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("rule", recurrence.rule.text)
            json.member("from", recurrence.from.rawValue)
            if lead != 0 { json.member("lead", ISO8601Duration.text(seconds: lead)) }
        }
    }
}

/// An alarm in JSON.
private struct AlarmBody: JSONWritable {
    let alarm: Alarm

    init(_ alarm: Alarm) {
        self.alarm = alarm
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            switch alarm {
            case .offset(let seconds): json.member("offset", ISO8601Duration.text(seconds: seconds))
            case .fromStart(let seconds):
                json.member("offset", ISO8601Duration.text(seconds: seconds))
                json.member("from", "start")
            case .at(let moment): json.member("at", TimestampBody(moment))
            }
        }
    }
}

extension ItemPatch {
    /// The treatment of a `lead` in a body.
    enum LeadPolicy {
        /// It must equal that of the item.
        case kept
        /// It is a violation: only a calendar app can set it.
        case refused
        /// An import reads it from the calendar object instead.
        case ignored
    }

    /// Reads day, time zone, recurrence and alarms.
    mutating func readTiming(from fields: inout FieldReader, lead policy: LeadPolicy) {
        dueOn = fields.nullable("dueOn", .day)
        timeZone = fields.nullable("timeZone", .timeZone)
        var lead: String?
        recurrence = fields.recurrence { fields, sent in
            switch policy {
            case .kept: lead = sent
            case .refused: fields.note("lead", .leadOfNewItem)
            case .ignored: break
            }
        }
        if let lead { self.lead = lead }
        alarms = fields.alarms()
        repeatEvery = fields.nullable("repeatEvery", .duration).map { $0?.seconds }
    }
}

extension FieldReader {
    /// Reads a recurrence; `.some(nil)` for `null`.
    /// - Parameter checkLead: Checks the lead, if there is one.
    fileprivate mutating func recurrence(
        _ checkLead: (inout FieldReader, String) -> Void
    ) -> Recurrence?? {
        readable("recurrence", of: "a recurrence") { fields in
            let rule = fields.rule()
            let from = fields.optional("from", .recurrenceBase) ?? .due
            if let lead = fields.optional("lead", .string) { checkLead(&fields, lead) }
            return rule.map { Recurrence($0, from: from) }
        }
    }

    /// Reads a recurrence rule.
    mutating func rule() -> RecurrenceRule? {
        guard let text = required("rule", .string) else { return nil }
        do throws(RecurrenceRule.Fault) {
            return try RecurrenceRule(text)
        } catch {
            note("rule", .notARecurrenceRule(error))
            return nil
        }
    }

    fileprivate mutating func alarms() -> [Alarm]? {
        objects("alarms", of: "an alarm") { fields in
            let offset = fields.optional("offset", .signedDuration)
            let isFromStart = fields.optional("from", .alarmAnchor) == "start"
            let moment = fields.optional("at", .timestamp)
            if fields.violations.isEmpty, (offset == nil) == (moment == nil) {
                fields.noteWhole(.notExactlyOne(of: ["offset", "at"]))
            }
            return offset.map(isFromStart ? Alarm.fromStart : Alarm.offset) ?? moment.map(Alarm.at)
        }
    }
}

extension FieldType<Recurrence.Base> {
    fileprivate static var recurrenceBase: Self {
        Self({ _ in .notOneOf(["due", "completion"]) }) { value in
            guard case .string(let name) = value else { return nil }
            return Recurrence.Base(rawValue: name)
        }
    }
}

extension FieldType<CivilDate> {
    /// A day in the format of RFC 3339.
    static var day: Self {
        Self({ .notADate($0.text) }) { value in
            guard case .string(let text) = value else { return nil }
            return CivilDate(text)
        }
    }
}

extension FieldType<String> {
    /// What the offset of an alarm counts from.
    fileprivate static var alarmAnchor: Self {
        Self({ _ in .notOneOf(["due", "start"]) }) { value in
            guard case .string(let name) = value, ["due", "start"].contains(name) else { return nil }
            return name
        }
    }

    /// The IANA name of a time zone.
    static var timeZone: Self {
        Self({ _ in .notATimeZone }) { value in
            guard case .string(let name) = value, LocalTime(zone: name) != nil else { return nil }
            return name
        }
    }
}

extension FieldType<ISO8601Duration> {
    /// A duration of fixed length: weeks, days, hours, minutes and seconds.
    static var duration: Self {
        Self({ _ in .notADuration(from: "PT1S", to: "P366D", example: "PT10M") }) { value in
            guard case .string(let text) = value else { return nil }
            return ISO8601Duration(text)
        }
    }
}

extension FieldType<Int> {
    /// A number of completions.
    static var count: Self {
        Self({ _ in .outOfRange(0...Checklists.Limits.completionsMax, isWhole: true) }) { value in
            guard case .number(let number) = value, let integer = number.integer,
                0...Checklists.Limits.completionsMax ~= integer
            else {
                return nil
            }
            return integer
        }
    }

    /// A duration before or after a due time, in seconds.
    fileprivate static var signedDuration: Self {
        Self({ _ in .notADuration(from: "-P366D", to: "P366D", example: "-PT30M") }) { value in
            guard case .string(let text) = value else { return nil }
            return ISO8601Duration.seconds(signed: text)
        }
    }
}
