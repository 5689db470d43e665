import Foundation
import Glibc
import HTTPServer
import QRCode

/// The address of the page, for somebody who has just started the service.
enum PageLink {
    /// Where a browser on this machine finds the page; `nil` for a socket that browsers do not speak to.
    static func address(of listening: ListenAddress) -> String? {
        switch listening {
        case .ipv4("0.0.0.0", let port), .ipv6("::", let port): "http://localhost:\(port)/"
        case .ipv4, .ipv6: "http://\(listening)/"
        case .unix: nil
        }
    }

    /// Whether nobody but this machine finds what is at an address.
    static func isOfThisMachine(_ address: String) -> Bool {
        guard let host = URL(string: address)?.host() else { return false }
        return host == "localhost" || host.hasPrefix("127.") || ["::1", "[::1]"].contains(host)
    }

    /// A sentence with the address, as a link that can be clicked (OSC 8) where the terminal is one that
    /// passes over what it does not know.
    static func sentence(_ address: String, terminal: String?) -> String {
        guard let terminal, !terminal.isEmpty, terminal != "dumb" else { return "The page: \(address)\n" }
        return "The page: \u{1B}]8;;\(address)\u{1B}\\\(address)\u{1B}]8;;\u{1B}\\\n"
    }

    /// A link as a code for the camera of a phone, where that is looked at on a terminal; else nothing.
    static func code(_ link: String, on descriptor: Int32) -> String {
        let terminal = ProcessInfo.processInfo.environment["TERM"] ?? ""
        guard isatty(descriptor) == 1, !["", "dumb"].contains(terminal), link.hasPrefix("http"),
            let code = QRCode(link)
        else { return "" }
        return code.terminalLines.joined(separator: "\n") + "\n\n"
    }

    /// The terminal that somebody looks at, if there is one: where the log goes, or else what is printed.
    static var terminalDescriptor: Int32? {
        [STDERR_FILENO, STDOUT_FILENO].first { isatty($0) == 1 }
    }
}
