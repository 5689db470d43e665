/// A message of a member to the other members of a list.
public struct Announcement: Hashable, Sendable {
    /// The subject of an announcement.
    public enum Kind: String, CaseIterable, Sendable {
        /// The member is going shopping with the list.
        case shopping
    }

    /// The subject.
    public var kind: Kind
    /// The member who announced it.
    public package(set) var personID: Person.ID
    /// The time of the announcement.
    public package(set) var announcedAt: Timestamp
    /// The members whose channels got a message, in the order in which they joined the list.
    public var notifiedIDs: [Person.ID]

    /// Creates an announcement.
    public init(
        _ kind: Kind, by personID: Person.ID, at announcedAt: Timestamp, notifiedIDs: [Person.ID] = []
    ) {
        self.kind = kind
        self.personID = personID
        self.announcedAt = announcedAt
        self.notifiedIDs = notifiedIDs
    }

    /// When the member can announce the same again.
    public var expiresAt: Timestamp {
        announcedAt.advanced(byMilliseconds: Limits.announcementMilliseconds)
    }
}
