import Checklists
import HTTPClient

/// A channel's judgement of the answer to an attempt.
struct Judgement {
    /// The status of the response, where there is one.
    private(set) var status: Int?
    /// Why the receiver was not notified; `nil` if it was.
    private(set) var error: String?
    /// Why there was no answer, for the log.
    private(set) var cause: AttemptOutcome.Cause?
    /// The moment until which the receiver asked for no messages.
    private(set) var pauseUntil: Timestamp?
    /// Why the receiver is gone for ever; the webhook is turned off then.
    var disableReason: String?
    /// Whether another attempt would fail as well.
    var isFinal = false

    /// The judgement that all channels share: 2xx notifies, 410 means gone, 429 and 503 may ask for a pause.
    /// Redirects are failures.
    init(_ answer: Result<OutgoingResponse?, OutgoingError>, at end: Timestamp) {
        switch answer {
        case .failure(let error):
            self.error = error.description
            cause = .init(kind: error.kind, detail: error.detail)
        case .success(nil): break
        case .success(let response?):
            status = response.status
            error = Self.error(response)
            switch response.status {
            case 410: disableReason = "The receiver answered 410 (Gone)."
            case 429, 503: pauseUntil = RetrySchedule.pause(response, at: end)
            default: break
            }
        }
    }

    /// The maximum length of a receiver's `Location` in an error, in characters.
    private static let locationCharactersMax = 200

    private static func error(_ response: OutgoingResponse) -> String? {
        switch response.status {
        case 200...299: return nil
        case 300...399:
            guard let location = response.values(of: "location").first else { fallthrough }
            let printable = location.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
            let shown = String(String.UnicodeScalarView(printable).prefix(locationCharactersMax))
            return "the receiver answered \(response.status) and redirects to \(shown);"
                + " redirects are not followed, use the new URL"
        default: return "the receiver answered \(response.status)"
        }
    }
}

extension AttemptOutcome {
    /// The outcome of an attempt over a channel. Failures are tried again until the attempts are used up.
    /// - Parameters:
    ///   - answer: The response; `nil` from a mail server that has taken the message.
    ///   - jitter: A random number from 0 to 1.
    init(
        of delivery: Delivery, over channel: some Channel, began: Timestamp, ended: Timestamp,
        answer: Result<OutgoingResponse?, OutgoingError>, jitter: Double
    ) {
        let ended = max(began, ended)
        let judgement = channel.judgement(of: answer, at: ended)
        let attempts = delivery.attempts.count + 1 - delivery.attemptsBefore
        let next = RetrySchedule.next(after: attempts, endedAt: ended, jitter: jitter)
        let verdict: Verdict =
            if judgement.error == nil {
                .delivered
            } else if let next = next.map({ max($0, judgement.pauseUntil ?? $0) }),
                judgement.disableReason == nil, !judgement.isFinal, !delivery.isExpired(at: next)
            {
                .retry(at: next)
            } else {
                .failed
            }
        self.init(
            deliveryID: delivery.id,
            attempt: Delivery.Attempt(
                at: began, durationMilliseconds: Int(ended.milliseconds - began.milliseconds),
                status: judgement.status, error: judgement.error),
            verdict: verdict, pauseUntil: judgement.pauseUntil, disableReason: judgement.disableReason,
            cause: judgement.cause)
    }
}
