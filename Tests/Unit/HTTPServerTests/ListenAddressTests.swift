import HTTPServer
import Testing

@Suite struct `A listen address` {
    @Test(arguments: [
        ("127.0.0.1:8080", ListenAddress.ipv4(host: "127.0.0.1", port: 8080)),
        ("0.0.0.0:0", .ipv4(host: "0.0.0.0", port: 0)),
        ("[::1]:65535", .ipv6(host: "::1", port: 65535)),
        ("unix:/run/checklistd.sock", .unix(path: "/run/checklistd.sock")),
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
