import CCurl
import Foundation
import Glibc

/// libcurl, loaded.
///
/// Sendable is right: it is a table of functions that never changes.
final class Library: @unchecked Sendable {
    let functions: OpaquePointer

    /// Loads a library by its file name.
    /// - Throws: `unavailable`.
    init(_ name: String) throws(OutgoingError) {
        var reason: UnsafePointer<CChar>?
        guard let functions = curl_library_open(name, &reason) else {
            throw .unavailable(reason.map { String(cString: $0) } ?? "\(name) cannot be loaded")
        }
        self.functions = functions
    }

    deinit {
        curl_library_close(functions)
    }
}

extension Thread {
    /// Starts a thread on which libcurl works.
    ///
    /// Signals are for the threads that wait for them, and a write to a closed connection is no signal.
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
