import Dispatch
import Glibc

/// The signals that the process obeys.
struct Signals {
    /// Each wish to stop (SIGTERM, SIGINT), as it comes.
    let stops: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Keeps the signals from every thread that is made later. A thread that Dispatch did not make could take
    /// one and lose it, about once in a thousand times.
    static func block() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    init() {
        // Write errors are told by the calls that meet them.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
        // What other programs take for a wish to do something must not end this one: a terminal that closes,
        // a rotation of logs that are not written here, a timer of whoever started it. There is nothing to
        // read anew either, as tokens are watched and flags hold for life.
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
