public import Checklists
public import HTTPClient

extension AttemptOutcome {
    /// What follows from what came back.
    ///
    /// Any 2xx is a success. A redirect is a failure, like all else. 410 turns the webhook off, as 404 does
    /// where a push service says so of a device (RFC 8030 §7.3); 429 and 503 pause it for as long as they
    /// ask. Whatever failed is tried again until the attempts are used up, but for mail that its server takes
    /// never (RFC 5321 §4.2.1); where that is for its receiver, the address is turned off.
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
        var isFinal = false
        switch answer {
        case .failure(let error):
            attempt.error = error.description
            isFinal = error.isPermanent
            disableReason = Self.disableReason(error)
        case .success(nil): break
        case .success(let response?):
            attempt.status = response.status
            attempt.error = Self.error(response)
            switch response.status {
            case 404 where kind == .pushSubscription:
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
            disableReason: disableReason)
    }

    private static func disableReason(_ error: OutgoingError) -> String? {
        // There is no such mailbox, it is elsewhere, or none can be called so (RFC 5321 §4.2.3); unless it is
        // who sends that is not trusted (RFC 3463 §3.8), which is no fault of the address.
        guard case .receiverRejected(let code, let reply) = error, [550, 551, 553].contains(code),
            !reply.hasPrefix("5.7.")
        else { return nil }
        return "The mail server does not take mail for the address: it answered \(code)."
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
