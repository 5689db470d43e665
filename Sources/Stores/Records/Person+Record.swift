package import Checklists

extension Person: Record {
    package static var blank: Person {
        Person(id: ID(rawValue: 0), name: "", createdAt: .zero, updatedAt: .zero, revision: .zero)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("name", &name)
        try fields.list("devices", &devices)
        try fields.list("signInLinks", &signInLinks)
        try fields.list("identities", &identities)
        try fields.list("proposals", &proposals)
        try fields.required("createdAt", &createdAt)
        try fields.required("updatedAt", &updatedAt)
        try fields.required("revision", &revision)
    }
}

extension Device: Record {
    package static var blank: Device {
        Device(
            id: ID(rawValue: 0), name: "", scope: .read, tokenDigest: [], createdAt: .zero, lastUsedAt: .zero)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("name", &name)
        try fields.required("scope", &scope)
        try fields.required("sha256", &tokenDigest.digits)
        try fields.required("createdAt", &createdAt)
        try fields.required("lastUsedAt", &lastUsedAt)
        try fields.optional("issuer", &issuer)
    }
}

extension SignInLink: Record {
    package static var blank: SignInLink {
        SignInLink(
            id: ID(rawValue: 0), scope: .read, secretDigest: [], createdAt: .zero, expiresAt: .zero)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.required("scope", &scope)
        try fields.required("sha256", &secretDigest.digits)
        try fields.required("createdAt", &createdAt)
        try fields.required("expiresAt", &expiresAt)
        try fields.optional("issuer", &issuer)
    }
}

extension ExternalIdentity: Record {
    package static var blank: ExternalIdentity {
        ExternalIdentity(issuer: "", subject: "", scope: .read, createdAt: .zero)
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.field("issuer", &issuer, unless: "")
        try fields.required("subject", &subject)
        try fields.required("scope", &scope)
        try fields.required("createdAt", &createdAt)
    }
}

extension Proposal: Record {
    package static var blank: Proposal {
        Proposal(
            id: ID(rawValue: 0), deviceID: nil, createdAt: .zero,
            change: ProposedChange(deletes: false, subject: .items, count: 0, name: ""), operations: "")
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.optional("deviceId", &deviceID)
        try fields.required("createdAt", &createdAt)
        try fields.field("deletes", &change.deletes, unless: false)
        try fields.required("subject", &change.subject)
        try fields.required("count", &change.count)
        try fields.required("name", &change.name)
        try fields.required("operations", &operations)
    }
}

extension Preferences: Record {
    package static var blank: Preferences { Preferences() }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.field("personId", &personID, unless: .first)
        try fields.optional("selectedChecklistId", &selectedChecklistID)
        try fields.always("showChecked", &showChecked)
        try fields.always("itemSort", &itemSort.order)
        try fields.optional("timeZone", &timeZone)
        try fields.list("views", &views)
        try fields.required("revision", &revision)
    }
}
