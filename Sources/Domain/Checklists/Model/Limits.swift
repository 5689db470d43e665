/// Every limit of this module on sizes, counts and times.
public enum Limits {
    /// The maximum number of items that one request can add.
    public static let itemsAddedMax = 1_000

    /// The maximum number of items that one change can touch: as many as an import can bring.
    public static let itemsChangedMax = 250_000
    /// The maximum number of operations in a batch.
    public static let batchOperationsMax = 100
    /// The maximum number of records that the operations of a batch change together. A single operation has
    /// its own limit.
    static let batchMutationsMax = 250_000
    /// The number of records up to which the size of a batch is counted exactly: the operations are decided
    /// for that.
    static let batchSizeCountedMax = 1_000
    /// The weight of a series in the size of an operation, in items: computing its next occurrence takes
    /// long.
    static let itemsPerSeries = 10

    /// The maximum length of a checklist's name.
    public static let nameCharactersMax = 200
    /// The maximum length of the name of a person or a device.
    public static let personNameCharactersMax = 100
    /// The maximum number of devices of one person, not counting those that signed in at a provider. Each
    /// provider has the same limit.
    public static let devicesMax = 100
    /// The maximum number of sign-in links that one person has at a time. Each provider has the same limit.
    public static let signInLinksMax = 20
    /// The maximum number of existing items that an assistant changes without approval.
    public static let assistedItemsMax = 20
    /// The maximum number of open proposals of one person.
    public static let proposalsMax = 100
    /// The maximum size of the operations of all open proposals of one person: 256 KiB. Each change of the
    /// person writes them all.
    public static let proposalsBytesMax = 262_144
    /// The number of texts of items that a change of a proposal keeps, and the maximum length of one.
    static let proposedTextsMax = 3
    static let proposedTextCharactersMax = 60
    /// The number of changes of a proposal that a message or a page lists.
    public static let proposedChangesListed = 10
    /// The number of items that an approval names of those that it leaves out of an operation.
    static let leftOutNamesMax = 10
    /// The time within which the messages to a receiver are counted: one hour.
    package static let hourMilliseconds: Int64 = 3_600_000
    /// How long the message that stands for others waits for further ones: one minute.
    static let summaryMilliseconds: Int64 = 60_000
    /// The maximum number of announcements and proposals that a receiver gets in an hour.
    public static let noticesPerHourMax = 20
    /// How long a person can approve a proposal: 7 days.
    public static let proposalMilliseconds: Int64 = 7 * 86_400_000
    /// How long a person can undo a change of an assistant: 7 days.
    public static let undoMilliseconds: Int64 = 7 * 86_400_000
    /// The pause that ends a session of an assistant: 30 minutes.
    public static let sessionPauseMilliseconds: Int64 = 30 * 60_000
    /// The maximum number of changes of items in one session of an assistant. The next change begins another.
    public static let sessionItemsMax = 1_000
    /// The maximum number of accounts at providers of one person.
    public static let identitiesMax = 20
    /// The maximum length of an account at a provider: of its issuer and of its subject, in bytes.
    public static let identityBytesMax = 500
    /// How long the link that a provider's sign-in ends with is valid: one minute.
    public static let providerLinkMilliseconds: Int64 = 60_000
    /// How long a sign-in link is valid: 24 hours.
    public static let signInLinkMilliseconds: Int64 = 24 * 60 * 60 * 1_000
    /// How long a client can repeat a sign-in whose response was lost: one minute.
    public static let signInRepetitionMilliseconds: Int64 = 60_000
    /// How long a person can accept an offer of ownership: 30 days.
    public static let offerMilliseconds: Int64 = 30 * 24 * 60 * 60 * 1_000
    /// The maximum number of members of one list.
    public static let membersMax = 100
    /// The minimum interval between two equal announcements of a member on a list, and the lifetime of their
    /// messages: one hour.
    public static let announcementMilliseconds: Int64 = 60 * 60 * 1_000
    /// The maximum number of channels by which an announcement reaches one member.
    public static let announcementChannelsMax = 10
    /// The maximum number of share links that one list has at a time.
    public static let listLinksMax = 20

