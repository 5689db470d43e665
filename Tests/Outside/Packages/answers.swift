// Prints what the program asks ICU for: offsets of time zones, folded texts, orders of texts, hosts.

import Foundation
import _FoundationICU

let moments = stride(from: -5_000_000_000.0, through: 5_000_000_000, by: 8_123_457).map(
    Date.init(timeIntervalSince1970:))
for name in TimeZone.knownTimeZoneIdentifiers + ["US/Pacific", "Etc/GMT+5", "GMT+0530", "Nowhere/Land"] {
    guard let zone = TimeZone(identifier: name) else {
        print(name, "is unknown")
        continue
    }
    let transitions = moments.map {
        zone.nextDaylightSavingTimeTransition(after: $0)?.timeIntervalSince1970 ?? 0
    }
    print(name, zone.identifier, moments.map { zone.secondsFromGMT(for: $0) }, transitions)
}

var status = U_ZERO_ERROR
let collator = swift_ucol_open("en_001", &status)
print("collator", status.rawValue)
var version = [UInt8](repeating: 0, count: 4)
swift_ucol_getVersion(collator, &version)
swift_ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
swift_ucol_setAttribute(collator, UCOL_NORMALIZATION_MODE, UCOL_ON, &status)
print("collation", version, status.rawValue)

let scalars = (0...0x10FFFF).compactMap(UnicodeScalar.init).filter {
    $0.properties.generalCategory != .unassigned
}
for scalar in scalars where scalar.properties.generalCategory != .privateUse {
    let text = "a\(scalar)b"
    let units = Array(text.utf16)
    var key = [UInt8](repeating: 0, count: 256)
    let count = swift_ucol_getSortKey(collator, units, Int32(units.count), &key, 256)
    print(
        scalar.value, key.prefix(Int(count)),
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil),
        text.lowercased(), text.decomposedStringWithCanonicalMapping,
        text.precomposedStringWithCanonicalMapping,
        text.precomposedStringWithCompatibilityMapping,
        URL(string: "https://\(text).example/\(scalar)")?.host() ?? "no host")
}
print(TimeZone.current.identifier, Locale.current.identifier, Locale(identifier: "de_DE").identifier)
print(
    String(data: Data([0x61, 0xE9]), encoding: .isoLatin1) ?? "",
    "ÀÉ".data(using: .ascii, allowLossyConversion: true) ?? Data())
print(
    "Straße".caseInsensitiveCompare("STRASSE").rawValue,
    "é".compare("e", options: .diacriticInsensitive).rawValue)
print(
    String(format: "%.2f %@", 1.5, "x"), "a b".capitalized,
    " x ".trimmingCharacters(in: .whitespacesAndNewlines))
