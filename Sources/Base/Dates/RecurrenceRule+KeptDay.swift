extension RecurrenceRule {
    /// The parts of a rule that name days of a month, 1 to 31, or -1 for the last one. A month without such a
    /// day has its last day instead; with `BYMONTHDAY=30` alone, RFC 5545 §3.3.10 leaves the month out.
    ///
    /// - Parameter month: The only month of the rule; `nil` for all.
    public static func parts(ofMonthDays days: Set<Int>, in month: Int? = nil) -> String {
        let leapYear = 2_000
        let longest = month.map { CivilDate.days(inMonth: $0, of: leapYear) } ?? 31
        let days = Set(days.map { longest...31 ~= $0 ? -1 : $0 })
        func part(_ name: String, _ numbers: [Int]) -> String {
            "\(name)=\(numbers.map(String.init).joined(separator: ","))"
        }
        guard let latest = days.max(), 29..<longest ~= latest else {
            return part("BYMONTHDAY", days.sorted())
        }
        let last = days.contains(-1) ? longest : latest
        let candidates = days.filter { 1...28 ~= $0 }.union(28...last).sorted()
        let others = candidates.indices.filter { days.contains(candidates[$0]) && candidates[$0] != last }
        return part("BYMONTHDAY", candidates) + ";" + part("BYSETPOS", others.map { $0 + 1 } + [-1])
    }

    /// The rule with the day of the month that it takes from an occurrence, so that a shorter month has its
    /// last day: `FREQ=MONTHLY` on the 30th becomes `FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1`.
    ///
    /// A calendar app that writes `FREQ=MONTHLY` means RFC 5545, which leaves the month out.
    public func keepingDay(of day: CivilDate) -> RecurrenceRule {
        let (_, month, number) = day.components
        guard number > 28, !namesDays else { return self }
        let months = parts.months.isEmpty && month == 2 ? [2] : parts.months
        switch frequency {
        case .monthly:
            return adding(Self.parts(ofMonthDays: [number]))
        case .yearly where months.count == 1:
            let named = parts.months.isEmpty ? "BYMONTH=2;" : ""
            return adding(named + Self.parts(ofMonthDays: [number], in: months[0]))
        default: return self
        }
    }

    private func adding(_ parts: String) -> RecurrenceRule {
        // A rule of the maximum length has no room for further parts.
        (try? RecurrenceRule("\(text);\(parts)")) ?? self
    }
}