    /// The maximum length of an item's text.
    public static let textCharactersMax = 1_000
    /// The maximum length of an item's notes.
    public static let notesCharactersMax = 20_000
    /// The largest amount of an item.
    public static let quantityMax = 1_000_000
    /// The maximum length of the unit of an amount.
    public static let unitCharactersMax = 20
    /// The maximum number of tags of one item.
    public static let tagsMax = 20
    /// The maximum length of a tag.
    public static let tagCharactersMax = 50
    /// The maximum number of subtasks of one item. A change of the item can change all of them.
    public static let subtasksMax = 500
    /// The maximum number of sections of one list.
    public static let sectionsMax = 100
    /// The maximum length of the name of a section or of a saved view.
    public static let sectionNameCharactersMax = 100
    /// The maximum number of tasks of one list that wait for the parent or a child that their app named.
    static let awaitedTasksMax = 1_000
    /// The maximum number of texts whose section one list remembers.
    static let sectionTextsMax = 300
    /// The maximum number of saved views of one person.
    public static let viewsMax = 50
    /// The maximum number of parameters of a saved view.
    public static let viewParametersMax = 50
    /// The maximum length of the name, and of the value, of a parameter of a saved view.
    public static let viewParameterBytesMax = 2_000
    /// The maximum size of the names, parameters and values of all saved views of one person: 64 KiB. Each
    /// change of the preferences writes them all.
    public static let viewsBytesMax = 65_536
    /// The maximum length of each text of a location.
    public static let locationCharactersMax = 200
    /// The maximum number of UTF-8 bytes of a text, for each character that it may have. One character can
    /// have any number of combining marks; the longest emoji in use has 41 bytes.
    public static let characterBytesMax = 64

    /// The maximum length of the resource name that a client chooses for an item or a calendar.
    public static let nameBytesMax = 255
    /// The maximum size of a calendar object: 1 MiB.
    public static let calendarObjectBytesMax = 1_048_576
    /// The maximum number of dead properties of one list (RFC 4918 §4.1).
    public static let deadPropertiesMax = 32
    /// The maximum size of a list's resource name and dead properties together: 16 KiB.
    public static let collectionBytesMax = 16_384

    /// The maximum size of one member's dead properties of a list: 1 KiB.
    public static let memberPropertiesBytesMax = 1_024

    /// The maximum number of completions of an imported item: the largest exact integer of JavaScript.
    public static let completionsMax = (1 << 53) - 1

    /// The maximum number of alarms of an item besides the one at the due time.
    public static let alarmsMax = 5
    /// The maximum distance of an alarm from the due time: 366 days.
    public static let alarmOffsetSecondsMax = 366 * 86_400
    /// The interval of a repeated reminder: one minute to one day.
    public static let repeatSeconds = 60...86_400
    /// The maximum number of exceptions of a series from its current occurrence on: excluded, added or moved
    /// occurrences. The server does not follow a series with more.
    public static let seriesExceptionsMax = 1_000
    /// The maximum number of exceptions of a calendar object from `DTSTART` on. The server does not follow a
    /// series with more.
    public static let seriesExceptionsReadMax = 10_000
    /// How long a reminder repeats: one day.
    static let repeatsMilliseconds: Int64 = 86_400_000

    /// How long the store keeps an idempotency record: 24 hours.
    public static let idempotencyRecordMillisecondsMax: Int64 = 24 * 60 * 60 * 1_000
    /// The maximum number of idempotency records of one person, or of one token that belongs to no device.
    /// The store evicts the oldest beyond it.
    public static let idempotencyRecordsPerPersonMax = 100_000

    /// The maximum number of tombstones of one person's deletions, without those in the trash. The store
    /// evicts the oldest beyond it.
    public static let tombstonesPerPersonMax = 100_000
    /// The maximum number of tombstones that one change evicts.
    public static let tombstonesForgottenAtOnceMax = 1_000

