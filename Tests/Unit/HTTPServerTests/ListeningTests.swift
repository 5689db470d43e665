import Glibc
import HTTP
import HTTPServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A listening server` {
    private let temporary: String

    init() throws {
        var template = Array("/tmp/listening-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func server(_ addresses: ListenAddress...) throws -> HTTPServer {
        try HTTPServer(addresses: addresses, responder: Echo(), loops: 2)
    }

    @Test(arguments: ["127.0.0.1:0", "[::1]:0"])
    func `says which port the kernel chose`(text: String) async throws {
        let address = try ListenAddress(text)
        let server = try server(address)
        let bound = try #require(server.boundAddresses.first)
        #expect(try #require(bound.port) != 0)
        _ = try await TestClient(bound)
        await server.stop(within: .seconds(0))
    }

    @Test func `gives a Unix socket its mode and group`() async throws {
        let path = "\(temporary)/socket"
        // The umask of a test process is 022, so without the option the mode is 0755.
        for mode in [0o660, 0o777, 0o600] as [UInt32] {
            let permissions = SocketPermissions(mode: mode, group: .init(String(getgid())))
            let server = try server(.unix(path: path, permissions))
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == mode)
            #expect(status.st_gid == getgid())
            await server.stop(within: .seconds(0))
        }
    }

    @Test func `refuses a port on which another program of the same user listens`() async throws {
        let first = try server(.ipv4(host: "127.0.0.1", port: 0))
        let address = try #require(first.boundAddresses.first)
        #expect(throws: ListenError.taken(address)) { try server(address) }
        try first.start()
        #expect(throws: ListenError.taken(address)) { try server(address) }
        await first.stop(within: .seconds(0))
        await (try server(address)).stop(within: .seconds(0))
    }

    @Test func `refuses a port that another program shares with whoever asks`() async throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, socklen_t(MemoryLayout<Int32>.size))
        listen(descriptor, 1)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        let taken = ListenAddress.ipv4(host: "127.0.0.1", port: address.sin_port.bigEndian)
        #expect(throws: ListenError.taken(taken)) { try server(taken) }
    }

    @Test func `refuses an address that the machine does not have`() {
        let address = ListenAddress.ipv4(host: "192.0.2.1", port: 0)
        #expect(throws: ListenError.notAvailable(address)) { try server(address) }
    }

    @Test func `keeps nothing open when one of its addresses is refused`() async throws {
        let path = "\(temporary)/socket"
        let missing = ListenAddress.unix(path: "\(temporary)/missing/socket")
        #expect(throws: ListenError.system(missing, errno: ENOENT)) { try server(.unix(path: path), missing) }
        #expect(access(path, F_OK) != 0)
    }

    @Test func `removes the file of its Unix socket when it stops`() async throws {
        let path = "\(temporary)/socket"
        let server = try server(.unix(path: path))
        try server.start()
        _ = try await TestClient(.unix(path: path))
        await server.stop(within: .seconds(0))
        #expect(access(path, F_OK) != 0)
    }

    @Test func `takes the place of a Unix socket on which nobody listens`() async throws {
        let path = "\(temporary)/socket"
        try bindWithoutListening(path)
        let server = try server(.unix(path: path))
        _ = try await TestClient(.unix(path: path))
        await server.stop(within: .seconds(0))
    }

    @Test func `refuses a Unix socket on which another program listens`() async throws {
        let address = ListenAddress.unix(path: "\(temporary)/socket")
        let first = try server(address)
        #expect(throws: ListenError.taken(address)) { try server(address) }
        _ = try await TestClient(address)
        await first.stop(within: .seconds(0))
    }

    @Test func `leaves alone a file that is not a socket`() throws {
        let path = "\(temporary)/file"
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(throws: ListenError.notASocket(path: path)) { try server(.unix(path: path)) }
        #expect(access(path, F_OK) == 0)
    }

    @Test func `leaves alone a socket that has taken the place of its own`() async throws {
        let path = "\(temporary)/socket"
        let server = try server(.unix(path: path))
        unlink(path)
        try bindWithoutListening(path)
        await server.stop(within: .seconds(0))
        #expect(access(path, F_OK) == 0)
    }

    /// What a program leaves behind that was killed.
    private func bindWithoutListening(_ path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let outcome = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(outcome == 0)
    }
}
