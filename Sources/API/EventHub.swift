public import Checklists
import Synchronization

/// Wakes those who listen for changes: whoever sees a list that a commit has touched, and nobody else.
///
/// Those who are busy when something happens find that out when they wait next, so that many changes are one
/// look for whoever is slow.
public final class EventHub: Sendable {
    private let store: any Store
    private let state = Mutex(State())
    private let work = Mutex<[Task<Void, Never>]>([])

    private struct State {
        var listeners: [Int: Listener] = [:]
        var byPerson: [Person.ID: Set<Int>] = [:]
        /// Those who hold a link, by its list.
        var byList: [Checklist.ID: Set<Int>] = [:]
        var next = 0
        var hasEnded = false
    }

    private struct Listener {
        let principal: Principal
        /// Whether something has happened since they looked last.
        var isBehind = false
        var waiting: CheckedContinuation<Wake, Never>?
    }

    /// Why somebody goes on.
    enum Wake {
        /// Something may have changed of what they see.
        case changed
        /// It is time to show that the connection is alive.
        case idle
        /// There will be nothing more.
        case ended
    }

    /// A hub for those who follow a store.
    public init(_ store: any Store) { self.store = store }

    /// Begins.
    public func start() {
        let commits = store.commits()
        work.withLock { work in
            work.append(
                Task {
                    for await commit in commits where hasListeners { await wake(after: commit) }
                })
            work.append(Task { await keepAlive() })
        }
    }

    /// Lets everybody go, as the service stops.
    public func stop() {
        for task in work.withLock({ exchange(&$0, with: []) }) { task.cancel() }
        let waiting = state.withLock { state in
            state.hasEnded = true
            return state.listeners.keys.compactMap { state.listeners[$0]?.waiting.take() }
        }
        for listener in waiting { listener.resume(returning: .ended) }
    }

    /// How many listen.
    public var listenersCount: Int { state.withLock { $0.listeners.count } }

    private var hasListeners: Bool { listenersCount > 0 }

    // MARK: Listening

    /// Somebody who listens until this is gone.
    final class Subscription: Sendable {
        private let hub: EventHub
        private let number: Int

        fileprivate init(_ number: Int, of hub: EventHub) {
            self.number = number
            self.hub = hub
        }

        deinit { hub.remove(number) }

        /// Returns when there is something to do.
        func wait() async -> Wake { await hub.wait(number) }
    }

    /// Has somebody woken from now on.
    func subscribe(_ principal: Principal) -> Subscription {
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = Listener(principal: principal)
            switch principal {
            case .person(let id, device: _): state.byPerson[id, default: []].insert(state.next)
            case .guest(_, on: let list): state.byList[list, default: []].insert(state.next)
            }
            return state.next
        }
        return Subscription(number, of: self)
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            switch state.listeners.removeValue(forKey: number)?.principal {
            case .person(let id, device: _)?:
                state.byPerson[id]?.remove(number)
                if state.byPerson[id]?.isEmpty == true { state.byPerson[id] = nil }
            case .guest(_, on: let list)?:
                state.byList[list]?.remove(number)
                if state.byList[list]?.isEmpty == true { state.byList[list] = nil }
            case nil: break
            }
        }
    }

    private func wait(_ number: Int) async -> Wake {
        await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let wake: Wake? = state.withLock { state in
                    if state.hasEnded || Task.isCancelled { return .ended }
                    if state.listeners[number]?.isBehind == true {
                        state.listeners[number]?.isBehind = false
                        return .changed
                    }
                    state.listeners[number]?.waiting = task
                    return nil
                }
                if let wake { task.resume(returning: wake) }
            }
        } onCancel: {
            state.withLock { $0.listeners[number]?.waiting.take() }?.resume(returning: .ended)
        }
    }

    // MARK: Waking

    private func wake(after commit: Commit) async {
        guard let touched = commit.touched else { return wake { $0.listeners.keys } }
        // Who cannot be told here is woken in vain.
        let members = touched.lists.isEmpty ? [] : try? await store.viewers(of: touched.lists)
        guard let members else { return wake { $0.listeners.keys } }
        let people = touched.people.union(members)
        wake { state in
            Array(people.compactMap { state.byPerson[$0] }.joined())
                + touched.lists.compactMap { state.byList[$0] }.joined()
        }
    }

    private func wake(_ choose: (State) -> some Sequence<Int>) {
        let waiting = state.withLock { state in
            Array(choose(state)).compactMap { number in
                let task = state.listeners[number]?.waiting.take()
                if task == nil { state.listeners[number]?.isBehind = true }
                return task
            }
        }
        for listener in waiting { listener.resume(returning: .changed) }
    }

    /// Has each of those who wait show a sign of life now and then, some of them each second.
    private func keepAlive() async {
        var second = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            second += 1
            let turn = second % Limits.heartbeatSeconds
            let waiting = state.withLock { state in
                state.listeners.keys.filter { $0 % Limits.heartbeatSeconds == turn }
                    .compactMap { state.listeners[$0]?.waiting.take() }
            }
            for listener in waiting { listener.resume(returning: .idle) }
        }
    }
}
