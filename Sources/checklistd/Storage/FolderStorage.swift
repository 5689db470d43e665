import CLinux
import Checklists
import FileStore
import Foundation
import Glibc
import Postgres
import Records
import SQL
import SQLStore

struct FolderStorage: Storage {
    private let configuration: Configuration
    private let folder: DataFolder
    private let log: Log?

    init(_ configuration: Configuration, log: Log?) {
        self.configuration = configuration
        self.log = log
        folder = DataFolder(at: configuration.data)
    }

    var name: String { configuration.data }
    var flag: String { "--data \(configuration.data)" }
    var tokens: any TokenStorage { folder }

    func serve() async throws(Failure) -> any ServedStore {
        let metrics = StorageMetrics()
        let log = log
        do {
            let growth = HeapGrowth()
            defer { growth.end() }
            let store = try await FileStore.open(
                at: configuration.data, limits: configuration.storageLimits,
                replica: configuration.replicaSettings, now: { Timestamp(Date()) },
                makeEpoch: Self.makeEpoch,
                onEvent: { event in
                    metrics.record(event)
                    log?.record(event)
                },
                onFatal: { error in
                    log?.error("journal failed, the server ends", ["error": "\(error)"])
                    log?.flush()
                    _exit(ExitStatus.ioError.rawValue)
                })
            if configuration.hasReplicaOnSameDisk {
                log?.warning("the replica is on the disk of the data folder", ["hint": "mount another disk"])
            }
            return ServedFolder(files: store, path: configuration.data, metrics: metrics)
        } catch let error as StorageError {
            var failure = Failure(error)
            failure.message = "--data: \(failure.message)"
            throw failure
        } catch {
            throw Failure(.software, "The data folder \(configuration.data) cannot be opened: \(error).")
        }
    }

    func withStore<Result: Sendable>(
        _ body: (any Store) async throws -> Result
    ) async throws -> Result {
        let store = try await FileStore.open(
            folder, now: { Timestamp(Date()) }, makeEpoch: Self.makeEpoch,
            onEvent: { event in
                guard case .storeMade(let folder) = event else { return }
                FileHandle.standardError.write(Data("Made a new store in \(folder).\n".utf8))
            },
            onFatal: { error in
                FileHandle.standardError.write(Data("\nchecklistd: the journal failed: \(error)\n".utf8))
                _exit(ExitStatus.ioError.rawValue)
            })
        do {
            let result = try await body(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }

    func withAdministration<Result: Sendable>(
        _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        // A misspelled folder gets no store.
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw Failure(.noStore(folder: folder.path))
        }
        if let result = try await withOwnAdministration(body) { return result }
        return try await body(ControlAdministration(in: configuration.data, named: name))
    }

    func requireStore() throws { try folder.requireStore() }

    func people() async throws -> [Person] { try folder.people(now: Timestamp(Date())) }

    func checklists() async throws -> [ChecklistSnapshot] {
        try folder.checklists(now: Timestamp(Date()))
    }

    func verify() async throws -> [String] {
        let found = try folder.verify(now: Timestamp(Date()))
        return found.notices + [
            """
            \(name) is in order: \(found.checklists) checklists with \(found.items) items, complete through \
            change \(found.revision.rawValue).
            """
        ]
    }

    func backUp(to destination: String) async throws {
        try folder.backup(to: destination, now: Timestamp(Date()))
    }

    func contents() async throws -> StoredContents {
        StoredContents(
            memory: try folder.contents(now: Timestamp(Date())), tokens: try folder.tokens())
    }

    func fill(with contents: StoredContents) async throws {
        try folder.make(
            of: contents.memory, tokens: contents.tokens, epoch: Self.makeEpoch(), now: Timestamp(Date()))
    }

    func disconnect() async {}

    private static let makeEpoch: @Sendable () -> Epoch = {
        Epoch(rawValue: .random(in: .min ... .max))
    }
}

/// The growth of malloc's heaps while a folder is read.
///
/// By default glibc makes a thread's heap writable page by page. Each of these calls stops the page faults of
/// all threads: with 1,000,000 items they take a fifth of the start. Until `end` each heap is made writable
/// as a whole, which takes no memory before it is used.
private struct HeapGrowth {
    /// The size of a thread's heap, in bytes.
    private static let heapBytes: Int32 = 64 * 1024 * 1024
    /// The default of glibc, in bytes.
    private static let defaultBytes: Int32 = 128 * 1024

    // If a call fails, the start only takes longer.
    init() { _ = mallopt(M_TOP_PAD, Self.heapBytes) }

    /// Returns to the default. `Application.giveBackMemory` returns the free memory to the system.
    func end() { _ = mallopt(M_TOP_PAD, Self.defaultBytes) }
}

extension DataFolder: TokenStorage {
    var reader: (@Sendable () throws -> [StoredToken]?)? { tokensReader() }

    func changes() -> AsyncStream<Void>? { FileChanges.stream(of: FileName.tokens, in: path) }

    func add(_ token: StoredToken) async throws -> Bool {
        try changeTokens(replacesLost: true) { tokens in
            guard tokens?.contains(where: { $0.name == token.name }) != true else { return false }
            tokens = (tokens ?? []) + [token]
            return true
        }
    }

