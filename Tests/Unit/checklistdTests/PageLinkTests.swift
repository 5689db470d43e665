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

    @Test(arguments: ["https://lists.example", "http://192.168.1.2:8080/", "https://example.org/lists"])
    func `begins with the address that somebody sets`(address: String) throws {
        let configuration = try CommandLineArguments(["--url", address], environment: [:]).configuration
        #expect(configuration.url == address)
    }

    @Test(arguments: [
        "https://lists.example/?a=b", "https://bücher.example", "https://lists.example/<>",
        "https://lists.example/" + String(repeating: "a", count: 479),
    ])
    func `begins with none that has no room for more, or cannot stand in a mail`(address: String) {
        do throws(Failure) {
            _ = try CommandLineArguments(["--url", address], environment: [:])
            Issue.record("it was taken")
        } catch {
            #expect(error.status == .usage && error.message.hasPrefix("--url needs an address"))
        }
    }

    @Test func `can be clicked where the terminal knows how`() {
        let link = "The page: \u{1B}]8;;http://x/\u{1B}\\http://x/\u{1B}]8;;\u{1B}\\\n"
        #expect(PageLink.sentence("http://x/", terminal: "xterm-256color") == link)
        for plain in [nil, "", "dumb"] {
            #expect(PageLink.sentence("http://x/", terminal: plain) == "The page: http://x/\n")
        }
    }
}
