public import Checklists
import HTTP
import Synchronization

/// Sends changes to the event streams of people and guests who see the changed lists.
///
/// Tasks of the hub make the events, not those of the streams: a task keeps all memory that it ever needed.
/// Streams with the same caller and position share one result. A stream that is still sending gets later
/// changes with its next event, so that a slow client gets many changes at once.
public final class EventHub: Sendable {
    private let store: any Store
    private let state: Mutex<State>
    private let work = Mutex<[Task<Void, Never>]>([])
    private let wakeUp = WakeUp()
    /// Wakes the heartbeat loop when the first listener subscribes.
    private let beating = WakeUp()
    /// Second 0 of the heartbeats.
    private let began = ContinuousClock.now

    private struct State {
        var listeners: [Int: Listener] = [:]
        var byPerson: [Person.ID: Set<Int>] = [:]
        /// The listeners with a share link, by its list.
        var byList: [Checklist.ID: Set<Int>] = [:]
        /// The waiting listeners that a change may concern.
        var due: Set<Int> = []
        var next = 0
        var hasEnded = false
        var bounds: StreamBounds
        var heartbeats = HeartbeatRing()
    }

    private struct Listener {
        let audience: Audience
        /// The position after `ready`.
        var position: FeedPosition
        /// The events that the stream has not fetched yet.
        var ready: [UInt8]?
        /// Whether a change may have happened since the last events were made.
        var isBehind = true
        /// The proposals of assistants that the stream has told of.
        var proposals: [Proposal.ID] = []
        var hasEnded = false
        var waiting: CheckedContinuation<[UInt8]?, Never>?
    }

    /// The caller of a stream, and how its events are made.
    struct Audience: Sendable {
        let session: Session
        /// The parties whose number of streams is limited.
        let parties: [StreamBounds.Party]
        /// The epoch of the positions. In another epoch, they denote other changes.
        let epoch: Epoch
        /// The maximum number of changes in one page.
        let limit: Int
        /// Whether the caller may still read.
        let isAllowed: @Sendable () -> Bool
        /// Formats a page of changes.
        let text: @Sendable (FeedPage, Session) -> [UInt8]
    }

    /// The key of listeners that get the same events.
    private struct StreamKey: Hashable {
        let principal: Principal
        let position: FeedPosition
        let limit: Int
    }

    /// Creates a hub for a store.
    /// - Parameter streamsMax: The maximum number of open streams of a person, a share link, the guests at
    ///   one address, and the guests of one owner.
    public init(_ store: any Store, streamsMax: Int) {
        self.store = store
        state = Mutex(State(bounds: StreamBounds(streamsMax: streamsMax)))
    }

    /// Starts the tasks that make events.
    public func start() {
        let commits = store.commits()
        work.withLock { work in
            work.append(
                Task {
                    for await commit in commits where hasListeners { await wake(after: commit) }
                })
            work.append(Task { await wakeUp.run { await answerDue() } })
            work.append(Task { await keepAlive() })
        }
    }

    /// Ends all streams when the server stops, with a reconnection time.
    public func stop() {
        for task in work.withLock({ exchange(&$0, with: []) }) { task.cancel() }
        let waiting = state.withLock { state in
            state.hasEnded = true
            return state.listeners.keys.compactMap { number -> CheckedContinuation<[UInt8]?, Never>? in
                guard let task = state.listeners[number]?.waiting.take() else { return nil }
                state.listeners[number]?.hasEnded = true
                return task
            }
        }
        for listener in waiting { listener.resume(returning: Self.farewell) }
    }

    /// The number of listeners.
    public var listenersCount: Int { state.withLock { $0.listeners.count } }

    private var hasListeners: Bool { listenersCount > 0 }

    private static let farewell = Array("retry: \(Limits.reconnectMilliseconds)\n\n".utf8)

    // MARK: Listening

    /// A listener that is removed when this object is released.
    final class Subscription: Sendable {
        private let hub: EventHub
        private let number: Int

