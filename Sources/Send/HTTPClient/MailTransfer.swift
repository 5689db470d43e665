import CCurl
import Mail

/// The delivery of one message to a mail server.
///
/// Each delivery has a separate thread. While a mail server checks a message or answers `QUIT`, libcurl runs
/// no other transfer (https://curl.se/docs/knownbugs.html, SMTP).
final class MailTransfer {
    private let handle: EasyHandle
    private let isCancelled: () -> Bool
    private var exchange: MailExchange

    /// - Parameter isCancelled: Whether the caller has stopped waiting; evaluated at least once a second.
    /// - Throws: `invalidRequest`, `unavailable`, `failed`.
    init(
        _ mail: OutgoingMail, _ configuration: HTTPClient.Configuration, isCancelled: @escaping () -> Bool
    ) throws(OutgoingError) {
        let content: [UInt8]
        do throws(MailError) {
            content = try mail.message.content()
        } catch {
            throw .invalidRequest("\(error)")
        }
        exchange = MailExchange(content, to: mail.message.to)
        self.isCancelled = isCancelled
        let library = try Library(configuration.library)
        handle = try EasyHandle(
            library,
            trusting: TrustedCertificates(of: library, and: configuration.additionalCertificatesPath))
        try set(mail, bytes: content.count)
        try setCallbacks()
    }

    /// Delivers the message and waits for the result.
    /// - Throws: `OutgoingError` where the server has not accepted the message.
    func perform() throws(OutgoingError) {
        let code = handle.library.functions.curl_easy_perform(handle.pointer)
        guard code != CURLE_OK else { return }
        throw error(code)
    }

    /// Maps a code of libcurl. The server's reply to a login is dropped, because its content is unknown.
    private func error(_ code: CURLcode) -> OutgoingError {
        let text = handle.text(of: code)
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: return .cancelled
        case CURLE_LOGIN_DENIED: return .loginDenied
        case CURLE_COULDNT_RESOLVE_HOST: return .unresolved(text)
        case CURLE_COULDNT_CONNECT: return .unreachable(text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_USE_SSL_FAILED:
            return .untrusted(text)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(text)
        default:
            // Only libcurl's message says which command failed.
            return exchange.rejection(ofReceiver: text.hasPrefix("RCPT failed")) ?? .failed(text)
        }
    }

    private func set(_ mail: OutgoingMail, bytes: Int) throws(OutgoingError) {
        try handle.set(CURLOPT_URL, mail.server.url)
        try handle.set(CURLOPT_PROTOCOLS, Int(CURLPROTO_SMTP_AND_SMTPS))
        // Without `STARTTLS`, the transfer ends before it sends anything confidential.
        let needsTLS = mail.server.security != .none
        try handle.set(CURLOPT_USE_SSL, Int(needsTLS ? CURLUSESSL_ALL : CURLUSESSL_NONE))
        if let user = mail.server.user {
            try handle.set(CURLOPT_USERNAME, user)
            try handle.set(CURLOPT_PASSWORD, mail.server.password ?? "")
        }
        try handle.set(CURLOPT_MAIL_FROM, mail.message.from.address)
        try handle.set(CURLOPT_MAIL_RCPT, [mail.message.to.address])
        try handle.set(CURLOPT_UPLOAD, 1)
        try handle.set(CURLOPT_INFILESIZE_LARGE, offset: bytes)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, mail.limits.connectTimeMax.milliseconds)
        try handle.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, mail.limits.replyTimeMax.milliseconds / 1_000))
        try handle.set(CURLOPT_TIMEOUT_MS, mail.limits.totalTimeMax.milliseconds)
        // An empty name overrides a proxy of the environment.
        try handle.set(CURLOPT_PROXY, "")
        try handle.set(CURLOPT_FORBID_REUSE, 1)
    }

    private func setCallbacks() throws(OutgoingError) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_READDATA, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA] {
            try handle.set(option, at: this)
        }
        try handle.set(CURLOPT_READFUNCTION) { bytes, size, count, context in
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return MailTransfer.at(context)?.exchange.read(into: buffer) ?? 0
        }
        try handle.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            MailTransfer.at(context)?.exchange.take(line)
            return line.count
        }
        // Otherwise libcurl writes unsolicited data of a server to the standard output.
        try handle.set(CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count }
        try handle.set(CURLOPT_NOPROGRESS, 0)
        try handle.check(
            curl_easy_set_progress_callback(handle.library.functions, handle.pointer) {
                context, _, _, _, _ in
                MailTransfer.at(context)?.isCancelled() == true ? 1 : 0
            })
    }

    /// The transfer behind the pointer that libcurl holds. The transfer outlives libcurl's calls.
    private static func at(_ context: UnsafeMutableRawPointer?) -> MailTransfer? {
        context.map { Unmanaged<MailTransfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
