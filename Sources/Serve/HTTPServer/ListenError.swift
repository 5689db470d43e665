import Glibc

/// The reason why a server cannot listen on an address.
public enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not an address.
    case malformed(String)
    /// The name servers do not respond for now.
    case lookupFailed(name: String, reason: String)
    /// Another program listens on the address.
    case taken(ListenAddress)
    /// The process may not listen there: the port is below 1024, or the folder is not writable.
    case notPermitted(ListenAddress)
    /// This machine has no such address.
    case notAvailable(ListenAddress)
    /// The path of a Unix socket holds a file that is not a socket. The server leaves it alone.
    case notASocket(path: String)
    /// The path of a Unix socket exceeds the kernel's limit of 107 octets.
    case pathTooLong(path: String)
    /// An option of a Unix socket is unknown, repeated or has no valid value.
    case malformedOption(String)
    /// The system has no group with this name.
    case unknownGroup(String)
    /// The process may not give a Unix socket this group, or set its mode; with the kernel's error number.
    case permissionsRefused(ListenAddress, errno: Int32)
    /// Any other error, with the kernel's error number.
    case system(ListenAddress, errno: Int32)
    /// The process cannot get another thread or descriptor; with the kernel's error number.
    case outOfResources(errno: Int32)

    /// The error in a sentence for the operator.
    public var description: String {
        switch self {
        case .malformed(let text):
            "\(text) is not an address of this machine; write localhost:8080, [::1]:8080 or unix:/path"
        case .lookupFailed(let name, let reason): "cannot look up \(name): \(reason)"
        case .taken(let address): "\(address) is in use by another program"
        case .notPermitted(let address): "no permission to listen on \(address)"
        case .notAvailable(let address): "\(address) is not an address of this machine"
        case .notASocket(let path): "\(path) exists and is not a socket"
        case .pathTooLong(let path):
            "the path \(path) is too long for a Unix socket; it may have at most 107 bytes"
        case .malformedOption(let option):
            "\(option) is not an option of a Unix socket; write mode=0660 in octal, or group=NAME"
        case .unknownGroup(let name): "the system has no group \(name)"
        case .permissionsRefused(let address, let number):
            "cannot set the mode or group of \(address): \(String(cString: strerror(number)))"
        case .system(let address, let number):
            "cannot listen on \(address): \(String(cString: strerror(number)))"
        case .outOfResources(let number):
            "cannot start a network thread: \(String(cString: strerror(number)))"
        }
    }

    /// Maps the error number of a system call.
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
