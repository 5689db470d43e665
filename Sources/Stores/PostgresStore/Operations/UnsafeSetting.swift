import Checklists
import SQL
import Synchronization

/// A setting of the server that is off, so that a crash of the machine may lose what was committed.
struct UnsafeSetting: Hashable, Sendable {
    let name: String

    /// What is wrong, and the way out.
    var error: PostgresStoreError { .unsafeSetting(name: name, value: "off") }

    /// Whether this program is safe from it: its sessions set `synchronous_commit` themselves.
    var isOverridden: Bool { name == "synchronous_commit" }

    /// The settings that are off now for the server, the database or the role.
    static func found(over client: any SQLClient) async throws -> [UnsafeSetting] {
        let sql = """
            SELECT name FROM pg_settings WHERE reset_val = 'off' \
            AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name
            """
        return try await client.run([Statement(sql)], on: .control)[0].map { row in
            var columns = row.columns
            return UnsafeSetting(name: try columns.text())
        }
    }
}

extension PostgresStore {
    /// Looks at the settings of the server, which may have changed since this process was started: refuses
    /// everything while one is off that it cannot override.
    func followSettings() async throws {
        if allowsLoss { return }
        let found = try await UnsafeSetting.found(over: client)
        let known = state.withLock { exchange(&$0.unsafeSettings, with: found) }
        for setting in found where !known.contains(setting) {
            onEvent(.unsafeSetting(setting.name, isRefused: !setting.isOverridden))
        }
        for setting in known where !found.contains(setting) { onEvent(.safeAgain(setting.name)) }
    }

    /// What keeps everything from being answered, although the database answers; `nil` for nothing.
    public var unsafeSetting: String? {
        state.withLock { $0.unsafeSettings.first { !$0.isOverridden }?.name }
    }
}
