import HTTPServer
import Testing

@testable import checklistd

@Suite struct `The link to the page` {
    @Test(arguments: [
        ("127.0.0.1:8080", "http://127.0.0.1:8080/"), ("[::1]:80", "http://[::1]:80/"),
        ("0.0.0.0:8080", "http://localhost:8080/"), ("[::]:8080", "http://localhost:8080/"),
        ("unix:/run/x", nil),
    ])
    func `leads to where the service listens`(listening: String, address: String?) throws {
        #expect(PageLink.address(of: try ListenAddress(listening)) == address)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080", true), ("http://localhost", true), ("http://[::1]:80", true),
        ("http://192.168.1.2:8080", false), ("https://localhost.example", false), ("x", false),
    ])
    func `is known to be of this machine`(address: String, isLocal: Bool) {
        #expect(PageLink.isOfThisMachine(address) == isLocal)
    }

    @Test func `can be clicked where the terminal knows how`() {
        let link = "The page: \u{1B}]8;;http://x/\u{1B}\\http://x/\u{1B}]8;;\u{1B}\\\n"
        #expect(PageLink.sentence("http://x/", terminal: "xterm-256color") == link)
        for plain in [nil, "", "dumb"] {
            #expect(PageLink.sentence("http://x/", terminal: plain) == "The page: http://x/\n")
        }
    }
}
