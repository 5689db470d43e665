extension CallerSession {
    /// Announces something to the other members of a list: queues a message to the channels of each.
    ///
    /// Members get no message if they have muted or archived the list, have no channel for reminders of it,
    /// or got `Limits.noticesPerHourMax` announcements and proposals within an hour. A member announces a
    /// kind at most once an hour: a repetition sends nothing. An announcement that notifies no member does
    /// not count.
    ///
    /// - Parameter body: Makes the message for a channel.
    /// - Returns: The announcement, or the earlier one of the same hour.
    /// - Throws: `notFound`, `roleNeeded`, `personNeeded`.
    public func announce(
        _ kind: Announcement.Kind, on id: Checklist.ID, body: @escaping AnnouncementMessage
    ) async throws -> Idempotent<Announcement> {
        let operation = Announce(checklistID: id, personID: try person, kind: kind, body: body)
        return try await store.write(operation, as: principal, ifMatch: nil, idempotencyKey: nil).value
    }
}

/// Makes the message about an announcement on a list for a channel. The name is that of the announcing
/// member.
public typealias AnnouncementMessage = @Sendable (Announcement, Checklist, _ name: String, Webhook) -> [UInt8]

package struct Announce: Operation {
    let checklistID: Checklist.ID
    let personID: Person.ID
    let kind: Announcement.Kind
    let body: AnnouncementMessage

    package var access: Access { .list(checklistID, .changeItems) }
    /// The members, and so their webhooks, are known only once the list is loaded. Ids for the messages of a
    /// small list come along, which saves a further round trip.
    package var needs: [Need] {
        [.checklist(checklistID), .person(personID), .newIDs(.delivery, Limits.announcementChannelsMax)]
    }

    /// The largest number of messages.
    package func size(in transaction: inout some Transaction) -> Int {
        let members = transaction.checklist(checklistID)?.members.count ?? 0
        return max(1, members * Limits.announcementChannelsMax)
    }

    package func decide(
        in transaction: inout some Transaction
    ) throws(ChecklistsError) -> Decision<Idempotent<Announcement>> {
        let before = try transaction.existingChecklist(checklistID)
        let person = try transaction.existingPerson(personID)
        let now = transaction.now
        let recent = before.announcements.filter { now < $0.expiresAt && before.member($0.personID) != nil }
        if let earlier = recent.first(where: { $0.personID == personID && $0.kind == kind }) {
            return .unchanged(Idempotent(earlier, isReplay: true))
        }
        var announcement = Announcement(kind, by: personID, at: now)
        var channels: [Webhook] = []
        for member in before.members where member.personID != personID {
            let own = self.channels(of: member, in: &transaction)
            if !own.isEmpty { announcement.notifiedIDs.append(member.personID) }
            channels += own
        }
        if channels.isEmpty { return .unchanged(Idempotent(announcement, isReplay: false)) }
        let messageID = "announcement_\(transaction.nextRevision.rawValue)"
        let messages = transaction.messages(messageID, Delivery.announcementEvent, to: channels) { channel in
            body(announcement, before, person.name, channel)
        }
        // Clients do not see the record: the list keeps its revision.
        var after = before
        after.announcements = recent.map { $0.notifying(onlyMembersOf: before) } + [announcement]
        return Decision(
            [.checklist(before: before, after: after)] + messages, Idempotent(announcement, isReplay: false))
    }

    /// The newest channels of a member that show reminders of the list.
    private func channels(of member: Member, in transaction: inout some Transaction) -> ArraySlice<Webhook> {
        if member.preferences.isMuted || member.preferences.isArchived { return [] }
        return transaction.readableChannels(of: member.personID)
            .filter { $0.checklistIDs?.contains(checklistID) ?? true }
            .suffix(Limits.announcementChannelsMax)
    }
}

extension Announcement {
    /// The announcement without the notified people who have left a list.
    fileprivate func notifying(onlyMembersOf list: Checklist) -> Announcement {
        var copy = self
        copy.notifiedIDs.removeAll { list.member($0) == nil }
        return copy
    }
}

extension Delivery {
    /// The event of a message about an announcement.
    public static let announcementEvent = "checklist.announcement"

    /// The time after which the server does not send the message; `nil` for none.
    public var expiresAt: Timestamp? {
        guard event == Self.announcementEvent else { return nil }
        return createdAt.advanced(byMilliseconds: Limits.announcementMilliseconds)
    }

    /// Whether the message has expired.
    public func isExpired(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
