import API
import CLinux
import CalDAV
import Checklists
import Compression
import Foundation
import Glibc
import HTTP
import HTTPClient
import HTTPServer
import MCP

/// The server process: opens the store, listens, and answers requests until a signal stops it.
struct Application {
    let configuration: Configuration
    let log: Log

    private let supervisor: Supervisor

    /// - Parameter environment: Names the service manager and the stream of its journal.
    init(_ arguments: CommandLineArguments, environment: [String: String] = [:]) {
        configuration = arguments.configuration
        supervisor = Supervisor(environment)
        log = Log(
            level: configuration.logLevel, format: configuration.logFormat,
            isForJournal: JournalStream.isConnected(to: STDERR_FILENO, environment), now: { Date() })
        for variable in arguments.unknownVariables {
            log.warning("unknown environment variable", ["name": variable])
        }
    }

    func run() async throws(Failure) -> ExitStatus {
        // The process ends next, also after a failure.
        defer { log.flush() }
        let signals = Signals()
        let addresses = try configuration.addresses()
        let mail = try configuration.mailRoute()
        try configuration.checkFiles()
        _ = try configuration.proxyUser()
        _ = try configuration.provider.provider(page: configuration.url)
        try await configuration.withStorage(log: log) { storage throws(Failure) in
            let watch = try await TokenWatch(storage.tokens, log: log)
            let served = try await storage.serve()
            do throws(Failure) {
                try await checkExposure(of: addresses, to: watch, in: storage, served.store)
                try await makeFirstToken(watch, in: storage, served.store)
                try await serve(
                    served, of: storage, with: watch, mail, on: addresses, until: signals.stops)
            } catch {
                await served.close()
                throw error
            }
            await served.close()
        }
        log.info("stopped")
        return .ok
    }

    /// Serves a store until a signal asks for a stop.
    private func serve(
        _ served: any ServedStore, of storage: any Storage, with watch: TokenWatch,
        _ mail: MailRoute?, on addresses: [ListenAddress], until stops: AsyncStream<Int32>
    ) async throws(Failure) {
        watch.start()
        defer { watch.stop() }
        let reminderMetrics = ReminderMetrics()
        let encryption = configuration.deviceEncryption(served.store)
        let stored = await secret(of: served.store)
        let secret = stored ?? .drawn()
        let messages = configuration.messages(stored.map(MessageLinks.init))
        // Push topics derive from the store's secret. Without a stored one they would change with each start.
        let push = stored.map {
            CollectionPush(encryption, secret: $0, makeSecret: Self.makeSecret, address: configuration.url)
        }
        let reminders = ReminderService(
            served.store, effective(addresses, watch.tokens, served.store), messages, encryption, push,
            mail, senderMark: LoopMiddleware.mark(of: secret), metrics: reminderMetrics, log: log)
        let places = LocationServices(configuration, now: { Timestamp(Date()) })
        defer { places.stop() }
        let provider = try ProviderService(configuration, log: log, isFree: { watch.tokens.isEmpty })
        defer { provider?.stop() }
        let (server, control, events) = try makeServer(
            served, reminderMetrics, watch.tokens, places, provider, messages, encryption, push,
            sendsMail: mail != nil, secret: secret, addresses: addresses)
        reminders.start()
        events.start()
        log.info("started", ["version": Version.current, "data": storage.name])
        for missing in Requirement.missing() {
            log.warning("package missing", ["package": missing.package, "without": missing.purpose])
        }
        for address in server.boundAddresses { log.info("listening", ["address": address]) }
        showPage(of: server.boundAddresses)
        giveBackMemory()
        tellReady()
        let watchdog = Task { [supervisor] in await supervisor.watch { await server.awaitLoops() } }
        await waitForStop(stops)
        supervisor.tell(.stopping)
        watchdog.cancel()
        events.stop()
        async let remindersEnd: Void = reminders.stop(within: configuration.stopTime)
        async let controlEnd: Void? = control?.stop(within: configuration.stopTime)
        await server.stop(within: configuration.stopTime)
        _ = await controlEnd
        await remindersEnd
    }

