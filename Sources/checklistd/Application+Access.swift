import API
import Checklists
import Foundation
import HTTP
import HTTPServer
import Web

extension Application {
    /// Whoever can reach the service can read and change everything as long as no token is in force, so
    /// others than this machine's users have to be let in explicitly: by a token, or by a link to sign in
    /// with.
    func checkExposure(
        of addresses: [ListenAddress], to watch: TokenWatch, in storage: any Storage, _ store: any Store
    ) async throws(Failure) {
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
            On \(open) everybody who can reach it could read and change everything. Sign in first, with \
            "checklistd person link 1 --scope admin \(storage.flag)", or make a token, with \
            "checklistd token create --name NAME --scope admin \(storage.flag)", or listen on 127.0.0.1, \
            or say --no-auth if the network is safe.
            """)
    }

    /// Makes the first token and prints it, with a link by which a device is signed in, if that was asked for
    /// and there never was one. On a terminal there is such a link as long as no device has signed in.
    func makeFirstToken(
        _ watch: TokenWatch, in storage: any Storage, _ store: any Store
    ) async throws(Failure) {
        guard makesToken(watch) else { return await showWayIn(watch.tokens, store) }
        let token = try await AccessToken.make(name: "first", scope: .admin, in: storage.tokens)
        try await watch.reload()
        // Where several processes begin at once, another one has made and shown it.
        guard let token else { return }
        let wayIn = try await wayIn(to: store, on: STDOUT_FILENO)
        let notice = """
            Requests need this token, which is shown this once and allows everything:

              Authorization: Bearer \(token)

            checklistd token create, list and revoke make others, and take this one out of force.

            \(wayIn)checklistd person and device say who else signs in, and with what.

            """
        FileHandle.standardOutput.write(Data(notice.utf8))
    }

    /// Shows somebody at a terminal how a first browser gets in, where requests need tokens and none has.
    private func showWayIn(_ tokens: AccessTokens, _ store: any Store) async {
        guard let descriptor = PageLink.terminalDescriptor, !tokens.isEmpty, !store.hasDevices,
            !configuration.allowsEveryone,
            // Whoever needs the link can have one made by a command, which says what is wrong.
            let notice = try? await wayIn(to: store, on: descriptor)
        else { return }
        FileHandle(fileDescriptor: descriptor).write(Data(notice.utf8))
    }

    /// A new link by which the first person signs in a browser, as text and for a camera.
    private func wayIn(to store: any Store, on descriptor: Int32) async throws(Failure) -> String {
        let link = try await StoreAdministration(store).addSignInLink(for: .first, .admin)
        let address = try configuration.knownPageAddress() ?? ""
        let page = "\(address)/#join=\(link.secret)"
        return """
            A browser is signed in by this link, once, until \(link.expiresAt):

              \(page)

            \(PageLink.code(page, on: descriptor))
            """
    }

    private func makesToken(_ watch: TokenWatch) -> Bool {
        configuration.createsToken && !watch.wereMade && !configuration.allowsEveryone
    }

    /// What stands in front of the routes and may refuse a request, the outermost first.
    func middleware(
        _ tokens: AccessTokens, _ store: any Store, _ secret: StoreSecret, before router: CallerRouter,
        on addresses: [ListenAddress]
    ) -> [any Middleware] {
        let now = ServerClock.system.monotonicNanoseconds
        let isLocal = addresses.allSatisfy(\.isLoopback)
        let wrongTokensMax = configuration.wrongTokensPerMinuteMax
        var middleware: [any Middleware] = [
            OriginMiddleware(
                allowing: configuration.corsOrigins, for: router, exempting: MessageLinks.paths)
        ]
        if isLocal {
            middleware.append(
                LoopbackMiddleware(
                    unless: tokens, in: store, allowsProxies: configuration.allowsEveryone))
        }
        middleware.append(
            AccessMiddleware(
                tokens, in: store, isRequired: !isLocal && !configuration.allowsEveryone, for: router,
                failures: wrongTokensMax > 0 ? RateLimit(requests: wrongTokensMax, seconds: 60) : nil,
                now: now, time: { Timestamp(Date()) },
                onUse: { principal in
                    guard case .person(let person, let device?) = principal else { return }
                    // When a device was used is not worth an error to anybody.
                    Task { try? await store.noteUse(of: device, of: person) }
                }))
        if let limit = configuration.rateLimit {
            // Probes, and what a person needs to get in: the page and links in messages.
            let page: [CallerRoute] = WebPage.routes()
            let exempt = OperationsRoutes.probes.union(MessageLinks.paths).union(page.map(\.pattern))
            middleware.append(RateLimitMiddleware(limit, for: router, exempting: exempt, now: now))
        }
        middleware.append(LoopMiddleware(mark: LoopMiddleware.mark(of: secret)))
        return middleware
    }
}
