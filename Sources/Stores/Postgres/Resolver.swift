import CLinux
import Foundation
import Glibc
import HostLookup

/// Resolves host names on separate threads, because `getaddrinfo` blocks.
enum Resolver {
    static func resolve(
        _ host: String, _ complete: @escaping @Sendable (Result<[String], PostgresError>) -> Void
    ) {
        Thread.detachNewThread {
            block_all_signals()
            do throws(HostLookupError) {
                complete(.success(try HostLookup.addresses(of: host)))
            } catch {
                complete(.failure(.unreachable("the host name \(host) was not found: \(error.reason)")))
            }
        }
    }
}
