import Dispatch

/// Runs long jobs one after the other on a separate thread, so that connections and reminders do not wait.
final class BackgroundExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "background", qos: .background)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
