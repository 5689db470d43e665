import Checklists
import JSON

/// What a checkpoint ends with: `settings.json`. The journal goes on where it says.
struct SettingsFile: Hashable {
    /// The change through which all other files are complete, at the least.
    var revision = Revision.zero
    /// The number that the next list gets, if no later change says otherwise.
    var nextChecklistID = Checklist.ID(rawValue: 1)
    /// The number that the next item gets, if no later change says otherwise.
    var nextItemID = Item.ID(rawValue: 1)
    /// The number that the next webhook gets, if no later change says otherwise.
    var nextWebhookID = Webhook.ID(rawValue: 1)
    /// The number that the next delivery gets, if no later change says otherwise.
    var nextDeliveryID = Delivery.ID(rawValue: 1)
    /// How somebody wants to see the lists, through its own revision or a later one.
    var preferences = Preferences()
    /// The lists that have a file, so that one that is lost is missed.
    var checklists: [Checklist.ID] = []
    /// The numbers of the files that the delivery log has.
    var deliveries: [Int] = []
    /// The files beside the lists and the log that are there.
    var files: [String] = []

    /// The settings of an empty folder.
    init() {}

    /// The settings of a folder that is complete through a change. What has a file is not said yet.
    ///
    /// - Parameter catalogue: May be newer, but has to be durable.
    init(revision: Revision, of catalogue: borrowing Catalogue) {
        self.revision = revision
        nextChecklistID = catalogue.nextChecklistID
        nextItemID = catalogue.nextItemID
        nextWebhookID = catalogue.nextWebhookID
        nextDeliveryID = catalogue.nextDeliveryID
        preferences = catalogue.preferences
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Document.bytes(capacity: 256 + checklists.count * 8) { json in
            json.member("revision", Int(revision.rawValue))
            json.member("nextChecklistId", nextChecklistID.rawValue)
            json.member("nextItemId", nextItemID.rawValue)
            json.member("nextWebhookId", nextWebhookID.rawValue)
            json.member("nextDeliveryId", nextDeliveryID.rawValue)
            if preferences.revision > .zero {
                json.name("preferences")
                preferences.write(to: &json)
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
        var nextWebhookID = Webhook.ID(rawValue: 1)
        var nextDeliveryID = Delivery.ID(rawValue: 1)
        var deliveries: [Int] = []
        var files: [String] = []
        // Missing as long as nobody has any.
        var preferences = Preferences()
        try Document.read(bytes) { (name, reader, bytes) throws(FormatError) in
            switch name {
            case "revision": revision = try reader.revision(in: bytes)
            case "nextChecklistId": nextChecklistID = try reader.identifier(in: bytes)
            case "nextItemId": nextItemID = try reader.identifier(in: bytes)
            case "nextWebhookId": nextWebhookID = try reader.identifier(in: bytes)
            case "nextDeliveryId": nextDeliveryID = try reader.identifier(in: bytes)
            case "preferences": preferences = try Preferences(from: &reader, in: bytes)
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
        self.nextChecklistID = nextChecklistID
        self.nextItemID = nextItemID
        self.checklists = checklists
        self.nextWebhookID = nextWebhookID
        self.nextDeliveryID = nextDeliveryID
        self.preferences = preferences
        self.deliveries = deliveries
        self.files = files
    }
}
