public import Dates

/// When the server unchecks all items of a list.
public struct ResetRule: Hashable, Sendable {
    /// The days of a reset.
    public var rule: RecurrenceRule
    /// The IANA time zone in which the days begin.
    public var timeZone: String
    /// The day on which the rule was set. It anchors the recurrence where the rule leaves parts open.
    package var since: CivilDate

    package init(_ rule: RecurrenceRule, timeZone: String, since: CivilDate) {
        self.rule = rule
        self.timeZone = timeZone
        self.since = since
    }

    /// The beginning of the next reset day; `nil` if none comes within a hundred years.
    func next(after moment: Timestamp) -> Timestamp? {
        let zone = LocalTime(zone: timeZone) ?? .utc
        for day in rule.days(after: since, from: zone.day(of: moment).advanced(by: -1)) {
            let beginning = zone.beginning(of: day)
            switch rule.end {
            case .day(let last) where day > last: return nil
            case .moment(let last) where beginning.milliseconds > last: return nil
            default: if beginning > moment { return beginning }
            }
        }
        return nil
    }
}

/// A reset rule as a client sends it.
public struct ResetRuleDraft: Hashable, Sendable {
    /// The days of a reset.
    public var rule: RecurrenceRule
    /// The IANA time zone in which the days begin; `nil` for the person's.
    public var timeZone: String?

    /// Creates a draft from a recurrence rule.
    public init(_ rule: RecurrenceRule, timeZone: String? = nil) {
        self.rule = rule
        self.timeZone = timeZone
    }

    func violations() -> [Violation] {
        var violations: [Violation] = []
        if case .count = rule.end {
            violations.append(Violation("/resetRule/rule", .countNotAllowed))
        }
        if let timeZone, LocalTime(zone: timeZone) == nil {
            violations.append(Violation("/resetRule/timeZone", .notATimeZone))
        }
        return violations
    }
}

extension Transaction {
    /// The reset rule that a draft sets. An unchanged rule keeps its anchor day.
    mutating func resetRule(_ draft: ResetRuleDraft?, of list: Checklist?) -> ResetRule? {
        guard let draft else { return nil }
        let name = draft.timeZone ?? defaultTimeZone(on: list)
        if let known = list?.resetRule, draft.rule == known.rule, name == known.timeZone { return known }
        return ResetRule(
            draft.rule, timeZone: name, since: (LocalTime(zone: name) ?? .utc).day(of: now))
    }
}

extension ResetRule {
    /// The beginning of the first reset day.
    /// - Throws: `invalid` if none comes within a hundred years.
    func firstReset(after moment: Timestamp) throws(ChecklistsError) -> Timestamp {
        guard let next = next(after: moment) else {
            throw .invalid([Violation("/resetRule/rule", .neverRecurs)])
        }
        return next
    }
}
