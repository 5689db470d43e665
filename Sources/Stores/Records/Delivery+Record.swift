package import Checklists

extension Delivery: Record {
    package static var blank: Delivery {
        Delivery(
            id: ID(rawValue: 0), webhookID: Webhook.ID(rawValue: 0), messageID: "", event: "", itemID: nil,
            body: [], late: false, status: .pending, nextAttemptAt: nil, createdAt: .zero, revision: .zero)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("webhookId", &webhookID)
        try fields.required("messageId", &messageID)
        try fields.required("event", &event)
        try fields.optional("itemId", &itemID)
        try fields.optional("checklistId", &checklistID)
        try fields.field("withheld", &withheld, unless: 0)
        try fields.required("body", &text)
        try fields.field("late", &late, unless: false)
        try fields.required("status", &status)
        try fields.list("attempts", &attempts)
        try fields.field("attemptsBefore", &attemptsBefore, unless: 0)
        try fields.optional("nextAttemptAt", &nextAttemptAt)
        try fields.required("createdAt", &createdAt)
        try fields.optional("completedAt", &completedAt)
        try fields.required("revision", &revision)
    }

    /// The body as text: the JSON that receivers get, byte for byte.
    private var text: String {
        get { String(decoding: body, as: UTF8.self) }
        set { body = Array(newValue.utf8) }
    }
}

extension Delivery.Attempt: Record {
    package static var blank: Delivery.Attempt {
        Delivery.Attempt(at: .zero, durationMilliseconds: 0, status: nil, error: nil)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("at", &at)
        try fields.always("durationMilliseconds", &durationMilliseconds)
        try fields.optional("status", &status)
        try fields.optional("error", &error)
    }
}
