public import Checklists
public import HTTP
import Synchronization

/// The header field by which a trusted proxy states who signed in there.
///
/// A browser sends the session of the proxy with every request, as it does a cookie. So `OriginMiddleware`
/// refuses changes by pages of other origins, also of those that `--cors-origin` allows.
///
/// The field counts only under the address of the page or a loopback name. A page whose host name resolves
/// to this machine could send it otherwise (DNS rebinding).
public struct ProxyUser: Sendable {
    /// The name of the field.
    let field: FieldName
    private let isTrusted: @Sendable (String) -> Bool
    private let host: String
    private let owner: String?
    private let onRefusal: @Sendable (String) -> Void

    /// - Parameters:
    ///   - isTrusted: Whether a peer is a trusted proxy, by its address; empty for a Unix socket.
    ///   - authority: Host and port of the page, as in its address.
    ///   - owner: The user who is person 1; `nil` for the first one who signs in.
    ///   - onRefusal: Called with the address of each peer whose field is refused.
    public init(
        _ field: FieldName, from isTrusted: @escaping @Sendable (String) -> Bool, authority: String,
        owner: String?, onRefusal: @escaping @Sendable (String) -> Void
    ) {
        self.field = field
        self.isTrusted = isTrusted
        host = Self.host(of: authority)
        self.owner = owner
        self.onRefusal = onRefusal
    }

    /// What the field of a request means.
    enum Statement {
        /// The request has no field, or a trusted proxy sent an empty one.
        case none
        /// The name of a user.
        case user(String)
        case refused(Response)
    }

    /// Reads the field.
    func statement(in head: RequestHead, from peer: String) -> Statement {
        guard head.fields.contains(field) else { return .none }
        guard isTrusted(peer) else {
            onRefusal(peer)
            return .refused(
                refusal("is accepted only from addresses that --proxy-trusted names. Do not send it."))
        }
        let values = head.fields.values(of: field)
        guard values.count == 1, let name = values.first else {
            return .refused(
                refusal("came \(values.count) times. The proxy has to replace that of its client."))
        }
        if name.isEmpty { return .none }
        guard head.isForLoopback || peer.isEmpty || Self.host(of: head.authority) == host else {
            return .refused(
                refusal(
                    "is not accepted for \(head.authority). The proxy has to pass the Host field of \(host).")
            )
        }
        guard name.utf8.count <= Checklists.Limits.identityBytesMax, !name.contains("\u{FFFD}") else {
            return .refused(
                refusal("needs a name in UTF-8 of at most \(Checklists.Limits.identityBytesMax) bytes."))
        }
        return .user(name)
    }

    /// Whether a request is the proxied one of a browser: it has the field and no token of its own.
    func isAmbient(_ head: RequestHead) -> Bool {
        head.fields.contains(field) && AccessMiddleware.bearer(head.fields) == nil
    }

    /// The sign-in of a user.
    /// - Parameter isFree: Whether nobody has a token.
    func admission(of user: String, isFree: Bool) -> Admission {
        let first: Admission.FirstPerson =
            if let owner { owner == user ? .always : .never } else { isFree ? .ifFree : .never }
        return Admission(issuer: "", subject: user, name: user, first: first, addsPeople: true)
    }

    private func refusal(_ what: String) -> Response {
        Problem(.proxyUserRefused, "The header \(field.spelling) \(what)").response
    }

    /// The host of an authority, in lower case.
    private static func host(of authority: String) -> String {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : authority.firstIndex(of: ":")
        return authority[..<(end ?? authority.endIndex)].lowercased()
    }
}

/// Finds the person of a proxied user whom `AccessMiddleware` does not know yet. That can add a person.
public final class ProxyAdmission: Sendable {
    private let user: ProxyUser
    private let store: any Store
    private let tokens: AccessTokens
    private let problem: @Sendable (any Error, RequestHead) -> Problem
    private let onNewPerson: @Sendable (Person.ID) -> Void

    /// - Parameters:
    ///   - problem: Maps an error of the store.
    ///   - onAdmission: Called with each person who signs in.
    public init(
        _ user: ProxyUser, _ tokens: AccessTokens, in store: any Store,
        problem: @escaping @Sendable (any Error, RequestHead) -> Problem,
        onAdmission: @escaping @Sendable (Person.ID) -> Void
    ) {
        self.user = user
        self.store = store
        self.tokens = tokens
        self.problem = problem
        onNewPerson = onAdmission
    }

    /// The caller of a request that `AccessMiddleware` has left without one.
    func caller(of head: RequestHead, from peer: String) async throws(Problem) -> Caller? {
        guard case .user(let name) = user.statement(in: head, from: peer) else { return nil }
        do {
            let admission = user.admission(of: name, isFree: tokens.isEmpty)
            let person = try await store.admit(admission)
            onNewPerson(person.id)
            let identity = person.identities.first { $0.issuer.isEmpty && $0.subject == name }
            return identity.map { .person(person.id, by: .identity, scope: $0.scope) }
        } catch {
            throw problem(error, head)
        }
    }
}
