import Checklists
import JSON
import MemoryStore
import StoredJSON

/// What a checkpoint ends with: `settings.json`. The journal goes on where it says.
struct SettingsFile: Hashable {
    /// The change through which all other files are complete, at the least.
    var revision = Revision.zero
    /// The numbers that come next, if no later change says otherwise.
    var sequences = Sequences()
    /// How people want to see the lists, each through its own revision or a later one.
    var preferences: [Preferences] = []
    /// The newest change of which it is forgotten what went out of sight by it.
    var removalsHorizon = Revision.zero
    /// The lists that have a file, so that one that is lost is missed.
    var checklists: [Checklist.ID] = []
    /// The numbers of the files that the delivery log has.
    var deliveries: [Int] = []
    /// The files beside the lists and the log that are there.
    var files: [String] = []
    /// Whether the file has a checksum: without one it was repaired by hand.
    var hasChecksum = true

    /// The settings of an empty folder.
    init() {}

    /// The settings of a folder that is complete through a change. What has a file is not said yet.
    ///
    /// - Parameter memory: May be newer, but has to be durable.
    init(revision: Revision, of memory: MemoryStore) {
        self.revision = revision
        sequences = memory.sequences
        preferences = memory.allPreferences
        removalsHorizon = memory.removalsHorizon
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes(capacity: 256 + checklists.count * 8) { json in
            json.member("revision", Int(revision.rawValue))
            json.member("nextChecklistId", sequences.checklist.rawValue)
            json.member("nextItemId", sequences.item.rawValue)
            json.member("nextPersonId", sequences.person.rawValue)
            json.member("nextWebhookId", sequences.webhook.rawValue)
            json.member("nextDeliveryId", sequences.delivery.rawValue)
            if !preferences.isEmpty {
                json.array("preferences") { json in for one in preferences { one.write(to: &json) } }
            }
            if removalsHorizon != .zero {
                json.member("removalsForgottenThrough", Int(removalsHorizon.rawValue))
            }
            json.member("checklists", checklists.map(\.rawValue))
            json.member("deliveries", deliveries)
            json.member("files", files)
        }
    }

    /// Reads the file.
    init(_ bytes: Span<UInt8>) throws(FormatError) {
        var revision: Revision?
        var nextChecklistID: Checklist.ID?
        var nextItemID: Item.ID?
        var checklists: [Checklist.ID]?
        // Missing in the first folders, which had no webhooks.
        var sequences = Sequences()
        var deliveries: [Int] = []
        var files: [String] = []
        // Missing as long as nobody has any; before format 3 those of one person.
        var preferences: [Preferences] = []
        var removalsHorizon = Revision.zero
        let format = try Document.format(of: bytes)
        hasChecksum = try Document.read(bytes) { (name, reader, bytes) throws(FormatError) in
            switch name {
            case "revision": revision = try reader.revision(in: bytes)
            case "nextChecklistId": nextChecklistID = try reader.identifier(in: bytes)
            case "nextItemId": nextItemID = try reader.identifier(in: bytes)
            case "nextPersonId": sequences.person = try reader.identifier(in: bytes)
            case "nextWebhookId": sequences.webhook = try reader.identifier(in: bytes)
            case "nextDeliveryId": sequences.delivery = try reader.identifier(in: bytes)
            case "preferences" where format < 3: preferences = [try Preferences(from: &reader, in: bytes)]
            case "preferences":
                preferences = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try Preferences(from: &reader, in: bytes)
                }
            case "removalsForgottenThrough": removalsHorizon = try reader.revision(in: bytes)
            case "deliveries":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) { deliveries.append(try reader.integer(in: bytes)) }
            case "files":
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) { files.append(try reader.string(in: bytes)) }
            case "checklists":
                var ids: [Checklist.ID] = []
                try reader.beginArray(in: bytes)
                while try reader.nextElement(in: bytes) { ids.append(try reader.identifier(in: bytes)) }
                checklists = ids
            default: throw reader.unknown(name)
            }
        }
        guard let revision, let nextChecklistID, let nextItemID, let checklists else {
            throw FormatError(
                offset: 0, reason: "the file lacks one of revision, nextChecklistId, nextItemId, checklists"
            )
        }
        self.revision = revision
        sequences.checklist = nextChecklistID
        sequences.item = nextItemID
        self.sequences = sequences
        self.checklists = checklists
        self.preferences = preferences
        self.removalsHorizon = removalsHorizon
        self.deliveries = deliveries
        self.files = files
    }
}
