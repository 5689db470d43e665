import Glibc

/// An address in the form of the system calls.
package struct SocketAddress {
    private var storage = sockaddr_storage()
    private(set) var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Makes an empty address that a system call fills.
    init() {}

    /// - Throws: `ListenError.malformed` or `.pathTooLong`.
    package init(_ address: ListenAddress) throws(ListenError) {
        switch address {
        case .ipv4(let host, let port):
            var ipv4 = sockaddr_in()
            ipv4.sin_family = sa_family_t(AF_INET)
            ipv4.sin_port = port.bigEndian
            guard inet_pton(AF_INET, host, &ipv4.sin_addr) == 1 else { throw .malformed("\(address)") }
            store(ipv4)
        case .ipv6(let host, let port):
            var ipv6 = sockaddr_in6()
            ipv6.sin6_family = sa_family_t(AF_INET6)
            ipv6.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, host, &ipv6.sin6_addr) == 1 else { throw .malformed("\(address)") }
            store(ipv6)
        case .unix(let path, _):
            let bytes = Array(path.utf8)
            guard !bytes.isEmpty, !bytes.contains(0) else { throw .malformed("\(address)") }
            var unix = sockaddr_un()
            unix.sun_family = sa_family_t(AF_UNIX)
            // One octet stays zero to terminate the path.
            guard bytes.count < MemoryLayout.size(ofValue: unix.sun_path) else {
                throw .pathTooLong(path: path)
            }
            withUnsafeMutableBytes(of: &unix.sun_path) { $0.copyBytes(from: bytes) }
            store(unix)
        }
    }

    /// Calls `body` with a pointer for system calls that read the address.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Connects a socket to the address, as connect(2) does.
    package func connect(_ descriptor: Int32) -> Int32 {
        withPointer { Glibc.connect(descriptor, $0, $1) }
    }

    /// Calls `body` with a pointer for system calls that write the address.
    mutating func withMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        defer { self.length = length }
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }

    /// The port; 0 for a Unix socket.
    var port: UInt16 {
        switch Int32(storage.ss_family) {
        case AF_INET: load(sockaddr_in.self).sin_port.bigEndian
        case AF_INET6: load(sockaddr_in6.self).sin6_port.bigEndian
        default: 0
        }
    }

    /// The address without the port, as text; empty for a Unix socket.
    var host: String {
        switch Int32(storage.ss_family) {
        case AF_INET: Self.text(AF_INET, load(sockaddr_in.self).sin_addr)
        case AF_INET6: Self.text(AF_INET6, load(sockaddr_in6.self).sin6_addr)
        default: ""
        }
    }

    var isLoopbackIPv6: Bool {
        guard Int32(storage.ss_family) == AF_INET6 else { return false }
        return withUnsafeBytes(of: load(sockaddr_in6.self).sin6_addr) { bytes in
            bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        }
    }

    private mutating func store<Address>(_ address: Address) {
        withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: address, as: Address.self) }
        length = socklen_t(MemoryLayout<Address>.size)
    }

    private func load<Address>(_ type: Address.Type) -> Address {
        withUnsafeBytes(of: storage) { $0.load(as: type) }
    }

    private static func text<Address>(_ family: Int32, _ address: Address) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard let base = buffer.baseAddress else { return "" }
            let result = withUnsafePointer(to: address) {
                inet_ntop(family, $0, base, socklen_t(buffer.count))
            }
            return result.map { String(cString: $0) } ?? ""
        }
    }
}
