import Digest
import JSON

/// The claims of an ID token.
///
/// It came from the token endpoint over TLS, which authenticates the issuer, so its signature is not checked
/// (OpenID Connect Core §3.1.3.7, point 6).
struct IDToken: Sendable {
    /// All claims.
    let claims: JSONValue
    /// The name of the account, which the provider gives to nobody else.
    let subject: String

    /// Reads a token and checks its claims (OpenID Connect Core §3.1.3.7).
    /// - Parameter now: The time in seconds since 1970.
    /// - Throws: What is wrong.
    init(
        _ text: String, issuer: String, clientID: String, nonce: String, now: Double
    ) throws(Malformed) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = [UInt8](base64URL: String(parts[1])),
            let claims = try? JSONValue.parse(payload)
        else { throw Malformed("the ID token is no signed token with JSON") }
        self.claims = claims
        guard claims["iss"]?.text == issuer else {
            throw Malformed("the ID token is from another issuer: \(Malformed.shown(claims["iss"]?.text))")
        }
        let audience = claims["aud"]?.texts ?? []
        let party = claims["azp"]
        guard audience.contains(clientID), party == nil ? audience.count == 1 : party?.text == clientID else {
            throw Malformed("the ID token is for another client")
        }
        guard let expiry = claims["exp"]?.number, now < expiry + Limits.clockSkewSeconds else {
            throw Malformed("the ID token has expired")
        }
        guard let issued = claims["iat"]?.number,
            abs(now - issued) <= Limits.tokenAgeSecondsMax + Limits.clockSkewSeconds,
            issued <= now + Limits.clockSkewSeconds
        else { throw Malformed("the ID token is too old, or from the future; compare the clocks") }
        guard let stated = claims["nonce"]?.text,
            Array(stated.utf8).isEqualInConstantTime(to: Array(nonce.utf8))
        else { throw Malformed("the ID token is for another sign-in") }
        guard let subject = claims["sub"]?.text, !subject.isEmpty else {
            throw Malformed("the ID token has no subject")
        }
        self.subject = subject
    }
}

/// What is known about an account: the claims of the ID token, and those of the userinfo endpoint.
struct AccountClaims {
    var sources: [JSONValue]

    /// The name that people see; `nil` if no claim has one.
    var name: String? {
        for claim in ["name", "preferred_username", "nickname", "email"] {
            for source in sources {
                if let text = source[claim]?.text, !text.isEmpty { return text }
            }
        }
        return nil
    }

    /// The one address of all sources, if all that state `email_verified` state `true` (OpenID Connect Core
    /// §5.1). An unverified address can belong to another person.
    private var verifiedEmail: String? {
        let (emails, verdicts) = (stated("email"), stated("email_verified"))
        guard case .string(let address)? = emails.first, emails.allSatisfy({ $0 == .string(address) }),
            !verdicts.isEmpty, verdicts.allSatisfy({ $0 == .bool(true) })
        else { return nil }
        return address
    }

    private func stated(_ claim: String) -> [JSONValue] { sources.compactMap { $0[claim] } }

    /// Whether one of the claims has one of the values.
    func matches(_ claims: [OpenIDSettings.Claim]) -> Bool {
        claims.contains { claim in
            if claim.name == "email" { return claim.value == verifiedEmail }
            return sources.contains { source in
                if case .bool(let value)? = source[claim.name] {
                    return claim.value == (value ? "true" : "false")
                }
                return source[claim.name]?.texts?.contains(claim.value) ?? false
            }
        }
    }
}
