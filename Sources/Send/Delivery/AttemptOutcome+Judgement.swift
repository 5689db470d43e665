public import Checklists
public import HTTPClient

extension AttemptOutcome {
    /// What follows from what came back.
    ///
    /// Any 2xx is a success. A redirect is a failure, like all else. 410 turns the webhook off, as 404 does
    /// where a push service says so of a device (RFC 8030 §7.3); 429 and 503 pause it for as long as they
    /// ask. Whatever failed is tried again until the attempts are used up, but for mail that its server takes
    /// never (RFC 5321 §4.2.1); where that is since there is no such mailbox, the address is turned off.
    /// - Parameters:
    ///   - answer: what came back; `nil` from a mail server that has taken the message.
    ///   - jitter: a random number from 0 to 1.
    public init(
        of delivery: Delivery, to kind: Webhook.Kind = .webhook, began: Timestamp, ended: Timestamp,
        answer: Result<OutgoingResponse?, OutgoingError>, jitter: Double
    ) {
        let ended = max(began, ended)
        var attempt = Delivery.Attempt(
            at: began, durationMilliseconds: Int(ended.milliseconds - began.milliseconds), status: nil,
            error: nil)
        var pauseUntil: Timestamp?
        var disableReason: String?
        var cause: Cause?
        var isFinal = false
        switch answer {
        case .failure(let error):
            attempt.error = error.description
            cause = Cause(kind: error.kind, detail: error.detail)
            isFinal = error.isPermanent
            disableReason = Self.disableReason(error)
        case .success(nil): break
        case .success(let response?):
            attempt.status = response.status
            attempt.error = Self.error(response)
            switch response.status {
            case 404 where kind == .pushSubscription || kind == .pushRegistration:
                disableReason = "The push service answered 404 (Not Found)."
            case 410: disableReason = "The receiver answered 410 (Gone)."
            case 429, 503: pauseUntil = RetrySchedule.pause(response, at: ended)
            default: break
            }
        }
        let attempts = delivery.attempts.count + 1 - delivery.attemptsBefore
        let next = RetrySchedule.next(after: attempts, endedAt: ended, jitter: jitter)
        let verdict: Verdict =
            if attempt.error == nil {
                .delivered
            } else if let next, disableReason == nil, !isFinal {
                .retry(at: max(next, pauseUntil ?? next))
            } else {
                .failed
            }
        self.init(
            deliveryID: delivery.id, attempt: attempt, verdict: verdict, pauseUntil: pauseUntil,
            disableReason: disableReason, cause: cause)
    }

    /// What a mail server says where there is no such mailbox, or it is elsewhere, or turned off (RFC 3463
    /// §3.2 and §3.3, RFC 7505 §4.2): its enhanced status. By the code alone nobody can tell that from a
    /// server that is set up wrong and takes mail for nobody.
    private static let mailboxIsNone: Set = [
        "5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.1.10", "5.2.1",
    ]

    private static func disableReason(_ error: OutgoingError) -> String? {
        guard case .receiverRejected(let code, let reply) = error, error.isPermanent else { return nil }
        let status = String(reply.prefix { $0.isASCII && ($0.isNumber || $0 == ".") })
        guard mailboxIsNone.contains(status) else { return nil }
        return "The mail server does not take mail for the address: it answered \(code) \(status)."
    }

    private static func error(_ response: OutgoingResponse) -> String? {
        switch response.status {
        case 200...299: return nil
        case 300...399:
            guard let location = response.values(of: "location").first else { fallthrough }
            let printable = location.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
            let shown = String(String.UnicodeScalarView(printable).prefix(Limits.locationCharactersMax))
            return
                "the receiver answered \(response.status) and points to \(shown); redirects are not followed"
        default: return "the receiver answered \(response.status)"
        }
    }
}
