import Dispatch

/// What a thread waits for until somebody gives it.
struct Semaphore: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Lets the thread go on, now or when it waits next.
    func send() { semaphore.signal() }

    /// Waits, at most that long; `false` if it took too long. Without a limit it waits for ever.
    @discardableResult
    func wait(secondsMax: Double? = nil) -> Bool {
        guard let secondsMax, secondsMax.isFinite else {
            semaphore.wait()
            return true
        }
        return semaphore.wait(timeout: .now() + secondsMax) == .success
    }
}
