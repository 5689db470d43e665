import CCurl
import Foundation
import Glibc

/// The thread of a client. It runs all transfers over libcurl's multi interface.
///
/// libcurl resolves names on separate threads, so that this thread waits only for all transfers at once.
final class TransferLoop {
    /// Wakes the thread from another one.
    ///
    /// `@unchecked Sendable`: `curl_multi_wakeup` may be called from any thread. The mailbox rings the alarm
    /// under its lock, and removes it under that lock before `multi` is freed.
    struct Alarm: @unchecked Sendable {
        fileprivate let library: Library
        fileprivate let multi: OpaquePointer

        func ring() {
            _ = library.functions.curl_multi_wakeup(multi)
        }
    }

    private let library: Library
    private let multi: OpaquePointer
    private let configuration: HTTPClient.Configuration
    private let certificates: TrustedCertificates
    private var transfers: [UInt64: Transfer] = [:]

    /// Starts the thread, which runs until the mailbox ends it.
    static func start(_ configuration: HTTPClient.Configuration, _ mailbox: TransferMailbox) {
        Thread.start("http-client") {
            do throws(OutgoingError) {
                try TransferLoop(configuration).run(mailbox)
            } catch {
                mailbox.end(error)
            }
        }
    }

    /// - Throws: `unavailable`.
    private init(_ configuration: HTTPClient.Configuration) throws(OutgoingError) {
        library = try Library(configuration.library)
        certificates = try TrustedCertificates(of: library, and: configuration.additionalCertificatesPath)
        guard let multi = library.functions.curl_multi_init() else {
            throw .unavailable("libcurl ran out of memory")
        }
        curl_multi_set_long(
            library.functions, multi, CURLMOPT_MAXCONNECTS, configuration.idleConnectionsMax)
        self.multi = multi
        self.configuration = configuration
    }

    deinit {
        _ = library.functions.curl_multi_cleanup(multi)
    }

    private func run(_ mailbox: TransferMailbox) {
        mailbox.connect(Alarm(library: library, multi: multi))
        defer { mailbox.disconnect() }
        while let commands = mailbox.take() {
            for command in commands {
                switch command {
                case .start(let id, let request, let reply): start(request, id, reply)
                case .cancel(let id): remove(id)?.fail(.cancelled)
                }
            }
            perform()
            finish()
            // An error here, for lack of memory or descriptors, must not become a busy loop.
            let sleepTime = Int32(Limits.sleepTimeMax.milliseconds)
            if library.functions.curl_multi_poll(multi, nil, 0, sleepTime, nil) != 0 {
                usleep(useconds_t(Limits.restTime.milliseconds * 1_000))
            }
        }
        for id in transfers.keys { remove(id)?.fail(.cancelled) }
    }

    private func start(_ request: OutgoingRequest, _ id: UInt64, _ reply: TransferMailbox.Reply) {
        do throws(OutgoingError) {
            let transfer = try Transfer(
                request, id: id, library: library, configuration: configuration, certificates: certificates
            ) { reply.resume(returning: $0) }
            let code = library.functions.curl_multi_add_handle(multi, transfer.handle.pointer)
            guard code == 0 else {
                return transfer.fail(.failed(String(cString: library.functions.curl_multi_strerror(code))))
            }
            transfers[id] = transfer
        } catch {
            reply.resume(returning: .failure(error))
        }
    }

    private func perform() {
        var running: Int32 = 0
        let code = library.functions.curl_multi_perform(multi, &running)
        guard code != 0 else { return }
        let error = OutgoingError.failed(String(cString: library.functions.curl_multi_strerror(code)))
        for id in transfers.keys { remove(id)?.fail(error) }
    }

    /// Completes the transfers that have ended.
    private func finish() {
        var code = CURLE_OK
        while let easy = curl_multi_next_done(library.functions, multi, &code) {
            var context: UnsafeMutableRawPointer?
            guard curl_easy_get_pointer(library.functions, easy, CURLINFO_PRIVATE, &context) == CURLE_OK,
                let id = Transfer.at(context)?.id
            else { preconditionFailure("libcurl ended an unknown transfer") }
            remove(id)?.finish(code)
        }
    }

    private func remove(_ id: UInt64) -> Transfer? {
        guard let transfer = transfers.removeValue(forKey: id) else { return nil }
        _ = library.functions.curl_multi_remove_handle(multi, transfer.handle.pointer)
        return transfer
    }
}