        fileprivate init(_ number: Int, of hub: EventHub) {
            self.number = number
            self.hub = hub
        }

        deinit { hub.remove(number) }

        /// Waits for the next events; `nil` at the end of the stream.
        func next() async -> [UInt8]? { await hub.next(for: number) }
    }

    /// Adds a listener for the changes after a position.
    /// - Parameter beginning: The first events, up to that position.
    /// - Throws: `Problem` 429 if too many streams are open.
    func subscribe(
        _ audience: Audience, from position: FeedPosition, after beginning: [UInt8]
    ) throws(Problem) -> Subscription {
        let (number, isFirst) = try state.withLock { state throws(Problem) in
            try state.bounds.enter(audience.parties)
            state.next += 1
            state.listeners[state.next] = Listener(audience: audience, position: position, ready: beginning)
            switch audience.session.principal {
            case .person(let id, device: _): state.byPerson[id, default: []].insert(state.next)
            case .guest(_, on: let list): state.byList[list, default: []].insert(state.next)
            }
            return (state.next, state.heartbeats.add(state.next, at: second))
        }
        if isFirst { beating.signal() }
        return Subscription(number, of: self)
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            state.due.remove(number)
            state.heartbeats.remove(number)
            let audience = state.listeners.removeValue(forKey: number)?.audience
            state.bounds.leave(audience?.parties ?? [])
            switch audience?.session.principal {
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

    private func next(for number: Int) async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let answer: [UInt8]?? = state.withLock { state in
                    if let ready = state.listeners[number]?.ready.take() { return ready }
                    if Task.isCancelled || state.listeners[number]?.hasEnded != false { return .some(nil) }
                    if state.hasEnded {
                        state.listeners[number]?.hasEnded = true
                        return Self.farewell
                    }
                    state.listeners[number]?.waiting = task
                    if state.listeners[number]?.isBehind == true { state.due.insert(number) }
                    return nil
                }
                if let answer { task.resume(returning: answer) } else { wakeUp.signal() }
            }
        } onCancel: {
            state.withLock { $0.listeners[number]?.waiting.take() }?.resume(returning: nil)
        }
    }

    // MARK: Sending

    private func wake(after commit: Commit) async {
        guard let touched = commit.touched else { return wake { $0.listeners.keys } }
        // If the viewers are unknown, every listener looks for changes.
        let members = touched.lists.isEmpty ? [] : try? await store.viewers(of: touched.lists)
        guard let members else { return wake { $0.listeners.keys } }
        let people = touched.people.union(members)
        wake { state in
            Array(people.compactMap { state.byPerson[$0] }.joined())
                + touched.lists.compactMap { state.byList[$0] }.joined()
        }
    }

    private func wake(_ choose: (State) -> some Sequence<Int>) {
        state.withLock { state in
            for number in Array(choose(state)) {
                state.listeners[number]?.isBehind = true
                if state.listeners[number]?.waiting != nil { state.due.insert(number) }
            }
        }
        wakeUp.signal()
    }

    /// Makes the events of all due listeners, at most `eventPagesAtOnceMax` pages at once.
    private func answerDue() async {
        let numbersByKey = state.withLock { state in
            var numbersByKey: [StreamKey: [Int]] = [:]
            for number in state.due {
                guard let listener = state.listeners[number] else { continue }
                state.listeners[number]?.isBehind = false
                let key = StreamKey(
                    principal: listener.audience.session.principal, position: listener.position,
                    limit: listener.audience.limit)
                numbersByKey[key, default: []].append(number)
            }
            state.due = []
            return numbersByKey
        }
        await withTaskGroup(of: Void.self) { group in
            for (index, (key, numbers)) in numbersByKey.enumerated() {
                if index >= Limits.eventPagesAtOnceMax { await group.next() }
                group.addTask { await self.answer(numbers, at: key) }
            }
        }
    }

    private func answer(_ numbers: [Int], at key: StreamKey) async {
        let audiences = state.withLock { state in
            numbers.compactMap { number in state.listeners[number].map { (number, $0.audience) } }
        }
        let staying = audiences.filter { $0.1.isAllowed() && $0.1.epoch == store.epoch }
        let leaving = Set(audiences.map(\.0)).subtracting(staying.map(\.0))
        end(leaving)
        guard let audience = staying.first?.1 else { return }
        do {
            guard let proposals = try await proposals(for: key.principal) else {
                return end(staying.map(\.0))
            }
            let page = try await audience.session.changes(after: key.position, limit: key.limit)
            let text = page.entries.isEmpty ? nil : audience.text(page, audience.session)
            // The client reconnects with its cursor, which has expired.
            guard audience.epoch == store.epoch else { return end(staying.map(\.0)) }
            tell(staying.map(\.0), text, proposals, through: page)
        } catch {
            end(staying.map(\.0))
        }
    }

    private typealias Answer = (task: CheckedContinuation<[UInt8]?, Never>, text: [UInt8]?)

    private func tell(
        _ numbers: [Int], _ changes: [UInt8]?, _ proposals: [Proposal.ID], through page: FeedPage
    ) {
        let waiting = state.withLock { state in
            numbers.compactMap { number -> Answer? in
                guard var listener = state.listeners[number] else { return nil }
                listener.position = page.next
                var text = changes
                if listener.proposals != proposals {
                    listener.proposals = proposals
                    text = (changes ?? []) + Self.event(ofProposals: proposals.count)
                }
                if page.hasMore { listener.isBehind = true }
                let task = text == nil ? nil : listener.waiting.take()
                if task == nil {
                    listener.ready = text
                    if listener.isBehind, listener.waiting != nil { state.due.insert(number) }
                }
                state.listeners[number] = listener
                return task.map { ($0, text) }
            }
        }
        for answer in waiting { answer.task.resume(returning: answer.text) }
        if page.hasMore, changes == nil { wakeUp.signal() }
    }

    /// The event with the number of open proposals. It has no `id`: it is no change of the feed.
    private static func event(ofProposals count: Int) -> [UInt8] {
        Array("event: proposals\ndata: {\"open\":\(count)}\n\n".utf8)
    }

    private func end(_ numbers: some Collection<Int>) {
        let waiting = state.withLock { state in
            numbers.compactMap { number -> CheckedContinuation<[UInt8]?, Never>? in
                state.listeners[number]?.hasEnded = true
                return state.listeners[number]?.waiting.take()
            }
        }
        for task in waiting { task.resume(returning: nil) }
    }

    /// The proposals for the person; `nil` if the device has signed out, or the share link no longer exists.
    private func proposals(for principal: Principal) async throws -> [Proposal.ID]? {
        do {
            switch principal {
            case .guest(_, on: let list):
                _ = try await store.checklist(list, for: principal)
                return []
            case .person(let id, let device):
                let person = try await store.person(id)
                if let device, !person.devices.contains(where: { $0.id == device }) { return nil }
                return person.proposals.map(\.id)
            }
        } catch ChecklistsError.notFound {
            return nil
        }
    }

    /// The whole seconds since `began`.
    private var second: Int { Int(began.duration(to: .now).components.seconds) }

    /// Sends heartbeats to waiting listeners. Without listeners it waits for the first one.
    private func keepAlive() async {
        await beating.run {
            while !Task.isCancelled, let next = state.withLock({ $0.heartbeats.next }) {
                try? await Task.sleep(until: began.advanced(by: .seconds(next)), clock: .continuous)
                beat()
            }
        }
    }

    private func beat() {
        let listening = state.withLock { state in
            state.heartbeats.due(at: second).compactMap { number in
                state.listeners[number].map { (number, $0.audience) }
            }
        }
        // The hub learns of a revoked access token only by this check.
        end(listening.filter { !$0.1.isAllowed() }.map(\.0))
        let waiting = state.withLock { state in
            listening.compactMap { state.listeners[$0.0]?.waiting.take() }
        }
        for listener in waiting { listener.resume(returning: Self.heartbeat) }
    }

    private static let heartbeat = Array(":\n\n".utf8)
}
