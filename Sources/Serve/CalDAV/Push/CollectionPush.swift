public import Checklists
import Digest
import HTTP
import XML

/// Notifies calendar apps of changes of lists (WebDAV-Push, draft-bitfire-webdav-push) by Web Push.
public struct CollectionPush: Sendable {
    /// Encrypts for the devices of apps.
    let encryption: any PushEncryption
    /// Makes a new random secret.
    let makeSecret: @Sendable () -> Webhook.Secret
    /// Where clients reach the service, without a slash at its end; `nil` where requests say so.
    let address: String?
    private let key: [UInt8]

    /// The length of a topic: 128 bits cannot be guessed.
    private static let topicBytes = 16

    /// Creates the push of one store; topics are derived from its secret.
    /// - Parameters:
    ///   - makeSecret: Makes a new random secret.
    ///   - address: Where clients reach the service; `nil` takes it from each request.
    public init(
        _ encryption: any PushEncryption, secret: StoreSecret,
        makeSecret: @escaping @Sendable () -> Webhook.Secret, address: String? = nil
    ) {
        self.encryption = encryption
        self.makeSecret = makeSecret
        self.address = address.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        key = HMAC.sha256(key: secret.bytes, Array("push topics".utf8))
    }

    /// What a list is called in push messages. It is the same for everybody on the list and for ever, and
    /// follows from the secret of the store, so that nobody can guess it from the number of the list.
    func topic(of list: Checklist.ID) -> String {
        Array(HMAC.sha256(key: key, Array("\(list)".utf8)).prefix(Self.topicBytes)).base64URL
    }

    /// The message that a list has changed.
    public func message(_ update: CollectionUpdate, in epoch: Epoch) -> [UInt8] {
        var content: [XMLElement.Content] = [
            .element(XMLElement(.push("topic"), text: topic(of: update.checklistID)))
        ]
        if update.triggers.contains(.contentUpdate) {
            let token = XMLElement(.dav("sync-token"), text: SyncToken(update.position, epoch).text)
            content.append(.element(XMLElement(.push("content-update"), content: [.element(token)])))
        }
        if update.triggers.contains(.propertyUpdate) { content.append(.element(.push("property-update"))) }
        var xml = XMLWriter()
        xml.element(XMLElement(.push("push-message"), content: content))
        return xml.bytes
    }
}

/// How a caller can be notified of changes.
struct PushOffer: Sendable {
    /// The VAPID public key in base64url (RFC 8292).
    let publicKey: String
    private let push: CollectionPush

    init(_ push: CollectionPush, publicKey: String) {
        self.push = push
        self.publicKey = publicKey
    }

    /// A property of a list; `nil` for one of another kind.
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
    /// A name of WebDAV-Push.
    static func push(_ local: String) -> XMLName { XMLName("https://bitfire.at/webdav-push", local) }
}

extension Call {
    /// What push services know this service by; `nil` where the caller cannot be notified: a guest, a token
    /// that only reads, or a service that cannot encrypt.
    var pushKey: String? {
        get async {
            guard let push = environment.push, caller.scope >= .write, session.principal.personID != nil
            else { return nil }
            // Any failure means that push is unavailable; the caller does not need the reason.
            return try? await push.encryption.publicKey().base64URL
        }
    }

    /// How the caller can be notified of changes; `nil` for not at all.
    var pushOffer: PushOffer? {
        get async {
            guard let push = environment.push, let key = await pushKey else { return nil }
            return PushOffer(push, publicKey: key)
        }
    }

    /// Suppresses the notification of the request's own change to the registrations that its
    /// `Push-Dont-Notify` names. `*` names all registrations of the caller, never those of other people.
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
        // The change is committed. If this fails, its client is notified of its own change.
        try? await session.suppress(change, on: lists, for: selection)
    }
}

extension Paths {
    private var pushPath: String { "\(CalDAV.root)push/\(principal)/" }

    /// Where a push registration is.
    func path(of registration: Webhook.ID) -> String { "\(pushPath)\(registration)" }

    /// The push registration at a path or an address; `nil` for one elsewhere.
    func registration(at reference: String) -> Webhook.ID? {
        guard let path = Self.path(in: reference), path.hasPrefix(pushPath) else { return nil }
        return Int(path.dropFirst(pushPath.count)).map(Webhook.ID.init)
    }
}
