import Foundation
import HTTP
import HTTPServer

/// The command `healthcheck`: asks a running server whether it is ready.
enum HealthCheck {
    /// How long the server may take to answer.
    private static let patience = Duration.seconds(5)

    /// Prints one line if the server is ready.
    /// - Throws: `Failure` with the status `notReady` and the reason, or `usage` if the address is unknown.
    static func run(_ configuration: Configuration) throws(Failure) {
        let address = try address(among: try configuration.addresses())
        let answer: LocalAnswer
        do throws(LocalClientError) {
            answer = try LocalClient(address, patience: patience).answer(.get, "/readyz")
        } catch {
            throw Failure(.notReady, "The server at \(address) is not ready: \(error).")
        }
        guard answer.status != 200 else { return print("The server at \(address) is ready.") }
        let reason = Readiness(answer.content)?.reason ?? "It answered with the status \(answer.status)."
        throw Failure(.notReady, "The server at \(address) is not ready. \(reason)")
    }

    /// The first address that a client can use. An address for all interfaces stands for loopback.
    private static func address(among addresses: [ListenAddress]) throws(Failure) -> ListenAddress {
        for address in addresses where address.port != 0 {
            return switch address {
            case .ipv4("0.0.0.0", let port): .ipv4(host: "127.0.0.1", port: port)
            case .ipv6("::", let port): .ipv6(host: "::1", port: port)
            default: address
            }
        }
        throw Failure(.usage, "healthcheck needs the port of the server. Name it with --listen.")
    }

    /// The content of `/readyz`.
    private struct Readiness: Decodable {
        let reason: String?

        /// `nil` for any other content.
        init?(_ content: [UInt8]) {
            guard let found = try? JSONDecoder().decode(Self.self, from: Data(content)) else { return nil }
            self = found
        }
    }
}
