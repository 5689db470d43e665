/// Every size, count and time that this module keeps to.
public enum Limits {
    /// How many items may be added in one step.
    public static let itemsAddedMax = 1_000

    /// How many items may change in one step: as many as an import may bring.
    public static let itemsChangedMax = 250_000
    /// For how many items one counts in a step that looks for the next time of a series.
    static let itemsPerSeries = 10

    /// How long a checklist's name may be.
    public static let nameCharactersMax = 200
    /// How long the name of a person or a device may be.
    public static let personNameCharactersMax = 100
    /// How many devices a person may have.
    public static let devicesMax = 100
    /// How many links to sign in with a person may have at a time.
    public static let signInLinksMax = 20
    /// For how long a device can be signed in by a link: 24 hours.
    public static let signInLinkMilliseconds: Int64 = 24 * 60 * 60 * 1_000
    /// For how long a sign-in whose answer was lost can be repeated: a minute.
    public static let signInRepetitionMilliseconds: Int64 = 60_000
    /// For how long an offer of ownership can be accepted: 30 days.
    public static let offerMilliseconds: Int64 = 30 * 24 * 60 * 60 * 1_000
    /// How many members a list may have.
    public static let membersMax = 100
    /// How many links a list may have at a time.
    public static let listLinksMax = 20

    /// How long an item's text may be.
    public static let textCharactersMax = 1_000
    /// How long an item's notes may be.
    public static let notesCharactersMax = 20_000
    /// How long each text of a location may be.
    public static let locationCharactersMax = 200
    /// How many bytes of UTF-8 a text may have for each character it may have. A single one can have any
    /// number of combining marks; the longest emoji in use have 41 bytes.
    public static let characterBytesMax = 64

    /// How long what a client calls an item by may be, and what a calendar program calls a list by.
    public static let nameBytesMax = 255
    /// How long what a calendar program sends for an item may be: 1 MiB.
    public static let calendarObjectBytesMax = 1_048_576
    /// How many properties calendar programs may give a list.
    public static let deadPropertiesMax = 32
    /// How long all that calendar programs say of a list may be: 16 KiB.
    public static let collectionBytesMax = 16_384

    /// How long all that calendar programs of one member say of a list may be: 1 KiB.
    public static let memberPropertiesBytesMax = 1_024

    /// How often an item may have been done that is imported: what JavaScript's numbers still tell apart.
    public static let completionsMax = (1 << 53) - 1

    /// How many alarms an item may have besides the one when it is due.
    public static let alarmsMax = 5
    /// How far from the due time an alarm may be: 366 days.
    public static let alarmOffsetSecondsMax = 366 * 86_400
    /// After how long a reminder may come again: a minute to a day.
    public static let repeatSeconds = 60...86_400
    /// How many exceptions a series may have: occurrences that are left out, added or moved. The service does
    /// not follow a series with more of them from the current occurrence on.
    public static let seriesExceptionsMax = 1_000
    /// How many exceptions a calendar object may have from `DTSTART` on. The service does not follow a series
    /// with more of them.
    public static let seriesExceptionsReadMax = 10_000
    /// For how long a reminder comes again: a day.
    static let repeatsMilliseconds: Int64 = 86_400_000

    /// How long the result of a request with an idempotency key is kept: 24 hours.
    public static let idempotencyRecordMillisecondsMax: Int64 = 24 * 60 * 60 * 1_000
    /// How many such results are kept of one person, or of one token that is no person's device; beyond it
    /// their oldest are forgotten before their time.
    public static let idempotencyRecordsPerPersonMax = 100_000

    /// How many tombstones are kept of what one person deleted, besides those with something that can be
    /// restored; beyond it their oldest are forgotten before their time.
    public static let tombstonesPerPersonMax = 100_000
    /// How many tombstones are forgotten in one step.
    public static let removalsForgottenAtOnceMax = 1_000

