import Checklists
import Synchronization

extension SQLStore {
    /// Reads the server settings, which may have changed since the start. The store refuses requests while a
    /// setting is off that it cannot override.
    func followSettings() async throws {
        let found = try await engine.unsafeSettings()
        let known = state.withLock { exchange(&$0.unsafeSettings, with: found) }
        for setting in found where !known.contains(setting) {
            onEvent(.unsafeSetting(setting.name, isRefused: !setting.isOverridden))
        }
        for setting in known where !found.contains(setting) { onEvent(.safeAgain(setting.name)) }
    }

    /// The setting for which the store refuses requests; `nil` for none.
    public var unsafeSetting: String? {
        state.withLock { $0.unsafeSettings.first { !$0.isOverridden }?.name }
    }
}
