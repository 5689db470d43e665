public import Checklists
import Digest
import HTTP
import JSON

/// How people sign in at a provider.
public struct ProviderSignIn: Sendable {
    let provider: any IdentityProvider
    let isSecure: Bool
    let isFree: @Sendable () -> Bool
    let onFailure: @Sendable (String) -> Void

    /// - Parameters:
    ///   - isSecure: Whether browsers reach the page by TLS.
    ///   - isFree: Whether no token exists, so that person 1 may be free.
    ///   - onFailure: Called with the reason of each failure that the provider caused. It has no secret.
    public init(
        _ provider: any IdentityProvider, isSecure: Bool, isFree: @escaping @Sendable () -> Bool,
        onFailure: @escaping @Sendable (String) -> Void
    ) {
        self.provider = provider
        self.isSecure = isSecure
        self.isFree = isFree
        self.onFailure = onFailure
    }

    /// The paths that browsers visit to sign in.
    public static let paths: Set<String> = [SignInRoutes.path, SignInRoutes.callbackPath]
}

/// The routes by which a browser signs in at a provider.
///
/// The store keeps nothing of a sign-in that has begun: the browser has its secrets in an encrypted cookie.
/// So every process of a store can finish it, each once. The provider accepts its code once. The sign-in ends
/// with a new sign-in link in the fragment of the page's address, which the page exchanges for a token.
struct SignInRoutes {
    /// Where the browser begins.
    static let path = "/v1/sign-in/oidc"
    /// Where the browser comes back.
    static let callbackPath = "\(path)/callback"

    /// No other host can set a cookie with this prefix (RFC 6265bis §4.1.3.2). Browsers take it over TLS.
    private var cookie: String { signIn.isSecure ? "__Host-checklistd-sign-in" : "checklistd-sign-in" }

    let signIn: ProviderSignIn
    let cipher: SignInAttempt.Cipher
    let makeSecret: @Sendable () -> Webhook.Secret
    let store: any Store
    let now: @Sendable () -> Timestamp
    let errors: ErrorTable
    let attempts = SignInAttempts()

    /// These take any parameters, because providers add some.
    var routes: [CallerRoute] {
        [
            .open(.get, Self.path) { _, context in try await begin(from: ClientAddress(context.client)) },
            .open(.get, Self.callbackPath) { request, context in
                try await finish(request, from: ClientAddress(context.client))
            },
        ]
    }

    /// Sends the browser to the provider.
    private func begin(from client: ClientAddress) async throws -> Response {
        let attempt = SignInAttempt(
            state: makeSecret().bytes.base64URL, nonce: makeSecret().bytes.base64URL,
            verifier: makeSecret().bytes.base64URL)
        do throws(SignInError) {
            let url = try await attempts.waiting(for: client) { () async throws(SignInError) in
                try await signIn.provider.signInURL(for: attempt)
            }
            let end = now().advanced(byMilliseconds: Limits.signInMilliseconds)
            let value = cipher.text(of: attempt, until: end)
            return redirect(to: url, cookie: value, seconds: Limits.signInMilliseconds / 1000)
        } catch {
            return failure(error)
        }
    }