    /// The secret of the store. `nil` if the store cannot keep one: until the next start messages then have
    /// no action links, and cursors expire with the process.
    private func secret(of store: any Store) async -> StoreSecret? {
        do {
            return try await store.secret()
        } catch {
            log.warning("messages have no action links until the next start", ["error": "\(error)"])
            return nil
        }
    }

    /// Gives memory back to the system that only the start needed: free blocks of malloc, and pages of code.
    private func giveBackMemory() {
        malloc_trim(0)
        release_code()
    }

    /// Tells the service manager that the server answers. Without that message the manager would end it.
    private func tellReady() {
        let number = supervisor.tell(.ready)
        guard number != 0 else { return }
        log.error("service manager not reached", ["error": String(cString: strerror(number))])
    }

    /// Prints the address of the page on the terminal, below the log.
    private func showPage(of addresses: [ListenAddress]) {
        guard let descriptor = PageLink.terminalDescriptor,
            let address = addresses.lazy.compactMap(PageLink.address).first
        else { return }
        log.flush()
        let terminal = ProcessInfo.processInfo.environment["TERM"]
        let sentence = PageLink.sentence(address, terminal: terminal)
        FileHandle(fileDescriptor: descriptor).write(Data(sentence.utf8))
    }

    /// The settings, completed by what follows from addresses and tokens.
    ///
    /// Webhooks may go to loopback addresses only if every client is on this machine. A token can be in use
    /// on another machine, whose client could then reach every service on this one.
    private func effective(_ addresses: [ListenAddress], _ tokens: AccessTokens, _ store: any Store)
        -> Configuration
    {
        var configuration = configuration
        let isLocal = !configuration.requiresTokens(on: addresses) && !configuration.allowsEveryone
        configuration.client.allowsLoopback = { isLocal && tokens.isEmpty && !store.hasDevices }
        return configuration
    }

    /// A new secret that signs the messages of a webhook.
    @Sendable private static func makeSecret() -> Webhook.Secret {
        Webhook.Secret(bytes: (0..<32).map { _ in UInt8.random(in: 0...255) })
    }

