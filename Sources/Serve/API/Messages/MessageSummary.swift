import Checklists
import Dates

/// What there is to say of something that happened, for the formats that people read.
struct MessageSummary {
    /// The `type` of the message.
    let event: String
    /// What repetitions are told by; empty where nothing has a name.
    var id = ""
    /// When it happened.
    let at: Timestamp
    /// What it is about, in a few words.
    let title: String
    /// The rest of what there is to say.
    var message = ""
    /// The item that it is about.
    var item: Item?
    /// The list that it happened on.
    var checklistID: Checklist.ID?
    /// What that is called, where that is known.
    var listName = ""
    /// Whether it comes later than it was to.
    var late = false
    /// What can be done about it from the message, the first first.
    var actions: [Action] = []
    /// What it is written in, but for what people wrote.
    let language: Language
    /// Where people reach the page; `nil` where that is not known.
    let pageAddress: String?

    /// Something that a link in the message does.
    struct Action {
        let link: MessageLink
        /// Where the link leads, below where the page is.
        let path: String
    }

    /// A reminder that is due, for whom a webhook tells.
    init(_ reminder: DueReminder, for webhook: Webhook, _ links: MessageLinks?, _ pageAddress: String?) {
        let (item, list, person) = (reminder.item, reminder.checklist, webhook.personID)
        language = webhook.language
        event = Webhook.Event.reminderDue.rawValue
        id = reminder.occurrenceID
        at = reminder.firedAt
        title = item.text
        let sentences = [
            list.name, item.dueSentence(at: reminder.firedAt, in: language),
            reminder.late ? language.late(seconds: reminder.lateBySeconds) : nil,
        ]
        message = sentences.compactMap(\.self).joined(separator: " · ")
        self.item = item
        checklistID = list.id
        listName = list.name
        late = reminder.late
        self.pageAddress = pageAddress
        guard let links else { return }
        actions = reminder.links(for: person).map { link in
            Action(link: link, path: links.path(of: link, for: person, at: reminder.firedAt))
        }
    }

    /// Something that has changed.
    init(_ notice: ChangeNotice, in language: Language, _ pageAddress: String?) {
        self.language = language
        event = notice.event.rawValue
        id = notice.messageID
        at = notice.at
        title = language.text(notice.event.phrase)
        switch notice.subject {
        case .item(let item):
            message = item.text
            self.item = item
            checklistID = item.checklistID
        case .itemRemoved(_, from: let list): checklistID = list
        case .checklist(let list):
            message = list.name
            checklistID = list.id
            listName = list.name
        case .checklistRemoved: break
        case .member(_, of: let list), .memberRemoved(_, from: let list): checklistID = list
        }
        self.pageAddress = pageAddress
    }

    /// A test.
    init(testAt now: Timestamp, in language: Language, _ pageAddress: String?) {
        self.language = language
        event = Delivery.testEvent
        at = now
        title = language.text(.checklists)
        message = language.text(.test)
        self.pageAddress = pageAddress
    }

    /// Where the page shows what it is about; `nil` where that is not known.
    var address: String? { address(of: path) }

    /// A path, from where the page is; `nil` where that is not known.
    func address(of path: String) -> String? { pageAddress.map { $0 + path } }

    /// The same, below where the page is.
    var path: String {
        guard let checklistID else { return "/" }
        return "/#/lists/\(checklistID)" + (item.map { "/items/\($0.id)" } ?? "")
    }
}

extension DueReminder {
    /// How long it can be put off from a message.
    private static let snoozeSeconds = [3_600, 24 * 3_600]

    /// What a person may do about it.
    fileprivate func links(for person: Person.ID) -> [MessageLink] {
        guard let role = checklist.role(of: .person(person, device: nil), at: firedAt) else { return [] }
        let check = role < Action.checkItems.role ? [] : [MessageLink.check(item.id, revision)]
        if role < Action.changeItems.role { return check }
        return check + Self.snoozeSeconds.map { .snooze(item.id, revision, seconds: $0) }
    }
}

extension Item {
    /// When it is due, as seen from a moment; `nil` where that is then, or was, or never is.
    fileprivate func dueSentence(at now: Timestamp, in language: Language) -> String? {
        if let day = timing.dueOn { return language.text(.dueOn, day.text) }
        guard let dueDate else { return nil }
        let seconds = Int((dueDate.milliseconds - now.milliseconds) / 1000)
        return seconds < 60 ? nil : language.text(.due, language.ahead(seconds: seconds))
    }
}

extension Webhook.Event {
    /// What happened, as people say it.
    fileprivate var phrase: Phrase {
        switch self {
        case .reminderDue: .reminder
        case .checklistCreated: .checklistCreated
        case .checklistUpdated: .checklistUpdated
        case .checklistDeleted: .checklistDeleted
        case .itemCreated: .itemCreated
        case .itemUpdated: .itemUpdated
        case .itemDeleted: .itemDeleted
        case .memberCreated: .memberCreated
        case .memberUpdated: .memberUpdated
        case .memberDeleted: .memberDeleted
        }
    }
}
