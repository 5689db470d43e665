public import Checklists
import Digest
import HTTP
import XML

/// Notifies calendar apps of changes to lists by Web Push (WebDAV-Push, draft-bitfire-webdav-push).
public struct CollectionPush: Sendable {
    /// Encrypts messages for the subscriptions of apps.
    let encryption: any PushEncryption
    /// Makes a new random secret.
    let makeSecret: @Sendable () -> Webhook.Secret
    /// The external base URL of the server, without a final slash; `nil` derives it from each request.
    let address: String?
    private let key: [UInt8]

    /// The length of a topic: 128 bits are not guessable.
    private static let topicBytes = 16

    /// Creates the push of one store; topics are derived from its secret.
    /// - Parameters:
    ///   - makeSecret: Makes a new random secret.
    ///   - address: The external base URL of the server; `nil` derives it from each request.
    public init(
        _ encryption: any PushEncryption, secret: StoreSecret,
        makeSecret: @escaping @Sendable () -> Webhook.Secret, address: String? = nil
    ) {
        self.encryption = encryption
        self.makeSecret = makeSecret
        self.address = address.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        key = HMAC.sha256(key: secret.bytes, Array("push topics".utf8))
    }

    /// The topic of a list in push messages, constant and equal for all members. It is derived from the
    /// store's secret, so the number of a list does not reveal it.
    func topic(of list: Checklist.ID) -> String {
        Array(HMAC.sha256(key: key, Array("\(list)".utf8)).prefix(Self.topicBytes)).base64URL
    }

    /// The message that reports a change of a list.
    public func message(_ update: CollectionUpdate, in epoch: Epoch) -> [UInt8] {
        var content: [XMLElement.Content] = [
            .element(XMLElement(.push("topic"), text: topic(of: update.checklistID)))
        ]
        if update.triggers.contains(.contentUpdate) {
            let position = SyncToken(update.position, epoch, of: update.checklistID)
            let token = XMLElement(.dav("sync-token"), text: position.text)
            content.append(.element(XMLElement(.push("content-update"), content: [.element(token)])))
        }
        if update.triggers.contains(.propertyUpdate) { content.append(.element(.push("property-update"))) }
        var xml = XMLWriter()
        xml.element(XMLElement(.push("push-message"), content: content))
        return xml.bytes
    }
}

/// The push properties that the server offers a caller.
struct PushOffer: Sendable {
    /// The VAPID public key in base64url (RFC 8292).
    let publicKey: String
    private let push: CollectionPush

    init(_ push: CollectionPush, publicKey: String) {
        self.push = push
        self.publicKey = publicKey
    }

    /// A push property of a list; `nil` for any other property.
    func property(_ name: XMLName, of list: Checklist.ID) -> [XMLElement.Content]? {
        switch name {
        case .push("transports"):
            let type = XMLAttribute(XMLName("", "type"), "p256ecdsa")
            let key = XMLElement(
                .push("vapid-public-key"), attributes: [type], content: [.text(publicKey)])
            return [.element(XMLElement(.push("web-push"), content: [.element(key)]))]
        case .push("topic"): return [.text(push.topic(of: list))]
        case .push("supported-triggers"):
            return [("content-update", "1"), ("property-update", "0")].map { trigger, depth in
                let depth = XMLElement(.dav("depth"), text: depth)
                return .element(XMLElement(.push(trigger), content: [.element(depth)]))
            }
        default: return nil
        }
    }
}

extension XMLName {
    /// An XML name in the WebDAV-Push namespace.
    static func push(_ local: String) -> XMLName { XMLName("https://bitfire.at/webdav-push", local) }
}

extension Call {
    /// The server's VAPID public key. `nil` if the caller cannot subscribe: a guest, a token with the scope
    /// `read`, or a server without encryption.
    var pushKey: String? {
        get async {
            guard let push = environment.push, caller.scope >= .write, session.principal.personID != nil
            else { return nil }
            // Any failure means that push is unavailable; the caller does not need the reason.
            return try? await push.encryption.publicKey().base64URL
        }
    }

    /// The push properties for the caller; `nil` if the caller cannot subscribe.
    var pushOffer: PushOffer? {
        get async {
            guard let push = environment.push, let key = await pushKey else { return nil }
            return PushOffer(push, publicKey: key)
        }
    }

    /// Suppresses the notification of this request's change to the registrations in `Push-Dont-Notify`. `*`
    /// means all registrations of the caller, never those of other people.
    func suppress(_ change: OwnChange, on lists: [Checklist.ID]) async {
        guard environment.push != nil, let field = request.head.fields["Push-Dont-Notify"] else { return }
        let selection: RegistrationSelection
        if field == "*" {
            selection = .all
        } else {
            let names = field.split(separator: ",").prefix(Limits.pushRegistrationsMax)
            selection = .some(
                Set(names.compactMap { paths.registration(at: $0.filter { $0 != "\"" && $0 != " " }) }))
        }
        // The change is committed. If this fails, the client is notified of the change that it made.
        try? await session.suppress(change, on: lists, for: selection)
    }
}

extension Paths {
    private var pushPath: String { "\(CalDAV.root)push/\(principal)/" }

    /// The path of a push registration.
    func path(of registration: Webhook.ID) -> String { "\(pushPath)\(registration)" }

    /// The push registration at a path or URL; `nil` for any other path.
    func registration(at reference: String) -> Webhook.ID? {
        guard let path = Self.path(in: reference), path.hasPrefix(pushPath) else { return nil }
        return Int(path.dropFirst(pushPath.count)).map(Webhook.ID.init)
    }
}
