/// A service that finds the coordinates of addresses.
public protocol Geocoder: Sendable {
    /// The coordinates of a location's address, ignoring those that the location has; `nil` if the service
    /// finds no such address.
    /// - Throws: `ProviderError`.
    func coordinates(of location: Location) async throws -> Coordinates?
}

extension Location {
    /// The location without coordinates; `nil` if it has no other part.
    public var address: Location? {
        let address = Location(street: street, postalCode: postalCode, city: city, country: country)
        return address.isEmpty ? nil : address
    }
}
