import Checklists

/// The phrases of messages and of the pages behind their links. The raw value is English, with `{0}` for a
/// value.
enum Phrase: String, CaseIterable {
    case done = "Done"
    case remindMe = "Remind me {0}"
    case confirmAddress = "Confirm this address"
    case endMail = "Get no more mail"
    case openList = "Open the list"
    case openLists = "Open the lists"

    case due = "due {0}"
    case dueOn = "due on {0}"
    case inOneMinute = "in 1 minute"
    case inMinutes = "in {0} minutes"
    case inOneHour = "in 1 hour"
    case inHours = "in {0} hours"
    case inOneDay = "in 1 day"
    case inDays = "in {0} days"
    case lessThanOneMinuteLate = "less than a minute late"
    case oneMinuteLate = "1 minute late"
    case minutesLate = "{0} minutes late"
    case oneHourLate = "1 hour late"
    case hoursLate = "{0} hours late"
    case oneDayLate = "1 day late"
    case daysLate = "{0} days late"

    case reminder = "Reminder"
    case checklistCreated = "List added"
    case checklistUpdated = "List changed"
    case checklistDeleted = "List deleted"
    case itemCreated = "Item added"
    case itemUpdated = "Item changed"
    case itemDeleted = "Item deleted"
    case memberCreated = "Member added"
    case memberUpdated = "Member changed"
    case memberDeleted = "Member removed"
    case checklists = "Checklists"
    case test = "This is a test."
    case isAsked = "Somebody wants to be reminded of their checklists at this address."
    case howToConfirm = """
        If that is you, open this page and confirm it there. If not, do nothing: no reminder will come.
        """

    case isItDone = "Is it done?"
    case notNow = "Not now?"
    case isItYours = "Is this your address, and are you to be reminded there?"
    case noMore = "Are no more reminders to come to this address?"
    case isDone = "Done."
    case isDoneForNow = "Done, until it comes again."
    case comesAgain = "You are reminded again {0}."
    case isConfirmed = "This address is confirmed. Reminders come here from now on."
    case noMoreMail = "No more mail"
    case nothingIsSent = "Nothing is sent to this address any more."
    case noneOfOurs = "This link is none of ours"
    case partIsMissing = "Part of it may be missing."
    case tooOld = "This link is too old"
    case openListInstead = "Open the list instead."
    case hasChanged = "It has changed since"
    case wasQuicker = "This link was used, or somebody else was quicker."
    case isGone = "It is not there any more"
    case wasDeleted = "It was deleted, or is shared no longer."
    case didNotWork = "That did not work"
}

extension Language {
    /// A phrase in this language, with a value.
    func text(_ phrase: Phrase, _ value: String = "") -> String {
        let words = phrases[phrase] ?? phrase.rawValue
        return value.isEmpty ? words : words.replacing("{0}", with: value)
    }

    /// The phrases that differ from English.
    var phrases: [Phrase: String] {
        switch self {
        case .english: [:]
        case .french: Phrase.french
        case .german: Phrase.german
        case .japanese: Phrase.japanese
        }
    }

    /// The time until a moment, in whole minutes, hours or days.
    func ahead(seconds: Int) -> String {
        length(
            of: seconds, minutes: (.inOneMinute, .inMinutes), hours: (.inOneHour, .inHours),
            days: (.inOneDay, .inDays))
    }

    /// The time since a moment, in whole minutes, hours or days.
    func late(seconds: Int) -> String {
        if seconds < 60 { return text(.lessThanOneMinuteLate) }
        return length(
            of: seconds, minutes: (.oneMinuteLate, .minutesLate), hours: (.oneHourLate, .hoursLate),
            days: (.oneDayLate, .daysLate))
    }

    private func length(
        of seconds: Int, minutes: (Phrase, Phrase), hours: (Phrase, Phrase), days: (Phrase, Phrase)
    ) -> String {
        let units = [(days, 86_400), (hours, 3_600)]
        let ((one, many), unit) = units.first { seconds >= $0.1 } ?? (minutes, 60)
        let count = max((seconds + unit / 2) / unit, 1)
        return count == 1 ? text(one) : text(many, "\(count)")
    }
}

extension Language {
    /// The first supported language in `Accept-Language` (RFC 9110 §12.5.4); English if there is none.
    ///
    /// Browsers list languages in order of preference, so weights are ignored.
    init(accepting field: String?) {
        let tags = (field ?? "").split(separator: ",").map { $0.drop { $0 == " " }.prefix(2).lowercased() }
        self = tags.lazy.compactMap(Language.init(rawValue:)).first ?? .english
    }
}
