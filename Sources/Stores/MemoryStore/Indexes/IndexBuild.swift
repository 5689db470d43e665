import Checklists
import Paging
import Synchronization

/// A build of an index over many items. It works on a copy of them, outside the lock of the memory.
///
/// Meanwhile the memory collects the slots that change. The index catches up in rounds, with a new copy each
/// time. When few slots are left, the last round runs under the lock.
package final class IndexBuild: Sendable {
    /// The index that is built.
    let key: Key
    private let state: Mutex<State>

    /// The kind of an index and its items.
    enum Key: Hashable, Sendable {
        /// The items of a list, or of all lists of a person, in an order.
        case order(Sorting<Item>, of: ItemScope)
        /// The items of a person by their marks.
        case marks(of: ItemScope)
        /// The due items and the reminders of a list or a person.
        case openItems(of: ItemScope)
        /// All items by the trigrams of their texts.
        case texts
    }

    fileprivate enum Index {
        case order(SortedIndex<Item>)
        case marks(ItemMarks)
        case openItems(OpenItems)
        case texts(TextIndex)

        mutating func remove(_ slot: Slot, in table: Table<Item>) {
            switch consume self {
            case .order(var index):
                index.remove(slot, in: table)
                self = .order(index)
            case .marks(var index):
                index.remove(table[slot], in: slot)
                self = .marks(index)
            case .openItems(var index):
                index.remove(slot, in: table)
                self = .openItems(index)
            case .texts(var index):
                index.remove(table[slot], in: slot)
                self = .texts(index)
            }
        }

        mutating func insert(_ slot: Slot, in table: Table<Item>) {
            switch consume self {
            case .order(var index):
                index.insert(slot, in: table)
                self = .order(index)
            case .marks(var index):
                index.insert(table[slot], in: slot)
                self = .marks(index)
            case .openItems(var index):
                index.insert(slot, in: table)
                self = .openItems(index)
            case .texts(var index):
                index.add(table[slot], in: slot)
                self = .texts(index)
            }
        }
    }

    private struct State {
        /// The items as of the last round.
        var table: Table<Item>
        /// The slots to sort; empty once the sort has begun.
        var slots: [Slot]
        var index: Index?
        var hasEnded = false
        /// The queries that wait for the end, by number.
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    init(_ key: Key, _ slots: [Slot], in table: Table<Item>) {
        self.key = key
        state = Mutex(State(table: table, slots: slots))
    }

    /// Builds the index with two tasks.
    @concurrent
    package func make() async {
        let (slots, table) = state.withLock { state in (exchange(&state.slots, with: []), state.table) }
        let index: Index =
            switch key {
            case .order(let sorting, of: _): .order(await Self.sort(slots, by: sorting, in: table))
            case .marks: .marks(ItemMarks(of: slots, in: table))
            case .openItems: .openItems(OpenItems(among: slots, in: table, withDue: true))
            case .texts: .texts(await TextIndex.made(of: table))
            }
        state.withLock { $0.index = index }
    }

    private static func sort(
        _ slots: [Slot], by sorting: Sorting<Item>, in table: Table<Item>
    ) async -> SortedIndex<Item> {
        let half = slots.count / 2
        async let one = SortedIndex.entries(of: slots[..<half], by: sorting, in: table)
        async let two = SortedIndex.entries(of: slots[half...], by: sorting, in: table)
        var (lower, upper) = await (one + two).halves
        async let sorted = { [upper] in
            var upper = upper
            upper.sort(by: sorting, in: table)
            return upper
        }()
        lower.sort(by: sorting, in: table)
        let entries = await SortedIndex.joined(lower, sorted, by: sorting, in: table)
        return SortedIndex(by: sorting, entries)
    }

    /// Applies the changes since the last round.
    ///
    /// - Parameters:
    ///   - slots: The slots that may have changed since the last round.
    ///   - table: The current items.
    ///   - lists: The lists that the index covers; `nil` for all.
    fileprivate func catchUp(with slots: Set<Slot>, in table: Table<Item>, on lists: Set<Checklist.ID>?) {
        let covers = { (item: Item) in lists?.contains(item.checklistID) ?? true }
        state.withLock { state in
            guard var index = exchange(&state.index, with: nil) else { return }
            for slot in slots {
                if let old = state.table[ifPresent: slot], covers(old) {
                    index.remove(slot, in: state.table)
                }
            }
            for slot in slots {
                if let new = table[ifPresent: slot], covers(new) { index.insert(slot, in: table) }
            }
            state.table = table
            state.index = index
        }
    }

    /// Whether the build has ended, with or without an index.
    fileprivate var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// The index as of the last round.
    fileprivate var index: Index? { state.withLock { $0.index } }

    /// Ends the build and resumes the waiting queries.
    package func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            return exchange(&state.waiters, with: [:])
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits for the end of the build.
    /// - Throws: `CancellationError` if the task is cancelled first.
    package func wait() async throws {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    // An earlier cancellation is detected here. A later one runs `onCancel`, which finds the
                    // waiter.
                    if state.hasEnded || Task.isCancelled { return false }
                    state.waiters[number] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
        try Task.checkCancellation()
    }
}

/// The builds in progress, and the slots that changed since their last round.
struct IndexBuilds: Sendable {
    private var pending: [IndexBuild.Key: (build: IndexBuild, touched: Set<Slot>)] = [:]
    /// The first index that the current query lacks. Its build begins only after the query returns without an
    /// error, so that every build has a task that builds it.
    private var missed: IndexBuild.Key?

    /// Records that the current query lacks an index. Of several, the query waits for one at a time.
    mutating func miss(_ key: IndexBuild.Key) {
        if missed == nil { missed = key }
    }

    /// The missing index since the last call.
    mutating func takeMissed() -> IndexBuild.Key? { exchange(&missed, with: nil) }

    /// Records that the item in a slot changes.
    mutating func touch(_ slot: Slot) {
        guard !pending.isEmpty else { return }
        for key in pending.keys { pending[key]?.touched.insert(slot) }
    }

    /// The build of an index, if one is in progress.
    subscript(key: IndexBuild.Key) -> IndexBuild? { pending[key]?.build }

    /// Begins to record changes for a build.
    mutating func begin(_ build: IndexBuild) { pending[build.key] = (build, []) }

    /// The slots that changed since the last call; `nil` if these builds do not contain the build.
    mutating func takeTouched(by build: IndexBuild) -> Set<Slot>? {
        guard let entry = pending[build.key], entry.build === build else { return nil }
        pending[build.key]?.touched = []
        return entry.touched
    }

    /// Drops builds that lack a list, or cover one too many, after a person's lists changed.
    mutating func drop(where isOld: (IndexBuild.Key) -> Bool) {
        for key in pending.keys where isOld(key) { pending[key] = nil }
    }

    /// Stops recording changes for a build.
    mutating func end(_ build: IndexBuild) {
        if pending[build.key]?.build === build { pending[build.key] = nil }
    }
}

/// An index that a query must wait for.
package struct IndexMiss: Sendable {
    /// The build of the index.
    package let build: IndexBuild
    /// Whether the caller must run the build. Exactly one caller gets `true`.
    package let isFirst: Bool
}

extension MemoryStore {
    /// Drops the missing index of an earlier query that ended with an error.
    package mutating func forgetMissedIndex() { _ = builds.takeMissed() }

    /// The index that the last query lacks.
    ///
    /// If a build ended without an index, because its task failed or was cancelled, a new one begins.
    package mutating func takeMissedIndex() -> IndexMiss? { builds.takeMissed().map { missedIndex($0) } }

    /// The build of an index that a query lacks.
    mutating func missedIndex(_ key: IndexBuild.Key) -> IndexMiss {
        if let known = builds[key], !known.hasEnded { return IndexMiss(build: known, isFirst: false) }
        let build = IndexBuild(key, slots(of: key), in: items)
        builds.begin(build)
        return IndexMiss(build: build, isFirst: true)
    }

    /// Records that the current query lacks an index.
    mutating func miss(_ key: IndexBuild.Key) { builds.miss(key) }

    /// The build of the text index, if searches lack it.
    package mutating func takeMissedTexts() -> IndexMiss? {
        forgetMissedIndex()
        missTexts()
        return takeMissedIndex()
    }

    /// Drops the builds in progress; their waiting queries read again at the end. A copy that replaces the
    /// store does not share their progress.
    package mutating func dropBuilds() { builds = IndexBuilds() }

    /// Catches a build up under the lock, and installs its index, if few slots changed.
    ///
    /// - Returns: The changes to apply outside the lock first; `nil` if the build has ended.
    package mutating func takeOver(_ build: IndexBuild) -> IndexProgress? {
        guard let touched = builds.takeTouched(by: build) else { return nil }
        let progress = IndexProgress(touched: touched, table: items, lists: lists(of: build.key))
        guard touched.count <= Limits.itemsCaughtUpUnderLockMax else { return progress }
        progress.catchUp(build)
        builds.end(build)
        switch (build.key, build.index) {
        case (.order(_, of: .list(let list)), .order(let index)): listIndexes[list]?.orders.add(index)
        case (.order(_, of: .person(let number)), .order(let index)):
            personIndexes[number].items.orders.add(index)
        case (.marks(of: .person(let number)), .marks(let index)):
            personIndexes[number].items.setMarks(index)
        case (.openItems(of: .list(let list)), .openItems(let index)): listIndexes[list]?.openItems = index
        case (.openItems(of: .person(let number)), .openItems(let index)):
            personIndexes[number].items.openItems = index
        case (.texts, .texts(let index)): texts = index
        case (_, _): break
        }
        return nil
    }

    private func slots(of key: IndexBuild.Key) -> [Slot] {
        switch key {
        case .order(_, of: let scope), .marks(of: let scope), .openItems(of: let scope): slots(of: scope)
        case .texts: []
        }
    }

    private func lists(of key: IndexBuild.Key) -> Set<Checklist.ID>? {
        switch key {
        case .order(_, of: let scope), .marks(of: let scope), .openItems(of: let scope): lists(of: scope)
        case .texts: nil
        }
    }
}

/// The changes that a build must apply.
package struct IndexProgress: Sendable {
    fileprivate let touched: Set<Slot>
    fileprivate let table: Table<Item>
    fileprivate let lists: Set<Checklist.ID>?

    /// Applies the changes to a build, outside the lock.
    @concurrent
    package func bringUpToDate(_ build: IndexBuild) async { catchUp(build) }

    fileprivate func catchUp(_ build: IndexBuild) { build.catchUp(with: touched, in: table, on: lists) }
}
