import Checklists
import Synchronization

extension SQLStore {
    /// Looks at the settings of the server, which may have changed since this process was started: refuses
    /// everything while one is off that it cannot override.
    func followSettings() async throws {
        let found = try await engine.unsafeSettings()
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
