import Glibc

/// The mode and the group of a Unix socket. Connecting to a socket needs the permission to write it.
public struct SocketPermissions: Hashable, Sendable {
    /// The permission bits, at most 0o777; `nil` leaves them to the umask.
    public var mode: UInt32?
    /// The group; `nil` leaves the group of the process.
    public var group: Group?

    /// A group of the system.
    public struct Group: Hashable, Sendable {
        /// The name, or the number as it was given.
        public let name: String
        /// The number.
        public let id: UInt32

        /// Looks up a name or number; `nil` for an unknown name.
        public init?(_ name: String) {
            self.name = name
            if !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                // The largest number means "no change" to chown(2).
                guard let id = UInt32(name), id != .max else { return nil }
                self.id = id
            } else {
                guard let entry = getgrnam(name) else { return nil }
                id = entry.pointee.gr_gid
            }
        }
    }

    /// The permissions that a socket has without options.
    public init(mode: UInt32? = nil, group: Group? = nil) {
        self.mode = mode
        self.group = group
    }

    /// Parses `mode=0660&group=www-data`, in any order.
    /// - Throws: `ListenError.malformedOption` or `.unknownGroup`.
    init(query: Substring) throws(ListenError) {
        for option in query.split(separator: "&", omittingEmptySubsequences: false) {
            if option.hasPrefix("mode="), mode == nil {
                mode = try Self.mode(option.dropFirst("mode=".count))
            } else if option.hasPrefix("group="), group == nil {
                let name = String(option.dropFirst("group=".count))
                guard !name.isEmpty else { throw .malformedOption("group=") }
                guard let found = Group(name) else { throw .unknownGroup(name) }
                group = found
            } else {
                throw .malformedOption(String(option))
            }
        }
    }

    /// Three octal digits, or four that begin with 0.
    private static func mode(_ text: Substring) throws(ListenError) -> UInt32 {
        guard text.utf8.count == 3 || text.utf8.count == 4 && text.hasPrefix("0"),
            text.utf8.allSatisfy({ (0x30...0x37).contains($0) }), let mode = UInt32(text, radix: 8)
        else { throw .malformedOption("mode=\(text)") }
        return mode
    }

    /// The text that `init(query:)` parses, with a question mark; empty without options.
    var query: String {
        let digits = mode.map { String($0, radix: 8) }
        let mode = digits.map { "mode=" + String(repeating: "0", count: 4 - $0.utf8.count) + $0 }
        let options = [mode, group.map { "group=\($0.name)" }].compactMap { $0 }
        return options.isEmpty ? "" : "?" + options.joined(separator: "&")
    }

    /// Sets group and mode of a socket that is bound and does not listen yet, following no symbolic link.
    /// - Returns: The error number; 0 for success.
    func apply(to path: String) -> Int32 {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno }
        // The group first, so that the permissions of a group never go to another one.
        if let group, group.id != status.st_gid,
            fchownat(AT_FDCWD, path, .max, group.id, AT_SYMLINK_NOFOLLOW) != 0
        {
            return errno
        }
        if let mode, fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) != 0 { return errno }
        return 0
    }
}
