extension Violation {
    /// The rule has no occurrence within a hundred years.
    static let neverRecurs = Violation("/recurrence/rule", .neverRecurs)

    /// The fields that need a due date, if there is none.
    static func ofTiming(
        _ isDue: Bool, _ shouldRemind: Bool, _ recurrence: Recurrence?, _ alarms: [Alarm]
    ) -> [Violation] {
        if isDue { return [] }
        var violations: [Violation] = []
        if shouldRemind { violations.append(Violation("/shouldRemind", .noDueDate)) }
        if recurrence != nil {
            violations.append(Violation("/recurrence", .noDueDate))
        }
        for (number, alarm) in alarms.enumerated() {
            guard case .offset = alarm else { continue }
            violations.append(Violation("/alarms/\(number)/offset", .noDueDate))
        }
        return violations
    }
}
