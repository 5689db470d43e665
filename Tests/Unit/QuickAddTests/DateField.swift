import Checklists
import Dates
import QuickAdd
import Testing

/// Expectations about texts that are dates as a whole.
enum DateField {
    /// Summarizes the meaning of a date field; `nil` if it is not understood.
    static func summary(_ phrase: String, _ language: Language?) -> String? {
        QuickAdd.readDate(phrase, now: Readings.now, language: language).map(Readings.summary)
    }

    /// Expects the meaning of a phrase, both in a date field and in a line of text.
    static func expect(_ phrase: String, _ meaning: String, _ language: Language) {
        #expect(summary(phrase, language) == meaning, "\(phrase)")
        let line = Readings.read("Q \(phrase)", hint: language)
        #expect(line.text == "Q", "\(phrase)")
        #expect(Readings.summary(line) == meaning, "\(phrase)")
        expectFirstDay(of: line, phrase)
    }

    /// Expects that a rule that names its days includes the first day.
    private static func expectFirstDay(of reading: QuickAdd.Reading, _ phrase: String) {
        guard let rule = reading.recurrence?.rule, rule.namesDays, rule.interval == 1,
            let first = reading.dueOn ?? reading.dueTime?.day
        else { return }
        let days = rule.days(after: first.advanced(by: -100), from: first.advanced(by: -1))
        #expect(days.first { _ in true } == first, "\(phrase)")
    }
}
