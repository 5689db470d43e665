// The rules of webhooks, push and mail.

extension Violation.Reason {
    package static let notAURL = Self(
        .notAURL, "must be an http or https URL without user name and fragment",
        example: "https://example.org/hook")

    package static let urlNotASCII = Self(
        .urlNotASCII, "must be ASCII: write the host in Punycode and percent-encode the rest",
        example: "https://xn--mnchen-3ya.example/h%C3%B6ren")

    /// The rule of an ntfy address.
    package static let noTopic = Self(
        .noTopic, "must end with a topic of 1 to 64 letters, digits, _ or -",
        example: "https://ntfy.sh/my-topic")

    /// - Parameter formats: The formats with the field.
    package static func notForFormat(_ formats: [String]) -> Self {
        Self(
            .notForFormat, "requires a webhook of the format \(formats.joined(separator: " or "))",
            ["formats": .texts(formats)])
    }

    package static func unknownPlaceholder(_ name: String, among known: [String]) -> Self {
        let list = known.map { "{{\($0)}}" }.joined(separator: ", ")
        return Self(
            .unknownPlaceholder, "contains the unknown placeholder {{\(name)}}; known: \(list)",
            ["placeholder": .text(name), "known": .texts(known)])
    }

    package static let openPlaceholder = Self(.openPlaceholder, "contains {{ without a }} after it")

    /// The rule of a template's body.
    package static let notJSON = Self(
        .notJSON, "must be JSON, as contentType says, with placeholders inside strings",
        example: #"{"text": "{{message}}"}"#)

    package static let notAMediaType = Self(
        .notAMediaType, "must be a media type", example: "application/json")

    package static let notASecret = Self(
        .notASecret, "must be whsec_ and the base64 of 24 to 64 random bytes")

    /// - Parameter bytes: The required number of bytes; `nil` for any.
    package static func notBase64URL(bytes: Int? = nil) -> Self {
        guard let bytes else { return Self(.notBase64URL, "must be base64url without padding") }
        return Self(
            .notBase64URL, "must be \(bytes) bytes in base64url without padding", ["bytes": .integer(bytes)])
    }

    package static let notAPublicKey = Self(
        .notAPublicKey, "must be an uncompressed P-256 point (65 bytes) in base64url without padding")

    package static let notAMailAddress = Self(
        .notAMailAddress, "must be a mail address in ASCII, without quotes", example: "ada@example.org")

    package static func turnedOff(_ kind: Webhook.Kind) -> Self {
        let rule =
            switch kind {
            case .webhook: "the webhook is turned off; set active to true first"
            case .pushSubscription: "the push subscription is turned off; subscribe again first"
            case .pushRegistration: "the push registration is turned off; register again first"
            case .email: "the mail address is turned off; set it again first"
            }
        return Self(.turnedOff, rule, ["of": .text(kind.resource.rawValue)])
    }

    package static let unconfirmed = Self(
        .unconfirmed, "the mail address is not confirmed; follow the link in the message sent to it")

    package static let stillPending = Self(
        .stillPending, "is still pending; the server retries it automatically")
}