    /// The maximum number of webhooks of one person.
    public static let webhooksMax = 100
    /// The maximum number of lists that a webhook can be restricted to.
    public static let webhookChecklistsMax = 1_000
    /// The maximum number of push subscriptions of one person.
    public static let pushSubscriptionsMax = 50
    /// The maximum number of push registrations of one person: one for each list in each calendar app.
    public static let pushRegistrationsMax = 250
    /// How long a push registration lasts by default: 7 days.
    public static let registrationMilliseconds: Int64 = 7 * 24 * 60 * 60 * 1_000
    /// How long a push registration can last: 30 days.
    public static let registrationMillisecondsMax: Int64 = 30 * 24 * 60 * 60 * 1_000
    /// The maximum number of expired push registrations that one change deletes.
    public static let registrationsForgottenAtOnceMax = 1_000
    /// The maximum number of registrations that one `Push-Dont-Notify` can name. Each costs a read of the
    /// feed and a commit.
    static let registrationsSuppressedMax = 20
    /// The maximum number of pages of the feed that the server reads to suppress one notification.
    static let feedPagesSuppressedMax = 10
    /// The entries on each of these pages.
    static let feedPageEntries = 100
    /// The maximum size of a webhook template.
    public static let templateBytesMax = 10_000
    /// The maximum length of the media type of a webhook template.
    static let contentTypeBytesMax = 100
    /// The maximum length of a webhook's `authorization` header.
    public static let authorizationBytesMax = 1_000
    /// The maximum length of a webhook's URL, in bytes.
    public static let webhookURLBytesMax = 2_000
    /// The maximum length of a webhook's description.
    public static let webhookDescriptionCharactersMax = 200
    /// How long the old secret still signs messages after a rotation: 24 hours.
    public static let secretOverlapMilliseconds: Int64 = 24 * 60 * 60 * 1_000
    /// The approximate limit of finished deliveries for one person. The store evicts the oldest beyond it.
    public static let finishedDeliveriesPerPersonMax = 50_000
    /// The maximum number of finished deliveries that one change evicts. The server checks the people's
    /// shares each time this many more deliveries have finished.
    public static let deliveriesForgottenAtOnceMax = 1_000
    /// How late a reminder can fire and still count as punctual.
    public static let punctualMilliseconds: Int64 = 30_000

    /// The maximum number of cached sort orders of one list, and of all lists together, besides the order by
    /// position.
    public static let cachedIndexesMax = 12
    /// The maximum number of items that the store sorts while it holds the lock. It builds larger indexes
    /// without the lock.
    package static let itemsSortedUnderLockMax = 10_000
    /// The maximum number of changes that the store applies to a finished index while it holds the lock.
    package static let itemsCaughtUpUnderLockMax = 500
    /// How often a query retries to find its indexes: a large change can drop them each time.
    package static let indexLooksMax = 64
    /// The entries of a sorted index that share one array.
    package static let chunkEntriesMax = 256
    /// The elements of a table that share one array.
    package static let tableChunkElements = 64

    /// The bytes of changed texts that a text index collects before it merges them.
    package static let notedTextBytesMax = 16_384
    /// The maximum number of items in a scope that a search scans one by one instead of using the text index.
    package static let itemsReadBySearchMax = 256
    /// The maximum number of candidates that a query sorts without counting its matches first.
    package static let candidatesSortedMax = 2_048
    /// The maximum number of hits that a search sorts itself. With more, it walks an existing sort order. It
    /// is also the maximum number of items in a scope that a search reads if the text has more hits.
    package static let sortedHitsMax = 16_384

    /// The approximate size at which a page ends early: 4 MiB. The last element can exceed it.
    public static let pageBytesMax = 4 * 1024 * 1024
    /// The approximate size of a delivery on a page, and of each of its attempts.
    package static let attemptBytes = 384

    /// The beginning of a text that is compared by collation, which is slow. It is far more than a reader
    /// sees.
    package static let comparedTextBytesMax = 1_024
    /// The maximum size of the pieces that Foundation folds. A piece has at least the minimum and ends at the
    /// next boundary, or at the maximum.
    package static let foldedPieceBytesMin = 256
    package static let foldedPieceBytesMax = 1_024

    /// The beginning of a text that a cursor carries.
    package static let cursorTextBytesMax = 1_024
    /// The maximum size of a cursor: the text and the other sort values.
    package static let cursorBytesMax = 2_048

    /// The distance between the positions of neighbours.
    package static let positionGap = 65_536
    /// The smallest distance after the server has moved items to make room.
    package static let positionGapMin = 1_024
    /// The largest absolute position: the largest exact integer of JavaScript.
    package static let positionMax = (1 << 53) - 1
}