    private func makeServer(
        _ served: any ServedStore, _ reminders: ReminderMetrics,
        _ tokens: AccessTokens, _ places: LocationServices,
        _ provider: ProviderService?, _ messages: MessageWriter,
        _ encryption: any PushEncryption, _ push: CollectionPush?, sendsMail: Bool, secret: StoreSecret,
        addresses: [ListenAddress]
    ) throws(Failure) -> (HTTPServer, ControlSocket?, EventHub) {
        let log = log
        let api = API(
            served.store, now: { Timestamp(Date()) },
            makeSecret: Self.makeSecret,
            geocoder: places.geocoder, weather: places.weather,
            messages: messages, pushEncryption: encryption,
            sending: SendingLimits(sendsMail: sendsMail, uptime: ServerClock.system.monotonicNanoseconds),
            inflate: { Inflate.content(of: $0, size: $1) }, background: BackgroundExecutor(),
            jsonDepthMax: configuration.messageLimits.jsonDepthMax, secret: secret,
            signIn: provider?.signIn, streamsPerClientMax: configuration.streamsPerClientMax,
            isValid: { tokens.contains($0) },
            compression: ResponseCompression { Gzip.coder(.fastest) },
            log: { error, head in
                log.error(
                    "request failed",
                    ["method": head.method.rawValue, "path": head.target.path, "error": "\(error)"])
            })
        let calDAV = CalDAV(
            served.store, now: { Timestamp(Date()) }, background: BackgroundExecutor(), push: push,
            problem: api.problem)
        let mcp = MCP(
            served.store, version: Version.current, now: { Timestamp(Date()) },
            jsonDepthMax: configuration.messageLimits.jsonDepthMax, proposalMessage: messages.proposal,
            problem: api.problem)
        // The metrics show the server, which is made after its routes.
        let page = LateValue<@Sendable () async -> MetricsPage>()
        let operations = OperationsRoutes(
            obstacle: { served.obstacle }, warning: { served.warning },
            metrics: { await page.value?() ?? MetricsPage() })
        let routes = Self.routes(api, calDAV, mcp, operations, mapTiles: configuration.mapTiles)
        let metrics = Metrics(routes: routes, reminders: reminders)
        let router = Router(routes)
        let (proxyUser, admission) = try proxy(tokens, served.store, problem: api.problem)
        let middleware = middleware(tokens, served.store, secret, before: router, on: addresses, proxyUser)
        let recorder = RequestRecorder(
            metrics: metrics, log: log, logsAccess: configuration.logsAccess,
            monotonicNanoseconds: ServerClock.system.monotonicNanoseconds)
        let responder = MiddlewareStack(
            middleware, before: router, cache: api.responseCache, compression: api.compression,
            admission: admission, observer: recorder)
        do throws(ListenError) {
            let server = try HTTPServer(
                addresses: addresses, responder: responder, limits: configuration.serverLimits,
                messageLimits: configuration.messageLimits,
                manyShare: { [proxies = configuration.proxy] in proxies.isTrusted($0) })
            page.value = {
                await metrics.page(server: server.statistics(), of: served, at: Timestamp(Date()))
            }
            try server.start()
            return (server, controlSocket(router, recorder), api.events)
        } catch {
            throw Failure(error)
        }
    }

    /// The socket for commands; `nil` with a database, which needs none, or if the folder cannot have one.
    private func controlSocket(_ router: CallerRouter, _ recorder: RequestRecorder) -> ControlSocket? {
        guard configuration.database == nil else { return nil }
        do throws(ListenError) {
            return try ControlSocket(in: configuration.data, router, recorder)
        } catch {
            log.warning(
                "no socket for commands", ["error": "\(error)", "commands": "use the address of --url"])
            return nil
        }
    }

    /// Returns at the first signal. The second one ends the process at once.
    private func waitForStop(_ stops: AsyncStream<Int32>) async {
        for await signal in stops {
            log.info("stopping", ["signal": signal, "seconds": configuration.stopTime.components.seconds])
            Task { [log] in
                for await _ in stops {
                    log.warning("stopped at once by the second signal")
                    log.flush()
                    _exit(128 + signal)
                }
            }
            return
        }
    }
}

extension Failure {
    /// The failure of a server that cannot listen, with the remedy.
    init(_ error: ListenError) {
        switch error {
        case .malformed, .pathTooLong, .malformedOption: self.init(.usage, "--listen: \(error).")
        case .unknownGroup:
            self.init(.usage, "--listen: \(error). Name a group of /etc/group, or create it.")
        case .lookupFailed: self.init(.unavailable, "--listen: \(error). Try again.")
        case .taken:
            self.init(.unavailable, "--listen: \(error). Stop that program, or name another address.")
        case .notPermitted(.unix):
            self.init(.noPermission, "--listen: \(error). Name a folder that this user may write.")
        case .notPermitted:
            self.init(.noPermission, "--listen: \(error). Use a port from 1024 on.")
        case .permissionsRefused:
            self.init(
                .noPermission, "--listen: \(error). Add the user of this process to the group of the socket.")
        case .notAvailable, .notASocket:
            self.init(.unavailable, "--listen: \(error). Name another address.")
        case .system(_, errno: ENOENT), .system(_, errno: ENOTDIR):
            self.init(.noInput, "--listen: \(error). Create the folder of the socket, or name another one.")
        case .system: self.init(.osError, "--listen: \(error). Name another address.")
        case .outOfResources: self.init(.osError, "\(error).")
        }
    }
}
