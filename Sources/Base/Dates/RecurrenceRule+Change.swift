extension RecurrenceRule {
    /// How the days of a rule differ from those of the rule before.
    public enum DaysChange: Sendable {
        /// The rule gives the same days.
        case none
        /// The days moved as far as the start of the current occurrence.
        case moved
        /// The rule gives other days.
        case other
    }

    /// Compares the days of the rule with those of the rule before. The ends, and how the rules are written,
    /// do not matter. A rule that leaves days open gets them from the start of the current occurrence.
    ///
    /// - Parameters:
    ///   - start: The day on which an occurrence of the rule before starts.
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
    /// The parts that choose days, in one order.
    fileprivate var ofDays: Self {
        var parts = self
        (parts.text, parts.end) = ("", .never)
        parts.months.sort()
        parts.monthDays.sort()
        parts.setPositions.sort()
        parts.weekdays.sort { one, other in
            (one.weekday.rawValue, one.ordinal ?? 0) < (other.weekday.rawValue, other.ordinal ?? 0)
        }
        // Where weeks begin matters for those that are left out, and for numbers of their days.
        let isOfWeeks = frequency == .weekly && weekdays.count > 1
        if !isOfWeeks || interval == 1 && setPositions.isEmpty { parts.weekStart = .monday }
        return parts
    }
}
