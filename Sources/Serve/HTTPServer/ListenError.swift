import Glibc

/// Why a server cannot listen where it was told to.
public enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no address.
    case malformed(String)
    /// Another program listens there.
    case taken(ListenAddress)
    /// The process may not listen there: a port below 1024, or a folder that is not its own.
    case notPermitted(ListenAddress)
    /// This machine has no such address.
    case notAvailable(ListenAddress)
    /// Something is at the path of a Unix socket that is not a socket; it is left alone.
    case notASocket(path: String)
    /// The path of a Unix socket is longer than the 107 octets that the kernel takes.
    case pathTooLong(path: String)
    /// Anything else, by the kernel's error number.
    case system(ListenAddress, errno: Int32)
    /// The process cannot have another thread or descriptor, by the kernel's error number.
    case outOfResources(errno: Int32)

    /// The error in a sentence, for the one who started the server.
    public var description: String {
        switch self {
        case .malformed(let text):
            "\(text) is not an address; write 127.0.0.1:8080, [::1]:8080 or unix:/path"
        case .taken(let address): "\(address) is taken: another program listens there"
        case .notPermitted(let address): "no permission to listen on \(address)"
        case .notAvailable(let address): "this machine has no address \(address)"
        case .notASocket(let path): "\(path) exists and is not a socket"
        case .pathTooLong(let path): "\(path) is too long for a Unix socket: 107 octets at most"
        case .system(let address, let number):
            "cannot listen on \(address): \(String(cString: strerror(number)))"
        case .outOfResources(let number): "cannot start a loop: \(String(cString: strerror(number)))"
        }
    }

    /// The case for an error number that a system call left behind.
    init(_ number: Int32, at address: ListenAddress) {
        self =
            switch number {
            case EADDRINUSE: .taken(address)
            case EACCES, EPERM: .notPermitted(address)
            case EADDRNOTAVAIL: .notAvailable(address)
            default: .system(address, errno: number)
            }
    }
}
