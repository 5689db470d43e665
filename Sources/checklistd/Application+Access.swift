import API
import Checklists
import Foundation
import HTTP
import HTTPServer
import Web

extension Application {
    /// Without a valid token, any client that reaches the server can read and change everything. A server
    /// that listens on a non-loopback address therefore needs a token, a device, a valid sign-in link, a
    /// trusted proxy, an OpenID provider, or `--no-auth`.
    /// - Throws: `Failure` with the status `configuration` if none of them is there.
    func checkExposure(
        of addresses: [ListenAddress], to watch: TokenWatch, in storage: any Storage, _ store: any Store
    ) async throws(Failure) {
        // People sign in at a proxy or a provider. Every other request gets 401.
        if configuration.signsInElsewhere { return }
        let isOpen = watch.tokens.isEmpty && !makesToken(watch) && !configuration.allowsEveryone
        guard isOpen, let open = addresses.first(where: { !$0.isLoopback }) else { return }
        let people = try await Failure.reporting {
            try await store.people(PageRequest(limit: .max), knownTo: nil).elements
        }
        let now = Timestamp(Date())
        let isAwaited = people.contains { person in
            !person.devices.isEmpty || person.signInLinks.contains { now < $0.expiresAt }
        }
        if isAwaited { return }
        throw Failure(
            .configuration,
            """
            checklistd does not listen on \(open) without a token: any client could read and change \
            everything. Make a sign-in link with \
            "checklistd person link 1 --scope admin \(storage.flag)", or a token with \
            "checklistd token create --name NAME --scope admin \(storage.flag)". Or listen on 127.0.0.1, \
            or add --no-auth in a network that you trust.
            """)
    }

    /// With `--create-token` and if no token was ever created, creates the first one and prints it with a
    /// sign-in link. Otherwise prints a sign-in link on a terminal until a device signs in.
    func makeFirstToken(
        _ watch: TokenWatch, in storage: any Storage, _ store: any Store
    ) async throws(Failure) {
        guard makesToken(watch) else { return await showSignInLink(watch.tokens, store) }
        let token = try await AccessToken.make(name: "first", scope: .admin, in: storage.tokens)
        try await watch.reload()
        // If several processes start at once, another one has created and printed the token.
        guard let token else { return }
        let signInNotice = try await signInNotice(to: store, on: STDOUT_FILENO)
        let notice = """
            Requests need this access token. It has the scope admin and is shown only once:

              Authorization: Bearer \(token)

            Manage tokens with checklistd token create, token list and token revoke.

            \(signInNotice)Manage people and their devices with checklistd person and checklistd device.

            """
        FileHandle.standardOutput.write(Data(notice.utf8))
    }

    /// Prints a sign-in link on the terminal if requests need a token and no device has signed in yet.
    private func showSignInLink(_ tokens: AccessTokens, _ store: any Store) async {
        guard let descriptor = PageLink.terminalDescriptor, !tokens.isEmpty, !store.hasDevices,
            !configuration.allowsEveryone,
            // An error is ignored: `checklistd person link` makes the link too, and reports the error.
            let notice = try? await signInNotice(to: store, on: descriptor)
        else { return }
        FileHandle(fileDescriptor: descriptor).write(Data(notice.utf8))
    }

    /// A new sign-in link for person 1, as text and as a QR code.
    private func signInNotice(to store: any Store, on descriptor: Int32) async throws(Failure) -> String {
        let link = try await StoreAdministration(store).addSignInLink(for: .first, .admin)
        let address = try configuration.knownPageAddress() ?? ""
        let page = "\(address)/#join=\(link.secret)"
        return """
            Sign in a browser with this link. It works once, until \(link.expiresAt):

              \(page)

            \(PageLink.code(page, on: descriptor))
            """
    }

    private func makesToken(_ watch: TokenWatch) -> Bool {
        configuration.createsToken && !watch.wereMade && !configuration.allowsEveryone
    }

