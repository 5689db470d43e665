import CLinux
import Glibc

/// The listening sockets of one address: one for each loop.
struct ListeningSockets {
    /// The bound address, with the port that the kernel chose for port 0.
    let address: ListenAddress
    /// One descriptor for each loop, which owns it from `HTTPServer.start` on.
    private(set) var descriptors: [Int32] = []
    /// The file of a Unix socket, which `removeFile` deletes.
    private let file: UnixSocketFile?

    /// Opens the sockets. Clients that connect from now on wait in the accept queue.
    ///
    /// The first socket of a TCP address binds and listens without `SO_REUSEPORT`. So the server refuses a
    /// port on which another program listens, even one of the same user that shares its ports. Then it admits
    /// the sockets of the other loops. Loops share one Unix socket through duplicated descriptors.
    /// - Throws: Any `ListenError`. No socket stays open then.
    init(_ wanted: ListenAddress, count: Int, queueMax: Int) throws(ListenError) {
        let first: Int32
        switch wanted {
        case .unix(let path, let permissions):
            first = try Self.listen(onUnixSocketAt: path, permissions, queueMax: queueMax)
            file = UnixSocketFile(path)
            address = wanted
        case .ipv4(let host, _):
            first = try Self.listen(on: wanted, queueMax: queueMax)
            file = nil
            address = .ipv4(host: host, port: Self.port(of: first))
        case .ipv6(let host, _):
            first = try Self.listen(on: wanted, queueMax: queueMax)
            file = nil
            address = .ipv6(host: host, port: Self.port(of: first))
        }
        descriptors.append(first)
        do throws(ListenError) {
            for _ in 1..<max(1, count) { descriptors.append(try another(queueMax: queueMax)) }
        } catch {
            close()
            throw error
        }
    }

    /// Closes all sockets that no loop has taken over.
    func close() {
        removeFile()
        for descriptor in descriptors { Glibc.close(descriptor) }
    }

    /// Deletes the file of a Unix socket, so that clients stop connecting to it.
    func removeFile() { file?.remove() }

    private func another(queueMax: Int) throws(ListenError) -> Int32 {
        guard case .unix = address else {
            if descriptors.count == 1 { Self.set(SO_REUSEPORT, of: descriptors[0]) }
            return try Self.listen(on: address, queueMax: queueMax, sharingPort: true)
        }
        let copy = fcntl(descriptors[0], F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .outOfResources(errno: errno) }
        return copy
    }

    private static func listen(
        on address: ListenAddress, queueMax: Int, sharingPort: Bool = false
    ) throws(ListenError) -> Int32 {
        let socketAddress = try SocketAddress(address)
        let isIPv6 = if case .ipv6 = address { true } else { false }
        let descriptor = try socket(isIPv6 ? AF_INET6 : AF_INET)
        // Without the option, connections in TIME_WAIT block the port after a restart.
        set(SO_REUSEADDR, of: descriptor)
        if sharingPort { set(SO_REUSEPORT, of: descriptor) }
        // Accepted connections inherit the option.
        set(TCP_NODELAY, of: descriptor, level: Int32(IPPROTO_TCP))
        // `[::]` must not cover IPv4, which may be listed as a separate address.
        if isIPv6 { set(IPV6_V6ONLY, of: descriptor, level: Int32(IPPROTO_IPV6)) }
        guard socketAddress.withPointer({ bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, Int32(clamping: queueMax)) == 0
        else { throw failure(address, closing: descriptor) }
        return descriptor
    }

    /// Listens on a Unix socket. It first deletes the socket of an earlier run if no process listens on it.
    /// The socket has its permissions before it listens, and until then every connection fails.
    private static func listen(
        onUnixSocketAt path: String, _ permissions: SocketPermissions, queueMax: Int
    ) throws(ListenError) -> Int32 {
        let address = ListenAddress.unix(path: path, permissions)
        let socketAddress = try SocketAddress(address)
        let descriptor = try socket(AF_UNIX)
        var outcome = socketAddress.withPointer { bind(descriptor, $0, $1) }
        if outcome != 0, errno == EADDRINUSE {
            do throws(ListenError) {
                try removeStaleSocket(at: path, socketAddress)
            } catch {
                Glibc.close(descriptor)
                throw error
            }
            outcome = socketAddress.withPointer { bind(descriptor, $0, $1) }
        }
        guard outcome == 0 else { throw failure(address, closing: descriptor) }
        let file = UnixSocketFile(path)
        let refusal = permissions.apply(to: path)
        guard refusal == 0 else {
            file?.remove()
            Glibc.close(descriptor)
            throw .permissionsRefused(address, errno: refusal)
        }
        guard Glibc.listen(descriptor, Int32(clamping: queueMax)) == 0 else {
            throw failure(address, closing: descriptor)
        }
        return descriptor
    }

    private static func removeStaleSocket(at path: String, _ socketAddress: SocketAddress) throws(ListenError)
    {
        let address = ListenAddress.unix(path: path)
        guard let file = UnixSocketFile(path) else { throw .notASocket(path: path) }
        let probe = try socket(AF_UNIX)
        let outcome = socketAddress.withPointer { connect(probe, $0, $1) }
        let number = errno
        Glibc.close(probe)
        // EAGAIN means a full accept queue, so a process listens.
        guard outcome != 0, number != EAGAIN else { throw .taken(address) }
        guard number == ECONNREFUSED else { throw ListenError(number, at: address) }
        file.remove()
    }

    private static func socket(_ family: Int32) throws(ListenError) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = Glibc.socket(family, Int32(kind), 0)
        guard descriptor >= 0 else { throw .outOfResources(errno: errno) }
        return descriptor
    }

    private static func set(_ option: Int32, of descriptor: Int32, level: Int32 = SOL_SOCKET) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var bound = SocketAddress()
        _ = bound.withMutablePointer { getsockname(descriptor, $0, $1) }
        return bound.port
    }

    private static func failure(_ address: ListenAddress, closing descriptor: Int32) -> ListenError {
        let number = errno
        Glibc.close(descriptor)
        return ListenError(number, at: address)
    }
}

/// The socket file at a path, with its inode: another file can appear at the same path.
private struct UnixSocketFile {
    let path: String
    let device: dev_t
    let inode: ino_t

    /// The socket file at a path; `nil` if there is none.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Deletes the file unless another has replaced it.
    func remove() {
        guard let now = UnixSocketFile(path), now.device == device, now.inode == inode else { return }
        unlink(path)
    }
}
