import Checklists

/// Looks up where addresses are, before they are kept, and refuses those that are nowhere.
///
/// What breaks the rules of the domain is passed on without a look: the domain refuses it.
struct AddressLookup {
    /// Who is asked; `nil` to keep addresses as they are given.
    let geocoder: (any Geocoder)?

    /// A new item with the coordinates of its address, unless it has some.
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

    /// New items with the coordinates of their addresses.
    /// - Throws: `ChecklistsError.invalid` also where there are too many to look up, `ProviderError`.
    func placed(_ drafts: [ItemDraft]) async throws -> [ItemDraft] {
        var placed: [ItemDraft] = []
        var addresses: Set<Location> = []
        for (number, draft) in drafts.enumerated() {
            if isNeeded(for: draft), let address = draft.location?.address { addresses.insert(address) }
            guard addresses.count <= Limits.addressesLookedUpMax else {
                let rule =
                    "must have coordinates, since \(Limits.addressesLookedUpMax) addresses at most are "
                throw ChecklistsError.invalid([Violation("/\(number)/location", rule + "looked up at once")])
            }
        }
        for (number, draft) in drafts.enumerated() {
            placed.append(try await self.placed(draft, at: "/\(number)"))
        }
        return placed
    }

    /// Whether a change sets a part of an address and says nothing of the coordinates.
    func isNeeded(for patch: ItemPatch) -> Bool {
        guard geocoder != nil, case .some(.some(let location)) = patch.location,
            patch.violations().isEmpty
        else { return false }
        let named = location.applied(to: nil)
        return named?.address != nil && named?.latitude == nil && named?.longitude == nil
    }

    /// A change with the coordinates of the address that it leads to; as it is where that is the address that
    /// was there, with its coordinates.
    /// - Parameter location: What is changed.
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
        if let point = try await geocoder.coordinates(of: address) { return point }
        throw ChecklistsError.invalid([
            Violation("\(pointer)/location", "is an address that cannot be found")
        ])
    }
}
