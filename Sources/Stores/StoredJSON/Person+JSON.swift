package import Checklists
import Digest
package import JSON

extension Person {
    /// Writes a person with its devices and sign-in links.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.rawValue)
        json.member("name", name)
        if !devices.isEmpty {
            json.array("devices") { json in for device in devices { device.write(to: &json) } }
        }
        if !signInLinks.isEmpty {
            json.array("signInLinks") { json in for link in signInLinks { link.write(to: &json) } }
        }
        json.member("createdAt", createdAt)
        json.member("updatedAt", updatedAt)
        json.member("revision", Int(revision.rawValue))
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var id: ID?
        var name: String?
        var devices: [Device] = []
        var signInLinks: [SignInLink] = []
        var createdAt: Timestamp?
        var updatedAt: Timestamp?
        var revision: Revision?
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "id": id = try reader.identifier(in: bytes)
            case "name": name = try reader.string(in: bytes)
            case "devices":
                devices = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try Device(from: &reader, in: bytes)
                }
            case "signInLinks":
                signInLinks = try reader.array(in: bytes) { (reader, bytes) throws(FormatError) in
                    try SignInLink(from: &reader, in: bytes)
                }
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            case "updatedAt": updatedAt = try reader.timestamp(in: bytes)
            case "revision": revision = try reader.revision(in: bytes)
            default: throw reader.unknown(member)
            }
        }
        guard let id, let name, let createdAt, let updatedAt, let revision else {
            throw reader.error("a person lacks one of id, name, createdAt, updatedAt, revision")
        }
        self.init(id: id, name: name, createdAt: createdAt, updatedAt: updatedAt, revision: revision)
        self.devices = devices
        self.signInLinks = signInLinks
    }
}

extension Device {
    /// Writes a device.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.rawValue)
        json.member("name", name)
        json.member("scope", scope.rawValue)
        json.member("sha256", tokenDigest.hexadecimal)
        json.member("createdAt", createdAt)
        json.member("lastUsedAt", lastUsedAt)
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var id: ID?
        var name: String?
        var scope: Scope?
        var digest: [UInt8]?
        var createdAt: Timestamp?
        var lastUsedAt: Timestamp?
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "id": id = try reader.identifier(in: bytes)
            case "name": name = try reader.string(in: bytes)
            case "scope": scope = try reader.value(of: Scope.self, in: bytes)
            case "sha256": digest = [UInt8](hexadecimal: try reader.string(in: bytes))
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            case "lastUsedAt": lastUsedAt = try reader.timestamp(in: bytes)
            default: throw reader.unknown(member)
            }
        }
        guard let id, let name, let scope, let digest, let createdAt, let lastUsedAt else {
            throw reader.error("a device lacks one of id, name, scope, sha256, createdAt, lastUsedAt")
        }
        self.init(
            id: id, name: name, scope: scope, tokenDigest: digest, createdAt: createdAt,
            lastUsedAt: lastUsedAt)
    }
}

extension SignInLink {
    /// Writes a link.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.rawValue)
        json.member("scope", scope.rawValue)
        json.member("sha256", secretDigest.hexadecimal)
        json.member("createdAt", createdAt)
        json.member("expiresAt", expiresAt)
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var id: ID?
        var scope: Scope?
        var digest: [UInt8]?
        var createdAt: Timestamp?
        var expiresAt: Timestamp?
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "id": id = try reader.identifier(in: bytes)
            case "scope": scope = try reader.value(of: Scope.self, in: bytes)
            case "sha256": digest = [UInt8](hexadecimal: try reader.string(in: bytes))
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            case "expiresAt": expiresAt = try reader.timestamp(in: bytes)
            default: throw reader.unknown(member)
            }
        }
        guard let id, let scope, let digest, let createdAt, let expiresAt else {
            throw reader.error("a sign-in link lacks one of id, scope, sha256, createdAt, expiresAt")
        }
        self.init(id: id, scope: scope, secretDigest: digest, createdAt: createdAt, expiresAt: expiresAt)
    }
}

extension Member {
    /// Writes a member of a list; of how the person wants to have it, what is not as at the start.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("personId", personID.rawValue)
        json.member("role", role.rawValue)
        if preferences.isMuted { json.member("muted", true) }
        if let itemSort = preferences.itemSort { json.member("itemSort", itemSort.text) }
        if let showChecked = preferences.showChecked { json.member("showChecked", showChecked) }
        if !calendarProperties.isEmpty { json.array("calendarProperties", calendarProperties) }
        if joinedIn != .zero { json.member("joinedIn", Int(joinedIn.rawValue)) }
        if changedIn != joinedIn { json.member("changedIn", Int(changedIn.rawValue)) }
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var personID: Person.ID?
        var role: Role?
        var preferences = ListPreferences()
        var calendarProperties: [DeadProperty] = []
        var joinedIn = Revision.zero
        var changedIn: Revision?
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "personId": personID = try reader.identifier(in: bytes)
            case "role": role = try reader.value(of: Role.self, in: bytes)
            case "muted": preferences.isMuted = try reader.bool(in: bytes)
            case "itemSort": preferences.itemSort = try reader.itemSort(in: bytes)
            case "showChecked": preferences.showChecked = try reader.bool(in: bytes)
            case "calendarProperties": calendarProperties = try reader.deadProperties(in: bytes)
            case "changedIn": changedIn = try reader.revision(in: bytes)
            case "joinedIn": joinedIn = try reader.revision(in: bytes)
            default: throw reader.unknown(member)
            }
        }
        guard let personID, let role else { throw reader.error("a member lacks personId or role") }
        self.init(personID, role, joinedIn: joinedIn)
        self.changedIn = changedIn ?? joinedIn
        self.preferences = preferences
        self.calendarProperties = calendarProperties
    }
}

extension ListLink {
    /// Writes a link to a list.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("id", id.rawValue)
        json.member("role", role.rawValue)
        json.member("sha256", secretDigest.hexadecimal)
        json.member("tokenSha256", tokenDigest.hexadecimal)
        json.member("createdAt", createdAt)
        if let expiresAt { json.member("expiresAt", expiresAt) }
        json.endObject()
    }

    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var id: ID?
        var role: Role?
        var (secret, token): ([UInt8]?, [UInt8]?)
        var createdAt: Timestamp?
        var expiresAt: Timestamp?
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "id": id = try reader.identifier(in: bytes)
            case "role": role = try reader.value(of: Role.self, in: bytes)
            case "sha256": secret = [UInt8](hexadecimal: try reader.string(in: bytes))
            case "tokenSha256": token = [UInt8](hexadecimal: try reader.string(in: bytes))
            case "createdAt": createdAt = try reader.timestamp(in: bytes)
            case "expiresAt": expiresAt = try reader.timestamp(in: bytes)
            default: throw reader.unknown(member)
            }
        }
        guard let id, let role, let secret, let token, let createdAt else {
            throw reader.error("a link lacks one of id, role, sha256, tokenSha256, createdAt")
        }
        self.init(
            id: id, role: role, secretDigest: secret, tokenDigest: token, createdAt: createdAt,
            expiresAt: expiresAt)
    }
}

extension JSONReader {
    /// Reads an array, each element by the closure.
    package mutating func array<Element>(
        in bytes: Span<UInt8>,
        _ element: (inout JSONReader, Span<UInt8>) throws(FormatError) -> Element
    ) throws(FormatError) -> [Element] {
        var elements: [Element] = []
        try beginArray(in: bytes)
        while try nextElement(in: bytes) { elements.append(try element(&self, bytes)) }
        return elements
    }
}
