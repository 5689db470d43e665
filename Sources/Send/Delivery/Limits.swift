public import HTTPClient

/// The concurrency and the waits of the sender.
public struct SenderLimits: Hashable, Sendable {
    /// The maximum number of concurrent requests.
    public var requestsMax = 256
    /// The maximum number of concurrent requests for one webhook, so that a slow receiver delays only itself.
    public var requestsPerWebhookMax = 4
    /// The maximum number of concurrent requests for webhooks whose last attempt failed. Unresponsive
    /// receivers thus leave room for the others.
    public var failingRequestsMax = 128
    /// The maximum number of concurrent mails. One mail server serves all addresses.
    public var mailsMax = 4
    /// The duration of a claim on a delivery. It covers the longest attempt (`OutgoingLimits`, `MailLimits`)
    /// and the recording of its outcome.
    public var lease = Duration.seconds(60)
    /// The maximum number of outcomes that wait for a failing store. At this number the sender sends nothing
    /// more.
    public var unrecordedOutcomesMax = 10_000
    /// The first wait after the store failed. It doubles with each failure.
    public var storeRetryTimeMin = Duration.seconds(1)
    /// The longest wait after the store failed.
    public var storeRetryTimeMax = Duration.seconds(60)
    /// The longest sleep, so that the sender notices a changed clock.
    public var timerTimeMax = Duration.seconds(60)
    /// The limits of one request.
    public var request = OutgoingLimits()
    /// The limits of one mail.
    public var mail = MailLimits()

    /// Creates the default limits.
    public init() {}
}

/// The limits of the scheduler.
public struct SchedulerLimits: Hashable, Sendable {
    /// The maximum number of reminders in one commit.
    public var remindersPerCommitMax = 500
    /// The maximum number of deliveries queued in one commit. Other commits wait while their messages are
    /// written.
    public var deliveriesPerCommitMax = 1_000
    /// The longest sleep, so that the scheduler notices a changed clock.
    public var timerTimeMax = Duration.seconds(60)
    /// The wait after the store failed.
    public var retryTime = Duration.seconds(1)

    /// Creates the default limits.
    public init() {}
}

/// The limits of the change notifier.
public struct ChangeNotifierLimits: Hashable, Sendable {
    /// The maximum number of changes read and queued in one commit.
    public var entriesMax = 100
    /// The number of pending deliveries at which the notifier queues no more for a webhook.
    public var pendingDeliveriesMax = 1_000
    /// The wait before a webhook with a full queue is tried again.
    public var busyTime = Duration.seconds(1)
    /// The wait after the store failed.
    public var retryTime = Duration.seconds(1)

    /// Creates the default limits.
    public init() {}
}

/// The limits of the notifier for push registrations of calendar apps.
public struct CollectionNotifierLimits: Hashable, Sendable {
    /// The time in which changes of a list become one message.
    public var gatheringTime = Duration.seconds(2)
    /// The maximum number of changes in one read.
    public var entriesMax = 100
    /// The maximum number of changed lists that are noted one by one. Above it, the notifier checks all
    /// lists.
    public var listsMax = 10_000
    /// The maximum number of lists checked in one step.
    public var listsPerPartMax = 100
    /// The wait before a registration with a pending message is checked again.
    public var busyTime = Duration.seconds(5)
    /// The wait before a registration whose receiver failed is checked again.
    public var failingTime = Duration.seconds(60)
    /// The wait after the store failed.
    public var retryTime = Duration.seconds(1)

    /// The longest of these waits.
    var waitMax: Duration { max(gatheringTime, busyTime, failingTime, retryTime) }

    /// Creates the default limits.
    public init() {}
}

/// The waits between attempts.
enum Limits {
    /// The waits after the first attempt, the second one, and so on.
    static let retryDelays: [Duration] = [
        .seconds(5), .seconds(5 * 60), .seconds(30 * 60), .seconds(2 * 3600), .seconds(5 * 3600),
        .seconds(10 * 3600), .seconds(14 * 3600), .seconds(20 * 3600), .seconds(24 * 3600),
    ]
    /// The largest random share added to a wait, so that deliveries that failed together are not retried
    /// together.
    static let retryJitterShareMax = 0.1
    /// The longest pause that a receiver can request.
    static let pauseTimeMax = Duration.seconds(24 * 3600)
}
