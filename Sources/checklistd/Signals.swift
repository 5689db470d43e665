import Dispatch
import Glibc

/// The signals that the process handles.
struct Signals {
    /// The signals that ask for a stop: SIGTERM and SIGINT.
    let stops: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Blocks the signals in every thread that starts later. Otherwise, about once in a thousand times, a
    /// thread that Dispatch did not make takes a signal and loses it.
    static func block() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    init() {
        // The calls that write report these errors.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        // These signals must not end the process: a terminal that closes, a log rotation, a timer of the
        // parent process. SIGHUP reloads nothing: the server watches tokens itself, and flags hold until it
        // stops.
        for number in [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM] { signal(number, SIG_IGN) }
        let (stops, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.stops = stops
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.activate()
            return source
        }
    }
}
