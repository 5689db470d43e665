import CLinux
import Glibc

/// The service manager that started this process, by the protocol of `sd_notify(3)`.
///
/// Each message is one datagram to the socket in `NOTIFY_SOCKET`. Without that variable nothing is sent.
struct Supervisor: Sendable {
    private let socket: String?
    /// The interval of watchdog messages: half of `WATCHDOG_USEC`. `nil` if the manager has no watchdog.
    let watchdogInterval: Duration?

    /// The interval never falls below it, so that a wrong `WatchdogSec=` costs no processor time: 10 ms.
    private static let intervalMin = Duration.milliseconds(10)

    /// - Parameter processID: The watchdog counts only if `WATCHDOG_PID` is this process or missing.
    init(_ environment: [String: String], processID: Int32 = getpid()) {
        let path = environment["NOTIFY_SOCKET"] ?? ""
        socket = path.hasPrefix("/") || path.hasPrefix("@") ? path : nil
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(processID)" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogInterval =
            socket != nil && isMeant && microseconds > 0
            ? max(Self.intervalMin, .microseconds(microseconds / 2)) : nil
    }

    /// A state of the service.
    enum State: String {
        /// The server answers requests.
        case ready = "READY=1"
        /// The server finishes running requests and ends.
        case stopping = "STOPPING=1"
        /// The server is alive.
        case alive = "WATCHDOG=1"
    }

    /// Tells the manager a state.
    /// - Returns: The error number; 0 if the message was sent or there is no manager.
    @discardableResult func tell(_ state: State) -> Int32 {
        guard let socket else { return 0 }
        return send_datagram(socket, state.rawValue, state.rawValue.utf8.count)
    }

    /// Sends watchdog messages until the task is cancelled.
    ///
    /// - Parameter proveAlive: Returns once the server has proved that it responds. While it does not return,
    ///   no message is sent, and the manager restarts the service.
    func watch(proveAlive: @Sendable () async -> Void) async {
        guard let watchdogInterval else { return }
        while !Task.isCancelled {
            await proveAlive()
            tell(.alive)
            // Cancellation ends the wait, and then the loop.
            try? await Task.sleep(for: watchdogInterval)
        }
    }
}

/// The stream of systemd's journal.
enum JournalStream {
    /// Whether a descriptor leads to the journal: `JOURNAL_STREAM` has its device and inode
    /// (`systemd.exec(5)`).
    static func isConnected(to descriptor: Int32, _ environment: [String: String]) -> Bool {
        var status = stat()
        guard let stream = environment["JOURNAL_STREAM"], fstat(descriptor, &status) == 0 else {
            return false
        }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
