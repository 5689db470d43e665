import CCurl
import CLinux
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
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            block_all_signals()
            body()
        }
        thread.name = name
        thread.start()
    }
}
