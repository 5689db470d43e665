package import Checklists
package import JSON

extension Webhook: Record {
    package static var blank: Webhook {
        Webhook(
            id: ID(rawValue: 0), url: "", description: "", events: [], active: true,
            secret: Secret(bytes: Array(repeating: 0, count: 24)), createdAt: .zero, updatedAt: .zero,
            revision: .zero)
    }

    /// Describes every field, including the secrets.
    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.field("personId", &personID, unless: .first)
        try fields.required("url", &url)
        try fields.field("description", &description, unless: "")
        try fields.always("events", &events)
        try fields.optional("checklistIds", &checklistIDs)
        try fields.field("format", &format, unless: .standard)
        try fields.field("language", &language, unless: .english)
        try fields.optional("authorization", &authorization)
        try fields.optional("position", &position)
        try fields.always("active", &active)
        try fields.optional("disabledReason", &disabledReason)
        try fields.required("secret", &secret)
        try fields.optional("previousSecret", &oldSecret)
        try fields.optional("previousSecretUntil", &oldSecretUntil)
        // A previous secret without its expiry must not sign.
        if previousSecret?.until == .zero { previousSecret = nil }
        try fields.optional("failingSince", &failingSince)
        try fields.field("failedDeliveries", &failedDeliveries, unless: 0)
        try fields.optional("pausedUntil", &pausedUntil)
        try fields.required("createdAt", &createdAt)
        try fields.required("updatedAt", &updatedAt)
        try fields.required("revision", &revision)
    }

    private var oldSecret: Secret? {
        get { previousSecret?.secret }
        set {
            previousSecret = newValue.map { Expiring(secret: $0, until: previousSecret?.until ?? .zero) }
        }
    }

    private var oldSecretUntil: Timestamp? {
        get { previousSecret?.until }
        set { if let newValue { previousSecret?.until = newValue } }
    }
}

extension FeedPosition: StoredValue {
    /// The four stored numbers: the revision, the kind, the number, and the revision at which the walk began.
    package var storedNumbers: [Int] {
        [Int(revision.rawValue), Int(UInt8(clamping: kind)), number, Int(start.rawValue)]
    }

    /// Reads the stored numbers; `nil` if they are not four or one is negative.
    package init?(storedNumbers numbers: [Int]) {
        guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(
            revision: Revision(rawValue: UInt64(numbers[0])),
            kind: numbers[1] < UInt8.max ? numbers[1] : .max, number: numbers[2],
            start: Revision(rawValue: UInt64(numbers[3])))
    }

    package init(from json: inout JSONReader) throws(FormatError) {
        guard let position = FeedPosition(storedNumbers: try [Int](from: &json)) else {
            throw json.error("a position must be 4 non-negative numbers")
        }
        self = position
    }

    package func write(to json: inout JSONWriter) { json.value(storedNumbers) }
}

extension Webhook.Format: StoredValue {
    /// The fields of all formats.
    private struct Stored: Record {
        var name = ""
        var contentType: String?
        var body: String?
        var publicKey: Hexadecimal?
        var authSecret: Hexadecimal?
        var deviceID: Device.ID?
        var address: String?
        var confirmedAt: Timestamp?
        var expiresAt: Timestamp?

        static var blank: Stored { Stored() }

        mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
            try fields.required("name", &name)
            try fields.optional("contentType", &contentType)
            try fields.optional("body", &body)
            try fields.optional("publicKey", &publicKey)
            try fields.optional("authSecret", &authSecret)
            try fields.optional("deviceId", &deviceID)
            try fields.optional("address", &address)
            try fields.optional("confirmedAt", &confirmedAt)
            try fields.optional("expiresAt", &expiresAt)
        }

        /// The target of push messages; `nil` if a key is missing.
        var target: Webhook.PushTarget? {
            get {
                guard let publicKey, let authSecret else { return nil }
                return Webhook.PushTarget(
                    publicKey: publicKey.bytes, authSecret: authSecret.bytes, deviceID: deviceID)
            }
            set {
                publicKey = (newValue?.publicKey).map(Hexadecimal.init)
                authSecret = (newValue?.authSecret).map(Hexadecimal.init)
                deviceID = newValue?.deviceID
            }
        }
    }

    package func write(to json: inout JSONWriter) {
        var stored = Stored()
        switch self {
        case .standard: stored.name = "standard"
        case .ntfy: stored.name = "ntfy"
        case .template(let template):
            stored.name = "template"
            (stored.contentType, stored.body) = (template.contentType, template.body)
        case .push(let target):
            stored.name = "push"
            stored.target = target
        case .registration(let registration):
            stored.name = "registration"
            stored.target = registration.target
            stored.expiresAt = registration.expiresAt
        case .email(let target):
            stored.name = "email"
            (stored.address, stored.confirmedAt) = (target.address, target.confirmedAt)
        }
        stored.write(to: &json)
    }

    package init(from json: inout JSONReader) throws(FormatError) {
        let stored = try Stored(from: &json)
        switch stored.name {
        case "standard": self = .standard
        case "ntfy": self = .ntfy
        case "template":
            guard let contentType = stored.contentType, let body = stored.body else {
                throw json.error("a template must have contentType and body")
            }
            self = .template(Webhook.Template(contentType: contentType, body: body))
        case "push":
            guard let target = stored.target else {
                throw json.error("a push subscription must have its keys")
            }
            self = .push(target)
        case "registration":
            guard let target = stored.target, let expiresAt = stored.expiresAt else {
                throw json.error("a push registration must have its keys and expiresAt")
            }
            self = .registration(Webhook.Registration(target: target, expiresAt: expiresAt))
        case "email":
            guard let address = stored.address else { throw json.error("a mail target must have an address") }
            self = .email(Webhook.EmailTarget(address: address, confirmedAt: stored.confirmedAt))
        default: throw json.error("the webhook format \"\(stored.name)\" is unknown")
        }
    }
}
