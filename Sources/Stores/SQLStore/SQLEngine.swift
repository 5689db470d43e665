import Checklists
package import SQL

/// An SQL engine: connections, a dialect, a schema, and checks of the server.
package protocol SQLEngine: Sendable {
    /// The connections to the server.
    var client: any SQLClient { get }
    /// The SQL that differs between engines.
    var dialect: any Dialect { get }
    /// The oldest schema version that can be upgraded.
    var firstSchemaVersion: Int { get }
    /// The statements that create the first schema version, and those that upgrade to each further one.
    var schemaSteps: [[String]] { get }
    /// All tables of the newest schema version.
    var tableNames: [String] { get }

    /// Creates the owner's row if it is missing. Begins a new epoch if the database is not the one in which
    /// the history began.
    ///
    /// - Returns: Whether an epoch ended: the database may lack changes that clients have seen.
    func checkOrigin(of owner: Int) async throws -> Bool

    /// The settings of the server that are off and may lose commits in a crash.
    func unsafeSettings() async throws -> [UnsafeSetting]
}

extension SQLEngine {
    /// The schema version that this program needs.
    package var neededVersion: SchemaVersion {
        SchemaVersion(
            number: firstSchemaVersion + schemaSteps.count - 1, textOrder: TextOrder.keyVersion)
    }
}

/// A server setting that is off, so that a crash of the machine may lose commits.
package struct UnsafeSetting: Hashable, Sendable {
    package let name: String
    /// Whether this program's sessions override the setting, which makes commits safe.
    package let isOverridden: Bool

    package init(name: String, isOverridden: Bool) {
        self.name = name
        self.isOverridden = isOverridden
    }

    /// The error that names the setting and its fix.
    var error: SQLStoreError { .unsafeSetting(name: name, value: "off") }
}
