public import Checklists

/// Reads the properties of stored calendar objects that older versions ignored. Versions before schema
/// version 11 ignored tags, parents and starts. Versions before schema version 10 read only the rule of a
/// series.
///
/// The upgrade scans all items and reads the objects that have such properties. A commit changes at most 100
/// items and skips items that have changed since the scan read them. An interrupted scan can therefore start
/// again, and several processes can scan at once.
public struct ObjectUpgrade: Sendable {
    private let store: any Store
    private let now: @Sendable () -> Timestamp
    private let adopt: @Sendable ([ObjectReading]) async throws -> Int
    private let onSkip: @Sendable (Item.ID, any Error) -> Void

    /// The maximum number of items that change in one commit.
    private static let itemsPerCommitMax = 100
    /// Errors of the store that no single item causes.
    private static let faultsOfStore: Set<ChecklistsError> = [.storageFull, .readOnly, .unavailable]

    /// Creates an upgrade of a store.
    ///
    /// - Parameter onSkip: Receives each item that stays unchanged because its change failed.
    public init(
        _ store: any Store, now: @escaping @Sendable () -> Timestamp,
        onSkip: @escaping @Sendable (Item.ID, any Error) -> Void = { _, _ in }
    ) {
        self.init(store, now: now, adopt: store.adoptObjects, onSkip: onSkip)
    }

    /// Creates an upgrade that writes through a function.
    package init(
        _ store: any Store, now: @escaping @Sendable () -> Timestamp,
        adopt: @escaping @Sendable ([ObjectReading]) async throws -> Int,
        onSkip: @escaping @Sendable (Item.ID, any Error) -> Void
    ) {
        (self.store, self.now, self.adopt, self.onSkip) = (store, now, adopt, onSkip)
    }

    /// Walks once, unless a process of an older version serves the store. Such a process counts a rule from
    /// the due day, and the upgrade gives items the rule that counts from the start.
    ///
    /// - Returns: The number of changed items; `nil` if an older version serves the store.
    /// - Throws: `CancellationError`; `storageFull`, `readOnly` or `unavailable`; any error of a read.
    public func run() async throws -> Int? {
        if try await store.isServedByOlderVersion { return nil }
        var count = 0
        var position: Int? = 0
        while let start = position {
            try Task.checkCancellation()
            let part = try await store.unreadObjects(from: start)
            var readings: [ObjectReading] = []
            for item in part.items {
                try Task.checkCancellation()
                if let reading = ObjectReading(from: item, to: TaskObject.adopted(item, at: now())) {
                    readings.append(reading)
                }
                if readings.count == Self.itemsPerCommitMax {
                    count += try await write(readings)
                    readings = []
                }
            }
            if !readings.isEmpty { count += try await write(readings) }
            position = part.next
        }
        return count
    }

    private func write(_ readings: [ObjectReading]) async throws -> Int {
        do {
            return try await adopt(readings)
        } catch let error as ChecklistsError where Self.faultsOfStore.contains(error) {
            throw error
        } catch {
            try Task.checkCancellation()
            // One item prevents the commit, for example because the owner of its list has no room left. The
            // items are then written one by one.
            guard readings.count > 1 else {
                readings.forEach { onSkip($0.itemID, error) }
                return 0
            }
            var count = 0
            for reading in readings { count += try await write([reading]) }
            return count
        }
    }
}
