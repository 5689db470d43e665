/// The location of an item: a postal address, coordinates, or both. At least one part is set.
public struct Location: Hashable, Sendable {
    /// Street and house number, up to 200 characters like every text here.
    public var street: String?
    /// The postal code, in the country's format.
    public var postalCode: String?
    /// The town.
    public var city: String?
    /// The country's name or code.
    public var country: String?
    /// Degrees north, -90 to 90; set together with `longitude`.
    public var latitude: Double?
    /// Degrees east, -180 to 180; set together with `latitude`.
    public var longitude: Double?

    /// Creates a location from its parts.
    public init(
        street: String? = nil, postalCode: String? = nil, city: String? = nil, country: String? = nil,
        latitude: Double? = nil, longitude: Double? = nil
    ) {
        self.street = street
        self.postalCode = postalCode
        self.city = city
        self.country = country
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A partial update of a location; `nil` leaves a part unchanged, `.some(nil)` clears it. A location without
/// parts is removed.
public struct LocationPatch: Hashable, Sendable {
    /// The new street.
    public var street: String??
    /// The new postal code.
    public var postalCode: String??
    /// The new town.
    public var city: String??
    /// The new country.
    public var country: String??
    /// The new degrees north.
    public var latitude: Double??
    /// The new degrees east.
    public var longitude: Double??

    /// Creates an empty patch.
    public init() {}

    /// Creates a patch that sets the parts of a location.
    init(_ location: Location) {
        street = location.street.map(Optional.some)
        postalCode = location.postalCode.map(Optional.some)
        city = location.city.map(Optional.some)
        country = location.country.map(Optional.some)
        latitude = location.latitude.map(Optional.some)
        longitude = location.longitude.map(Optional.some)
    }
}
