import Glibc

/// The stores that tests run on, as the variable `STORES` names them: `memory`, `files`, `postgres`.
///
/// Without the variable, tests run on all of them, on PostgreSQL only where it is installed. With it, a store
/// that is named and cannot be had ends the tests with an error.
package enum TestedStores {
    /// A kind of store.
    package enum Kind: String, CaseIterable, Sendable {
        case memory, files, postgres
    }

    /// Whether tests run on a kind of store.
    package static func include(_ kind: Kind) -> Bool { chosen.contains(kind) }

    private static let chosen: Set<Kind> = {
        guard let names = getenv("STORES").map({ String(cString: $0) }), !names.isEmpty else {
            return TemporaryServer.isInstalled ? Set(Kind.allCases) : [.memory, .files]
        }
        let kinds = names.split(separator: ",").map { name in
            guard let kind = Kind(rawValue: String(name)) else {
                preconditionFailure("STORES names \(name); it takes memory, files and postgres")
            }
            return kind
        }
        precondition(
            !kinds.contains(.postgres) || TemporaryServer.isInstalled,
            "STORES names postgres, but PostgreSQL is not installed: install the package postgresql")
        return Set(kinds)
    }()
}
