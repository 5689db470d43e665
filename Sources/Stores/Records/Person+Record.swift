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
            effect: ProposedEffect(asOf: .zero, changes: []), operations: "")
    }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("id", &id)
        try fields.optional("deviceId", &deviceID)
        try fields.optional("tokenId", &token)
        try fields.required("createdAt", &createdAt)
        try fields.field("asOf", &effect.asOf, unless: .zero)
        try fields.list("changes", &effect.changes)
        try fields.required("operations", &operations)
        // Proposals of earlier versions have these and no changes.
        var (deletes, subject) = (nil as Bool?, nil as ProposedChange.Subject?)
        var (count, name) = (nil as Int?, nil as String?)
        try fields.optional("deletes", &deletes)
        try fields.optional("subject", &subject)
        try fields.optional("count", &count)
        try fields.optional("name", &name)
    }

    private var token: Int? {
        get { tokenID.map { Int(bitPattern: UInt($0)) } }
        set { tokenID = newValue.map { UInt64(UInt(bitPattern: $0)) } }
    }
}

extension ProposedChange: Record {
    package static var blank: ProposedChange { ProposedChange(.change, .several, count: 0, name: "") }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("action", &action)
        try fields.required("subject", &subject)
        try fields.field("count", &count, unless: 0)
        try fields.field("name", &name, unless: "")
        try fields.list("texts", &texts)
        try fields.list("items", &bounds)
    }

    /// The bounds of the ranges of items, one after the other.
    private var bounds: [Int] {
        get { items.ranges.flatMap { [$0.lowerBound, $0.upperBound] } }
        set {
            let pairs = stride(from: 0, to: newValue.count - 1, by: 2)
            items = RangeSet(pairs.map { newValue[$0]..<max(newValue[$0], newValue[$0 + 1]) })
        }
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
