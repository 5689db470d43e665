import Dispatch
import Glibc

/// The threads that the process may have.
enum ThreadSupply {
    /// How many threads serve at the same time, about: an event loop and an executor's thread for each core,
    /// those of the store, of outgoing requests and mail, of signals and timers.
    static func servingCount(cores: Int) -> Int { 2 * cores + 12 }

    private final class Gate: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
    }

    /// Makes so many threads, which all live at the same time, and ends them.
    ///
    /// Where the system refuses a thread later, the executor waits for it for ever and says nothing.
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
            "the system permits \(threads.count) of the \(count) threads that the service needs "
                + "(\(String(cString: strerror(outcome)))); raise pids_limit of the container, "
                + "ulimit -u or ulimit -v")
    }
}
