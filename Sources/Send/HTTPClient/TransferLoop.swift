import CCurl
import Foundation
import Glibc

/// The thread of a client: runs all its transfers over libcurl's multi interface.
///
/// Names are resolved by threads of libcurl, so that nothing here waits but for all transfers at once.
final class TransferLoop {
    /// Wakes the thread from another one.
    ///
    /// Sendable is right: `curl_multi_wakeup` may be called from any thread, and the mailbox forgets the
    /// alarm, under the lock that it rings it under, before what it points to goes.
    struct Alarm: @unchecked Sendable {
        fileprivate let library: Library
        fileprivate let multi: OpaquePointer

        func ring() {
            ccurl_multi_wakeup(library.functions, multi)
        }
    }

    private let library: Library
    private let multi: OpaquePointer
    private let configuration: HTTPClient.Configuration
    private let certificates: TrustedCertificates
    private var transfers: [UInt64: Transfer] = [:]

    /// Starts the thread; it ends when the mailbox says so.
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
        guard let multi = ccurl_multi_init(library.functions) else {
            throw .unavailable("libcurl has no memory left")
        }
        ccurl_multi_set_long(
            library.functions, multi, CURLMOPT_MAXCONNECTS, configuration.idleConnectionsMax)
        self.multi = multi
        self.configuration = configuration
    }

    deinit {
        ccurl_multi_cleanup(library.functions, multi)
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
            // An error here, for want of memory or descriptors, must not become a busy loop.
            if ccurl_multi_poll(library.functions, multi, Int32(Limits.sleepTimeMax.milliseconds)) != 0 {
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
            let code = ccurl_multi_add_handle(library.functions, multi, transfer.handle.pointer)
            guard code == 0 else {
                return transfer.fail(.failed(String(cString: ccurl_multi_strerror(library.functions, code))))
            }
            transfers[id] = transfer
        } catch {
            reply.resume(returning: .failure(error))
        }
    }

    private func perform() {
        let code = ccurl_multi_perform(library.functions, multi)
        guard code != 0 else { return }
        let error = OutgoingError.failed(String(cString: ccurl_multi_strerror(library.functions, code)))
        for id in transfers.keys { remove(id)?.fail(error) }
    }

    /// Answers the transfers that have ended.
    private func finish() {
        var code = CURLE_OK
        while let easy = ccurl_multi_next_done(library.functions, multi, &code) {
            var context: UnsafeMutableRawPointer?
            guard ccurl_easy_get_pointer(library.functions, easy, CURLINFO_PRIVATE, &context) == CURLE_OK,
                let id = Transfer.at(context)?.id
            else { preconditionFailure("a transfer that was not started has ended") }
            remove(id)?.finish(code)
        }
    }

    private func remove(_ id: UInt64) -> Transfer? {
        guard let transfer = transfers.removeValue(forKey: id) else { return nil }
        ccurl_multi_remove_handle(library.functions, multi, transfer.handle.pointer)
        return transfer
    }
}
