import Foundation
import Glibc
import HTTPServer
import QRCode

/// The address of the web page, as a terminal shows it.
enum PageLink {
    /// The address of the page for a browser on this machine; `nil` for a Unix socket.
    static func address(of listening: ListenAddress) -> String? {
        switch listening {
        case .ipv4("0.0.0.0", let port), .ipv6("::", let port): "http://localhost:\(port)/"
        case .ipv4, .ipv6: "http://\(listening)/"
        case .unix: nil
        }
    }

    /// Whether an address is a loopback address, which other machines cannot reach.
    static func isOfThisMachine(_ address: String) -> Bool {
        guard let host = URL(string: address)?.host() else { return false }
        return host == "localhost" || host.hasPrefix("127.") || ["::1", "[::1]"].contains(host)
    }

    /// A line with the address, as a clickable link (OSC 8) unless the terminal is dumb or unknown.
    static func sentence(_ address: String, terminal: String?) -> String {
        guard let terminal, !terminal.isEmpty, terminal != "dumb" else { return "The page: \(address)\n" }
        return "The page: \u{1B}]8;;\(address)\u{1B}\\\(address)\u{1B}]8;;\u{1B}\\\n"
    }

    /// A link as a QR code; empty if the descriptor is no terminal or the link is no HTTP address.
    static func code(_ link: String, on descriptor: Int32) -> String {
        let terminal = ProcessInfo.processInfo.environment["TERM"] ?? ""
        guard isatty(descriptor) == 1, !["", "dumb"].contains(terminal), link.hasPrefix("http"),
            let code = QRCode(link)
        else { return "" }
        return code.terminalLines.joined(separator: "\n") + "\n\n"
    }

    /// The terminal of the operator, if there is one: standard error, else standard output.
    static var terminalDescriptor: Int32? {
        [STDERR_FILENO, STDOUT_FILENO].first { isatty($0) == 1 }
    }
}
