/// What the tasks of a loop wait for, by descriptor. It makes no system call: each method returns whom to
/// wake.
///
/// A descriptor has one task, so at most one waiter. Readiness that comes while nobody waits is kept until it
/// is asked for.
struct DescriptorTable<Waiter> {
    private var entries: [Entry] = []
    /// How many descriptors are open.
    private(set) var openCount = 0
    /// No waiter's deadline is earlier; `UInt64.max` without any. In nanoseconds of the loop's clock, like
    /// all deadlines.
    private(set) var earliestDeadline = UInt64.max

    /// How much later than its deadline a waiter may be woken, so that many deadlines cost one walk: 100 ms.
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
        /// Whether the task makes an answer, which is useless once the connection has ended.
        var isAnswering = false

        /// Whether the interest is met; readiness is used up by it, an end is not.
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

    // MARK: Life of a descriptor

    /// Takes a descriptor in. Returns the token that the kernel is to give back with its events: it tells
    /// this use of the number from earlier ones.
    mutating func open(_ descriptor: Int32) -> UInt64 {
        let index = Int(descriptor)
        while entries.count <= index { entries.append(Entry()) }
        precondition(!entries[index].isOpen, "a descriptor was closed behind the loop's back")
        entries[index] = Entry(generation: entries[index].generation &+ 1, isOpen: true)
        openCount += 1
        return UInt64(entries[index].generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }

    /// Forgets a descriptor; called before its number can be used again.
    mutating func close(_ descriptor: Int32) {
        let index = Int(descriptor)
        precondition(entries[index].isOpen && entries[index].waiter == nil, "closed while its task waits")
        entries[index] = Entry(generation: entries[index].generation)
        openCount -= 1
    }

    /// Notes the task of a connection, or that it has none for now.
    mutating func setTask(_ task: Task<Void, Never>?, of descriptor: Int32) {
        entries[Int(descriptor)].task = task
    }

    /// Notes whether the task of a connection makes an answer. Meanwhile the end of the connection cancels
    /// it.
    mutating func setAnswering(_ isAnswering: Bool, of descriptor: Int32) {
        entries[Int(descriptor)].isAnswering = isAnswering
    }

    /// The connections with their tasks.
    var tasks: [(descriptor: Int32, task: Task<Void, Never>)] {
        entries.indices.compactMap { index in entries[index].task.map { (Int32(index), $0) } }
    }

    // MARK: Waiting

    /// Whether readiness has come since it was last asked for; if not, the task has to wait.
    mutating func takeReadiness(_ interest: Interest, of descriptor: Int32) -> Bool {
        entries[Int(descriptor)].takeReadiness(interest)
    }

    /// Lets a task wait. An idle one is returned by `takeIdle` when the server stops.
    mutating func wait(
        _ waiter: Waiter, for interest: Interest, on descriptor: Int32, until deadline: UInt64, isIdle: Bool
    ) {
        let index = Int(descriptor)
        precondition(entries[index].isOpen && entries[index].waiter == nil, "a descriptor has one task")
        entries[index].waiter = waiter
        entries[index].interest = interest
        entries[index].deadline = deadline
        entries[index].isIdle = isIdle
        earliestDeadline = min(earliestDeadline, deadline)
    }

    /// Takes in an event. Returns who waited for it; nobody if it is meant for an earlier use of the number.
    mutating func becameReady(_ token: UInt64, _ readiness: Readiness) -> Waiter? {
        let index = Int(token & 0xFFFF_FFFF)
        guard index < entries.count, entries[index].isOpen, entries[index].generation == UInt32(token >> 32)
        else {
            return nil
        }
        return entries[index].becameReady(readiness)
    }

    /// Takes out who waits to read from a descriptor; nobody if it is closed.
    mutating func takeReader(of descriptor: Int32) -> Waiter? {
        let index = Int(descriptor)
        guard index < entries.count, entries[index].isOpen, entries[index].interest == .reading else {
            return nil
        }
        return entries[index].takeWaiter()
    }

    /// Takes out those whose deadline has come.
    mutating func takeExpired(at now: UInt64) -> [Waiter] {
        guard now >= earliestDeadline else { return [] }
        let expired = takeAll { $0.deadline <= now }
        let next = entries.lazy.map(\.deadline).min() ?? .max
        earliestDeadline = next == .max ? .max : max(next, now + Self.deadlineSlackNanoseconds)
        return expired
    }

    /// Takes out those that wait for nothing that has begun.
    mutating func takeIdle() -> [Waiter] { takeAll(where: \.isIdle) }

    /// Takes out everybody.
    mutating func takeWaiters() -> [Waiter] { takeAll { _ in true } }

    private mutating func takeAll(where condition: (Entry) -> Bool) -> [Waiter] {
        entries.indices.compactMap { condition(entries[$0]) ? entries[$0].takeWaiter() : nil }
    }
}

/// What a task waits for.
enum Interest {
    case reading
    case writing
    /// Only for its deadline.
    case nothing
}

/// What the kernel says about a descriptor.
struct Readiness {
    var reading: Bool
    var writing: Bool
    /// The other end is done sending, or the connection is gone: from now on reading never has to wait.
    var ended: Bool
}
