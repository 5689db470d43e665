import API
import CLinux
import Checklists
import Foundation
import Glibc
import HTTP
import HTTPServer
import Storage
import Webhooks

/// The life of the service: opens the store, listens, answers until it is told to stop, and leaves everything
/// on disk.
struct Service {
    let configuration: Configuration
    private let log: Log

    init(_ arguments: CommandLineArguments) {
        configuration = arguments.configuration
        log = Log(level: configuration.logLevel, format: configuration.logFormat, now: { Date() })
        for variable in arguments.unknownVariables {
            log.warning("unknown variable in the environment", ["name": variable])
        }
    }

    func run() async throws(Failure) -> ExitStatus {
        let signals = Signals()
        let addresses = try configuration.addresses()
        let watch = try TokenWatch(DataFolder(at: configuration.data), log: log)
        try checkExposure(of: addresses, to: watch)
        let storageMetrics = StorageMetrics()
        let reminderMetrics = ReminderMetrics()
        let wake = LateValue<@Sendable (Change) -> Void>()
        let repository = try await openRepository(storageMetrics, onCommit: { wake.value?($0) })
        do throws(Failure) {
            try makeFirstToken(watch)
            let timer = watch.start()
            defer { timer.cancel() }
            let reminders = ReminderService(
                repository, effective(addresses), metrics: reminderMetrics, log: log)
            wake.value = { reminders.wake(after: $0) }
            let places = PlaceServices(configuration, now: { Timestamp(Date()) })
            defer { places.stop() }
            let metrics = (storage: storageMetrics, reminders: reminderMetrics)
            let server = try makeServer(
                repository, metrics, watch.tokens, places, addresses: addresses)
            reminders.start()
            log.info("started", ["version": Version.current, "data": configuration.data])
            for address in server.boundAddresses { log.info("listening", ["address": address]) }
            await waitForStop(signals.stops)
            async let quiet: Void = reminders.stop(withinSeconds: configuration.stopSeconds)
            await server.stop(withinSeconds: configuration.stopSeconds)
            await quiet
        } catch {
            await repository.close()
            throw error
        }
        await repository.close()
        log.info("stopped")
        log.flush()
        return .ok
    }

    /// The settings, with what follows from the addresses: who is only reached from this machine may tell it
    /// something.
    private func effective(_ addresses: [ListenAddress]) -> Configuration {
        var configuration = configuration
        if addresses.allSatisfy(\.isLoopback) { configuration.client.policy.allowed += CIDR.loopback }
        return configuration
    }

    private func openRepository(
        _ metrics: StorageMetrics, onCommit: @escaping @Sendable (Change) -> Void
    ) async throws(Failure) -> FileRepository {
        let log = log
        do {
            // What reading took and gave back goes back to the system: nobody here is going to need so much.
            defer { malloc_trim(0) }
            return try await FileRepository.open(
                at: configuration.data, limits: configuration.storageLimits, now: { Timestamp(Date()) },
                onEvent: { event in
                    metrics.record(event)
                    log.record(event)
                },
                onCommit: onCommit,
                onFatal: { error in
                    log.error("the journal cannot be relied on any more", ["error": "\(error)"])
                    log.flush()
                    _exit(ExitStatus.ioError.rawValue)
                })
        } catch let error as StorageError {
            throw Failure(error)
        } catch {
            throw Failure(.software, "\(configuration.data) cannot be opened: \(error).")
        }
    }

    private func makeServer(
        _ repository: FileRepository, _ counted: (storage: StorageMetrics, reminders: ReminderMetrics),
        _ tokens: AccessTokens, _ places: PlaceServices,
        addresses: [ListenAddress]
    ) throws(Failure) -> HTTPServer {
        let log = log
        let api = API(
            repository, now: { Timestamp(Date()) },
            makeSecret: { Webhook.Secret(bytes: (0..<32).map { _ in UInt8.random(in: 0...255) }) },
            geocoder: places.geocoder, weather: places.weather, background: BackgroundExecutor(),
            log: { error, head in
                log.error(
                    "request failed",
                    ["method": head.method.rawValue, "path": head.target.path, "error": "\(error)"])
            })
        // The page tells of the server, which cannot be there before its routes.
        let page = LateValue<@Sendable () -> MetricsPage>()
        let operations = OperationsRoutes(
            health: { repository.health }, metrics: { page.value.map { $0() } ?? MetricsPage() })
        let routes = Self.routes(api, operations)
        let metrics = Metrics(routes: routes, store: counted.storage, reminders: counted.reminders)
        let router = Router(routes, jsonDepthMax: configuration.messageLimits.jsonDepthMax)
        let responder = MeteredResponder(
            responder: GuardedResponder(guards(tokens, before: router, on: addresses), before: router),
            metrics: metrics, log: log,
            monotonicNanoseconds: ServerClock.system.monotonicNanoseconds)
        do throws(ListenError) {
            let server = try HTTPServer(
                addresses: addresses, responder: responder, limits: configuration.serverLimits,
                messageLimits: configuration.messageLimits)
            page.value = {
                metrics.page(
                    server: server.statistics(), storage: repository.statistics, at: Timestamp(Date()))
            }
            try server.start()
            return server
        } catch {
            throw Failure(error)
        }
    }

    /// Returns at the first wish to stop; the second one ends the process at once.
    private func waitForStop(_ stops: AsyncStream<Int32>) async {
        for await signal in stops {
            log.info("stopping", ["signal": signal, "seconds": configuration.stopSeconds])
            Task { [log] in
                for await _ in stops {
                    log.warning("stopped at once, at the second signal")
                    log.flush()
                    _exit(128 + signal)
                }
            }
            return
        }
    }
}

extension Failure {
    /// A server that cannot listen, with what to do about it.
    init(_ error: ListenError) {
        switch error {
        case .malformed: self.init(.usage, "\(error).")
        case .taken:
            self.init(.unavailable, "\(error). Stop that program, or name another address with --listen.")
        case .notPermitted:
            self.init(.noPermission, "\(error). Use a port from 1024 on, or a folder of your own.")
        case .notAvailable, .pathTooLong, .notASocket:
            self.init(.unavailable, "\(error). Name another address with --listen.")
        case .system, .outOfResources: self.init(.osError, "\(error).")
        }
    }
}

extension Log {
    /// Logs what an operator should know of the store.
    fileprivate func record(_ event: StorageEvent) {
        switch event {
        case .synced: break
        case .sealed: debug("journal sealed")
        case .checkpoint(let revision, let files, let duration):
            info("checkpoint", ["through": revision.rawValue, "files": files, "duration": "\(duration)"])
        case .checkpointFailed(let error): warning("checkpoint failed", ["error": "\(error)"])
        case .stateChanged(let state, let cause):
            warning("storage", ["state": state.rawValue, "because": cause.map { "\($0)" } ?? "recovered"])
        case .notice(let sentence): warning("storage", ["notice": sentence])
        }
    }
}