    func removeToken(named name: String) async throws -> Bool {
        try changeTokens { tokens in
            guard let index = tokens?.firstIndex(where: { $0.name == name }) else { return false }
            tokens?.remove(at: index)
            return true
        }
    }
}

/// A data folder that a server uses.
private struct ServedFolder: ServedStore {
    let files: FileStore
    let path: String
    let metrics: StorageMetrics

    var store: any Store { files }

    var obstacle: String? {
        switch files.health {
        case .ok: nil
        case .full: "The disk is full. Free some space; changes then work again."
        case .readOnly: "The disk refuses writes. Repair it and restart the server."
        case .moved: "The data folder was moved or deleted. Put it back, and restart the server."
        }
    }

    var warning: String? {
        guard let replica = files.replicaStatus else { return nil }
        if let failure = replica.failure {
            return "The replica cannot be written: \(failure). A lost disk would be lost data."
        }
        let seconds = replica.lag.components.seconds
        return seconds < 10 ? nil : "The replica is \(seconds) s behind. A lost disk would be lost data."
    }

    func amounts() async throws -> StoreAmounts {
        let now = files.statistics
        return StoreAmounts(
            checklists: now.checklists, items: now.items, dataBytes: now.dataBytes,
            reminders: now.reminders, pendingDeliveries: now.pendingDeliveries,
            oldestPendingDelivery: now.oldestPendingDelivery)
    }

    func addMetrics(to page: inout MetricsPage) {
        metrics.add(files.statistics, to: &page)
        if let replica = files.replicaStatus { metrics.add(replica, to: &page) }
        guard let disk = DiskSpace(at: path) else { return }
        page.single(
            "checklistd_disk_free_bytes", .gauge, "Free space on the disk of the data folder.",
            disk.freeBytes)
        page.single(
            "checklistd_disk_used_bytes", .gauge, "Used space on the disk of the data folder.",
            disk.usedBytes)
    }

    func close() async { await files.close() }
}

extension Configuration {
    /// The second copy of the data folder; `nil` for none.
    fileprivate var replicaSettings: ReplicaSettings? {
        guard let replica else { return nil }
        var settings = ReplicaSettings(Replica(at: replica))
        settings.keeps = .seconds(replicaDays * 86_400)
        return settings
    }
}

extension Log {
    /// Logs the events of the folder.
    fileprivate func record(_ event: StorageEvent) {
        switch event {
        case .synced: break
        case .sealed: debug("journal sealed")
        case .checkpoint(let revision, let files, let duration):
            let milliseconds = duration / .milliseconds(1)
            info(
                "checkpoint", ["through": revision.rawValue, "files": files, "milliseconds": milliseconds])
        case .checkpointFailed(let error): warning("checkpoint failed", ["error": "\(error)"])
        case .storeMade(let folder): info("made a new store", ["in": folder])
        case .stateChanged(.moved, let cause):
            error(
                "data folder moved or deleted",
                [
                    "path": cause?.path ?? "", "changes": "are refused",
                    "hint": "put the folder back, or restore a backup, then restart the server",
                ])
        case .stateChanged(let state, let cause):
            warning("storage", ["state": state.rawValue, "reason": cause.map { "\($0)" } ?? "recovered"])
        case .replicaFollows: info("replica", ["state": "follows"])
        case .replicaFailed(let error): warning("replica", ["state": "failed", "reason": "\(error)"])
        case .replicaLate(let lag): warning("replica", ["state": "late", "seconds": lag.components.seconds])
        case .notice(let sentence): warning("storage", ["notice": sentence])
        }
    }
}

extension Failure {
    /// Runs `body`, and maps errors of a store to those of commands.
    static func reporting<Result>(_ body: () async throws -> Result) async throws(Failure) -> Result {
        do {
            return try await body()
        } catch let failure as Failure {
            throw failure
        } catch let error as StorageError {
            throw Failure(error)
        } catch let error as FileError {
            throw Failure(.system(error))
        } catch let error as PostgresError {
            throw Failure(error)
        } catch let error as MalformedResult {
            throw Failure(.data, "\(error).")
        } catch let error as SQLStoreError {
            throw Failure(error)
        } catch let error as DatabaseInUse {
            throw Failure(.cannotCreate, "\(error)")
        } catch ChecklistsError.unavailable {
            throw Failure(.unavailable, "The database does not respond. Try again.")
        } catch {
            throw Failure(.software, "\(error)")
        }
    }

    /// The failure of a data folder, with its exit status.
    init(_ error: StorageError) {
        let status: ExitStatus =
            switch error {
            case .locked: .unavailable
            case .foreignReplica: .cannotCreate
            case .newerFormat, .damagedJournal, .damagedFile, .endOfJournalLost, .missing: .data
            case .exists: .cannotCreate
            case .noStore: .noInput
            case .invalid: .usage
            case .closed: .software
            case .system(let error): ExitStatus(errorNumber: error.code)
            }
        self.init(status, "\(error)")
    }
}
