public import Checklists
import Digest
import HTTP
public import HTTPClient
import JSON
import Synchronization

/// An OpenID provider: the authorization code flow with PKCE (OpenID Connect Core §3.1, RFC 7636).
///
/// This module signs people in at another server. It does network I/O only through `HTTPClient`, and follows
/// no redirects.
public final class OpenIDProvider: IdentityProvider {
    public let name: String
    public var issuer: String { settings.issuer }
    private let settings: OpenIDSettings
    private let client: HTTPClient
    private let now: @Sendable () -> Timestamp
    private let patience: Duration
    private let state = Mutex(State())

    private struct State {
        var description: (ProviderDescription, expiresAt: Timestamp)?
        /// The number of sign-ins that wait for the provider.
        var attempts = 0
    }

    /// Creates a provider.
    /// - Parameters:
    ///   - name: The name that people see.
    ///   - patience: The maximum time of all requests of one sign-in. A connection may take half of it.
    ///   - now: The wall clock.
    public init(
        _ settings: OpenIDSettings, name: String, client: HTTPClient, patience: Duration = .seconds(10),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.patience = patience
        self.name = name
        self.settings = settings
        self.client = client
        self.now = now
    }

    public func signInURL(for attempt: SignInAttempt) async throws(SignInError) -> String {
        let description = try await waiting { deadline throws(Malformed) in
            try await self.description(before: deadline)
        }
        let challenge = SHA256.digest(Array(attempt.verifier.utf8)).base64URL
        let query = Self.form([
            ("response_type", "code"), ("client_id", settings.clientID),
            ("redirect_uri", settings.redirectURI), ("scope", "openid profile email"),
            ("state", attempt.state), ("nonce", attempt.nonce), ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
        ])
        let endpoint = description.authorizationEndpoint
        return endpoint + (endpoint.contains("?") ? "&" : "?") + query
    }

    public func admission(
        code: String, for attempt: SignInAttempt, isFree: Bool
    ) async throws(SignInError) -> Admission {
        let (subject, claims) = try await waiting { deadline throws(Malformed) in
            try await self.account(code: code, for: attempt, before: deadline)
        }
        let isAllowed = claims.matches(settings.allowed)
        let first: Admission.FirstPerson =
            claims.matches(settings.owners) ? .always : isFree && isAllowed ? .ifFree : .never
        return Admission(
            issuer: settings.issuer, subject: subject, name: claims.name ?? subject, first: first,
            addsPeople: isAllowed)
    }

    /// Runs the requests of one sign-in, if not too many wait already.
    private func waiting<Value>(
        _ body: (ContinuousClock.Instant) async throws(Malformed) -> Value
    ) async throws(SignInError) -> Value {
        let isAdmitted = state.withLock { state in
            guard state.attempts < Limits.attemptsMax else { return false }
            state.attempts += 1
            return true
        }
        guard isAdmitted else { throw .provider("too many sign-ins wait for the provider") }
        defer { state.withLock { $0.attempts -= 1 } }
        do throws(Malformed) {
            return try await body(.now + patience)
        } catch {
            throw .provider(error.reason)
        }
    }

    // MARK: Requests

    private func description(before deadline: ContinuousClock.Instant) async throws(Malformed)
        -> ProviderDescription
    {
        let now = now()
        if let (known, expiry) = state.withLock({ $0.description }), now < expiry { return known }
        let issuer = settings.issuer
        let path = (issuer.hasSuffix("/") ? "" : "/") + ".well-known/openid-configuration"
        let json = try await answer(.get, issuer + path, before: deadline)
        let description = try ProviderDescription(json, of: issuer)
        let expiry = now.advanced(byMilliseconds: Limits.descriptionMilliseconds)
        state.withLock { $0.description = (description, expiry) }
        return description
    }

    /// The account whose sign-in the code stands for.
    private func account(
        code: String, for attempt: SignInAttempt, before deadline: ContinuousClock.Instant
    ) async throws(Malformed) -> (subject: String, AccountClaims) {
        let description = try await description(before: deadline)
        let tokens = try await tokens(for: code, attempt, description, before: deadline)
        guard let text = tokens["id_token"]?.text else { throw Malformed("the provider sent no ID token") }
        let seconds = Double(now().milliseconds) / 1000
        let token = try IDToken(
            text, issuer: settings.issuer, clientID: settings.clientID, nonce: attempt.nonce, now: seconds)
        var claims = AccountClaims(sources: [token.claims])
        // Many providers put only some claims into the ID token.
        let decisive = settings.owners.isEmpty ? settings.allowed : settings.owners
        let isKnown = claims.name != nil && claims.matches(decisive)
        if !isKnown, let endpoint = description.userinfoEndpoint, let access = tokens["access_token"]?.text {
            let field = HeaderField("authorization", "Bearer \(access)")
            let info = try await answer(.get, endpoint, [field], before: deadline)
            // OpenID Connect Core §5.3.2.
            guard info["sub"]?.text == token.subject else {
                throw Malformed("the userinfo of the provider is of another account")
            }
            claims.sources.append(info)
        }
        return (token.subject, claims)
    }

    private func tokens(
        for code: String, _ attempt: SignInAttempt, _ description: ProviderDescription,
        before deadline: ContinuousClock.Instant
    ) async throws(Malformed) -> JSONValue {
        var form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", settings.redirectURI),
            ("code_verifier", attempt.verifier),
        ]
        var fields = [HeaderField("content-type", "application/x-www-form-urlencoded")]
        if let secret = settings.clientSecret, !description.takesSecretInForm {
            let id = PercentEncoding.encode(settings.clientID)
            let credentials = Array("\(id):\(PercentEncoding.encode(secret))".utf8).base64
            fields.append(HeaderField("authorization", "Basic \(credentials)"))
        } else {
            form.append(("client_id", settings.clientID))
            if let secret = settings.clientSecret { form.append(("client_secret", secret)) }
        }
        return try await answer(
            .post(Array(Self.form(form).utf8)), description.tokenEndpoint, fields, before: deadline)
    }

    /// Sends a request, and reads the JSON of a response with status 200.
    private func answer(
        _ method: OutgoingRequest.Method, _ url: String, _ fields: [HeaderField] = [],
        before deadline: ContinuousClock.Instant
    ) async throws(Malformed) -> JSONValue {
        var limits = OutgoingLimits()
        limits.totalTimeMax = max(.milliseconds(1), ContinuousClock.now.duration(to: deadline))
        limits.connectTimeMax = min(patience / 2, limits.totalTimeMax)
        limits.bodyBytesMax = Limits.answerBytesMax
        let common = [HeaderField("accept", "application/json"), HeaderField("user-agent", "checklistd")]
        let request = OutgoingRequest(method, url, fields: common + fields, limits: limits)
        let response: OutgoingResponse
        do throws(OutgoingError) {
            response = try await client.send(request)
        } catch {
            throw Malformed("the provider did not answer: \(error.kind)")
        }
        guard response.shortfall == nil else {
            throw Malformed("the answer of the provider was too long, too slow or cut off")
        }
        let json = try? JSONValue.parse(response.body)
        guard response.status == 200 else {
            let code = json?["error"]?.text.map { ": \(Malformed.shown($0))" } ?? ""
            throw Malformed("the provider answered with status \(response.status)\(code)")
        }
        guard let json else { throw Malformed("the answer of the provider was no JSON") }
        return json
    }

    private static func form(_ parameters: [(String, String)]) -> String {
        parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }
}