    /// The header field of a trusted proxy, and the sign-in of its users; `nil` if there is none.
    func proxy(
        _ tokens: AccessTokens, _ store: any Store,
        problem: @escaping @Sendable (any Error, RequestHead) -> Problem
    ) throws(Failure) -> (ProxyUser?, ProxyAdmission?) {
        let refusals = BoundedWarning(
            log, "user header refused: --proxy-trusted does not name its sender",
            now: ServerClock.system.monotonicNanoseconds)
        for block in configuration.proxy.blocksOfAll {
            log.warning(
                "any client can state any user: --proxy-trusted names all addresses; name that of the proxy",
                ["addresses": block])
        }
        let user = try configuration.proxyUser { refusals.warn("address", $0.isEmpty ? "unix" : $0) }
        let admission = user.map { user in
            ProxyAdmission(user, tokens, in: store, problem: problem) { [log] person in
                log.info("signed in by the proxy", ["person": person.rawValue])
            }
        }
        return (user, admission)
    }

    /// The middleware that can refuse a request before it reaches its route, outermost first.
    func middleware(
        _ tokens: AccessTokens, _ store: any Store, _ secret: StoreSecret, before router: CallerRouter,
        on addresses: [ListenAddress], _ proxyUser: ProxyUser? = nil
    ) -> [any Middleware] {
        let now = ServerClock.system.monotonicNanoseconds
        let isRequired = configuration.requiresTokens(on: addresses)
        let wrongTokensMax = configuration.wrongTokensPerMinuteMax
        let unknown = BoundedWarning(
            log, "a proxy forwards requests: name it with --proxy-trusted, or its clients share their limits",
            now: now)
        let proxies = configuration.proxy
        var middleware: [any Middleware] = [
            ForwardingMiddleware(
                trusting: { proxies.isTrusted($0) },
                onUnknownProxy: { peer in
                    if !proxies.isNamed { unknown.warn("address", peer.isEmpty ? "unix" : peer) }
                }),
            OriginMiddleware(
                allowing: configuration.corsOrigins, for: router, exempting: MessageLinks.paths,
                proxyUser: proxyUser),
        ]
        if !isRequired, addresses.allSatisfy(\.isLoopback) {
            middleware.append(
                LoopbackMiddleware(unless: tokens, in: store, allowsProxies: configuration.allowsEveryone))
        }
        middleware.append(
            AccessMiddleware(
                tokens, in: store, isRequired: isRequired, for: router, secret: secret, proxyUser: proxyUser,
                failures: wrongTokensMax > 0 ? RateLimit(requests: wrongTokensMax, seconds: 60) : nil,
                now: now, time: { Timestamp(Date()) },
                onUse: { principal in
                    guard case .person(let person, let device?) = principal else { return }
                    // A failed update of the time of last use is ignored.
                    Task { try? await store.noteUse(of: device, of: person) }
                }))
        if let limit = configuration.rateLimit {
            // Exempt are probes, and the page and action links, which a person without a token needs.
            let page: [CallerRoute] = WebPage.routes()
            let exempt = OperationsRoutes.probes.union(MessageLinks.paths).union(ProviderSignIn.paths)
                .union(page.map(\.pattern))
            middleware.append(RateLimitMiddleware(limit, for: router, exempting: exempt, now: now))
        }
        middleware.append(LoopMiddleware(mark: LoopMiddleware.mark(of: secret)))
        return middleware
    }
}

extension Configuration {
    /// Whether people sign in at a proxy or at a provider.
    var signsInElsewhere: Bool { proxy.userField != nil || provider.issuer != nil }

    /// Whether every request needs a token or a user of the proxy, even while no token exists.
    ///
    /// A proxy can be on this machine. A request from a loopback address can then be from any person.
    func requiresTokens(on addresses: [ListenAddress]) -> Bool {
        !allowsEveryone && (signsInElsewhere || !addresses.allSatisfy(\.isLoopback))
    }
}