    /// How many webhooks a person may have.
    public static let webhooksMax = 100
    /// How many lists a webhook can be restricted to.
    public static let webhookChecklistsMax = 1_000
    /// How many push subscriptions a person may have.
    public static let pushSubscriptionsMax = 50
    /// How many push registrations a person may have: one for each list in each calendar app.
    public static let pushRegistrationsMax = 250
    /// For how long a push registration lasts that asks for no end: 7 days.
    public static let registrationMilliseconds: Int64 = 7 * 24 * 60 * 60 * 1_000
    /// For how long a push registration can last: 30 days.
    public static let registrationMillisecondsMax: Int64 = 30 * 24 * 60 * 60 * 1_000
    /// The number of expired push registrations that are deleted at a time.
    public static let registrationsForgottenAtOnceMax = 1_000
    /// The number of registrations that one `Push-Dont-Notify` can name. Each costs a read of the feed and a
    /// commit.
    static let registrationsSuppressedMax = 20
    /// The number of pages of the feed that are read to suppress a notification.
    static let feedPagesSuppressedMax = 10
    /// How many changes such a part has.
    static let feedPageEntries = 100
    /// How long the text of a webhook's template may be.
    public static let templateBytesMax = 10_000
    /// How long the media type of a webhook's template may be.
    static let contentTypeBytesMax = 100
    /// How long what a receiver asks for in `authorization` may be.
    public static let authorizationBytesMax = 1_000
    /// How long a webhook's address may be, in bytes.
    public static let webhookURLBytesMax = 2_000
    /// How long a webhook's description may be.
    public static let webhookDescriptionCharactersMax = 200
    /// How long an old secret still signs beside the new one after a rotation: 24 hours.
    public static let secretOverlapMilliseconds: Int64 = 24 * 60 * 60 * 1_000
    /// How many deliveries that are delivered or given up are kept of one person, about; beyond it their
    /// oldest go first.
    public static let finishedDeliveriesPerPersonMax = 50_000
    /// How many such deliveries are forgotten in one step. The shares of people are looked at each time as
    /// many more are there.
    public static let deliveriesForgottenAtOnceMax = 1_000
    /// How long after its time a reminder still counts as punctual, while the service runs.
    public static let punctualMilliseconds: Int64 = 30_000

    /// How many orders are kept of one list, and as many of all lists together, besides that of the
    /// positions.
    public static let cachedIndexesMax = 12
    /// How many items are sorted while others wait; an index of more is built beside.
    package static let itemsSortedUnderLockMax = 10_000
    /// How many changes an index that was built beside catches up with while others wait.
    package static let itemsCaughtUpUnderLockMax = 500
    /// How often a query looks for its indexes before it fails: each large change may drop them.
    package static let indexLooksMax = 64
    /// How many entries of an order share one array.
    package static let chunkEntriesMax = 256
    /// How many elements of a table share one array.
    package static let tableChunkElements = 64

    /// How many slots of a table a walk over all items looks at before others can read the memory.
    package static let slotsWalkedAtOnceMax = 1_024

    /// How many bytes of texts that came or went are put off to be taken into a text index together.
    package static let notedTextBytesMax = 16_384
    /// Among how many items a search reads each, instead of the text index.
    package static let itemsReadBySearchMax = 256
    /// How many items that a search finds are sorted by themselves; more are looked for along an order of
    /// all.
    package static let sortedHitsMax = 16_384

    /// About how many bytes a page may have before it ends early: 4 MiB. The last element may go past it.
    public static let pageBytesMax = 4 * 1024 * 1024
    /// About how many bytes a delivery has on a page, and each of its attempts.
    package static let attemptBytes = 384

    /// How much of a text is compared with others by the rules of languages, which takes long. It is far more
    /// than people see of one.
    package static let comparedTextBytesMax = 1_024
    /// How much of a text Foundation is given at once to fold: at least so much, up to where
    /// it can be parted, and never more than the most.
    package static let foldedPieceBytesMin = 256
    package static let foldedPieceBytesMax = 1_024

    /// How much of a text a cursor carries.
    package static let cursorTextBytesMax = 1_024
    /// How long a cursor can be: the text and the other properties.
    package static let cursorBytesMax = 2_048

    /// How far apart the positions of neighbours are made.
    package static let positionGap = 65_536
    /// How far apart they are at least where some are moved to make room.
    package static let positionGapMin = 1_024
    /// The largest position, and with a minus the smallest: what JavaScript's numbers still tell apart.
    package static let positionMax = (1 << 53) - 1
}
