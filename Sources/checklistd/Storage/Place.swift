/// Where everything is kept, as somebody named it.
enum Place: Equatable, CustomStringConvertible {
    case folder(String)
    case database(DatabaseAddress)

    /// - Parameter flag: What errors name.
    init(_ text: String, flag: String) throws(Failure) {
        guard !text.isEmpty else {
            throw Failure(.usage, "--\(flag) needs a folder, or postgres://USER@HOST/DATABASE.")
        }
        self =
            DatabaseAddress.isMeant(by: text)
            ? .database(try DatabaseAddress(text, flag: flag)) : .folder(text)
    }

    /// As it was named: there is no secret in it.
    var description: String {
        switch self {
        case .folder(let path): path
        case .database(let address): address.text
        }
    }
}

/// The address of a database, without any password.
struct DatabaseAddress: Equatable, CustomStringConvertible {
    /// The address, as libpq takes it.
    let text: String

    var description: String { text }

    private static let schemes = ["postgres://", "postgresql://"]

    /// Whether a text is such an address, be it a good one or not, and no folder.
    static func isMeant(by text: String) -> Bool { schemes.contains { text.lowercased().hasPrefix($0) } }

    /// - Parameter flag: What errors name. They do not show the address, which may have a password.
    init(_ text: String, flag: String) throws(Failure) {
        guard let scheme = Self.schemes.first(where: text.hasPrefix) else {
            throw Failure(
                .usage, "--\(flag) has to be like postgres://USER@HOST/DATABASE. A folder is named by --data."
            )
        }
        guard !Self.hasPassword(text.dropFirst(scheme.count)) else {
            throw Failure(
                .usage,
                """
                The address at --\(flag) has a password in it, which others on this machine could read. Put \
                it into PGPASSWORD in the environment, into ~/.pgpass, or into a service file, and change it.
                """)
        }
        self.text = text
    }

    /// Whether there is a password behind the user, or among the parameters.
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
