public import Checklists

/// Understands a line such as `Olive oil tomorrow 18:00 !!`, in English, French, German and Japanese at once.
///
/// A line is cut into tokens, which the phrases of all languages are held against: `next {weekday}`,
/// `毎月{d}日`. They stand in one table a language, and one more table is one more language. What is not sure
/// is not taken: a wrong guess is worse than none.
///
/// What is said of time is told in the days and on the clocks of who wrote it:
/// - A day of the week is the next one after today; with `next` it is that of next week, and with `this` that
///   of this week. Weeks begin on Monday (ISO 8601).
/// - A date without a year is the next that is not over. One that is over is not when something is due, and
///   is not taken. `03/12` is a day in March or in December and is not taken either, but `24/12` is.
/// - A time without a day is the next such time. In the morning is 9:00, in the afternoon 15:00, in the
///   evening and at night 20:00. Midnight is the end of the day beside it.
/// - A clock with twelve hours, `halb drei`, means the morning from 7:00 on and the afternoon before 5:00.
///   Between them it needs the part of the day.
/// - What comes again does so from its first day on that is not over.
/// - Of two readings the longer one is taken, of two dates the first; the other one stays in the text.
///
/// Where an ordinal, a word of time, a number, a zone or an exception touches a phrase, it is understood or
/// nothing is taken: `Pay the third Friday`, `Meeting 5pm EST`, `every day except Sunday`. A range of times
/// is understood as a text: `tomorrow 9-11` is tomorrow.
///
/// Quotations, addresses of pages and of people, and words inside of words are left alone.
public enum QuickAdd {
    /// How long a text may be that is read, in UTF-16 units.
    public static let unitsMax = 1_000

    /// Reads a line.
    ///
    /// The time that it takes grows with the length of the text, and longer ones are not read.
    ///
    /// - Parameters:
    ///   - now: What calendars and clocks show where that is.
    ///   - language: What the text is in, if that is known; it decides on what else would not be sure.
    public static func read(_ text: String, now: DayAndTime, language: Language? = nil) -> Reading {
        guard text.utf16.count <= unitsMax else { return Reading(source: text, parts: []) }
        let sentence = Sentence(Token.tokens(of: text), now: now, language: language)
        return Reading(source: text, parts: sentence.parts(of: text))
    }
}
