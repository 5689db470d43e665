import Glibc
import HTTP
import HTTPServer

/// Sends single requests to a server of this machine, over TCP or a Unix socket. It needs no library and
/// blocks its thread.
struct LocalClient {
    private let address: ListenAddress
    private let patience: Duration

    /// The maximum size of a response: 64 MiB.
    private static let responseBytesMax = 64 << 20

    /// - Parameter patience: How long one request may take.
    init(_ address: ListenAddress, patience: Duration) {
        self.address = address
        self.patience = patience
    }

    /// Sends a request and reads its whole response.
    func answer(
        _ method: Method, _ target: String, fields: [(name: String, value: String)] = [],
        content: [UInt8]? = nil
    ) throws(LocalClientError) -> LocalAnswer {
        let deadline = ContinuousClock.now + patience
        let descriptor = try connected(before: deadline)
        defer { close(descriptor) }
        var lines = ["\(method.rawValue) \(target) HTTP/1.1", "Host: localhost", "Connection: close"]
        lines += fields.map { "\($0.name): \($0.value)" }
        if let content { lines.append("Content-Length: \(content.count)") }
        let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
        try send(Array(head.utf8) + (content ?? []), to: descriptor, before: deadline)
        let response = try everything(from: descriptor, before: deadline)
        guard let answer = LocalAnswer(response) else { throw .malformed }
        return answer
    }

    private func connected(before deadline: ContinuousClock.Instant) throws(LocalClientError) -> Int32 {
        guard let peer = try? SocketAddress(address) else { throw .system(EINVAL) }
        let family =
            switch address {
            case .ipv4: AF_INET
            case .ipv6: AF_INET6
            case .unix: AF_UNIX
            }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .system(errno) }
        do throws(LocalClientError) {
            while peer.connect(descriptor) != 0 {
                switch errno {
                case EINPROGRESS:
                    try wait(for: POLLOUT, on: descriptor, before: deadline)
                    var number: Int32 = 0
                    var length = socklen_t(MemoryLayout<Int32>.size)
                    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length)
                    guard number == 0 else { throw LocalClientError.system(number) }
                    return descriptor
                // The accept queue of a Unix socket is full.
                case EAGAIN: try pause(before: deadline)
                case EINTR: continue
                default: throw LocalClientError.system(errno)
                }
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private func send(
        _ bytes: [UInt8], to descriptor: Int32, before deadline: ContinuousClock.Instant
    ) throws(LocalClientError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                try wait(for: POLLOUT, on: descriptor, before: deadline)
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }

    private func everything(
        from descriptor: Int32, before deadline: ContinuousClock.Instant
    ) throws(LocalClientError) -> [UInt8] {
        var response: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while response.count <= Self.responseBytesMax {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count == 0 { return response }
            if count > 0 {
                response += piece[..<count]
            } else if errno == EAGAIN {
                try wait(for: POLLIN, on: descriptor, before: deadline)
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
        throw .malformed
    }

    private func wait(
        for events: Int32, on descriptor: Int32, before deadline: ContinuousClock.Instant
    ) throws(LocalClientError) {
        while true {
            let milliseconds = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard milliseconds > 0 else { throw .timedOut(patience) }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: Int(milliseconds.rounded(.up))))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw .system(errno) }
        }
    }

    private func pause(before deadline: ContinuousClock.Instant) throws(LocalClientError) {
        guard ContinuousClock.now < deadline else { throw .timedOut(patience) }
        poll(nil, 0, 20)
    }
}

/// The response to a request of `LocalClient`.
struct LocalAnswer {
    let status: Int
    let content: [UInt8]

    /// Parses a response that ends with the connection; `nil` if it is not HTTP or in chunks.
    init?(_ response: [UInt8]) {
        let separator = Array("\r\n\r\n".utf8)
        guard let end = response.firstRange(of: separator) else { return nil }
        let head = String(decoding: response[..<end.lowerBound], as: UTF8.self)
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]),
            !head.lowercased().contains("\r\ntransfer-encoding:")
        else { return nil }
        self.status = status
        content = Array(response[end.upperBound...])
    }
}

/// Why a server of this machine does not answer.
enum LocalClientError: Error, CustomStringConvertible {
    /// A system call failed; with the kernel's error number.
    case system(Int32)
    /// The server did not answer in time.
    case timedOut(Duration)
    /// The response is not HTTP, or too large.
    case malformed

    var description: String {
        switch self {
        case .system(let number): String(cString: strerror(number))
        case .timedOut(let time): "no answer within \(time.components.seconds) seconds"
        case .malformed: "the response is not HTTP"
        }
    }
}
