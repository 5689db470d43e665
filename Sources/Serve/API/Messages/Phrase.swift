import Checklists
import HTTP

/// The phrases of messages and of the pages behind their links. The raw value is English, with `{0}` for a
/// value.
enum Phrase: String, CaseIterable {
    case done = "Done"
    case remindMe = "Remind me {0}"
    case confirmAddress = "Confirm your e-mail address"
    case endMail = "Unsubscribe"
    case openList = "Open list"
    case openLists = "Open lists"

    case approve = "Approve"
    case anAssistant = "An assistant"
    case asksForApproval = "{0} asks for approval"
    case deleteOneItem = "Delete 1 item from “{0}”"
    case deleteItems = "Delete {0} items, including from “{1}”"
    case changeItems = "Change {0} items, including in “{1}”"
    case changeOneItem = "Change 1 item in “{0}”"
    case addOneItem = "Add 1 item to “{0}”"
    case addItems = "Add {0} items, including to “{1}”"
    case addList = "Add the list “{0}”"
    case changeList = "Change the list “{0}”"
    case deleteList = "Delete the list “{0}” (items: {1})"
    case deleteSection = "Delete the section “{0}”"
    case deleteTag = "Delete the tag “{0}”"
    case deleteView = "Delete the view “{0}”"
    case changeView = "Change the view “{0}”"
    case severalChanges = "Make {0} changes"
    case quoted = "“{0}”"
    case andMore = "and {0} more"
    case leftOut = "Left out, because it has changed: {0}"

    case goesShopping = "{0} is going shopping"
    case memberGoesShopping = "A member is going shopping"

    case due = "due {0}"
    case dueOn = "due on {0}"
    case inOneMinute = "in 1 minute"
    case inMinutes = "in {0} minutes"
    case inOneHour = "in 1 hour"
    case inHours = "in {0} hours"
    case inOneDay = "in 1 day"
    case inDays = "in {0} days"
    case lessThanOneMinuteLate = "less than a minute overdue"
    case oneMinuteLate = "1 minute overdue"
    case minutesLate = "{0} minutes overdue"
    case oneHourLate = "1 hour overdue"
    case hoursLate = "{0} hours overdue"
    case oneDayLate = "1 day overdue"
    case daysLate = "{0} days overdue"

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
    case isAsked = "This address was entered to receive checklist reminders."
    case howToConfirm = """
        If this was you, open the link and confirm. Otherwise ignore this e-mail; no reminders will be sent.
        """

    case isItDone = "Mark as done?"
    case notNow = "Snooze this reminder?"
    case isItYours = "Send your reminders to this address?"
    case noMore = "Stop sending reminders to this address?"
    case mayItBe = "Approve this change?"
    case isApproved = "Approved and done."
    case isDone = "Done."
    case isDoneForNow = "Done until next time."
    case comesAgain = "You’ll be reminded again {0}."
    case isConfirmed = "Address confirmed. Reminders will be sent here."
    case noMoreMail = "Unsubscribed"
    case nothingIsSent = "This address won’t get any more e-mails."
    case noneOfOurs = "This link doesn’t work"
    case partIsMissing = "Part of it may be missing."
    case tooOld = "This link has expired"
    case openListInstead = "Open the list instead."
    case hasChanged = "This has changed"
    case wasQuicker = "The link was already used, or a change was made elsewhere."
    case isMissing = "No longer available"
    case wasDeleted = "It was deleted, or is no longer shared with you."
    case didNotWork = "Something went wrong"
}

extension Language {
    /// A phrase in this language, with its values.
    func text(_ phrase: Phrase, _ values: String...) -> String {
        let words = phrases[phrase] ?? phrase.rawValue
        // Each part after an opening brace begins with the index of a value and the closing brace.
        return words.split(separator: "{", omittingEmptySubsequences: false).enumerated()
            .reduce(into: "") { text, part in
                guard part.offset > 0, let index = part.element.first?.wholeNumberValue else {
                    return text += part.element
                }
                text += (values.indices.contains(index) ? values[index] : "") + part.element.dropFirst(2)
            }
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
    /// The preferred language among the supported ones; English if there is none.
    init(_ accepted: AcceptLanguage) {
        self = accepted.primarySubtags.lazy.compactMap(Language.init(rawValue:)).first ?? .english
    }
}
