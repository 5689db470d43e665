import Checklists
import HTTPClient
import JSON

/// Web Push (RFC 8030), to a device of a person or to a calendar app (WebDAV-Push).
struct PushChannel: Channel {
    private let target: Webhook.PushTarget
    /// The push registration of a calendar app; `nil` for a device.
    private let registration: Webhook.Registration?

    init(to device: Webhook.PushTarget) {
        target = device
        registration = nil
    }

    init(to registration: Webhook.Registration) {
        target = registration.target
        self.registration = registration
    }

    /// The maximum length of texts, in bytes. Even with every byte escaped, they leave room for the rest.
    private static let textBytesMax = 120
    private static let notesBytesMax = 200
    /// How long a push service keeps a message for a device that it does not reach.
    private static let timeToLive = Duration.seconds(24 * 3600)
    /// How long the field `authorization` is valid: at most 24 hours (RFC 8292 §2).
    private static let authorizationTime = Duration.seconds(12 * 3600)

    /// A notification (Declarative Web Push) of less than 3,000 bytes; push services take 4,096, encrypted.
    /// Its `data` is for the service worker of the page. `CollectionNotifier` queues what calendar apps read.
    func body(of message: Message) -> [UInt8] {
        if registration != nil { return message.standard() }
        let summary = message.summary()
        var json = JSONWriter(capacity: 1024)
        json.object { json in
            // The number of the RFC distinguishes the message from other JSON.
            json.member("web_push", 8030)
            json.object("notification") { json in
                json.member("title", summary.title.prefix(bytesMax: Self.textBytesMax))
                let texts = [
                    summary.message.prefix(bytesMax: Self.textBytesMax),
                    summary.notes.prefix(bytesMax: Self.notesBytesMax),
                ]
                json.member("body", texts.filter { !$0.isEmpty }.joined(separator: "\n"))
                json.member("dir", "auto")
                json.member("lang", summary.language.rawValue)
                json.member("navigate", summary.address ?? summary.path)
                json.member("tag", summary.item.map { "item-\($0.id)" } ?? summary.event)
                json.member("timestamp", Int(summary.at.milliseconds))
                if !summary.actions.isEmpty {
                    json.array("actions") { json in
                        for action in summary.actions {
                            json.object { json in
                                json.member("action", action.path)
                                json.member("title", action.label)
                                json.member("navigate", summary.address(of: action.path) ?? action.path)
                            }
                        }
                    }
                }
                json.object("data") { json in
                    json.member("event", summary.event)
                    json.member("messageId", summary.id)
                    json.member("itemId", summary.item?.id.rawValue)
                    json.member("checklistId", summary.checklistID?.rawValue)
                    json.member("path", summary.path)
                }
            }
        }
        return json.bytes
    }

    func outgoing(for attempt: Attempt, from service: SendingService) async throws(OutgoingError) -> Outgoing
    {
        let (delivery, webhook) = (attempt.claimed.delivery, attempt.claimed.webhook)
        if webhook.isExpired(at: attempt.began) { throw .expired("push registration") }
        guard let encryption = service.pushEncryption else {
            throw .invalidRequest("push messages cannot be encrypted; install OpenSSL's libcrypto")
        }
        let content: [UInt8]
        let authorization: String
        do {
            content = try await encryption.encrypted(delivery.body, for: target)
            authorization = try await encryption.authorization(
                for: webhook.url, until: attempt.began.advanced(by: Self.authorizationTime))
        } catch {
            throw .invalidRequest("\(error)")
        }
        let isDevice = registration == nil
        var fields = [
            HeaderField(
                "content-type",
                isDevice ? "application/octet-stream" : "application/xml; charset=\"UTF-8\""),
            HeaderField("content-encoding", "aes128gcm"),
            HeaderField("user-agent", service.userAgent),
            HeaderField("ttl", "\(Self.timeToLive(of: delivery, at: attempt.began).components.seconds)"),
            HeaderField("urgency", isDevice ? "high" : "normal"),
            HeaderField("authorization", authorization),
        ]
        if let topic = topic(of: delivery) { fields.append(HeaderField("topic", topic)) }
        return .request(
            OutgoingRequest(.post(content), webhook.url, fields: fields, limits: service.limits.request))
    }

    /// How long the push service keeps the message: no longer than it is valid.
    private static func timeToLive(of delivery: Delivery, at now: Timestamp) -> Duration {
        guard let end = delivery.expiresAt else { return timeToLive }
        return min(timeToLive, .milliseconds(end.milliseconds - now.milliseconds))
    }

    /// The topic whose undelivered messages the push service replaces; `nil` replaces none.
    private func topic(of delivery: Delivery) -> String? {
        if registration == nil { return delivery.itemID.map { "item-\($0)" } }
        // A content update says less than a collection update, and must not replace it. The webhook's number
        // differs between people, so that a push service cannot see who has the same list.
        return "\(delivery.event)-\(delivery.webhookID)"
    }

    /// A push service answers 404 as well as 410 for a device that is gone (RFC 8030 §7.3).
    func judgement(of answer: Result<OutgoingResponse?, OutgoingError>, at end: Timestamp) -> Judgement {
        var judgement = Judgement(answer, at: end)
        if judgement.status == 404 {
            judgement.disableReason = "The push service answered 404 (Not Found)."
        }
        return judgement
    }
}
