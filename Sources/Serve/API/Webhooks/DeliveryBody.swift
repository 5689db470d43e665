import Checklists
import JSON

/// A delivery in JSON. It omits the message; the server does not store the receiver's response.
struct DeliveryBody: JSONWritable {
    let delivery: Delivery

    init(_ delivery: Delivery) {
        self.delivery = delivery
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", delivery.id.rawValue)
            json.member("webhookId", delivery.webhookID.rawValue)
            json.member("messageId", delivery.messageID)
            json.member("event", delivery.event)
            json.member("itemId", delivery.itemID?.rawValue)
            json.member("late", delivery.late)
            json.member("status", delivery.status.rawValue)
            json.member("attempts", delivery.attempts.map(AttemptBody.init))
            json.member("nextAttemptAt", delivery.nextAttemptAt.map(TimestampBody.init))
            json.member("createdAt", TimestampBody(delivery.createdAt))
            json.member("completedAt", delivery.completedAt.map(TimestampBody.init))
        }
    }
}

/// An attempt in JSON.
private struct AttemptBody: JSONWritable {
    let attempt: Delivery.Attempt

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("at", TimestampBody(attempt.at))
            json.member("durationMilliseconds", attempt.durationMilliseconds)
            json.member("status", attempt.status)
            json.member("error", attempt.error)
        }
    }
}
