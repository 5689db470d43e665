import CCurl
import Glibc
import HTTP

/// One request in progress, and the response so far.
///
/// It lives only on the thread of its loop, on which libcurl calls back as well. libcurl holds unretained
/// pointers to it. They stay valid: `deinit` frees the handle, and the loop retains the transfer until then.
final class Transfer {
    let id: UInt64
    let handle: EasyHandle
    /// The address policy; `nil` when a proxy dials.
    private let policy: AddressPolicy?
    private let bodyBytesMax: Int
    private let complete: (Result<OutgoingResponse, OutgoingError>) -> Void
    private var head: ResponseHead
    private var body: [UInt8] = []
    private var isCut = false
    private var refused: (address: IPAddress, what: String)?
    private var hasDialled = false

    /// - Throws: `invalidRequest`, `failed`.
    init(
        _ request: OutgoingRequest, id: UInt64, library: Library,
        configuration: HTTPClient.Configuration,
        certificates: TrustedCertificates,
        complete: @escaping (Result<OutgoingResponse, OutgoingError>) -> Void
    ) throws(OutgoingError) {
        handle = try EasyHandle(library, trusting: certificates)
        self.id = id
        self.complete = complete
        let allowsLoopback = configuration.allowsLoopback()
        var policy = configuration.policy
        if allowsLoopback { policy.allowed += CIDR.loopback }
        self.policy = configuration.proxy == nil ? policy : nil
        bodyBytesMax = request.limits.bodyBytesMax
        head = ResponseHead(bytesMax: request.limits.headerBytesMax)
        try setRequest(request)
        try setConnection(request.limits, configuration)
        // A connection that stays open is not dialled again, so that `allowsLoopback` would have no effect on
        // it.
        if allowsLoopback { try handle.set(CURLOPT_FORBID_REUSE, 1) }
        try setCallbacks()
    }

    /// Completes the request.
    ///
    /// A final response with a complete header counts, however its body ended. The receiver has answered, and
    /// a body that is too long, too slow or cut off does not change the answer.
    func finish(_ code: CURLcode) {
        guard head.isComplete, let status = head.status else { return complete(.failure(error(code))) }
        let shortfall = isCut ? .incomplete("the body is too long") : code == CURLE_OK ? nil : error(code)
        complete(
            .success(
                OutgoingResponse(status: status, fields: head.fields, body: body, shortfall: shortfall)))
    }

    /// Completes the request with an error of the client.
    func fail(_ error: OutgoingError) {
        complete(.failure(error))
    }

    private func error(_ code: CURLcode) -> OutgoingError {
        let text = handle.text(of: code)
        if let refused, !hasDialled { return .refused(refused.address, what: refused.what) }
        if head.isTooLong { return .headerTooLong }
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: return .invalidRequest(text)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .unresolved(text)
        case CURLE_COULDNT_CONNECT: return .unreachable(text)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            return .untrusted(text)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(text)
        // A line over libcurl's limit; older versions report a lack of memory.
        case CURLE_TOO_LARGE, CURLE_OUT_OF_MEMORY: return .headerTooLong
        case CURLE_OK: return .incomplete("the connection closed before the end of the header")
        case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR: return .incomplete(text)
        default: return .failed(text)
        }
    }
}

// MARK: Options

extension Transfer {
    private func setRequest(_ request: OutgoingRequest) throws(OutgoingError) {
        guard !request.url.utf8.contains(0) else { throw .invalidRequest("the URL contains U+0000") }
        try handle.set(CURLOPT_URL, request.url)
        switch request.method {
        case .get: try handle.set(CURLOPT_HTTPGET, 1)
        case .delete:
            try handle.set(CURLOPT_HTTPGET, 1)
            try handle.set(CURLOPT_CUSTOMREQUEST, "DELETE")
        case .post(let bytes):
            try handle.set(CURLOPT_POST, 1)
            try handle.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: bytes.count)
            // An empty array may have no address, which libcurl takes for no body at all.
            let body = bytes.isEmpty ? [0] : bytes
            try handle.set(CURLOPT_COPYPOSTFIELDS, at: body)
        }
        // A name without a value removes a field that libcurl adds by default.
        var lines = ["accept", "content-type", "expect"].filter { name in
            !request.fields.contains { $0.name.lowercased() == name }
        }.map { "\($0):" }
        for field in request.fields { lines.append(try Self.line(field)) }
        try handle.set(CURLOPT_HTTPHEADER, lines)
    }

    private static func line(_ field: HeaderField) throws(OutgoingError) -> String {
        let isName = !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 58 }
        let isValue = field.value.utf8.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }
        guard isName && isValue else {
            throw .invalidRequest("a header field contains a forbidden character")
        }
        return field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
    }

    /// Sets every option that libcurl would otherwise take from its defaults or the environment.
    private func setConnection(
        _ limits: OutgoingLimits, _ configuration: HTTPClient.Configuration
    ) throws(OutgoingError) {
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTimeMax.milliseconds)
        try handle.set(CURLOPT_TIMEOUT_MS, limits.totalTimeMax.milliseconds)
        try handle.set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP_AND_HTTPS))
        try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try handle.set(CURLOPT_HTTP09_ALLOWED, 0)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        // An empty name overrides a proxy of the environment; an empty list exempts no host from the proxy.
        try handle.set(CURLOPT_PROXY, configuration.proxy ?? "")
        try handle.set(CURLOPT_NOPROXY, "")
        // The response of a proxy to `CONNECT` is not the response to the request.
        try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setCallbacks() throws(OutgoingError) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA] {
            try handle.set(option, at: this)
        }
        try handle.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.at(context)?.takeLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        try handle.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.at(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        try handle.check(
            curl_easy_set_opensocket_callback(handle.library.functions, handle.pointer) {
                context, _, address in
                Transfer.at(context)?.openSocket(address) ?? Int32(CURL_SOCKET_BAD)
            })
    }
}

// MARK: Callbacks

extension Transfer {
    /// The transfer behind the pointer that libcurl holds.
    static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takeLine(_ line: UnsafeRawBufferPointer) -> Int {
        head.take(line) ? line.count : 0
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        let room = bodyBytesMax - body.count
        body.append(contentsOf: bytes.prefix(room))
        isCut = bytes.count > room
        return isCut ? 0 : bytes.count
    }

    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> Int32 {
        guard let address else { return Int32(CURL_SOCKET_BAD) }
        if let policy {
            var octets = [UInt8](repeating: 0, count: 16)
            let count = curl_sockaddr_ip(address, &octets)
            guard let dialled = IPAddress(octets: octets.prefix(count)) else { return Int32(CURL_SOCKET_BAD) }
            if let what = policy.refusal(of: dialled) {
                refused = (dialled, what)
                return Int32(CURL_SOCKET_BAD)
            }
        }
        hasDialled = true
        let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, type, address.pointee.protocol)
    }
}
