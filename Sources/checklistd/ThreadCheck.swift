import Dispatch
import Glibc

/// Checks at the start that the system allows enough threads.
enum ThreadCheck {
    /// The approximate number of threads of a server: an event loop and an executor thread for each core, and
    /// those of the store, its replica, the socket for commands, outgoing requests, mail, signals and timers.
    static func servingCount(cores: Int) -> Int { 2 * cores + 14 }

    private final class Gate: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
    }

    /// Starts `count` threads that live at the same time, and ends them.
    ///
    /// If the system refuses a thread later, the executor waits for it forever without an error.
    /// - Throws: `Failure` with the limits to raise.
    static func check(_ count: Int) throws(Failure) {
        let gate = Gate()
        var threads: [pthread_t] = []
        var outcome: Int32 = 0
        while threads.count < count, outcome == 0 {
            var thread = pthread_t()
            outcome = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<Gate>.fromOpaque(argument).takeUnretainedValue().semaphore.wait()
                    return nil
                }, Unmanaged.passUnretained(gate).toOpaque())
            if outcome == 0 { threads.append(thread) }
        }
        for _ in threads { gate.semaphore.signal() }
        for thread in threads { pthread_join(thread, nil) }
        withExtendedLifetime(gate) {}
        guard outcome != 0 else { return }
        throw Failure(
            .osError,
            "The system permits \(threads.count) of the \(count) threads that the server needs "
                + "(\(String(cString: strerror(outcome)))). Raise pids_limit of the container, "
                + "ulimit -u or ulimit -v.")
    }
}
