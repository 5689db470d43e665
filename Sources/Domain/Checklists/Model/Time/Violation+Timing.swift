extension Violation {
    /// The rule has no occurrence within a hundred years.
    static let neverRecurs = Violation("/recurrence/rule", .neverRecurs)

    /// The fields that need a due date, if there is none. An alarm can need a start instead.
    static func ofTiming(
        _ isDue: Bool, _ hasStart: Bool, _ shouldRemind: Bool, _ recurrence: Recurrence?, _ alarms: [Alarm]
    ) -> [Violation] {
        if isDue { return [] }
        var violations: [Violation] = []
        if shouldRemind { violations.append(Violation("/shouldRemind", .noDueDate)) }
        if recurrence != nil {
            violations.append(Violation("/recurrence", .noDueDate))
        }
        for (number, alarm) in alarms.enumerated() {
            if case .fromStart = alarm, hasStart { continue }
            if alarm.seconds == nil { continue }
            violations.append(Violation("/alarms/\(number)/offset", .noDueDate))
        }
        return violations
    }
}
