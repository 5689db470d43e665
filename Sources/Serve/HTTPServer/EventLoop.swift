import CLinux
import Dates
import Glibc
import HTTP
import Synchronization

/// One thread over epoll, and the executor of the tasks that use its descriptors.
///
/// A task on the loop reads and writes without blocking, and suspends in `wait` until its descriptor is
/// ready. Other threads resume tasks through `enqueue`.
///
/// `@unchecked Sendable`, because: `inbox`, `threadID` and `counters` are synchronized, and `let` values of
/// `Sendable` types do not change. Only the loop's thread accesses everything else. All methods but `start`
/// and `enqueue` run in tasks whose executor is the loop, so on that thread. Each method asserts it in a
/// debug build.
final class EventLoop: TaskExecutor, @unchecked Sendable {
    let clock: ServerClock
    let counters = LoopCounters()
    private let epoll: Int32
    private let wakeUp: Int32
    private let inbox = Mutex(Inbox())
    /// The id of the running thread, else 0.
    private let threadID = Atomic<UInt>(0)

    // Run-time exclusivity checks would cost a twentieth of a request. None of their methods calls back.
    @exclusivity(unchecked) private var table = DescriptorTable<Waiter>()
    @exclusivity(unchecked) private var jobs: [UnownedJob] = []
    /// The running task uses them.
    @exclusivity(unchecked) var buffers = SharedBuffers()
    private var runningJobs: [UnownedJob] = []
    /// Tasks that let other tasks run first.
    private var yielding: [UnsafeContinuation<Void, Never>] = []
    private var stopping = Stopping.no
    private var dateSecond = Int.min
    private var dateText: [UInt8] = []

    /// The reason why `wait` returned.
    enum Wake {
        /// The descriptor may be ready to read or write.
        case ready
        /// The deadline has passed.
        case timedOut
        /// The server is stopping, and the task had declared itself idle.
        case stopping
        /// The grace time of the stop is over: the connection must close immediately.
        case cut
    }

    /// What the loop resumes on an event of a descriptor.
    private enum Waiter {
        /// A suspended task.
        case task(UnsafeContinuation<Wake, Never>)
        /// A connection without a task; the event starts one.
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

        /// The time to cut the connections; never unless the loop is stopping gently.
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
        // The table's tokens are larger than any descriptor, so they cannot equal this one.
        guard register(wakeUp, for: EPOLLIN.rawValue | EPOLLET.rawValue, token: UInt64(wakeUp)) else {
            throw .outOfResources(errno: errno)
        }
    }

    deinit {
        // Only now can no other thread wake the loop. An earlier close would let it write to a reused
        // descriptor.
        if epoll >= 0 { Glibc.close(epoll) }
        if wakeUp >= 0 { Glibc.close(wakeUp) }
    }

    /// Starts the thread, which runs until `stop` has finished.
    /// - Throws: `ListenError.outOfResources`.
    func start() throws(ListenError) {
        var thread = pthread_t()
        let loop = Unmanaged.passRetained(self)
        let outcome = pthread_create(
            &thread, nil,
            { argument in
                // Balances the retain in `start`.
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
        useBatchScheduling()
        let capacity = 256
        let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
        defer { events.deallocate() }
        repeat {
            let count = epoll_wait(epoll, events, Int32(capacity), timeoutMilliseconds)
            precondition(count >= 0 || errno == EINTR, "epoll_wait failed")
            for index in 0..<max(0, Int(count)) { dispatch(events[index]) }
            resumeLate()
            runJobs()
        } while !isFinished
        threadID.store(0, ordering: .relaxed)
    }

    /// Asks the kernel not to preempt other threads when this one becomes runnable (`sched(7)`). Clients then
    /// send more requests meanwhile, and the loop answers them in one turn. Under load that avoids most
    /// context switches. The call has no effect where it is not permitted.
    private func useBatchScheduling() {
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

    /// Runs the jobs that are ready. Jobs that become ready meanwhile run after the next poll.
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
        // The thread has ended, so its state is no longer in use. Any thread can run the job.
        case .isClosed: globalConcurrentExecutor.enqueue(ExecutorJob(job))
        }
    }

    /// Makes the loop check its jobs and its clock.
    func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: Descriptors

    /// Registers a descriptor and starts the task that uses and finally closes it. Any thread may call this
    /// before the loop starts.
    /// - Returns: `false` if the kernel refuses the registration; the descriptor is then closed.
    func adopt(_ descriptor: Int32, as kind: Kind, _ body: @escaping @Sendable () async -> Void) -> Bool {
        assert(isCurrent || threadID.load(ordering: .relaxed) == 0)
        let token = table.open(descriptor)
        guard register(descriptor, for: kind.events, token: token) else {
            close(descriptor)
            return false
        }
        switch kind {
        case .connection: start(descriptor, body)
        // Several loops may share the socket, so `cut` must neither shut it down nor cancel the task. The
        // task learns of the stop at its next wait.
        case .listener: Task(executorPreference: self) { await body() }
        }
        return true
    }

    /// Starts a new task for a descriptor. The current task must call this last.
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

    /// The kind of a watched descriptor. All are edge-triggered.
    enum Kind {
        case connection
        /// A listening socket that several loops may watch. Each connection wakes only one of them.
        case listener

        fileprivate var events: UInt32 {
            let reading = EPOLLIN.rawValue | EPOLLET.rawValue
            return switch self {
            case .connection: reading | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue
            case .listener: reading | EPOLLEXCLUSIVE.rawValue
            }
        }
    }

    /// Sets whether the task of a connection is making a response. If so, the loop cancels it when the client
    /// closes the connection or its sending side.
    func setAnswering(_ isAnswering: Bool, on descriptor: Int32) {
        assert(isCurrent)
        table.setAnswering(isAnswering, of: descriptor)
    }

    /// Closes a descriptor. Its task must call this last.
    func close(_ descriptor: Int32) {
        assert(isCurrent)
        table.close(descriptor)
        Glibc.close(descriptor)
    }

    /// Closes a listening socket. It removes the registration first, because other loops may hold the socket
    /// open.
    func closeListener(_ descriptor: Int32) {
        var none = epoll_event()
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &none)
        close(descriptor)
    }

    /// Suspends until a descriptor may be ready or its deadline has passed. Only an attempt shows whether the
    /// descriptor is ready.
    /// - Parameter isIdle: Whether no request has begun, so that a stop of the server need not wait for it.
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

    /// Keeps an idle connection without a task until it is readable, its deadline has passed, or the server
    /// stops. Then the body runs in a new task. The current task must call this last.
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

    /// Wakes the task that waits to read from a descriptor; callable from any thread. If the number has been
    /// reused, the wake-up is spurious and harmless.
    func wakeReader(_ descriptor: Int32) {
        Task(executorPreference: self) { [self] in
            if isCurrent { wake(table.takeReader(of: descriptor), .ready) }
        }
    }

    /// Lets the other tasks of the loop run first.
    func yield() async {
        assert(isCurrent)
        await withUnsafeContinuation { yielding.append($0) }
    }

    /// The current value of the `Date` field.
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

    /// Whether the server is stopping, so that connections end after their current response.
    var isStopping: Bool {
        assert(isCurrent)
        if case .no = stopping { return false }
        return true
    }

    /// Ends idle connections, waits for the others, and cuts them after the grace time. Call it once, from
    /// any thread.
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
        // Resumed last, so that the caller of `stop` finds the descriptors closed.
        finished.resume()
    }
}