    /// Takes the browser back to the page, with a sign-in link or the reason of the failure.
    private func finish(_ request: Request, from client: ClientAddress) async throws -> Response {
        do {
            let query = try QueryParameters(request.head.target)
            guard let state = query.only("state"), let attempt = attempt(of: request.head),
                Array(state.utf8).isEqualInConstantTime(to: Array(attempt.state.utf8))
            else { throw SignInError.expired }
            guard query.values(of: "error").isEmpty, let code = query.only("code"),
                1...Limits.signInCodeBytesMax ~= code.utf8.count
            else { throw SignInError.denied }
            // RFC 9207 §2.4.
            guard query.values(of: "iss").allSatisfy({ $0 == signIn.provider.issuer }) else {
                throw SignInError.provider("the browser came back from another issuer")
            }
            // Else one begun sign-in could ask the provider any number of times.
            guard attempts.spend(attempt, at: now()) else { throw SignInError.expired }
            let admission = try await attempts.waiting(for: client) { () async throws(SignInError) in
                try await signIn.provider.admission(code: code, for: attempt, isFree: signIn.isFree())
            }
            let secret = LinkSecret(makeSecret().bytes)
            _ = try await store.admit(admission, secretDigest: secret.digest)
            return redirect(to: "/#join=\(secret.text)", cookie: "", seconds: 0)
        } catch let error as SignInError {
            return failure(error)
        } catch ChecklistsError.notFound {
            return failure(.unknownPerson)
        } catch {
            // A full store is the only other failure that a client can cause. Others are logged.
            let problem = error as? Problem ?? errors.problem(error, request.head)
            return failure(.provider("the server refused: \(problem.detail)"))
        }
    }

    /// The sign-in that the browser has begun; `nil` if there is none, or it is too old.
    private func attempt(of head: RequestHead) -> SignInAttempt? {
        for pair in (head.fields["Cookie"] ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == cookie else { continue }
            return cipher.attempt(String(parts[1]), at: now())
        }
        return nil
    }

    private func failure(_ error: SignInError) -> Response {
        let code =
            switch error {
            case .denied: "denied"
            case .expired: "expired"
            case .unknownPerson: "unknown-person"
            case .provider: "provider"
            }
        if case .provider(let reason) = error { signIn.onFailure(reason) }
        return redirect(to: "/#sign-in-failed=\(code)", cookie: "", seconds: 0)
    }

    /// 303, with the cookie set or, for zero seconds, removed.
    private func redirect(to location: String, cookie value: String, seconds: Int64) -> Response {
        // `Lax` lets the browser send the cookie when the provider sends it back. The prefix of its name
        // needs the path `/`.
        let attributes =
            "Path=/; HttpOnly; SameSite=Lax; Max-Age=\(seconds)\(signIn.isSecure ? "; Secure" : "")"
        return Response(
            .seeOther,
            fields: [
                .location: location, .cacheControl: "no-store", .referrerPolicy: "no-referrer",
                "Set-Cookie": "\(cookie)=\(value); \(attributes)",
            ])
    }
}

extension SignInAttempt {
    /// Writes and reads the cookies of a store.
    struct Cipher: Sendable {
        private let cipher: AddressCipher

        init(_ secret: StoreSecret) { cipher = AddressCipher(secret, for: "sign-in") }

        /// The cookie: the end of its validity and the secrets, encrypted.
        func text(of attempt: SignInAttempt, until end: Timestamp) -> String {
            let texts = [String(end.milliseconds), attempt.state, attempt.nonce, attempt.verifier]
            return cipher.text(of: Array(texts.joined(separator: " ").utf8))
        }

        /// Reads a cookie; `nil` if no process of this store wrote it, or it is too old.
        func attempt(_ text: String, at now: Timestamp) -> SignInAttempt? {
            guard let bytes = cipher.bytes(text, bytesMax: Limits.credentialsBytesMax) else { return nil }
            let texts = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
            guard texts.count == 4, let end = Int64(texts[0]), now < Timestamp(milliseconds: end) else {
                return nil
            }
            return SignInAttempt(state: texts[1], nonce: texts[2], verifier: texts[3])
        }
    }
}

extension QueryParameters {
    /// The value of a parameter; `nil` if it is missing or repeated.
    fileprivate func only(_ name: String) -> String? {
        let values = values(of: name)
        return values.count == 1 ? values.first : nil
    }
}

/// The providers at which people sign in, in JSON.
struct ProvidersBody: JSONWritable {
    let names: [String]
    let path: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.array("providers") { json in
                for name in names {
                    json.object { json in
                        json.member("name", name)
                        json.member("path", path)
                    }
                }
            }
        }
    }
}
