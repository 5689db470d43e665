import Checklists
import Records

/// The names of files, relative to the data folder.
package enum FileName {
    /// Locked while a process uses the folder; never deleted. It contains the durable watermark of the
    /// journal.
    static let lock = "LOCK"
    /// The counters, and the change through which the other files are complete.
    static let settings = "settings.json"
    static let epoch = "epoch.json"
    static let secret = "secret.json"
    static let idempotency = "idempotency.json"
    /// The people with the digests of their tokens.
    static let people = "people.json"
    /// The tombstones, with the data that can be restored.
    static let tombstones = "removals.json"
    /// The webhooks with their secrets.
    static let webhooks = "webhooks.json"
    static let deliveries = "deliveries"
    /// The access tokens. Any process with write permission may change them at any time.
    package static let tokens = "tokens.json"
    /// The files that every folder has and that journal and checkpoints do not cover.
    static let uncovered: Set = [secret, tokens]
    /// The folder of the lists. A lock on it blocks checkpoints.
    static let checklists = "checklists"
    /// The folder of the changes since the last checkpoint.
    static let journal = "journal"

    /// The Unix socket of a running server for commands on this folder. The store ignores it.
    package static let controlSocket = "control.sock"

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The suffix of a file that replaces another once it is complete.
    static let temporarySuffix = ".tmp"
    /// The suffix of a file in an older format that a migration has kept.
    static let keptSuffix = ".bak"
    /// The prefix of a truncated part of the journal.
    static let tornPrefix = "torn-"

    private static let listSuffix = ".json"
    private static let segmentSuffix = ".jsonl"
    private static let numberDigits = 10

    /// The file of a list: `checklists/42.json`.
    static func checklist(_ id: Checklist.ID) -> String { "\(checklists)/\(id)\(listSuffix)" }

    /// The list of a file in the folder of the lists; `nil` for any other file.
    static func checklistID(of name: String) -> Checklist.ID? {
        guard name.hasSuffix(listSuffix), let number = Int(name.dropLast(listSuffix.count)) else {
            return nil
        }
        let id = Checklist.ID(rawValue: number)
        // "042.json" and "+42.json" would also parse as numbers.
        return number > 0 && checklist(id) == "\(checklists)/\(name)" ? id : nil
    }

    /// A part of the delivery log: `deliveries/0000000012.json`.
    static func deliveries(_ number: Int) -> String { "\(deliveries)/\(padded(number))\(listSuffix)" }

    /// The part of the delivery log of a file in its folder; `nil` for any other file.
    static func deliveriesNumber(of name: String) -> Int? {
        guard name.hasSuffix(listSuffix), let number = Int(name.dropLast(listSuffix.count)) else {
            return nil
        }
        return number >= 0 && deliveries(number) == "\(deliveries)/\(name)" ? number : nil
    }

    /// A segment of the journal: `journal/0000000007.jsonl`.
    static func segment(_ number: Int) -> String { "\(journal)/\(padded(number))\(segmentSuffix)" }

    /// The segment of a file in the journal's folder; `nil` for any other file.
    static func segmentNumber(of name: String) -> Int? {
        guard name.hasSuffix(segmentSuffix), let number = Int(name.dropLast(segmentSuffix.count)) else {
            return nil
        }
        return number > 0 && segment(number) == "\(journal)/\(name)" ? number : nil
    }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, numberDigits - digits.utf8.count)) + digits
    }

    /// The file for a truncated part of the journal: `journal/torn-20261120T235557.484Z`.
    static func torn(at moment: Timestamp) -> String {
        "\(journal)/\(tornPrefix)\(moment.text.filter { $0 != "-" && $0 != ":" })"
    }
}
