/// Who knows where an address is.
public protocol Geocoder: Sendable {
    /// The point at which the address of a location lies, whatever coordinates the location has; `nil` where
    /// there is no such address.
    /// - Throws: `ProviderError`.
    func coordinates(of location: Location) async throws -> Coordinates?
}

extension Location {
    /// What can be looked up: the location without its coordinates; `nil` if nothing else is known.
    public var address: Location? {
        let address = Location(street: street, postalCode: postalCode, city: city, country: country)
        return address.isEmpty ? nil : address
    }
}
