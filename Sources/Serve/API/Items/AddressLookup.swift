import Checklists

/// Looks up the coordinates of addresses before they are stored, and refuses unknown addresses.
///
/// It passes on input that breaks rules of the domain without a lookup: the domain refuses it.
struct AddressLookup {
    /// The geocoder; `nil` stores addresses without a lookup.
    let geocoder: (any Geocoder)?
    /// Whether the lookup refuses addresses, since a batch does not wait for another host.
    var isInBatch = false

    /// Adds the coordinates of its address to a new item without any.
    /// - Throws: `ChecklistsError.invalid`, `ProviderError`.
    func placed(_ draft: ItemDraft, at pointer: String = "") async throws -> ItemDraft {
        guard isNeeded(for: draft), let address = draft.location?.address,
            let point = try await coordinates(of: address, at: pointer)
        else { return draft }
        var draft = draft
        draft.location?.latitude = point.latitude
        draft.location?.longitude = point.longitude
        return draft
    }

    /// Adds the coordinates of their addresses to new items.
    /// - Throws: `ChecklistsError.invalid`, also for more than `Limits.addressesLookedUpMax` addresses;
    ///   `ProviderError`.
    func placed(_ drafts: [ItemDraft]) async throws -> [ItemDraft] {
        var placed: [ItemDraft] = []
        var addresses: Set<Location> = []
        for (number, draft) in drafts.enumerated() {
            if isNeeded(for: draft), let address = draft.location?.address { addresses.insert(address) }
            guard addresses.count <= Limits.addressesLookedUpMax else {
                throw ChecklistsError.invalid([
                    Violation("/\(number)/location", .tooManyAddresses(max: Limits.addressesLookedUpMax))
                ])
            }
        }
        for (number, draft) in drafts.enumerated() {
            placed.append(try await self.placed(draft, at: "/\(number)"))
        }
        return placed
    }

    /// Whether a change sets a part of an address, but no coordinates.
    func isNeeded(for patch: ItemPatch) -> Bool {
        guard geocoder != nil, case .some(.some(let location)) = patch.location,
            patch.violations().isEmpty
        else { return false }
        let named = location.applied(to: nil)
        return named?.address != nil && named?.latitude == nil && named?.longitude == nil
    }

    /// Adds the coordinates of the resulting address to a change. If the address stays the same and has
    /// coordinates, the change stays as it is.
    /// - Parameter location: The location before the change.
    /// - Throws: `ChecklistsError.invalid`, `ProviderError`.
    func placed(_ patch: ItemPatch, of location: Location?) async throws -> ItemPatch {
        guard isNeeded(for: patch), case .some(.some(var changes)) = patch.location,
            let whole = changes.applied(to: location), let address = whole.address,
            address != location?.address || whole.latitude == nil,
            let point = try await coordinates(of: address, at: "")
        else { return patch }
        changes.latitude = .some(point.latitude)
        changes.longitude = .some(point.longitude)
        var patch = patch
        patch.location = .some(changes)
        return patch
    }

    private func isNeeded(for draft: ItemDraft) -> Bool {
        geocoder != nil && draft.location?.latitude == nil && draft.location?.longitude == nil
            && draft.violations().isEmpty
    }

    private func coordinates(of address: Location, at pointer: String) async throws -> Coordinates? {
        guard let geocoder else { return nil }
        if isInBatch { throw ChecklistsError.invalid([Violation("\(pointer)/location", .addressInBatch)]) }
        if let point = try await geocoder.coordinates(of: address) { return point }
        throw ChecklistsError.invalid([Violation("\(pointer)/location", .addressNotFound)])
    }
}
