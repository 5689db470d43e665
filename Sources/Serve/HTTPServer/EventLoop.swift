import CLinux
import Dates
import Glibc
import HTTP
import Synchronization

/// One thread over epoll, and the executor of the tasks that use its descriptors.
///
/// A task on the loop reads and writes without blocking, and suspends in `wait` until its descriptor is
/// ready. What other threads resume comes back through `enqueue`.
///
/// `@unchecked Sendable`, because: `inbox`, `threadID` and `counters` are synchronized, and `let` values of
/// `Sendable` types do not change; everything else is touched by the loop's thread alone. Its methods other
/// than `start` and `enqueue` are called by tasks that have the loop for their executor, which is that
/// thread; each checks it in a debug build.
final class EventLoop: TaskExecutor, @unchecked Sendable {
    let clock: ServerClock
    let counters = LoopCounters()
    private let epoll: Int32
    private let wakeUp: Int32
    private let inbox = Mutex(Inbox())
    /// The thread while it runs, else 0.
    private let threadID = Atomic<UInt>(0)

    // Whether accesses to these overlap is not checked at run time, which would be a twentieth of what a
    // request costs: none of their methods calls back into the loop.
    @exclusivity(unchecked) private var table = DescriptorTable<Waiter>()
    @exclusivity(unchecked) private var jobs: [UnownedJob] = []
    /// Used by whichever task is running.
    @exclusivity(unchecked) var buffers = SharedBuffers()
    private var runningJobs: [UnownedJob] = []
    /// Tasks that let others go first.
    private var yielding: [UnsafeContinuation<Void, Never>] = []
    private var stopping = Stopping.no
    private var dateSecond = Int.min
    private var dateText: [UInt8] = []

    /// Why `wait` returned.
    enum Wake {
        /// There may be something to read, or room to write.
        case ready
        /// The deadline has come.
        case timedOut
        /// The server stops, and the task had said that it waits for nothing that has begun.
        case stopping
        /// The time to stop is up: the connection is to be closed as it is.
        case cut
    }

    /// Who is to know when something happens to a descriptor.
    private enum Waiter {
        /// A task that goes on then.
        case task(UnsafeContinuation<Wake, Never>)
        /// A connection without a task, which gets one then.
        case parked(Int32, @Sendable (Wake) async -> Void)
    }

    private struct Inbox {
        var jobs: [UnownedJob] = []
        var isClosed = false
    }

    private enum Stopping {
        case no
        /// Waiting for the connections to end.
        case gently(cutAt: UInt64, finished: UnsafeContinuation<Void, Never>)
        case cut

        /// When the connections are to be cut, if they are still given time; else never.
        var cutAt: UInt64 {
            if case .gently(let cutAt, _) = self { cutAt } else { .max }
        }
    }

    /// - Throws: `ListenError.outOfResources`.
    init(clock: ServerClock) throws(ListenError) {
        self.clock = clock
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        wakeUp = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard epoll >= 0, wakeUp >= 0 else { throw .outOfResources(errno: errno) }
        // The table's tokens are all larger than any descriptor.
        guard register(wakeUp, for: EPOLLIN.rawValue | EPOLLET.rawValue, token: UInt64(wakeUp)) else {
            throw .outOfResources(errno: errno)
        }
    }

    deinit {
        // Only now can nobody wake the loop any more, and so write to a number that means something else.
        if epoll >= 0 { Glibc.close(epoll) }
        if wakeUp >= 0 { Glibc.close(wakeUp) }
    }

