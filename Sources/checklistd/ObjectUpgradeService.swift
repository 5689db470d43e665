import CalendarObjects
import Checklists
import Foundation

/// Reads in the background the properties of calendar objects that an older version ignored.
struct ObjectUpgradeService {
    let store: any Store
    let log: Log

    /// The wait before the next pass if the last one changed items. An older process that started meanwhile
    /// can have written objects that it does not read completely.
    private static let passInterval = Duration.seconds(3_600)
    /// The interval of checks for older processes.
    private static let checkInterval = Duration.seconds(60)
    private static let timeAfterFailure = Duration.seconds(60)

    /// Repeats until a pass changes nothing. CalDAV requests do not wait for it: they read the object
    /// themselves.
    func run() async {
        let upgrade = ObjectUpgrade(
            store, now: { Timestamp(Date()) },
            onSkip: { [log] item, error in
                log.warning(
                    "upgrade of a calendar object failed",
                    ["item": "\(item)", "error": "\(error)"])
            })
        var isWaiting = false
        while !Task.isCancelled {
            do {
                guard let count = try await upgrade.run() else {
                    if !isWaiting { log.info("upgrade of calendar objects waits for older processes to end") }
                    isWaiting = true
                    try await Task.sleep(for: Self.checkInterval)
                    continue
                }
                isWaiting = false
                if count == 0 { return }
                log.info("upgraded calendar objects", ["items": count])
                try await Task.sleep(for: Self.passInterval)
            } catch {
                if Task.isCancelled { return }
                let seconds = Self.timeAfterFailure.components.seconds
                log.warning(
                    "upgrade of calendar objects failed, next try in \(seconds) s", ["error": "\(error)"])
                // Cancellation ends the wait, and then the loop.
                try? await Task.sleep(for: Self.timeAfterFailure)
            }
        }
    }
}
