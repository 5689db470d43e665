import Checklists
import Dates

extension Due {
    /// A repetition with its first day.
    struct Series {
        let recurrence: Recurrence
        let first: CivilDate

        /// `nil` where the rule is invalid, or ends before its second day.
        ///
        /// - Parameters:
        ///   - start: The day on which the repetition starts; `nil` for today.
        ///   - minutes: The time of day, in minutes since midnight; `nil` for none.
        ///   - end: The last day or the length of the repetition.
        init?(
            _ repetition: Repetition, start: CivilDate?, minutes: Int?, end: TimeValue?,
            completion: Completion, now: DayAndTime
        ) {
            guard var rule = repetition.rule else { return nil }
            let isAtMidnight = minutes == Due.midnight
            // The end of a Friday is a Saturday, which a rule for Fridays does not include.
            guard repetition.isInterval || !isAtMidnight else { return nil }
            guard repetition.canCount(from: completion) else { return nil }
            let isOver = minutes.map { $0 * 60_000 <= now.time } ?? false
            let earliest = isOver ? now.day.advanced(by: 1) : now.day
            if let start, start < now.day {
                // The repetition keeps its phase.
                let anchor = repetition.first(from: start)
                let next = rule.days(after: anchor, from: earliest.advanced(by: -1)).first { _ in true }
                guard let first = anchor >= earliest ? anchor : next else { return nil }
                self.first = first
            } else {
                first = repetition.first(from: max(start ?? earliest, earliest))
            }
            // After completion, the day counts on which it was done.
            if completion == .no { rule = rule.keepingDay(of: first) }
            guard let end else {
                recurrence = Recurrence(rule, from: completion == .no ? .due : .completion)
                return
            }
            guard let last = Self.lastDay(of: end, from: first),
                let second = rule.days(after: first).first(where: { _ in true }), second <= last
            else { return nil }
            // Midnight at the end of a day is on the next day.
            let ending = rule.ending(.day(isAtMidnight ? last.advanced(by: 1) : last))
            recurrence = Recurrence(ending, from: completion == .no ? .due : .completion)
        }

        private static func lastDay(of end: TimeValue, from first: CivilDate) -> CivilDate? {
            switch end {
            case .until(let day): day
            case .lasting(let count, let unit): first.advanced(by: count, unit)?.advanced(by: -1)
            default: nil
            }
        }
    }
}

extension Repetition {
    /// Whether the repetition can count from completion.
    fileprivate func canCount(from completion: Due.Completion) -> Bool {
        switch (completion, self) {
        case (.no, _): true
        case (.named, _): isInterval
        // The rule takes its date from the last occurrence.
        case (.marked, .dayOfYear): false
        case (.marked, _): true
        }
    }
}
