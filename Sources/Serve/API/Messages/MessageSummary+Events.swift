import Checklists
import Dates

extension MessageSummary {
    /// The summary of a due reminder for the person of a webhook.
    init(_ reminder: DueReminder, for webhook: Webhook, _ links: MessageLinks?, _ pageAddress: String?) {
        let (item, list, person) = (reminder.item, reminder.checklist, webhook.personID)
        self.init(
            event: Webhook.Event.reminderDue.rawValue, at: reminder.firedAt, title: item.text,
            language: webhook.language, pageAddress: pageAddress)
        id = reminder.occurrenceID
        let sentences = [
            list.name, item.dueSentence(at: reminder.firedAt, in: language),
            reminder.late ? language.late(seconds: reminder.lateBySeconds) : nil,
        ]
        message = sentences.compactMap(\.self).joined(separator: " · ")
        self.item = item
        notes = item.notes
        checklistID = list.id
        listName = list.name
        listLabel = language.text(.openList)
        late = reminder.late
        guard let links else { return }
        actions = reminder.links(for: person).map { link in
            links.action(link, for: person, at: reminder.firedAt, in: language)
        }
    }

    /// The summary of a change.
    init(_ notice: ChangeNotice, in language: Language, _ pageAddress: String?) {
        self.init(
            event: notice.event.rawValue, at: notice.at, title: language.text(notice.event.phrase),
            language: language, pageAddress: pageAddress)
        id = notice.messageID
        switch notice.subject {
        case .item(let item):
            message = item.text
            self.item = item
            notes = item.notes
            checklistID = item.checklistID
        case .itemRemoved(_, from: let list): checklistID = list
        case .checklist(let list):
            message = list.name
            checklistID = list.id
            listName = list.name
        case .checklistRemoved: break
        case .member(_, of: let list), .memberRemoved(_, from: let list): checklistID = list
        }
        listLabel = language.text(checklistID == nil ? .openLists : .openList)
    }

    /// The summary of a test message.
    init(testAt now: Timestamp, in language: Language, _ pageAddress: String?) {
        self.init(
            event: Delivery.testEvent, at: now, title: language.text(.checklists), language: language,
            pageAddress: pageAddress)
        message = language.text(.test)
        listLabel = language.text(.openLists)
    }

    /// The summary of a message that asks the receiver to confirm a mail address.
    init(confirming email: Webhook, at now: Timestamp, _ links: MessageLinks?, _ pageAddress: String?) {
        self.init(
            event: Delivery.confirmationEvent, at: now, title: email.language.text(.confirmAddress),
            language: email.language, pageAddress: pageAddress)
        message = language.text(.isAsked)
        notes = language.text(.howToConfirm)
        let link = MessageLink.confirmEmail(email.id, email.revision)
        if let links { actions = [links.action(link, for: email.personID, at: now, in: language)] }
    }
}

extension MessageSummary {
    /// The summary of a proposal, with the link that approves it.
    init(
        _ proposal: Proposal, by name: String?, for webhook: Webhook, _ links: MessageLinks?,
        _ pageAddress: String?
    ) {
        let language = webhook.language
        self.init(
            event: Delivery.proposalEvent, at: proposal.createdAt,
            title: language.text(.asksForApproval, name ?? language.text(.anAssistant)), language: language,
            pageAddress: pageAddress)
        id = "proposal_\(proposal.id)"
        message = language.lines(of: proposal.effect).joined(separator: "\n")
        listLabel = language.text(.openLists)
        guard let links else { return }
        let link = MessageLink.approve(proposal.id)
        actions = [links.action(link, for: webhook.personID, at: proposal.createdAt, in: language)]
    }
}

extension MessageSummary {
    /// The summary of an announcement on a list by a member with a name.
    init(
        _ announcement: Announcement, on checklist: Checklist, by name: String, in language: Language,
        _ pageAddress: String?
    ) {
        let title =
            switch announcement.kind {
            // The default name identifies no person.
            case .shopping where name == Person.firstName: language.text(.memberGoesShopping)
            case .shopping: language.text(.goesShopping, name)
            }
        self.init(
            event: Delivery.announcementEvent, at: announcement.announcedAt, title: title, language: language,
            pageAddress: pageAddress)
        message = checklist.name
        checklistID = checklist.id
        listName = checklist.name
        listLabel = language.text(.openList)
    }
}

