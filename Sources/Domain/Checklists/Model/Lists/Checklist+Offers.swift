/// Offers of ownership. An owner cannot make another person an owner: that person accepts an offer, since the
/// list can then count against their quotas.
///
/// An offer is stored as a link with the role `own`, so that every store format supports it. Its digests name
/// the list and the person. They are shorter than a SHA-256, so that no secret and no token matches them.
extension Checklist {
    /// The valid offer to a person; `nil` if there is none.
    public func offer(to person: Person.ID, at now: Timestamp) -> ListLink? {
        let digest = offerDigest(to: person)
        return links.first { $0.isOffer && $0.secretDigest == digest && $0.isValid(at: now) }
    }

    mutating func addOffer(to person: Person.ID, in revision: Revision, at now: Timestamp) {
        let digest = offerDigest(to: person)
        links.append(
            ListLink(
                id: ListLink.ID(rawValue: Int(revision.rawValue)), role: .own, secretDigest: digest,
                tokenDigest: digest + [1], createdAt: now,
                expiresAt: now.advanced(byMilliseconds: Limits.offerMilliseconds)))
    }

    /// Removes the offer to a person, if there is one, expired or not.
    mutating func removeOffer(to person: Person.ID) {
        let digest = offerDigest(to: person)
        links.removeAll { $0.isOffer && $0.secretDigest == digest }
    }

    /// The numbers of the list and the person, each in 8 octets.
    private func offerDigest(to person: Person.ID) -> [UInt8] {
        [id.rawValue, person.rawValue].flatMap { number in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }
}

extension ListLink {
    /// Whether it is an offer of ownership, which admits no guest.
    var isOffer: Bool { role == .own }
}
