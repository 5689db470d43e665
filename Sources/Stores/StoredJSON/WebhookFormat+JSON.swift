package import Checklists
import Digest
package import JSON

extension Webhook.Format {
    /// Writes the format with what belongs to it, secrets included.
    package func write(to json: inout JSONWriter) {
        json.beginObject()
        switch self {
        case .standard: json.member("name", "standard")
        case .ntfy: json.member("name", "ntfy")
        case .template(let template):
            json.member("name", "template")
            json.member("contentType", template.contentType)
            json.member("body", template.body)
        case .push(let target):
            json.member("name", "push")
            target.writeMembers(to: &json)
        case .registration(let registration):
            json.member("name", "registration")
            registration.target.writeMembers(to: &json)
            json.member("expiresAt", registration.expiresAt)
        case .email(let target):
            json.member("name", "email")
            json.member("address", target.address)
            if let confirmedAt = target.confirmedAt { json.member("confirmedAt", confirmedAt) }
        }
        json.endObject()
    }

    /// Reads a format.
    package init(from reader: inout JSONReader, in bytes: Span<UInt8>) throws(FormatError) {
        var name: String?
        var (contentType, body): (String?, String?)
        var (publicKey, authSecret): ([UInt8]?, [UInt8]?)
        var deviceID: Device.ID?
        var (address, confirmedAt): (String?, Timestamp?)
        var expiresAt: Timestamp?
        try reader.beginObject(in: bytes)
        while let member = try reader.nextName(in: bytes) {
            switch member {
            case "name": name = try reader.string(in: bytes)
            case "contentType": contentType = try reader.string(in: bytes)
            case "body": body = try reader.string(in: bytes)
            case "publicKey": publicKey = [UInt8](hexadecimal: try reader.string(in: bytes))
            case "authSecret": authSecret = [UInt8](hexadecimal: try reader.string(in: bytes))
            case "deviceId": deviceID = try reader.identifier(in: bytes)
            case "address": address = try reader.string(in: bytes)
            case "confirmedAt": confirmedAt = try reader.timestamp(in: bytes)
            case "expiresAt": expiresAt = try reader.timestamp(in: bytes)
            default: throw reader.unknown(member)
            }
        }
        switch name {
        case "standard": self = .standard
        case "ntfy": self = .ntfy
        case "template":
            guard let contentType, let body else { throw reader.error("a template lacks its text") }
            self = .template(Webhook.Template(contentType: contentType, body: body))
        case "push":
            guard let publicKey, let authSecret else { throw reader.error("a subscription lacks its keys") }
            self = .push(
                Webhook.PushTarget(publicKey: publicKey, authSecret: authSecret, deviceID: deviceID))
        case "registration":
            guard let publicKey, let authSecret, let expiresAt else {
                throw reader.error("a registration lacks its keys or its end")
            }
            let target = Webhook.PushTarget(
                publicKey: publicKey, authSecret: authSecret, deviceID: deviceID)
            self = .registration(Webhook.Registration(target: target, expiresAt: expiresAt))
        case "email":
            guard let address else { throw reader.error("a mail address lacks itself") }
            self = .email(Webhook.EmailTarget(address: address, confirmedAt: confirmedAt))
        default: throw reader.error("there is no format \(name ?? "")")
        }
    }
}

extension Webhook.PushTarget {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.member("publicKey", publicKey.hexadecimal)
        json.member("authSecret", authSecret.hexadecimal)
        if let deviceID { json.member("deviceId", deviceID.rawValue) }
    }
}
