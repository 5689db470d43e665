import JSON

/// What the provider states about itself (OpenID Connect Discovery §3).
struct ProviderDescription: Sendable {
    let authorizationEndpoint: String
    let tokenEndpoint: String
    /// `nil` if the provider has none.
    let userinfoEndpoint: String?
    /// Whether the secret is part of the form instead of `Authorization` (RFC 6749 §2.3.1).
    let takesSecretInForm: Bool

    /// Reads a description.
    /// - Throws: The reason why it is none of this issuer.
    init(_ json: JSONValue, of issuer: String) throws(Malformed) {
        let stated = json["issuer"]?.text
        guard stated == issuer else {
            throw Malformed(
                "the provider calls itself \(Malformed.shown(stated)); --oidc-issuer must be exactly that")
        }
        authorizationEndpoint = try Self.endpoint("authorization_endpoint", of: json, issuer)
        tokenEndpoint = try Self.endpoint("token_endpoint", of: json, issuer)
        userinfoEndpoint =
            json["userinfo_endpoint"] == nil ? nil : try Self.endpoint("userinfo_endpoint", of: json, issuer)
        let methods = json["token_endpoint_auth_methods_supported"]?.texts
        takesSecretInForm =
            methods.map { !$0.contains("client_secret_basic") && $0.contains("client_secret_post") } ?? false
    }

    /// An endpoint, over TLS unless the issuer itself is on this machine.
    private static func endpoint(
        _ name: String, of json: JSONValue, _ issuer: String
    ) throws(Malformed) -> String {
        guard let url = json[name]?.text,
            OpenIDSettings.isSecure(url, allowsLoopback: issuer.hasPrefix("http://")), !url.contains("#")
        else { throw Malformed("the provider states no \(name) with https") }
        return url
    }
}

/// An answer of the provider that breaks the protocol.
struct Malformed: Error {
    /// What is wrong, without a secret.
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// A text of the provider for the log.
    static func shown(_ text: String?) -> String {
        guard let text else { return "nothing" }
        let visible = text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
        return String(String(String.UnicodeScalarView(visible)).prefix(Limits.reasonCharactersMax))
    }
}

extension JSONValue {
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number.double
    }

    /// The texts of a list, or a single text as a list of one; `nil` for anything else.
    var texts: [String]? {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.map { $0.text ?? "" }
        default: nil
        }
    }
}
