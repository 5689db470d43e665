import CCurl
import Foundation
import Glibc
import Synchronization

/// The loaded libcurl.
///
/// `@unchecked Sendable`: the table of functions never changes.
final class Library: @unchecked Sendable {
    let functions: curl_library
    /// Before libcurl 7.84, two threads must not initialise the library at once.
    private static let preparation = Mutex(())

    /// Loads a library by its file name and initialises it.
    /// - Throws: `unavailable`.
    init(_ name: String) throws(OutgoingError) {
        var reason: UnsafePointer<CChar>?
        let functions = curl_open(name, &reason)
        if let reason { throw .unavailable(String(cString: reason)) }
        let code = Self.preparation.withLock { _ in functions.curl_global_init(Int(CURL_GLOBAL_ALL)) }
        guard code == CURLE_OK else {
            throw .unavailable(String(cString: functions.curl_easy_strerror(code)))
        }
        self.functions = functions
    }
}

extension Thread {
    /// Starts a thread for libcurl.
    ///
    /// The thread blocks all signals. Other threads wait for them, and a write to a closed connection must
    /// not raise one.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            body()
        }
        thread.name = name
        thread.start()
    }
}
