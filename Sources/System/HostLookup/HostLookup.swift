import Glibc

/// Looks up host names with the system's resolver.
public enum HostLookup {
    /// The addresses of a host name as text, in the resolver's order; IPv6 addresses have no brackets.
    ///
    /// Blocks until the name servers respond or the resolver gives up, up to half a minute by default.
    /// - Throws: `HostLookupError`, also for an unknown name.
    public static func addresses(of name: String) throws(HostLookupError) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, &hints, &list)
        guard code == 0 else { throw HostLookupError(code: code) }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            if code == 0 {
                addresses.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
            }
            next = entry.ai_next
        }
        return addresses
    }
}

/// The reason why a host name has no addresses.
public struct HostLookupError: Error, Sendable {
    /// The resolver's reason, in English.
    public let reason: String
    /// Whether a later lookup may succeed: the name servers do not respond, or the system lacks memory.
    public let isTemporary: Bool

    init(code: Int32) {
        reason = String(cString: gai_strerror(code))
        isTemporary = [EAI_AGAIN, EAI_SYSTEM, EAI_MEMORY].contains(code)
    }
}
