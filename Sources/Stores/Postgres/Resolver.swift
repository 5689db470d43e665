import CLinux
import Foundation
import Glibc

/// Resolves host names on separate threads, because `getaddrinfo` blocks.
enum Resolver {
    static func resolve(
        _ host: String, _ complete: @escaping @Sendable (Result<[String], PostgresError>) -> Void
    ) {
        Thread.detachNewThread {
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            complete(numbers(of: host))
        }
    }

    private static func numbers(of host: String) -> Result<[String], PostgresError> {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &list)
        guard code == 0 else {
            let reason = String(cString: gai_strerror(code))
            return .failure(.unreachable("the host name \(host) was not found: \(reason)"))
        }
        defer { freeaddrinfo(list) }
        var numbers: [String] = []
        var next = list
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            if code == 0 {
                numbers.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
            }
            next = entry.ai_next
        }
        return .success(numbers)
    }
}
