import Checklists
import JSON
import MemoryStore
import Records

/// The last file of a checkpoint: `settings.json`. It states where recovery starts in the journal.
struct SettingsFile: Hashable {
    /// All other files are complete at least through this change.
    var revision = Revision.zero
    /// The next ids, unless a later change raises them.
    var sequences = Sequences()
    /// The preferences of people, each complete through its revision or a later one.
    var preferences: [Preferences] = []
    /// The newest change whose tombstones have been dropped.
    var tombstonesHorizon = Revision.zero
    /// The lists that have a file, so that recovery notices a lost one.
    var checklists: [Checklist.ID] = []
    /// The parts of the delivery log that have a file.
    var deliveries: [Int] = []
    /// The other existing files.
    var files: [String] = []
    /// Whether the file has a checksum. A file without one was repaired by hand.
    var hasChecksum = true

    init() {}

    /// The settings of a folder that is complete through a change. `CheckpointFiles.finish` fills in the
    /// lists of files.
    ///
    /// - Parameter memory: May be newer than the revision, but must be durable.
    init(revision: Revision, of memory: MemoryStore) {
        self.revision = revision
        sequences = memory.sequences
        preferences = memory.allPreferences
        tombstonesHorizon = memory.tombstonesHorizon
    }

    var bytes: [UInt8] { Document.bytes(of: self, capacity: 256 + checklists.count * 8) }

    init(_ bytes: [UInt8]) throws(FormatError) {
        (self, hasChecksum) = try Document.read(SettingsFile.self, from: bytes)
    }
}

extension SettingsFile: Record {
    static var blank: SettingsFile { SettingsFile() }

    mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("revision", &revision)
        try fields.required("nextChecklistId", &sequences[Checklist.ID.self])
        try fields.required("nextItemId", &sequences[Item.ID.self])
        try fields.always("nextPersonId", &sequences[Person.ID.self])
        try fields.always("nextWebhookId", &sequences[Webhook.ID.self])
        try fields.always("nextDeliveryId", &sequences[Delivery.ID.self])
        try fields.field("preferences", &preferences, unless: [])
        try fields.field("removalsForgottenThrough", &tombstonesHorizon, unless: .zero)
        try fields.required("checklists", &checklists)
        try fields.always("deliveries", &deliveries)
        try fields.always("files", &files)
    }
}
