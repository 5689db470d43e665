public import Dates

/// On which days the items of a list are all unchecked.
public struct ResetRule: Hashable, Sendable {
    /// On which days.
    public var rule: RecurrenceRule
    /// The name of the time zone in which they begin.
    public var timeZone: String
    /// The day on which it was set, which says what the rule leaves open.
    package var since: CivilDate

    /// A rule that was set on a day.
    package init(_ rule: RecurrenceRule, timeZone: String, since: CivilDate) {
        self.rule = rule
        self.timeZone = timeZone
        self.since = since
    }

    /// When the next of these days begins; `nil` if none does within a hundred years.
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

/// What somebody says of when a list is reset.
public struct ResetRuleDraft: Hashable, Sendable {
    /// On which days.
    public var rule: RecurrenceRule
    /// The name of the time zone in which they begin; `nil` for the person's.
    public var timeZone: String?

    /// On the days of a rule.
    public init(_ rule: RecurrenceRule, timeZone: String? = nil) {
        self.rule = rule
        self.timeZone = timeZone
    }

    /// What breaks the rules.
    func violations() -> [Violation] {
        var violations: [Violation] = []
        if case .count = rule.end {
            violations.append(Violation("/resetRule/rule", "must have no COUNT; UNTIL says when it ends"))
        }
        if let timeZone, LocalTime(zone: timeZone) == nil {
            violations.append(Violation("/resetRule/timeZone", TimingPatch.zoneRule))
        }
        return violations
    }
}

extension Transaction {
    /// The rule by which a list is reset from now on; `nil` for none.
    mutating func resetRule(_ draft: ResetRuleDraft?, of list: Checklist?) -> ResetRule? {
        guard let draft else { return nil }
        let name = draft.timeZone ?? defaultTimeZone(on: list)
        if let known = list?.resetRule, draft.rule == known.rule, name == known.timeZone { return known }
        return ResetRule(
            draft.rule, timeZone: name, since: (LocalTime(zone: name) ?? .utc).day(of: now))
    }
}

extension ResetRule {
    /// When the next of its days begins.
    /// - Throws: `invalid` if none does.
    func firstReset(after moment: Timestamp) throws(ChecklistsError) -> Timestamp {
        guard let next = next(after: moment) else {
            throw .invalid([Violation("/resetRule/rule", "must come true within a hundred years")])
        }
        return next
    }
}