extension MessageSummary {
    /// The summary that stands for messages about a list.
    init(
        withheld count: Int, _ checklist: Checklist, at now: Timestamp, in language: Language,
        _ pageAddress: String?
    ) {
        self.init(
            event: Delivery.summaryEvent, at: now, title: checklist.name, language: language,
            pageAddress: pageAddress)
        message = language.text(.andMore, String(count))
        checklistID = checklist.id
        listName = checklist.name
        listLabel = language.text(.openList)
    }
}

extension Language {
    /// The changes that an assistant proposes: the first ones, and how many more.
    func lines(of effect: ProposedEffect) -> [String] {
        let (all, max) = (effect.changes, Checklists.Limits.proposedChangesListed)
        let lines = all.prefix(max).map { change in
            let texts = listed(change.texts, of: change.count)
            return sentence(of: change) + (texts.isEmpty ? "" : ": \(texts)")
        }
        return all.count > max ? lines + [text(.andMore, String(all.count - max))] : lines
    }

    /// The first texts of some things, in quotes.
    func listed(_ texts: [String], of count: Int) -> String {
        let quoted = texts.map { text(.quoted, $0) }
        return (count > texts.count && !texts.isEmpty ? quoted + ["…"] : quoted).joined(separator: ", ")
    }

    /// The change that an assistant proposes, as a sentence without a period.
    func sentence(of change: ProposedChange) -> String {
        let count = String(change.count)
        switch (change.subject, change.action) {
        case (.items, .add) where change.count == 1: return text(.addOneItem, change.name)
        case (.items, .add): return text(.addItems, count, change.name)
        case (.items, .change) where change.count == 1: return text(.changeOneItem, change.name)
        case (.items, .change): return text(.changeItems, count, change.name)
        case (.items, .delete) where change.count == 1: return text(.deleteOneItem, change.name)
        case (.items, .delete): return text(.deleteItems, count, change.name)
        case (.checklist, .add): return text(.addList, change.name)
        case (.checklist, .change): return text(.changeList, change.name)
        case (.checklist, .delete): return text(.deleteList, change.name, count)
        case (.section, _): return text(.deleteSection, change.name)
        case (.tag, _): return text(.deleteTag, change.name)
        case (.view, .delete): return text(.deleteView, change.name)
        case (.view, _): return text(.changeView, change.name)
        case (.several, _): return text(.severalChanges, count)
        }
    }
}

extension MessageLinks {
    /// The action of a message that follows a link.
    fileprivate func action(
        _ link: MessageLink, for person: Person.ID, at now: Timestamp, in language: Language
    ) -> MessageSummary.Action {
        let kind: MessageSummary.Action.Kind =
            switch link {
            case .check: .check
            case .snooze: .snooze
            case .confirmEmail, .endEmail, .approve: .other
            }
        return .init(kind, label: link.label(in: language), path: path(of: link, for: person, at: now))
    }
}

extension DueReminder {
    /// The snooze durations in a message, in seconds.
    private static let snoozeSeconds = [3_600, 24 * 3_600]

    /// The actions that the person may do.
    fileprivate func links(for person: Person.ID) -> [MessageLink] {
        guard let role = checklist.role(of: .person(person, device: nil), at: firedAt) else { return [] }
        let check = role < Action.checkItems.role ? [] : [MessageLink.check(item.id, revision)]
        if role < Action.changeItems.role { return check }
        return check + Self.snoozeSeconds.map { .snooze(item.id, revision, seconds: $0) }
    }
}

extension Item {
    /// The time until the due date; `nil` if it is less than a minute, past, or missing.
    fileprivate func dueSentence(at now: Timestamp, in language: Language) -> String? {
        if let day = timing.dueOn { return language.text(.dueOn, day.text) }
        guard let dueDate else { return nil }
        let seconds = Int((dueDate.milliseconds - now.milliseconds) / 1000)
        return seconds < 60 ? nil : language.text(.due, language.ahead(seconds: seconds))
    }
}

extension Webhook.Event {
    /// The phrase for the event.
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
