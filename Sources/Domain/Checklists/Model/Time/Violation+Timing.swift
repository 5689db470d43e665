extension Violation {
    /// Only the calendar app of a series knows its next occurrence.
    static let unfollowed = Violation(
        "/recurrence",
        "repeats by a rule that only its calendar app can follow: check the item in that app, "
            + "or set another recurrence first")

    /// Only a calendar app can change when the occurrences of a series start.
    static let foreignLead = Violation(
        "/recurrence/lead",
        "must equal the item's lead, for example P1D, or be left out; only a calendar app can change it")

    /// With a rule for other days, the series loses its lead.
    static let leadOfOtherRule = Violation(
        "/recurrence/lead", "must be left out if the rule has other days: the item then has no lead")

    /// The rule has no occurrence within a hundred years.
    static let untrueRule = Violation(
        "/recurrence/rule", "must come true again within a hundred years of the due date")

    /// The fields that need a due date, if there is none.
    static func ofTiming(
        _ isDue: Bool, _ shouldRemind: Bool, _ recurrence: Recurrence?, _ alarms: [Alarm]
    ) -> [Violation] {
        if isDue { return [] }
        var violations: [Violation] = []
        if shouldRemind { violations.append(Violation("/shouldRemind", "must be false without a dueDate")) }
        if recurrence != nil {
            violations.append(Violation("/recurrence", "must be null without a dueDate or dueOn"))
        }
        for (number, alarm) in alarms.enumerated() {
            guard case .offset = alarm else { continue }
            violations.append(Violation("/alarms/\(number)/offset", "must be at without a dueDate or dueOn"))
        }
        return violations
    }
}
