/// Converts the property lists of the apps to JSON.
///
/// Dates are seconds since 2001, as in the JSON of the apps. Bytes and infinite numbers are `null`.
public enum PropertyList {
    /// The maximum depth of arrays and dictionaries.
    static let depthMax = 64

    /// The JSON of a property list in XML or binary form.
    /// - Throws: `ImportError` if it is malformed, or has more than the limits allow.
    public static func json(of bytes: [UInt8], _ limits: ImportLimits) throws(ImportError) -> [UInt8] {
        guard bytes.starts(with: "bplist".utf8) else {
            var list = XMLPropertyList(bytes)
            return try list.json()
        }
        var list = BinaryPropertyList(bytes, limits)
        return try list.json()
    }
}
