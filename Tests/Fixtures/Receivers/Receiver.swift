import Foundation
import Glibc

/// A TCP server that runs a test's function on each connection, each on its own thread.
///
/// It listens until it is stopped or the process ends, so a test need not keep a reference to it.
package final class Receiver: Sendable {
    package struct Failure: Error {}

    package let port: Int
    private let listener: Int32

    /// Listens on a free port of 127.0.0.1.
    package init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                bind(listener, address.baseAddress, length) == 0 && listen(listener, 1024) == 0
                    && getsockname(listener, address.baseAddress, &length) == 0
            }
        }
        guard isListening else { throw Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.listener = listener
        Thread.detachNewThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                Thread.detachNewThread {
                    let connection = Connection(descriptor: descriptor)
                    serve(connection)
                    connection.end()
                }
            }
            close(listener)
        }
    }

    /// Stops accepting connections.
    package func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// A URL of this receiver.
    package func url(_ host: String = "127.0.0.1", path: String = "/hook") -> String {
        "http://\(host):\(port)\(path)"
    }

    /// A receiver that answers every request with these bytes, and leaves closing to the client.
    package static func answering(_ response: String) throws -> Receiver {
        try Receiver { connection in
            while connection.readRequest() != nil, connection.write(response) {}
        }
    }
}

/// One connection to a receiver.
package struct Connection {
    package struct Request {
        package var line: String
        /// The header fields by lower-case name.
        package var fields: [String: String]
        package var body: [UInt8]
    }

    let descriptor: Int32

    /// Reads a whole request; `nil` if the client closes before its end.
    package func readRequest() -> Request? {
        var head: [UInt8] = []
        while !head.ends(with: "\r\n\r\n".utf8) {
            guard let byte = read(1)?.first else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let count = fields["content-length"].flatMap { Int($0) } ?? 0
        guard let body = read(count) else { return nil }
        return Request(line: String(lines[0]), fields: fields, body: body)
    }

    /// Reads a line without its line break; `nil` if the client closes before its end.
    package func readLine() -> String? {
        var line: [UInt8] = []
        while let byte = read(1)?.first {
            guard byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
            if byte != UInt8(ascii: "\r") { line.append(byte) }
        }
        return nil
    }

    package func readToEnd() {
        while read(1) != nil {}
    }

    /// Writes all of it; `false` if the client has closed.
    @discardableResult package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Writes all of it; `false` if the client has closed.
    @discardableResult package func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Writes the text every 20 ms until the client closes.
    package func drip(_ text: String) {
        while write(text) {
            var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&end, 1, 20) == 0 else { return }
        }
    }

    /// Makes the close send a reset (RST), even if bytes are unread.
    package func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    fileprivate func end() {
        close(descriptor)
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let now = bytes[received...].withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            guard now > 0 else { return nil }
            received += now
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate func ends(with other: some Collection<UInt8>) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}
