extension Location {
    var trimmed: Location {
        var location = self
        location.street = street.map(TextRule.location.kept)
        location.postalCode = postalCode.map(TextRule.location.kept)
        location.city = city.map(TextRule.location.kept)
        location.country = country.map(TextRule.location.kept)
        return location
    }

    var isEmpty: Bool { self == Location() }

    /// The rules that single parts break.
    func partViolations() -> [Violation] {
        let texts = [
            (street, "/location/street"), (postalCode, "/location/postalCode"), (city, "/location/city"),
            (country, "/location/country"),
        ]
        var violations = texts.flatMap { text, pointer in
            text.map { TextRule.location.violations(of: $0, at: pointer) } ?? []
        }
        if let latitude, !(-90...90).contains(latitude) {
            violations.append(Violation("/location/latitude", .outOfRange(-90...90)))
        }
        if let longitude, !(-180...180).contains(longitude) {
            violations.append(Violation("/location/longitude", .outOfRange(-180...180)))
        }
        return violations
    }

    /// The rules that the parts break together.
    func wholeViolations() -> [Violation] {
        if isEmpty { return [Violation("/location", .empty.with("send null for no location"))] }
        if latitude != nil, longitude == nil {
            return [Violation("/location/longitude", .requiredWith("latitude"))]
        }
        if longitude != nil, latitude == nil {
            return [Violation("/location/latitude", .requiredWith("longitude"))]
        }
        return []
    }
}

extension LocationPatch {
    /// The parts that the patch sets.
    var named: Location {
        Location(
            street: street ?? nil, postalCode: postalCode ?? nil, city: city ?? nil, country: country ?? nil,
            latitude: latitude ?? nil, longitude: longitude ?? nil)
    }

    var trimmed: LocationPatch {
        let texts = named.trimmed
        var patch = self
        if street != nil { patch.street = .some(texts.street) }
        if postalCode != nil { patch.postalCode = .some(texts.postalCode) }
        if city != nil { patch.city = .some(texts.city) }
        if country != nil { patch.country = .some(texts.country) }
        return patch
    }

    /// Applies the patch to a location; `nil` if no part is left.
    public func applied(to location: Location?) -> Location? {
        var location = location ?? Location()
        if let street { location.street = street }
        if let postalCode { location.postalCode = postalCode }
        if let city { location.city = city }
        if let country { location.country = country }
        if let latitude { location.latitude = latitude }
        if let longitude { location.longitude = longitude }
        return location.isEmpty ? nil : location
    }
}
