import Checklists
package import SQL

/// An SQL engine as the store needs it: connections, a dialect, a schema, and checks of the server.
package protocol SQLEngine: Sendable {
    /// The connections.
    var client: any SQLClient { get }
    /// The SQL that differs between engines.
    var dialect: any Dialect { get }
    /// The statements that make each schema version of the one before it, from the first on.
    var schemaSteps: [[String]] { get }

    /// Makes the owner if there is none, and begins an epoch where the database is not the one in which the
    /// history began.
    ///
    /// - Returns: Whether an epoch ended: the database may lack changes that clients have seen.
    func checkOrigin(of owner: Int) async throws -> Bool

    /// The settings of the server that are off although a crash may lose commits then.
    func unsafeSettings() async throws -> [UnsafeSetting]
}

extension SQLEngine {
    /// The version of the schema that this program needs.
    package var neededVersion: SchemaVersion {
        SchemaVersion(number: schemaSteps.count, textOrder: TextOrder.keyVersion)
    }
}

/// A setting of the server that is off, so that a crash of the machine may lose what was committed.
package struct UnsafeSetting: Hashable, Sendable {
    package let name: String
    /// Whether this program is safe from it: its sessions set it themselves.
    package let isOverridden: Bool

    package init(name: String, isOverridden: Bool) {
        self.name = name
        self.isOverridden = isOverridden
    }

    /// What is wrong, and the way out.
    var error: SQLStoreError { .unsafeSetting(name: name, value: "off") }
}
