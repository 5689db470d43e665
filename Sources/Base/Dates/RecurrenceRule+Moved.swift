extension RecurrenceRule {
    /// The rule of a series whose occurrences start some days later. The end does not move.
    ///
    /// Until schema version 9, items stored this rule where their calendar object counts from an earlier
    /// `DTSTART`.
    ///
    /// - Returns: `nil` where no rule expresses that, for example two days after each last Friday of a month.
    public func moved(byDays days: Int) -> RecurrenceRule? {
        if days == 0 { return self }
        var values: [(name: String, value: String)] = []
        for part in text.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            switch pair[0] {
            case "BYDAY":
                guard parts.weekdays.allSatisfy({ $0.ordinal == nil }), frequency == .weekly else {
                    return nil
                }
                let names = parts.weekdays.map { $0.weekday.advanced(by: days).name }
                values.append(("BYDAY", names.joined(separator: ",")))
            case "BYMONTHDAY":
                let moved = parts.monthDays.map { $0 + days }
                // A month has at least 28 days. Days counted from its end move with its length.
                let stay = zip(parts.monthDays, moved).allSatisfy { 1...28 ~= $0 && 1...28 ~= $1 }
                guard stay, parts.weekdays.isEmpty else { return nil }
                values.append(("BYMONTHDAY", moved.map(String.init).joined(separator: ",")))
            case "BYMONTH":
                guard !parts.monthDays.isEmpty else { return nil }
                values.append(("BYMONTH", String(pair[1])))
            case "WKST": break
            default: values.append((String(pair[0]), String(pair[1])))
            }
        }
        // The start of the week matters only for named days.
        if frequency == .weekly, interval > 1, !parts.weekdays.isEmpty {
            values.append(("WKST", parts.weekStart.advanced(by: days).name))
        }
        return try? RecurrenceRule(values.map { "\($0.name)=\($0.value)" }.joined(separator: ";"))
    }
}

extension Weekday {
    fileprivate func advanced(by days: Int) -> Weekday {
        Weekday.allCases[((rawValue + days) % 7 + 7) % 7]
    }
}
