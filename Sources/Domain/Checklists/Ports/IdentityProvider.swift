/// A provider at which people sign in, such as an OpenID provider.
public protocol IdentityProvider: Sendable {
    /// The name that people see.
    var name: String { get }
    /// The issuer of its accounts, a URL.
    var issuer: String { get }

    /// The URL at which a browser signs in.
    /// - Throws: `SignInError` if the provider does not answer correctly.
    func signInURL(for attempt: SignInAttempt) async throws(SignInError) -> String

    /// Exchanges the code with which a browser came back.
    ///
    /// - Parameter isFree: Whether nobody has a token, so that person 1 may be free.
    /// - Throws: `SignInError` if the provider does not answer correctly.
    func admission(
        code: String, for attempt: SignInAttempt, isFree: Bool
    ) async throws(SignInError) -> Admission
}

/// The secrets of one sign-in, of which the browser keeps an encrypted copy until it comes back.
public struct SignInAttempt: Hashable, Sendable {
    /// Ties the answer of the provider to the browser (RFC 6749 §10.12).
    public let state: String
    /// Ties the ID token to the sign-in (OpenID Connect Core §3.1.2.1).
    public let nonce: String
    /// Ties the code to the sign-in (RFC 7636 §4.1).
    public let verifier: String

    /// Creates an attempt.
    public init(state: String, nonce: String, verifier: String) {
        self.state = state
        self.nonce = nonce
        self.verifier = verifier
    }
}

/// Why a sign-in at a provider failed.
public enum SignInError: Error, Hashable, Sendable {
    /// The person or the provider refused.
    case denied
    /// The browser did not begin this sign-in, or began it too long ago.
    case expired
    /// The person has no account here, and gets none.
    case unknownPerson
    /// The provider did not answer correctly. The text is for the log, and has no secret.
    case provider(String)
}
