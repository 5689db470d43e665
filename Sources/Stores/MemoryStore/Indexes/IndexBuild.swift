import Checklists
import Paging
import Synchronization

/// An index over many items, while it is made of a copy of them and nobody waits for it under a lock.
///
/// Changes that are made meanwhile are noted by slot. The index catches up with them copy by copy, until few
/// enough are left to do the last of them under the lock.
package final class IndexBuild: Sendable {
    /// Which index it is.
    let key: Key
    private let state: Mutex<State>

    /// Which items by what.
    enum Key: Hashable, Sendable {
        /// Those of a list, or of all lists of a person, in an order.
        case order(Sorting<Item>, of: ItemScope)
        /// All by what they have in their texts.
        case texts
    }

    fileprivate enum Index {
        case order(SortedIndex<Item>)
        case texts(TextIndex)

        mutating func remove(_ slot: Slot, in table: Table<Item>) {
            switch consume self {
            case .order(var index):
                index.remove(slot, in: table)
                self = .order(index)
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
            case .texts(var index):
                index.add(table[slot], in: slot)
                self = .texts(index)
            }
        }
    }

    private struct State {
        /// The items as the index has them.
        var table: Table<Item>
        /// Those that have to be sorted, until that is begun.
        var slots: [Slot]
        var index: Index?
        var hasEnded = false
        /// The queries that wait for the end, by numbers of their own.
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    init(_ key: Key, _ slots: [Slot], in table: Table<Item>) {
        self.key = key
        state = Mutex(State(table: table, slots: slots))
    }

    /// Makes the index, on two processors.
    @concurrent
    package func make() async {
        let (slots, table) = state.withLock { state in (exchange(&state.slots, with: []), state.table) }
        let index: Index =
            switch key {
            case .order(let sorting, of: _): .order(await Self.sort(slots, by: sorting, in: table))
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

    /// Catches up with changes.
    ///
    /// - Parameters:
    ///   - slots: Whatever may have changed since the last copy.
    ///   - table: The items as they are by now.
    ///   - lists: The lists whose items belong to it; `nil` if all do.
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

    /// Whether it has ended, with an index or without.
    fileprivate var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// The index as far as it has caught up.
    fileprivate var index: Index? { state.withLock { $0.index } }

    /// Lets those go on who wait for it.
    package func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            return exchange(&state.waiters, with: [:])
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Returns when it has ended.
    /// - Throws: `CancellationError` when the task is cancelled first.
    package func wait() async throws {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    // A cancellation before this is seen here. One behind it finds the waiter.
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

/// The indexes that are being built, with what changes meanwhile.
struct IndexBuilds: Sendable {
    private var pending: [IndexBuild.Key: (build: IndexBuild, touched: Set<Slot>)] = [:]
    /// The first index that the current query lacks. Its build begins when the query has ended without an
    /// error, so that every build has a builder.
    private var missed: IndexBuild.Key?

    /// Notes an index that the current query lacks. A query that lacks several waits for one after the other.
    mutating func miss(_ key: IndexBuild.Key) {
        if missed == nil { missed = key }
    }

    /// The index that was missed since this was called last.
    mutating func takeMissed() -> IndexBuild.Key? { exchange(&missed, with: nil) }

    /// Notes that an item is not as it was.
    mutating func touch(_ slot: Slot) {
        guard !pending.isEmpty else { return }
        for key in pending.keys { pending[key]?.touched.insert(slot) }
    }

    /// The build of an index that is under way.
    subscript(key: IndexBuild.Key) -> IndexBuild? { pending[key]?.build }

    /// Begins to note what changes.
    mutating func begin(_ build: IndexBuild) { pending[build.key] = (build, []) }

    /// What has changed since this was asked last; `nil` if that is not known, since the build was not
    /// begun here.
    mutating func takeTouched(by build: IndexBuild) -> Set<Slot>? {
        guard let entry = pending[build.key], entry.build === build else { return nil }
        pending[build.key]?.touched = []
        return entry.touched
    }

    /// Gives up what is built for a person, of which a list is no more, or a new one.
    mutating func drop(where isOld: (IndexBuild.Key) -> Bool) {
        for key in pending.keys where isOld(key) { pending[key] = nil }
    }

    /// Notes nothing more.
    mutating func end(_ build: IndexBuild) {
        if pending[build.key]?.build === build { pending[build.key] = nil }
    }
}

/// An index that a query has to wait for.
package struct IndexMiss: Sendable {
    /// The build of it.
    package let build: IndexBuild
    /// Whether the caller has to build it. Exactly one caller has to.
    package let isFirst: Bool
}

extension MemoryStore {
    /// Forgets what an earlier query lacked that ended with an error.
    package mutating func forgetMissedIndex() { _ = builds.takeMissed() }

    /// The index that the last query lacks.
    ///
    /// A build that ended without its index, because its builder failed or was cancelled, is begun again.
    package mutating func takeMissedIndex() -> IndexMiss? {
        guard let key = builds.takeMissed() else { return nil }
        if let known = builds[key], !known.hasEnded { return IndexMiss(build: known, isFirst: false) }
        let build = IndexBuild(key, slots(of: key), in: items)
        builds.begin(build)
        return IndexMiss(build: build, isFirst: true)
    }

    /// Notes an index that the current query lacks.
    mutating func miss(_ key: IndexBuild.Key) { builds.miss(key) }

    /// What searches cannot be answered without, if it is not there.
    package mutating func takeMissedTexts() -> IndexMiss? {
        forgetMissedIndex()
        missTexts()
        return takeMissedIndex()
    }

    /// Gives up the builds that are under way; whoever waits for one finds that out at its end. A copy that
    /// takes the place of the store knows nothing of how far they are.
    package mutating func dropBuilds() { builds = IndexBuilds() }

    /// Has a build catch up with what has changed, and takes its index over if little had.
    ///
    /// - Returns: What has to be caught up with first, outside the lock; `nil` if the build has ended.
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
        case (.texts, .texts(let index)): texts = index
        case (_, _): break
        }
        return nil
    }

    private func slots(of key: IndexBuild.Key) -> [Slot] {
        switch key {
        case .order(_, of: let scope): slots(of: scope)
        case .texts: []
        }
    }

    private func lists(of key: IndexBuild.Key) -> Set<Checklist.ID>? {
        switch key {
        case .order(_, of: .list(let list)): [list]
        case .order(_, of: .person(let number)): personIndexes[number].lists
        case .texts: nil
        }
    }
}

/// What a build has to catch up with.
package struct IndexProgress: Sendable {
    fileprivate let touched: Set<Slot>
    fileprivate let table: Table<Item>
    fileprivate let lists: Set<Checklist.ID>?

    /// Brings a build as far as this goes, elsewhere than where it is asked for.
    @concurrent
    package func bringUpToDate(_ build: IndexBuild) async { catchUp(build) }

    fileprivate func catchUp(_ build: IndexBuild) { build.catchUp(with: touched, in: table, on: lists) }
}
