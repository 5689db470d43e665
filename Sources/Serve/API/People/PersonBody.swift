import Checklists
import JSON

/// A person in JSON: id and name for people on the same lists, everything for administrators.
struct PersonBody: JSONWritable {
    let person: Person
    let isWhole: Bool

    init(_ person: Person, isWhole: Bool) {
        self.person = person
        self.isWhole = isWhole
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", person.id.rawValue)
            json.member("name", person.name)
            guard isWhole else { return }
            json.member("devicesCount", person.devices.count)
            if person.revision == .zero { return }
            json.member("createdAt", TimestampBody(person.createdAt))
            json.member("updatedAt", TimestampBody(person.updatedAt))
        }
    }
}

/// The caller in JSON.
struct MeBody: JSONWritable {
    let person: Person?
    let device: Device?
    let scope: Scope
    /// Whether a trusted proxy signed the person in.
    let isByProxy: Bool
    let checklist: Checklist?
    let role: Role?
    let reach: Reach
    let ways: Offer.Channels

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("person", person.map { PersonBody($0, isWhole: false) })
            json.member("device", device.map { DeviceBody(device: $0, isCurrent: true) })
            json.member("scope", scope.rawValue)
            json.member("signedInByProxy", isByProxy)
            json.member("checklistId", checklist?.id.rawValue)
            json.member("role", role?.rawValue)
            json.member("reachableBy", ReachBody(reach: reach))
            json.object("offers") { json in
                json.member("pushSubscriptions", ways.push)
                json.member("email", ways.email)
            }
        }
    }
}

/// The reminder channels of the caller in JSON.
private struct ReachBody: JSONWritable {
    let reach: Reach

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("webhooks", reach.webhooks)
            json.member("pushSubscriptions", reach.pushSubscriptions)
            json.member("email", reach.email)
        }
    }
}

/// A device in JSON.
struct DeviceBody: JSONWritable {
    let device: Device
    let isCurrent: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", device.id.rawValue)
            json.member("name", device.name)
            json.member("scope", device.scope.rawValue)
            json.member("current", isCurrent)
            json.member("createdAt", TimestampBody(device.createdAt))
            json.member("lastUsedAt", TimestampBody(device.lastUsedAt))
        }
    }
}

/// The devices of a person in JSON.
struct DevicesBody: JSONWritable {
    let devices: [Device]
    let current: Device.ID?

    func write(to json: inout JSONWriter) {
        json.array { json in
            for device in devices {
                DeviceBody(device: device, isCurrent: device.id == current).write(to: &json)
            }
        }
    }
}

/// A new sign-in link in JSON.
struct SignInLinkBody: JSONWritable {
    let link: SignInLink
    let secret: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", link.id.rawValue)
            json.member("scope", link.scope.rawValue)
            json.members(ofSecret: secret)
            json.member("createdAt", TimestampBody(link.createdAt))
            json.member("expiresAt", TimestampBody(link.expiresAt))
        }
    }
}

/// A new token in JSON, with its device and person, or its list.
struct SignedInBody: JSONWritable {
    let signedIn: SignedIn
    let token: String

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("token", token)
            switch signedIn {
            case .device(let device, of: let person):
                json.member("scope", device.scope.rawValue)
                json.member("person", PersonBody(person, isWhole: false))
                json.member("device", DeviceBody(device: device, isCurrent: true))
            case .guest(let link, on: let checklist):
                json.member("scope", link.role == .view ? Scope.read.rawValue : Scope.write.rawValue)
                json.member("checklistId", checklist.id.rawValue)
                json.member("role", link.role.rawValue)
            }
        }
    }
}

/// The body that adds or renames a person.
struct NameBody: RequestBody {
    static let noun = "a person"
    static let readOnlyFields = ["id", "devicesCount", "createdAt", "updatedAt"]

    let name: String

    init(from fields: inout FieldReader) { name = fields.required("name", .string) ?? "" }
}

/// The body that creates a sign-in link.
struct SignInLinkDraftBody: RequestBody {
    static let noun = "a sign-in link"
    static let readOnlyFields = ["id", "secret", "path", "createdAt", "expiresAt"]

    let scope: Scope?

    init(from fields: inout FieldReader) { scope = fields.optional("scope", .choice(of: Scope.self)) }
}

/// The body that signs in a device.
struct SignInBody: RequestBody {
    static let noun = "a device"
    static let readOnlyFields = ["id", "scope", "createdAt", "lastUsedAt"]

    let secret: String
    let name: String

    init(from fields: inout FieldReader) {
        secret = fields.required("secret", .string) ?? ""
        name = fields.required("name", .string) ?? ""
    }
}

extension FieldType where Value: RawRepresentable<String> & CaseIterable {
    /// One of the raw values of an enumeration.
    static func choice(of type: Value.Type) -> Self {
        Self({ _ in .notOneOf(Value.allCases.map(\.rawValue)) }) { value in
            guard case .string(let name) = value else { return nil }
            return Value(rawValue: name)
        }
    }
}
