/// A data folder or a database, from the command line.
enum DataLocation: Equatable, CustomStringConvertible {
    case folder(String)
    case database(DatabaseAddress)

    /// - Parameter flag: The flag that errors name.
    init(_ text: String, flag: String) throws(Failure) {
        guard !text.isEmpty else {
            throw Failure(.usage, "--\(flag) needs a folder or postgres://USER@HOST/DATABASE.")
        }
        self =
            DatabaseAddress.isMeant(by: text)
            ? .database(try DatabaseAddress(text, flag: flag)) : .folder(text)
    }

    /// The path or address. It has no secret.
    var description: String {
        switch self {
        case .folder(let path): path
        case .database(let address): address.text
        }
    }
}

/// The address of a database, without a password.
struct DatabaseAddress: Equatable, CustomStringConvertible {
    /// The address in the format of libpq.
    let text: String

    var description: String { text }

    private static let schemes = ["postgres://", "postgresql://"]

    /// Whether a text is meant as the address of a database, even a malformed one, and not as a folder.
    static func isMeant(by text: String) -> Bool { schemes.contains { text.lowercased().hasPrefix($0) } }

    /// - Parameter flag: The flag that errors name. Errors omit the address, which can have a password.
    init(_ text: String, flag: String) throws(Failure) {
        guard let scheme = Self.schemes.first(where: text.hasPrefix) else {
            throw Failure(
                .usage, "--\(flag) needs postgres://USER@HOST/DATABASE. For a folder use --data.")
        }
        guard !Self.hasPassword(text.dropFirst(scheme.count)) else {
            throw Failure(
                .usage,
                """
                The address in --\(flag) has a password, which other users of this machine can read. Change \
                the password, and put the new one into PGPASSWORD, ~/.pgpass or a service file.
                """)
        }
        self.text = text
    }

    /// Whether a password follows the user, or is among the parameters.
    private static func hasPassword(_ rest: Substring) -> Bool {
        let authority = rest.prefix { !"/?".contains($0) }
        if let at = authority.firstIndex(of: "@"), authority[..<at].contains(":") { return true }
        guard let mark = rest.firstIndex(of: "?") else { return false }
        return rest[rest.index(after: mark)...].split(separator: "&").contains { parameter in
            let name = parameter.prefix { $0 != "=" }
            return name.contains("%") || name.lowercased().hasSuffix("password")
        }
    }
}
