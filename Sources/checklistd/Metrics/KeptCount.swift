import Synchronization

/// A count that takes long to find: it is found once a minute at most, and kept in between.
final class KeptCount: Sendable {
    private let age: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var count: Int?
        /// When the last search began.
        var soughtAt: ContinuousClock.Instant?
    }

    /// - Parameter age: How long a count is kept.
    init(
        for age: Duration = .seconds(60), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.age = age
        self.now = now
    }

    /// The kept count, or a new one from `find`. During a search, other callers get the previous count.
    /// - Returns: `nil` during the first search.
    func value(_ find: () async throws -> Int) async throws -> Int? {
        let now = now()
        let (kept, isDue) = state.withLock { state in
            let isDue = state.soughtAt.map { $0.duration(to: now) >= age } ?? true
            if isDue { state.soughtAt = now }
            return (state.count, isDue)
        }
        guard isDue else { return kept }
        do {
            let count = try await find()
            state.withLock { $0.count = count }
            return count
        } catch {
            state.withLock { $0.soughtAt = nil }
            throw error
        }
    }
}
