extension RecurrenceRule {
    /// How the days of a rule differ from those of the previous rule.
    public enum DaysChange: Sendable {
        /// The rule gives the same days.
        case none
        /// The days moved by as many days as the start of the current occurrence.
        case moved
        /// The rule gives other days.
        case other
    }

    /// Compares the days of the rule with those of the previous rule. Ends and spelling do not matter. A rule
    /// that leaves days open takes them from the start of the current occurrence.
    ///
    /// - Parameters:
    ///   - start: The day on which an occurrence of the previous rule starts.
    ///   - days: How many days later that occurrence starts now.
    public func change(
        from old: RecurrenceRule, startingOn start: CivilDate, movedByDays days: Int
    ) -> DaysChange {
        if parts.ofDays == old.parts.ofDays { return .none }
        let newStart = start.advanced(by: days)
        let explicit = parts.explicit(on: newStart).ofDays
        if explicit == old.parts.explicit(on: start).ofDays { return .none }
        return old.moved(byDays: days)?.parts.explicit(on: newStart).ofDays == explicit ? .moved : .other
    }
}

extension RecurrenceRule.Parts {
    /// The parts that choose days, in a canonical order.
    fileprivate var ofDays: Self {
        var parts = self
        (parts.text, parts.end) = ("", .never)
        parts.months.sort()
        parts.monthDays.sort()
        parts.setPositions.sort()
        parts.weekdays.sort { one, other in
            (one.weekday.rawValue, one.ordinal ?? 0) < (other.weekday.rawValue, other.ordinal ?? 0)
        }
        // The start of the week matters only where the rule skips weeks or numbers their days (`BYSETPOS`).
        let isOfWeeks = frequency == .weekly && weekdays.count > 1
        if !isOfWeeks || interval == 1 && setPositions.isEmpty { parts.weekStart = .monday }
        return parts
    }
}
