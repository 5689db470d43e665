import Checklists
import JSON
import MemoryStore
import Records

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
    var bytes: [UInt8] { Document.bytes(of: self, capacity: 256 + checklists.count * 8) }

    /// Reads the file.
    init(_ bytes: [UInt8]) throws(FormatError) {
        (self, hasChecksum) = try Document.read(SettingsFile.self, from: bytes)
    }
}

extension SettingsFile: Record {
    static var blank: SettingsFile { SettingsFile() }

    mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("revision", &revision)
        try fields.required("nextChecklistId", &sequences.checklist)
        try fields.required("nextItemId", &sequences.item)
        try fields.always("nextPersonId", &sequences.person)
        try fields.always("nextWebhookId", &sequences.webhook)
        try fields.always("nextDeliveryId", &sequences.delivery)
        try fields.field("preferences", &allPreferences, unless: AllPreferences())
        try fields.field("removalsForgottenThrough", &removalsHorizon, unless: .zero)
        try fields.required("checklists", &checklists)
        try fields.always("deliveries", &deliveries)
        try fields.always("files", &files)
    }

    private var allPreferences: AllPreferences {
        get { AllPreferences(preferences: preferences) }
        set { preferences = newValue.preferences }
    }
}

/// The preferences of everybody. Before format 3 a folder had those of one person.
private struct AllPreferences: StoredValue, Hashable {
    var preferences: [Preferences] = []

    init(preferences: [Preferences] = []) { self.preferences = preferences }

    init(from json: inout JSONReader) throws(FormatError) {
        preferences = json.isAtObject ? [try Preferences(from: &json)] : try [Preferences](from: &json)
    }

    func write(to json: inout JSONWriter) { preferences.write(to: &json) }
}