    /// Starts the thread, which lives until `stop` is through.
    /// - Throws: `ListenError.outOfResources`.
    func start() throws(ListenError) {
        var thread = pthread_t()
        let loop = Unmanaged.passRetained(self)
        let outcome = pthread_create(
            &thread, nil,
            { argument in
                // The loop that `start` retained for its thread.
                if let argument { Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, loop.toOpaque()
        )
        guard outcome == 0 else {
            loop.release()
            throw .outOfResources(errno: outcome)
        }
        pthread_detach(thread)
    }

    // MARK: The thread

    private func run() {
        threadID.store(UInt(pthread_self()), ordering: .relaxed)
        answerTogether()
        let capacity = 256
        let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
        defer { events.deallocate() }
        repeat {
            let count = epoll_wait(epoll, events, Int32(capacity), timeoutMilliseconds)
            precondition(count >= 0 || errno == EINTR, "epoll_wait fails only by our own fault")
            for index in 0..<max(0, Int(count)) { dispatch(events[index]) }
            resumeLate()
            runJobs()
        } while !isFinished
        threadID.store(0, ordering: .relaxed)
    }

    /// Has the kernel interrupt nobody when this thread can go on (`sched(7)`): whoever runs sends more
    /// requests meanwhile, and all of them are answered at once. Under load that saves most of the changes
    /// between threads; where it is not permitted, everything stays as it was.
    private func answerTogether() {
        var parameter = sched_param()
        sched_setscheduler(0, SCHED_BATCH, &parameter)
    }

    private var isCurrent: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

    private var timeoutMilliseconds: Int32 {
        guard jobs.isEmpty, yielding.isEmpty else { return 0 }
        let deadline = min(table.earliestDeadline, stopping.cutAt)
        guard deadline != .max else { return -1 }
        let now = clock.monotonicNanoseconds()
        return deadline <= now ? 0 : Int32(clamping: (deadline - now) / 1_000_000 + 1)
    }

    private func dispatch(_ event: epoll_event) {
        guard event.data.u64 != UInt64(wakeUp) else {
            var count: UInt64 = 0
            _ = read(wakeUp, &count, MemoryLayout<UInt64>.size)
            inbox.withLock { inbox in
                jobs.append(contentsOf: inbox.jobs)
                inbox.jobs.removeAll(keepingCapacity: true)
            }
            return
        }
        let failed = event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
        let ended = failed || event.events & EPOLLRDHUP.rawValue != 0
        let readiness = Readiness(
            reading: ended || event.events & EPOLLIN.rawValue != 0,
            writing: failed || event.events & EPOLLOUT.rawValue != 0,
            ended: ended
        )
        wake(table.becameReady(event.data.u64, readiness), .ready)
    }

    private func wake(_ waiter: Waiter?, _ wake: Wake) {
        switch waiter {
        case .task(let task): task.resume(returning: wake)
        case .parked(let descriptor, let body): start(descriptor) { await body(wake) }
        case nil: break
        }
    }

    private func resumeLate() {
        for task in yielding { task.resume() }
        yielding.removeAll(keepingCapacity: true)
        guard min(table.earliestDeadline, stopping.cutAt) != .max else { return }
        let now = clock.monotonicNanoseconds()
        for waiter in table.takeExpired(at: now) { wake(waiter, .timedOut) }
        if case .gently(let cutAt, let finished) = stopping, cutAt <= now { cut(finished) }
    }

    /// Runs what is ready now; what becomes ready meanwhile comes after the next look at the descriptors.
    private func runJobs() {
        swap(&jobs, &runningJobs)
        for job in runningJobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        runningJobs.removeAll(keepingCapacity: true)
    }

    /// Whether the server has stopped and no task is left.
    private var isFinished: Bool {
        if case .no = stopping { return false }
        guard table.openCount == 0 else { return false }
        if case .gently(_, let finished) = stopping {
            stopping = .cut
            finished.resume()
        }
        guard jobs.isEmpty else { return false }
        return inbox.withLock { inbox in
            inbox.isClosed = inbox.jobs.isEmpty
            return inbox.isClosed
        }
    }

    // MARK: Executor

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard !isCurrent else {
            jobs.append(job)
            return
        }
        enum Outcome { case wakes, isAwaited, isClosed }
        let outcome: Outcome = inbox.withLock { inbox in
            guard !inbox.isClosed else { return .isClosed }
            inbox.jobs.append(job)
            return inbox.jobs.count == 1 ? .wakes : .isAwaited
        }
        switch outcome {
        case .wakes: wake()
        case .isAwaited: break
        // The thread has ended, and with it all that only it may touch: any thread will do.
        case .isClosed: globalConcurrentExecutor.enqueue(ExecutorJob(job))
        }
    }

    /// Makes the loop look at its jobs and its clock.
    func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: Descriptors

    /// Takes a descriptor in and runs a task for it, which closes it in the end. Before the start any thread
    /// may call it.
    /// - Returns: false if the kernel refuses another registration; the descriptor is closed then.
    func adopt(_ descriptor: Int32, as kind: Kind, _ body: @escaping @Sendable () async -> Void) -> Bool {
        assert(isCurrent || threadID.load(ordering: .relaxed) == 0)
        let token = table.open(descriptor)
        guard register(descriptor, for: kind.events, token: token) else {
            close(descriptor)
            return false
        }
        switch kind {
        case .connection: start(descriptor, body)
        // It may be one socket for all loops: its task is told when it waits next, and nothing is done to the
        // socket.
        case .listener: Task(executorPreference: self) { await body() }
        }
        return true
    }

    /// Has a new task go on with a descriptor. The task that it has calls this last.
    func handOver(_ descriptor: Int32, _ body: @escaping @Sendable () async -> Void) {
        assert(isCurrent)
        start(descriptor, body)
    }

    private func start(_ descriptor: Int32, _ body: @escaping @Sendable () async -> Void) {
        table.setTask(Task(executorPreference: self) { await body() }, of: descriptor)
    }

    private func register(_ descriptor: Int32, for events: UInt32, token: UInt64) -> Bool {
        var event = epoll_event(events: events, data: epoll_data_t(u64: token))
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// What kind of descriptor the loop is to watch; all are edge-triggered.
    enum Kind {
        case connection
        /// A listening socket, possibly one that other loops watch too: each connection wakes one of them.
        case listener

        fileprivate var events: UInt32 {
            let reading = EPOLLIN.rawValue | EPOLLET.rawValue
            return switch self {
            case .connection: reading | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue
            case .listener: reading | EPOLLEXCLUSIVE.rawValue
            }
        }
    }

    /// Notes whether the task of a connection makes an answer: then it is cancelled when the client closes
    /// the connection or ends its side of it.
    func setAnswering(_ isAnswering: Bool, on descriptor: Int32) {
        assert(isCurrent)
        table.setAnswering(isAnswering, of: descriptor)
    }

    /// Closes a descriptor; its task calls it last.
    func close(_ descriptor: Int32) {
        assert(isCurrent)
        table.close(descriptor)
        Glibc.close(descriptor)
    }

    /// Closes a listening socket. Other loops may still have it open, so closing alone would leave it
    /// registered.
    func closeListener(_ descriptor: Int32) {
        var none = epoll_event()
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &none)
        close(descriptor)
    }

    /// Suspends until a descriptor may be ready, which only trying tells, or its deadline has come.
    /// - Parameter isIdle: Whether nothing has begun, so that the server need not wait for it to stop.
    func wait(
        for interest: Interest, on descriptor: Int32, until deadline: UInt64, isIdle: Bool = false
    ) async -> Wake {
        assert(isCurrent)
        switch stopping {
        case .cut: return .cut
        case .gently where isIdle: return .stopping
        default: break
        }
        if table.takeReadiness(interest, of: descriptor) { return .ready }
        return await withUnsafeContinuation { task in
            table.wait(.task(task), for: interest, on: descriptor, until: deadline, isIdle: isIdle)
        }
    }

    /// Lets an idle connection be without a task until it can be read or its deadline has come, or the server
    /// stops; then the body runs in a new one. The task that it has calls this last.
    func park(
        _ descriptor: Int32, until deadline: UInt64, _ body: @escaping @Sendable (Wake) async -> Void
    ) {
        assert(isCurrent)
        table.setTask(nil, of: descriptor)
        let waiter = Waiter.parked(descriptor, body)
        switch stopping {
        case .cut: wake(waiter, .cut)
        case .gently: wake(waiter, .stopping)
        case .no where table.takeReadiness(.reading, of: descriptor): wake(waiter, .ready)
        case .no: table.wait(waiter, for: .reading, on: descriptor, until: deadline, isIdle: true)
        }
    }

    /// Has whoever waits to read from a descriptor look again; called from anywhere. Whoever has its number
    /// by then finds that there was no need.
    func rouse(_ descriptor: Int32) {
        Task(executorPreference: self) { [self] in
            if isCurrent { wake(table.takeReader(of: descriptor), .ready) }
        }
    }

    /// Lets the loop's other tasks go first.
    func yield() async {
        assert(isCurrent)
        await withUnsafeContinuation { yielding.append($0) }
    }

    /// The `Date` of an answer that leaves now.
    var date: [UInt8] {
        assert(isCurrent)
        let second = clock.unixSeconds()
        if second != dateSecond {
            dateSecond = second
            dateText = Array(HTTPDate(secondsSince1970: second).text.utf8)
        }
        return dateText
    }

    // MARK: Stopping

    /// Whether the server stops, so that connections are to end after their answer.
    var isStopping: Bool {
        assert(isCurrent)
        if case .no = stopping { return false }
        return true
    }

    /// Ends what is idle, waits until the rest is done, and after some time cuts it off. Called once, from
    /// anywhere.
    func stop(within time: Duration) async {
        await Task(executorPreference: self) { [self] in
            await withUnsafeContinuation { finished in
                stopping = .gently(cutAt: clock.monotonicNanoseconds() + time.nanoseconds, finished: finished)
                for waiter in table.takeIdle() { wake(waiter, .stopping) }
            }
        }.value
    }

    /// Ends every wait, shuts down the sockets and cancels the tasks of busy connections.
    private func cut(_ finished: UnsafeContinuation<Void, Never>) {
        stopping = .cut
        for (descriptor, task) in table.tasks {
            shutdown(descriptor, Int32(SHUT_RDWR))
            task.cancel()
        }
        for waiter in table.takeWaiters() { wake(waiter, .cut) }
        // Resumed after those, so that whoever waits for the end finds their descriptors closed.
        finished.resume()
    }
}
