/// Where an item is to be done: a postal address, coordinates, or both. At least one part is given.
public struct Location: Hashable, Sendable {
    /// House number and street, up to 200 characters, like every text here.
    public var street: String?
    /// As the country writes it.
    public var postalCode: String?
    /// The town.
    public var city: String?
    /// The country's name or code.
    public var country: String?
    /// Degrees north, -90 to 90; given with `longitude` or not at all.
    public var latitude: Double?
    /// Degrees east, -180 to 180; given with `latitude` or not at all.
    public var longitude: Double?

    /// A location of which something is known.
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

/// What a change of a location names; `nil` stays as it is, `.some(nil)` clears it. A location of which
/// nothing is left is none.
public struct LocationPatch: Hashable, Sendable {
    /// The new street, or none.
    public var street: String??
    /// The new postal code, or none.
    public var postalCode: String??
    /// The new town, or none.
    public var city: String??
    /// The new country, or none.
    public var country: String??
    /// The new degrees north, or none.
    public var latitude: Double??
    /// The new degrees east, or none.
    public var longitude: Double??

    /// A change of nothing, to be filled in.
    public init() {}

    /// What sets the parts of a location that are known.
    init(_ location: Location) {
        street = location.street.map(Optional.some)
        postalCode = location.postalCode.map(Optional.some)
        city = location.city.map(Optional.some)
        country = location.country.map(Optional.some)
        latitude = location.latitude.map(Optional.some)
        longitude = location.longitude.map(Optional.some)
    }
}
