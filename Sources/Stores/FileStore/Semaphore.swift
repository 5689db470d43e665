import Dispatch

/// A semaphore that a thread waits for, with an optional time limit.
struct Semaphore: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Lets the thread continue, now or at its next wait.
    func send() { semaphore.signal() }

    /// Waits at most `secondsMax` seconds; `false` after a time-out. Without a limit it waits forever.
    @discardableResult
    func wait(secondsMax: Double? = nil) -> Bool {
        guard let secondsMax, secondsMax.isFinite else {
            semaphore.wait()
            return true
        }
        return semaphore.wait(timeout: .now() + secondsMax) == .success
    }
}
