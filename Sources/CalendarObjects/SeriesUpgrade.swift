public import Checklists

/// Gives all items the series of their calendar objects that versions before schema version 10 did not read.
///
/// It walks over all items and reads the objects that have recurrence properties. Each commit holds at most
/// 100 items and leaves those that have changed meanwhile. So the walk can end anywhere and begin anew, and
/// several processes may walk at once.
public struct SeriesUpgrade: Sendable {
    private let store: any Store
    private let now: @Sendable () -> Timestamp

    /// How many items change in one commit.
    private static let itemsPerCommitMax = 100

    /// An upgrade of a store, by that clock.
    public init(_ store: any Store, now: @escaping @Sendable () -> Timestamp) {
        (self.store, self.now) = (store, now)
    }

    /// Walks once.
    /// - Returns: How many items changed.
    /// - Throws: `CancellationError`, or what the store throws.
    public func run() async throws -> Int {
        var count = 0
        var position: Int? = 0
        while let start = position {
            try Task.checkCancellation()
            let part = try await store.unreadSeries(from: start)
            var readings: [SeriesReading] = []
            for item in part.items {
                try Task.checkCancellation()
                if let reading = SeriesReading(from: item, to: TaskObject.adopted(item, at: now())) {
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

    private func write(_ readings: [SeriesReading]) async throws -> Int {
        do {
            return try await store.adoptSeries(readings)
        } catch ChecklistsError.full {
            // An owner of one of the lists has no room for it. The others' items are written one by one.
            guard readings.count > 1 else { return 0 }
            var count = 0
            for reading in readings { count += try await write([reading]) }
            return count
        }
    }
}
