import HTTPServer
import Testing

@Suite struct `A listen address` {
    @Test(arguments: [
        ("127.0.0.1:8080", ListenAddress.ipv4(host: "127.0.0.1", port: 8080)),
        ("0.0.0.0:0", .ipv4(host: "0.0.0.0", port: 0)),
        ("[::1]:65535", .ipv6(host: "::1", port: 65535)),
        ("unix:/run/checklistd.sock", .unix(path: "/run/checklistd.sock")),
        ("unix:/s?mode=0660", .unix(path: "/s", SocketPermissions(mode: 0o660))),
        ("unix:/s?mode=0007", .unix(path: "/s", SocketPermissions(mode: 0o7))),
        ("unix:/s?group=0", .unix(path: "/s", SocketPermissions(group: .init("0")))),
        (
            "unix:/s?mode=0600&group=root",
            .unix(path: "/s", SocketPermissions(mode: 0o600, group: .init("root")))
        ),
    ])
    func `is read and written alike`(text: String, address: ListenAddress) throws {
        #expect(try ListenAddress(text) == address)
        #expect(address.description == text)
    }

    @Test(arguments: [
        "", ":", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:+80", "127.0.0.1:65536", "127.0.0.1:080080",
        "127.0.0.256:80", "127.1:80", "::1:8080", "[::1]", "[::1:8080", "[127.0.0.1]:80",
        "unix:",
    ])
    func `that is none is refused with what was given`(text: String) {
        #expect(throws: ListenError.malformed(text)) { try ListenAddress(text) }
    }

    @Test(arguments: [
        "mode=660x", "mode=0999", "mode=66", "mode=1777", "mode=", "mode=-660", "mode=0660&mode=0660",
        "group=",
        "user=root", "", "mode=0660&",
    ])
    func `is refused with an option that a socket does not have`(query: String) {
        let refusal = #expect(throws: ListenError.self) { try ListenAddress("unix:/s?\(query)") }
        guard case .malformedOption = refusal else {
            Issue.record("\(query): \(String(describing: refusal))")
            return
        }
    }

    @Test func `is refused with a group that the system does not have`() {
        #expect(throws: ListenError.unknownGroup("no-such-group")) {
            try ListenAddress("unix:/s?mode=0660&group=no-such-group")
        }
        #expect(throws: ListenError.unknownGroup("4294967295")) {
            try ListenAddress("unix:/s?group=4294967295")
        }
    }

    @Test func `takes three or four octal digits as the mode of a socket`() throws {
        #expect(try ListenAddress("unix:/s?mode=660") == ListenAddress("unix:/s?mode=0660"))
    }

    @Test func `may be a name of this machine`() throws {
        #expect(try ListenAddress("localhost:80") == .ipv4(host: "127.0.0.1", port: 80))
        // RFC 6761 §6.4: no such name exists.
        let unknown = "nothing.invalid:80"
        #expect(throws: ListenError.malformed(unknown)) { try ListenAddress(unknown) }
    }

    @Test func `of a Unix socket is refused when its path does not fit`() throws {
        let longest = "/" + String(repeating: "x", count: 106)
        #expect(try ListenAddress("unix:\(longest)") == .unix(path: longest))
        #expect(throws: ListenError.pathTooLong(path: longest + "x")) {
            try ListenAddress("unix:\(longest)x")
        }
    }

    @Test(arguments: ["127.0.0.1:1", "127.255.0.3:1", "[::1]:1", "[0:0:0:0:0:0:0:1]:1", "unix:/x"])
    func `is loopback if only this machine reaches it`(text: String) throws {
        #expect(try ListenAddress(text).isLoopback)
    }

    @Test(arguments: ["0.0.0.0:1", "10.0.0.1:1", "[::]:1", "[::2]:1", "[1::1]:1"])
    func `is not loopback if others reach it`(text: String) throws {
        #expect(try !ListenAddress(text).isLoopback)
    }
}
