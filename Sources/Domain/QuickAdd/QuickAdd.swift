public import Checklists

/// Parses a line such as `Olive oil tomorrow 18:00 !!` in English, French, German and Japanese at once.
///
/// The parser splits a line into tokens and matches them against the phrases of all languages: `next
/// {weekday}`, `毎月{d}日`. Each language has one table of phrases. Ambiguous phrases stay in the text, because
/// a wrong guess is worse than none.
///
/// Days and times are local to the writer of the line:
/// - A weekday is the next one after today; `next` means next week and `this` means this week. Weeks begin on
///   Monday (ISO 8601).
/// - A date without a year is the next one that is not past. A past date stays in the text. So does `03/12`,
///   which can be in March or in December; `24/12` is unambiguous.
/// - A time without a day is the next such time. Morning means 9:00, afternoon 15:00, evening and night
///   20:00. Midnight is the end of the day beside it.
/// - A 12-hour clock (`halb drei`) means the morning from 7:00 and the afternoon before 5:00. Between them,
///   the part of the day is required.
/// - A repetition starts on its first day that is not past. A length such as `for 3 weeks` counts from it.
/// - A weekend is its Saturday.
/// - Of two overlapping readings the longer one wins, of two dates the first; the other date stays in the
///   text.
///
/// An ordinal, a time word, a number, a time zone or an exception beside a phrase changes its meaning. If the
/// parser does not understand the whole, it takes nothing: `Pay the third Friday`, `Meeting 5pm EST`, `every
/// day except Sunday`. A range of times stays in the text: `tomorrow 9-11` is tomorrow.
///
/// A quantity is at the start or the end of the text without the dates: `500 g flour`, `eggs x3`,
/// `Mehl 1,5 kg`, `牛乳 2本`. A number without a unit counts only before a few words that name a thing:
/// `2 milk`, not `7 Up`.
///
/// A word after an `@` at the start or the end of the text without the other parts is a tag. A time word, and
/// a name after a preposition, is none: `Lunch @noon`, `Lunch with @luigi`.
///
/// Quotations, URLs, mail addresses and parts of words stay in the text.
public enum QuickAdd {
    /// The maximum length of a line, in UTF-16 units. Longer lines are not parsed. Neither is a line with so
    /// many numbers and time words (some 25 or more) that it takes more than `StepCounter.max` steps.
    public static let unitsMax = 1_000
    /// The maximum length of a tag, in characters. A longer word after an `@` stays in the text.
    public static let tagCharactersMax = 50
    /// The maximum number of different tags in a line. More of them stay in the text.
    public static let tagsMax = 20

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - now: The local date and time of the writer.
    ///   - language: The language of the line, if known. It decides ambiguous phrases.
    public static func read(_ text: String, now: DayAndTime, language: Language? = nil) -> Reading {
        guard text.utf16.count <= unitsMax else { return Reading(source: text) }
        let sentence = Sentence(Token.tokens(of: text), now: now, language: language)
        guard !sentence.isTooLong else { return Reading(source: text) }
        return Reading(source: text, parts: sentence.parts(of: text))
    }

    /// Parses a text that is a date as a whole, as in a date field: `every 3rd Friday`, `27th`.
    ///
    /// A date field has no other words, so that more phrases are certain than in a line. A date with its year
    /// can be past. A repetition that starts in the past keeps its phase.
    ///
    /// - Parameters:
    ///   - now: The local date and time of the writer.
    ///   - language: The language of the text, if known. The parser tries it before the others.
    /// - Returns: A reading without a remaining text; `nil` if any word is not understood.
    public static func readDate(_ text: String, now: DayAndTime, language: Language? = nil) -> Reading? {
        guard text.utf16.count <= unitsMax else { return nil }
        let tokens = Token.tokens(of: text)
        let lexicons =
            Lexicon.all.filter { $0.language == language } + Lexicon.all.filter { $0.language != language }
        for lexicon in lexicons {
            let sentence = Sentence(tokens, now: now, language: language, dateLexicon: lexicon)
            guard let found = sentence.dateParts() else { continue }
            return Reading(ofDate: text, parts: sentence.parts(found, of: text))
        }
        return nil
    }

    /// Whether a text can be a tag: 1 to 50 characters without commas or control characters, trimmed, but not
    /// `.` or `..`.
    static func isTag(_ name: String) -> Bool {
        guard 1...tagCharactersMax ~= name.count, let first = name.first, let last = name.last else {
            return false
        }
        return !first.isBlank && !last.isBlank && !name.contains(",") && ![".", ".."].contains(name)
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
