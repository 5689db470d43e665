import Checklists
import FileStore
import Foundation
import MemoryStore
import Postgres
import PostgresStore
import SQLStore

/// The commands that check, copy and upgrade all data without serving it.
enum DataCommands {
    /// Checks the data. With `--truncate-at`, cuts the damaged journal of a folder first.
    static func verify(_ configuration: Configuration) async throws(Failure) {
        if let position = configuration.truncateAt {
            guard configuration.database == nil else {
                throw Failure(.usage, "--truncate-at works on a data folder only. Use --data, not --store.")
            }
            let done = try await Failure.reporting {
                try DataFolder(at: configuration.data).truncate(
                    segment: position.segment, at: position.offset, now: Timestamp(Date()))
            }
            for sentence in done { print(sentence) }
        }
        try await configuration.withStorage { storage throws(Failure) in
            for sentence in try await Failure.reporting({ try await storage.verify() }) { print(sentence) }
        }
    }

    static func backup(_ configuration: Configuration, to destination: String) async throws(Failure) {
        try await configuration.withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.backUp(to: destination) }
        }
        let copy = try await Failure.reporting {
            try DataFolder(at: destination).verify(now: Timestamp(Date()))
        }
        print(
            """
            \(destination) has \(copy.checklists) checklists with \(copy.items) items, complete through \
            change \(copy.revision.rawValue). To restore it: checklistd --data \(destination)
            """)
    }

    /// Copies everything from one folder or database to another, and compares the counts of both.
    static func migrate(_ configuration: Configuration) async throws(Failure) {
        guard let source = configuration.source, let destination = configuration.destination else {
            throw Failure(.usage, "checklistd migrate needs --from and --to. See checklistd help migrate.")
        }
        guard source != destination else {
            throw Failure(.usage, "--from and --to name the same folder or database. Change one of them.")
        }
        let contents = try await contents(of: source, configuration)
        try await configuration.with(destination).withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.fill(with: contents) }
        }
        let sums = Sums(contents)
        guard Sums(try await Self.contents(of: destination, configuration)) == sums else {
            throw Failure(
                .software, "\(destination) is not a complete copy of \(source). Delete it and migrate again.")
        }
        print(
            """
            \(destination) is a complete copy of \(source): \(sums.checklists) checklists with \
            \(sums.items) items, \(sums.webhooks) webhooks with \(sums.deliveries) deliveries, \
            \(sums.tokens) tokens, complete through change \(sums.revision.rawValue). \
            Start the server with the copy, and no longer with \(source).
            """)
    }

    private static func contents(
        of location: DataLocation, _ configuration: Configuration
    ) async throws(Failure) -> StoredContents {
        try await configuration.with(location).withStorage { storage throws(Failure) in
            try await Failure.reporting { try await storage.contents() }
        }
    }

    /// Prints the version of the tables of a database. With `--upgrade`, upgrades them first.
    static func schema(_ configuration: Configuration) async throws(Failure) {
        guard let address = configuration.database else {
            throw Failure(.usage, "checklistd schema needs --store postgres://USER@HOST/DATABASE.")
        }
        let (before, after, needed) = try await Failure.reporting {
            let database = try PostgresDatabase.connect(address.text)
            do {
                let needed = database.neededVersion
                let before = try await database.version
                if configuration.upgrades, before != needed { try await database.upgrade() }
                let after = try await database.version
                await database.disconnect()
                return (before, after, needed)
            } catch {
                await database.disconnect()
                throw error
            }
        }
        if let after, after.number > needed.number {
            throw Failure(SQLStoreError.newerSchema(after.number, known: needed.number))
        }
        switch (before, after) {
        case (needed, needed):
            print("\(address) has tables of version \(needed.number), as this program needs.")
        case (let before?, needed) where before.number == needed.number:
            print("\(address) now orders texts as this program does.")
        case (_, needed):
            print("\(address) had \(told(before)), and now has tables of version \(needed.number).")
        case (_, let after?) where after.number == needed.number:
            print("\(address) orders texts differently from this program. Change the order with --upgrade.")
        default:
            print("\(address) has \(told(after)). Upgrade to version \(needed.number) with --upgrade.")
        }
    }

    private static func told(_ version: SchemaVersion?) -> String {
        version.map { "tables of version \($0.number)" } ?? "no tables"
    }
}

/// The counts and sequences of all data, which a copy has to match.
private struct Sums: Equatable {
    let revision: Revision
    let sequences: Sequences
    let checklists: Int
    let items: Int
    let webhooks: Int
    let deliveries: Int
    let idempotencyRecords: Int
    let tokens: Int
    let secret: StoreSecret?

    init(_ contents: StoredContents) {
        let memory = contents.memory
        revision = memory.revision
        sequences = memory.sequences
        let lists = memory.checklistIDs
        checklists = lists.count
        items = lists.reduce(0) { $0 + (memory.snapshot(of: $1)?.items.count ?? 0) }
        let webhooks = memory.webhooks()
        self.webhooks = webhooks.count
        deliveries = webhooks.reduce(0) { $0 + memory.deliveries(to: $1.id).count }
        idempotencyRecords = memory.idempotencyRecords.count
        tokens = contents.tokens?.count ?? 0
        secret = memory.secret
    }
}
