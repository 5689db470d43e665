import Checklists

extension Location {
    /// Sets the coordinates, in degrees north and east.
    /// - Returns: Whether both are in their ranges. Otherwise nothing changes.
    mutating func setCoordinates(_ latitude: Double?, _ longitude: Double?) -> Bool {
        guard let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return false }
        (self.latitude, self.longitude) = (latitude, longitude)
        return true
    }

    /// Sets the coordinates of a text such as `50.94, 6.96`.
    mutating func setCoordinates(_ text: String) -> Bool {
        let degrees = text.split(separator: ",").map { Double(String($0).trimmed) }
        return degrees.count == 2 && setCoordinates(degrees[0], degrees[1])
    }
}
