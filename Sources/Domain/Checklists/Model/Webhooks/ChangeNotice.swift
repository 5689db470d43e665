/// A notice to a webhook about one change.
public struct ChangeNotice: Hashable, Sendable {
    /// The type of the change.
    public var event: Webhook.Event
    /// The changed record in its current state.
    public var subject: Subject
    /// The time of the change.
    public var at: Timestamp
    /// The author of the change; `nil` for the server itself.
    public var by: Principal?
    /// The message id for deduplication. The same entry of the feed always gives the same id.
    public var messageID: String

    /// Creates a notice.
    public init(
        event: Webhook.Event, subject: Subject, at: Timestamp, by: Principal? = nil, messageID: String
    ) {
        self.event = event
        self.subject = subject
        self.at = at
        self.by = by
        self.messageID = messageID
    }

    /// The changed record, or the identifier of a removed one.
    public enum Subject: Hashable, Sendable {
        case checklist(Checklist)
        case checklistRemoved(Checklist.ID)
        case item(Item)
        case itemRemoved(Item.ID, from: Checklist.ID)
        case member(Member, of: Checklist.ID)
        case memberRemoved(Person.ID, from: Checklist.ID)
    }

    /// The list of the change.
    var checklistID: Checklist.ID {
        switch subject {
        case .checklist(let list): list.id
        case .item(let item): item.checklistID
        case .checklistRemoved(let id), .itemRemoved(_, from: let id), .member(_, of: let id),
            .memberRemoved(_, from: let id):
            id
        }
    }
}

/// A webhook that follows the change feed, with the length of its queue.
public struct ChangeFollower: Hashable, Sendable {
    /// The webhook; its `position` is set.
    public var webhook: Webhook
    /// The number of its pending deliveries.
    public var pendingDeliveriesCount: Int

    /// Creates a follower.
    public init(webhook: Webhook, pendingDeliveriesCount: Int) {
        self.webhook = webhook
        self.pendingDeliveriesCount = pendingDeliveriesCount
    }
}

/// A selection of the webhooks that follow the change feed.
public enum FollowerSelection: Hashable, Sendable {
    /// All except push registrations.
    case webhooks
    /// The push registrations of the members of some lists for these lists; `nil` for all lists.
    case registrations(on: [Checklist.ID]?)
    /// Push registrations that have expired at a moment, at most `limit`.
    case expired(at: Timestamp, limit: Int)
}

extension Webhook {
    /// Whether the webhook is notified of any changes at present.
    var followsChanges: Bool { active && events.contains { $0 != .reminderDue } }

    /// Whether the webhook is notified of an event on at least one list.
    public func isNotified(of event: Event) -> Bool { active && isConfirmed && events.contains(event) }

    /// Whether the webhook is notified of an event on a list.
    func isNotified(of event: Event, on list: Checklist.ID) -> Bool {
        isNotified(of: event) && (checklistIDs?.contains(list) ?? true)
    }

    /// The notices for a page of the feed.
    /// - Parameter position: The position from which the page was read.
    public func notices(of page: FeedPage, after position: FeedPosition) -> [ChangeNotice] {
        page.entries.flatMap { notices(of: $0, after: position) }
            .filter { isNotified(of: $0.event, on: $0.checklistID) }
    }

    private func notices(of entry: FeedEntry, after position: FeedPosition) -> [ChangeNotice] {
        let start = position.start
        let notice = { (event: Event, subject: ChangeNotice.Subject, name: String) in
            ChangeNotice(
                event: event, subject: subject, at: entry.at, by: entry.by,
                messageID: "chg_\(id)_\(name)_\(event.rawValue)")
        }
        switch entry.subject {
        case .item(let item):
            // A list that became visible is one notice; the older items on it need none.
            guard item.revision > start else { return [] }
            let event: Event = item.createdIn > start ? .itemCreated : .itemUpdated
            return [notice(event, .item(item), "item\(item.id)_\(item.revision.rawValue)")]
        case .itemMoved(_, from: _, to: let list, name: _, comesLater: _)
        where isNotified(of: .itemDeleted, on: list):
            // The webhook gets a notice about the item on the other list.
            return []
        case .itemRemoved(let id, from: let list, name: _),
            .itemMoved(let id, from: let list, to: _, name: _, comesLater: _):
            let name = "item\(id)_\(entry.at.milliseconds)"
            return [notice(.itemDeleted, .itemRemoved(id, from: list), name)]
        case .checklist(let list):
            let name = "list\(list.id)_\(list.revision.rawValue)"
            let joined = list.member(personID)?.joinedIn ?? .zero
            if max(list.createdIn, joined) > start {
                return [notice(.checklistCreated, .checklist(list), name)]
            }
            let members = list.members.filter { $0.changedIn > start }.map { member in
                let event: Event = member.joinedIn > start ? .memberCreated : .memberUpdated
                let name = "list\(list.id)_member\(member.personID)_\(member.changedIn.rawValue)"
                return notice(event, .member(member, of: list.id), name)
            }
            guard list.updatedIn > start else { return members }
            return [notice(.checklistUpdated, .checklist(list), name)] + members
        case .checklistRemoved(let id):
            let name = "list\(id)_\(entry.at.milliseconds)"
            return [notice(.checklistDeleted, .checklistRemoved(id), name)]
        case .membersRemoved(let people, from: let list):
            return people.map { person in
                let name = "list\(list)_member\(person)_\(entry.at.milliseconds)"
                return notice(.memberDeleted, .memberRemoved(person, from: list), name)
            }
        }
    }
}
