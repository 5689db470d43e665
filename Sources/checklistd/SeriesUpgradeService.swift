import CalendarObjects
import Checklists
import Foundation

/// Reads the series of calendar objects that a version before stored and did not read, in the background.
struct SeriesUpgradeService {
    let store: any Store
    let log: Log

    /// When to walk over the items once more, if the last walk changed some: until all processes are of this
    /// version, one of the version before can write what it does not read.
    private static let timeBetweenWalks = Duration.seconds(3_600)
    private static let timeAfterFailure = Duration.seconds(60)

    /// Walks until there is nothing to change. An item that nobody asked for yet is read within seconds of
    /// the start; CalDAV reads the objects that it is asked for by itself.
    func run() async {
        let upgrade = SeriesUpgrade(store, now: { Timestamp(Date()) })
        while !Task.isCancelled {
            do {
                let count = try await upgrade.run()
                if count == 0 { return }
                log.info("series of calendar apps", ["read": count])
                try await Task.sleep(for: Self.timeBetweenWalks)
            } catch {
                if Task.isCancelled { return }
                log.warning("series of calendar apps wait for the store", ["error": "\(error)"])
                // Cancelled while waiting, the loop ends by itself.
                try? await Task.sleep(for: Self.timeAfterFailure)
            }
        }
    }
}
