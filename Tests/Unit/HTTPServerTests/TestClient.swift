import Dispatch
import Glibc

@testable import HTTPServer

/// A client over a socket of its own. Its calls block a thread of Dispatch's, never one of the cooperative
/// pool.
final class TestClient {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// A system call failed; no test is to wait for ever, so after five minutes of silence reading fails
    /// with `EAGAIN`.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ call: String) {
            description = "\(call): \(String(cString: strerror(errno)))"
        }
    }

    /// The connection ended before what was expected had come.
    struct EndOfInput: Error {}

    /// - Parameter receiveBufferBytes: How much the kernel takes in before the server has to wait; `nil` for
    ///   its choice.
    init(_ address: ListenAddress, receiveBufferBytes: Int32? = nil) async throws {
        let socketAddress = try SocketAddress(address)
        descriptor = try await blocking {
            let family = socketAddress.withPointer { address, _ in Int32(address.pointee.sa_family) }
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { throw Failure("socket") }
            if var bytes = receiveBufferBytes {
                setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
            }
            var patience = timeval(tv_sec: 300, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
            guard socketAddress.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
                let failure = Failure("connect")
                Glibc.close(descriptor)
                throw failure
            }
            return descriptor
        }
    }

    deinit { Glibc.close(descriptor) }

    // MARK: Sending

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws {
        let descriptor = descriptor
        try await blocking {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw Failure("send") }
                sent += count
            }
        }
    }

    /// Says that nothing more will be sent.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection with a reset instead of an orderly end.
    func resetOnClose() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    // MARK: Receiving

    /// One answer; its end is where its framing says.
    /// - Parameter toHead: Whether it answers a HEAD and so has no content.
    func answer(toHead: Bool = false) async throws -> Answer {
        let head = try await received(through: Array("\r\n\r\n".utf8))
        var answer = try Answer(head: String(decoding: head, as: UTF8.self))
        if toHead || answer.status == 204 || answer.status == 304 || answer.status < 200 { return answer }
        if answer["transfer-encoding"] == "chunked" {
            while true {
                let line = String(decoding: try await received(through: [13, 10]).dropLast(2), as: UTF8.self)
                guard let size = Int(line, radix: 16) else { throw Answer.Malformed(line: line) }
                let chunk = try await received(count: size + 2).dropLast(2)
                if size == 0 { return answer }
                answer.body += chunk
            }
        }
        if let length = answer["content-length"].flatMap({ Int($0) }) {
            answer.body = try await received(count: length)
        } else {
            answer.body = try await receivedToEnd()
        }
        return answer
    }

    /// Everything up to the end of the connection.
    func receivedToEnd() async throws -> [UInt8] {
        while try await receiveMore() {}
        defer { received = [] }
        return received
    }

    /// Whether the connection ends here, with nothing more in it.
    func isAtEnd() async throws -> Bool { try await receivedToEnd().isEmpty }

    func received(count: Int) async throws -> [UInt8] {
        while received.count < count {
            guard try await receiveMore() else { throw EndOfInput() }
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func received(through end: [UInt8]) async throws -> [UInt8] {
        var searched = 0
        while true {
            var start = searched
            while start + end.count <= received.count {
                if received[start..<start + end.count].elementsEqual(end) {
                    return try await received(count: start + end.count)
                }
                start += 1
            }
            searched = start
            guard try await receiveMore() else { throw EndOfInput() }
        }
    }

    private func receiveMore() async throws -> Bool {
        let descriptor = descriptor
        let bytes = try await blocking {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failure("recv") }
            return Array(buffer.prefix(count))
        }
        received += bytes
        return !bytes.isEmpty
    }
}

/// An answer as a client sees it.
struct Answer {
    let status: Int
    /// By names in lower case.
    let fields: [String: String]
    var body: [UInt8] = []

    struct Malformed: Error {
        let line: String
    }

    init(head: String) throws {
        let lines = head.split(separator: "\r\n")
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "),
            let status = Int(first.dropFirst(9).prefix(3))
        else { throw Malformed(line: head) }
        self.status = status
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed(line: String(line)) }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            fields[line[..<colon].lowercased()] = String(value)
        }
        self.fields = fields
    }

    subscript(name: String) -> String? { fields[name] }

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Runs what blocks on a thread that may.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: body)) }
    }
}
