import CPostgres
import Foundation
import SQL

/// The servers in a database address, each with its libpq connection parameters.
struct Address {
    struct Host {
        /// The host of the address, with its port.
        var name: String
        /// The name to resolve first; `nil` for an IP address or a socket.
        var lookup: String?
        var parameters: [String: String]

        /// The connection parameters for a lane.
        ///
        /// A dead network is detected within 3 s. While the server executes a long statement, it does not
        /// read the next ones, and the kernel takes that for a dead network too.
        func parameters(for lane: Lane) -> [String: String] {
            let milliseconds = lane == .long ? "60000" : "3000"
            return ["tcp_user_timeout": milliseconds].merging(parameters) { $1 }
        }

        /// The server settings for a lane, without those among the options of the address. Only the long lane
        /// has no statement timeout.
        func settings(for lane: Lane, _ configuration: Client.Configuration) -> [String: String] {
            let statementTime = configuration.statementTimeMax.inPostgres
            let settings = [
                "statement_timeout": lane == .long ? "0" : statementTime, "timezone": "UTC",
                "lock_timeout": configuration.lockTimeMax.inPostgres,
                "idle_in_transaction_session_timeout": statementTime,
            ].merging(configuration.settings[lane] ?? [:]) { $1 }
            let options = parameters["options"] ?? ""
            return settings.filter { !options.contains("\($0.key)=") }
        }
    }

    let hosts: [Host]
    let warnings: [String]

    /// The system's certificates on Debian and related distributions.
    private static let systemCertificates = "/etc/ssl/certs/ca-certificates.crt"

    /// - Throws: `invalidAddress`.
    init(_ configuration: Client.Configuration, _ library: Library) throws(PostgresError) {
        // libpq's message is not shown: it repeats parts of the address, which may include a password.
        var message: UnsafeMutablePointer<CChar>?
        defer { library.functions.PQfreemem(message) }
        guard let options = library.functions.PQconninfoParse(configuration.address, &message) else {
            throw .invalidAddress(
                "the database address must be a postgres:// URL or libpq's key=value pairs")
        }
        let given = Self.values(options, library)
        let defaults = library.functions.PQconndefaults().map { Self.values($0, library) } ?? [:]
        guard given["password"] == nil, given["sslpassword"] == nil else {
            throw .invalidAddress(
                "the database address must not contain a password, which other users could read: put it into "
                    + "the environment (PGPASSWORD), into ~/.pgpass, or into a service file")
        }
        let names = Self.list(given["host"] ?? (given["hostaddr"] == nil ? defaults["host"] : nil))
        let numbers = Self.list(given["hostaddr"])
        let ports = Self.list(given["port"] ?? defaults["port"])
        let count = max(names.count, numbers.count, 1)
        guard names.isEmpty || numbers.isEmpty || names.count == numbers.count,
            ports.count <= 1 || ports.count == count
        else { throw .invalidAddress("the database address must have one port for all hosts or for each") }

        let places = (0..<count).map { index in
            HostEntry(
                name: names.isEmpty ? nil : names[index], number: numbers.isEmpty ? nil : numbers[index],
                port: ports.isEmpty ? nil : ports[ports.count == 1 ? 0 : index])
        }
        let isLocal = given["service"] == nil && places.allSatisfy(\.isLocal)
        var shared = Self.usual(configuration)
        if !isLocal { shared["sslmode"] = "verify-full" }
        shared.merge(given) { _, given in given }
        shared["client_encoding"] = "UTF8"
        let mode = shared["sslmode"] ?? "prefer"
        if mode.hasPrefix("verify"), shared["sslrootcert"] == nil, defaults["sslrootcert"] == nil,
            Self.hasSystemCertificatesAlone
        {
            shared["sslrootcert"] = Self.systemCertificates
        }
        hosts = places.map { $0.host(shared) }
        warnings =
            isLocal || mode == "verify-full"
            ? []
            : ["sslmode=\(mode) does not verify the database server; use sslmode=verify-full"]
    }

    /// The default parameters, which the address can override.
    private static func usual(_ configuration: Client.Configuration) -> [String: String] {
        [
            "fallback_application_name": configuration.applicationName, "connect_timeout": "2",
            "keepalives": "1", "keepalives_idle": "1", "keepalives_interval": "1", "keepalives_count": "2",
            "gssencmode": "disable",
        ]
    }

    /// Whether the user has no `~/.postgresql/root.crt`, which libpq would use, but the system has
    /// certificates.
    private static var hasSystemCertificatesAlone: Bool {
        let own = FileManager.default.homeDirectoryForCurrentUser.appending(path: ".postgresql/root.crt")
        return !FileManager.default.fileExists(atPath: own.path)
            && FileManager.default.fileExists(atPath: systemCertificates)
    }

    private static func list(_ value: String?) -> [String] {
        guard let value, !value.isEmpty else { return [] }
        return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// Collects the parameters that have a value, and frees libpq's array.
    private static func values(
        _ options: UnsafeMutablePointer<PQconninfoOption>, _ library: Library
    ) -> [String: String] {
        defer { library.functions.PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }
}

/// One host of an address: the entries at one index of its host, hostaddr and port lists.
private struct HostEntry {
    var name: String?
    var number: String?
    var port: String?

    /// A socket directory, or libpq's default without a host.
    private var isSocket: Bool {
        guard number == nil, let name, !name.isEmpty else { return number == nil }
        return name.hasPrefix("/") || name.hasPrefix("@")
    }

    var isLocal: Bool {
        let place = number ?? name ?? ""
        return isSocket || place == "localhost" || place == "::1"
            || place.hasPrefix("127.") && Self.isNumber(place)
    }

    func host(_ shared: [String: String]) -> Address.Host {
        var parameters = shared
        parameters["host"] = name
        parameters["hostaddr"] = number
        parameters["port"] = port
        let place = name ?? number ?? "the local socket"
        let isName = !isSocket && number == nil && !Self.isNumber(place)
        return Address.Host(
            name: port.map { "\(place):\($0)" } ?? place, lookup: isName ? place : nil,
            parameters: parameters)
    }

    private static func isNumber(_ place: String) -> Bool {
        place.contains(":") || place.utf8.allSatisfy { $0 == 46 || (48...57).contains($0) }
    }
}

extension Duration {
    /// The duration in PostgreSQL's syntax, in milliseconds.
    fileprivate var inPostgres: String {
        "\(components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)ms"
    }
}
