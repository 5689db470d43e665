import Checklists
import Records

/// What the files of a data folder are called, below the folder itself.
enum FileName {
    /// Locked as long as a process works on the folder; never deleted. It says how far the journal is on the
    /// disk.
    static let lock = "LOCK"
    /// The counters, and which change the other files are complete to.
    static let settings = "settings.json"
    /// Which history the changes belong to.
    static let epoch = "epoch.json"
    /// What only those know who serve the store.
    static let secret = "secret.json"
    /// What idempotency keys left behind.
    static let idempotency = "idempotency.json"
    /// Who there is, with the digests of their tokens.
    static let people = "people.json"
    /// What went out of sight, with what can be restored of it.
    static let removals = "removals.json"
    /// Who is told what happens, with their secrets.
    static let webhooks = "webhooks.json"
    /// The folder of the delivery log.
    static let deliveries = "deliveries"
    /// The access tokens, which are changed by whoever is allowed to write here, at any time.
    static let tokens = "tokens.json"
    /// The folder of the lists. Who has it locked keeps checkpoints away.
    static let checklists = "checklists"
    /// The folder of the changes since the last checkpoint.
    static let journal = "journal"

    /// The folder that a file or a folder is in.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// At the end of a file that is to replace another once it is complete.
    static let temporarySuffix = ".tmp"
    /// At the end of a file that was kept when all were written anew in a newer format.
    static let keptSuffix = ".bak"
    /// In front of what was cut off a journal.
    static let tornPrefix = "torn-"

    private static let listSuffix = ".json"
    private static let segmentSuffix = ".jsonl"
    private static let numberDigits = 10

    /// The file of a list: `checklists/42.json`.
    static func checklist(_ id: Checklist.ID) -> String { "\(checklists)/\(id)\(listSuffix)" }

    /// The list whose file has that name in the folder of the lists; `nil` for any other file.
    static func checklistID(of name: String) -> Checklist.ID? {
        guard name.hasSuffix(listSuffix), let number = Int(name.dropLast(listSuffix.count)) else {
            return nil
        }
        let id = Checklist.ID(rawValue: number)
        // "042.json" and "+42.json" would be numbers as well.
        return number > 0 && checklist(id) == "\(checklists)/\(name)" ? id : nil
    }

    /// A part of the delivery log: `deliveries/0000000012.json`.
    static func deliveries(_ number: Int) -> String { "\(deliveries)/\(padded(number))\(listSuffix)" }

    /// The part of the delivery log whose file has that name in its folder; `nil` for any other file.
    static func deliveriesNumber(of name: String) -> Int? {
        guard name.hasSuffix(listSuffix), let number = Int(name.dropLast(listSuffix.count)) else {
            return nil
        }
        return number >= 0 && deliveries(number) == "\(deliveries)/\(name)" ? number : nil
    }

    /// A segment of the journal: `journal/0000000007.jsonl`.
    static func segment(_ number: Int) -> String { "\(journal)/\(padded(number))\(segmentSuffix)" }

    /// The segment whose file has that name in the journal's folder; `nil` for any other file.
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

    /// Where what is cut off the journal goes: `journal/torn-20261120T235557.484Z`.
    static func torn(at moment: Timestamp) -> String {
        "\(journal)/\(tornPrefix)\(moment.text.filter { $0 != "-" && $0 != ":" })"
    }
}
