/// The waiters of a loop, by descriptor. The table makes no system call: its methods return the waiters to
/// wake.
///
/// A descriptor has one task, so at most one waiter. Readiness that arrives without a waiter is kept until
/// the task takes it.
struct DescriptorTable<Waiter> {
    private var entries: [Entry] = []
    private(set) var openCount = 0
    /// A lower bound of all deadlines; `UInt64.max` without waiters. Deadlines are in nanoseconds of the
    /// loop's clock.
    private(set) var earliestDeadline = UInt64.max

    /// The maximum delay of a wake-up after its deadline: 100 ms. One scan of the table then serves many
    /// deadlines.
    static var deadlineSlackNanoseconds: UInt64 { 100_000_000 }

    private struct Entry {
        var waiter: Waiter?
        var deadline = UInt64.max
        var task: Task<Void, Never>?
        var generation: UInt32 = 0
        var isOpen = false
        var interest = Interest.nothing
        var isIdle = false
        var canRead = false
        var canWrite = false
        var hasEnded = false
        /// Whether the task is making a response, which is useless once the connection has ended.
        var isAnswering = false

        /// Whether the interest is met. Taking readiness resets it; the end of the connection stays.
        mutating func takeReadiness(_ interest: Interest) -> Bool {
            switch interest {
            case .reading:
                defer { canRead = false }
                return canRead || hasEnded
            case .writing:
                defer { canWrite = false }
                return canWrite
            case .nothing: return false
            }
        }

        mutating func becameReady(_ readiness: Readiness) -> Waiter? {
            if readiness.reading { canRead = true }
            if readiness.writing { canWrite = true }
            if readiness.ended {
                hasEnded = true
                if isAnswering { task?.cancel() }
            }
            return waiter != nil && takeReadiness(interest) ? takeWaiter() : nil
        }

        mutating func takeWaiter() -> Waiter? {
            deadline = .max
            return waiter.take()
        }
    }

    // MARK: Descriptors

    /// Adds a descriptor. Returns the token for its epoll events, which tells this use of the number from
    /// earlier ones.
    mutating func open(_ descriptor: Int32) -> UInt64 {
        let index = Int(descriptor)
        while entries.count <= index { entries.append(Entry()) }
        precondition(!entries[index].isOpen, "the descriptor was closed outside of the loop")
        entries[index] = Entry(generation: entries[index].generation &+ 1, isOpen: true)
        openCount += 1
        return UInt64(entries[index].generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }

    /// Removes a descriptor. Call it before the number can be reused.
    mutating func close(_ descriptor: Int32) {
        let index = Int(descriptor)
        precondition(
            entries[index].isOpen && entries[index].waiter == nil,
            "a descriptor was closed while its task waits")
        entries[index] = Entry(generation: entries[index].generation)
        openCount -= 1
    }

    /// Sets the task of a connection; `nil` while it has none.
    mutating func setTask(_ task: Task<Void, Never>?, of descriptor: Int32) {
        entries[Int(descriptor)].task = task
    }

    /// Sets whether the task is making a response. If so, the end of the connection cancels the task.
    mutating func setAnswering(_ isAnswering: Bool, of descriptor: Int32) {
        entries[Int(descriptor)].isAnswering = isAnswering
    }

    /// The connections that have a task.
    var tasks: [(descriptor: Int32, task: Task<Void, Never>)] {
        entries.indices.compactMap { index in entries[index].task.map { (Int32(index), $0) } }
    }

    // MARK: Waiting

    /// Whether readiness has arrived since the last call; if not, the task must wait.
    mutating func takeReadiness(_ interest: Interest, of descriptor: Int32) -> Bool {
        entries[Int(descriptor)].takeReadiness(interest)
    }

    /// Registers a waiter. `takeIdle` returns an idle one when the server stops.
    mutating func wait(
        _ waiter: Waiter, for interest: Interest, on descriptor: Int32, until deadline: UInt64, isIdle: Bool
    ) {
        let index = Int(descriptor)
        precondition(
            entries[index].isOpen && entries[index].waiter == nil, "a descriptor has at most one waiting task"
        )
        entries[index].waiter = waiter
        entries[index].interest = interest
        entries[index].deadline = deadline
        entries[index].isIdle = isIdle
        earliestDeadline = min(earliestDeadline, deadline)
    }

    /// Records an event and returns its waiter; `nil` if the token belongs to an earlier use of the number.
    mutating func becameReady(_ token: UInt64, _ readiness: Readiness) -> Waiter? {
        let index = Int(token & 0xFFFF_FFFF)
        guard index < entries.count, entries[index].isOpen, entries[index].generation == UInt32(token >> 32)
        else {
            return nil
        }
        return entries[index].becameReady(readiness)
    }

    /// Removes and returns the waiter that reads from a descriptor; `nil` if the descriptor is closed.
    mutating func takeReader(of descriptor: Int32) -> Waiter? {
        let index = Int(descriptor)
        guard index < entries.count, entries[index].isOpen, entries[index].interest == .reading else {
            return nil
        }
        return entries[index].takeWaiter()
    }

    /// Removes and returns the waiters whose deadline has passed.
    mutating func takeExpired(at now: UInt64) -> [Waiter] {
        guard now >= earliestDeadline else { return [] }
        let expired = takeAll { $0.deadline <= now }
        let next = entries.lazy.map(\.deadline).min() ?? .max
        earliestDeadline = next == .max ? .max : max(next, now + Self.deadlineSlackNanoseconds)
        return expired
    }

    /// Removes and returns the waiters of idle connections.
    mutating func takeIdle() -> [Waiter] { takeAll(where: \.isIdle) }

    mutating func takeWaiters() -> [Waiter] { takeAll { _ in true } }

    private mutating func takeAll(where condition: (Entry) -> Bool) -> [Waiter] {
        entries.indices.compactMap { condition(entries[$0]) ? entries[$0].takeWaiter() : nil }
    }
}

enum Interest {
    case reading
    case writing
    /// The deadline only.
    case nothing
}

/// The state of a descriptor that the kernel reports.
struct Readiness {
    var reading: Bool
    var writing: Bool
    /// The peer has finished sending, or the connection is gone. Reading never blocks from now on.
    var ended: Bool
}
