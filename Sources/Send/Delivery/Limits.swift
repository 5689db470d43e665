public import HTTPClient

/// How much the sender of webhooks does at once, and how long it waits.
public struct SenderLimits: Hashable, Sendable {
    /// How many requests run at once.
    public var requestsMax = 256
    /// How many requests run at once for one webhook, so that a slow receiver fills its own lane alone.
    public var requestsPerWebhookMax = 4
    /// How many requests run at once for all webhooks whose last attempt failed, so that however many
    /// receivers hang, there is room for the others.
    public var failingRequestsMax = 128
    /// How many messages are handed to the mail server at once; there is one for all addresses.
    public var mailsMax = 4
    /// How long a claim on a delivery lasts: longer than an attempt can (`OutgoingLimits`, `MailLimits`),
    /// with room for its outcome to be recorded.
    public var lease = Duration.seconds(60)
    /// How many outcomes may wait for a store that keeps failing; then nothing more is sent.
    public var unrecordedOutcomesMax = 10_000
    /// How long to wait before the store is asked again after it failed: 1 s, doubled each time.
    public var storeRetryTimeMin = Duration.seconds(1)
    /// The longest of those waits.
    public var storeRetryTimeMax = Duration.seconds(60)
    /// The longest sleep, so that a clock that was set is noticed.
    public var timerTimeMax = Duration.seconds(60)
    /// The limits of one request.
    public var request = OutgoingLimits()
    /// The limits of one mail.
    public var mail = MailLimits()

    /// The usual limits.
    public init() {}
}

/// Every count and wait of the scheduler.
public struct SchedulerLimits: Hashable, Sendable {
    /// How many reminders go out in one commit.
    public var remindersPerCommitMax = 500
    /// How many deliveries are queued for them in one commit: their messages are written while others wait.
    public var deliveriesPerCommitMax = 1_000
    /// How long the timer runs at most, so that a clock that was set is noticed.
    public var timerTimeMax = Duration.seconds(60)
    /// How long a store that failed is left alone.
    public var retryTime = Duration.seconds(1)

    /// The usual ones.
    public init() {}
}

/// Limits of the change notifier.
public struct ChangeNotifierLimits: Hashable, Sendable {
    /// The number of changes read and queued in one commit.
    public var entriesMax = 100
    /// The number of pending deliveries of a webhook at which no more are queued.
    public var pendingDeliveriesMax = 1_000
    /// The wait before a webhook with a full queue is tried again.
    public var busyTime = Duration.seconds(1)
    /// How long a store that failed is left alone.
    public var retryTime = Duration.seconds(1)

    /// The usual ones.
    public init() {}
}

/// Limits of the notifier for push registrations of calendar apps.
public struct CollectionNotifierLimits: Hashable, Sendable {
    /// The time in which changes of a list become one message.
    public var gatheringTime = Duration.seconds(2)
    /// The number of changes read at a time.
    public var entriesMax = 100
    /// The number of changed lists that are remembered one by one; above it, all lists are looked at.
    public var listsMax = 10_000
    /// The number of lists looked at in one step.
    public var listsPerPartMax = 100
    /// The wait before a registration with a pending message is looked at again.
    public var busyTime = Duration.seconds(5)
    /// The wait before a registration that could not be reached is looked at again.
    public var failingTime = Duration.seconds(60)
    /// How long a store that failed is left alone.
    public var retryTime = Duration.seconds(1)

    /// The longest of these waits.
    var waitMax: Duration { max(gatheringTime, busyTime, failingTime, retryTime) }

    /// The usual ones.
    public init() {}
}

/// What follows from how an attempt went.
enum Limits {
    /// How long to wait after the first attempt, after the second, and so on.
    static let retryDelays: [Duration] = [
        .seconds(5), .seconds(5 * 60), .seconds(30 * 60), .seconds(2 * 3600), .seconds(5 * 3600),
        .seconds(10 * 3600), .seconds(14 * 3600), .seconds(20 * 3600), .seconds(24 * 3600),
    ]
    /// How much longer it may be by chance, so that what failed together does not come back together.
    static let retryJitterShareMax = 0.1
    /// The longest pause that a receiver can ask for: a day.
    static let pauseTimeMax = Duration.seconds(24 * 3600)
}
