import Dispatch

/// Runs long work on a thread of its own, one job after the other, so that neither connections nor reminders
/// wait for it.
final class BackgroundExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "background", qos: .background)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
