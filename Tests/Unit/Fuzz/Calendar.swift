import Dates
import ICalendar

/// Reads the input as a calendar; what is accepted has to be the same again once it is written, and each of
/// its values has to be one or none, and the same again as well.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCalendar(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let calendar = try? ICalendarComponent.parse(octets) else { return 0 }
    let written = bytes(of: calendar)
    guard let again = try? ICalendarComponent.parse(written) else {
        preconditionFailure("what was written is refused")
    }
    precondition(again == calendar, "what was written is something else")
    // Texts are equal in Swift that are other bytes.
    precondition(bytes(of: again) == written, "what was written is other bytes")
    checkValues(in: calendar)
    checkZones(of: calendar)
    return 0
}

private func bytes(of component: ICalendarComponent) -> [UInt8] {
    var writer = ICalendarWriter()
    writer.component(component)
    return writer.bytes
}

private func checkValues(in component: ICalendarComponent) {
    for property in component.properties { checkValues(of: property) }
    for component in component.components { checkValues(in: component) }
}

private func checkValues(of property: ICalendarProperty) {
    // Every line end becomes the same.
    if !property.value.utf8.contains(UInt8(ascii: "\r")) {
        let text = property.text
        precondition(ICalendarProperty("A", text: text).text == text, "a text is another one")
        let texts = property.texts
        let value = texts.map { ICalendarProperty("A", text: $0).value }.joined(separator: ",")
        precondition(ICalendarProperty("A", value: value).texts == texts, "texts are other ones")
    }
    for value in property.parameters.flatMap(\.values) where !value.utf8.contains(UInt8(ascii: "\r")) {
        precondition(ICalendarParameter("A", value).values == [value], "a parameter is another one")
    }
    for time in property.times + [property.time].compactMap(\.self) {
        let again = ICalendarProperty("A", time: time)
        precondition(again.time?.text == time.text, "a time is another one")
    }
    if let seconds = property.duration {
        let text = ISO8601Duration.text(seconds: seconds)
        precondition(ICalendarProperty("A", value: text).duration == seconds, "a duration is another one")
    }
    if let position = property.position {
        var writer = ICalendarWriter()
        writer.position("GEO", latitude: position.latitude, longitude: position.longitude)
        let value = String(decoding: writer.bytes.dropFirst("GEO:".utf8.count).dropLast(2), as: UTF8.self)
        let again = ICalendarProperty("GEO", value: value).position
        precondition(
            again.map { abs($0.latitude - position.latitude) + abs($0.longitude - position.longitude) < 2e-6 }
                == true, "a position is another one")
    }
    if let rule = property.recurrenceRule {
        precondition(ICalendarProperty("A", value: rule.text).recurrenceRule == rule, "a rule is another one")
        for day in [-719_162, 0, 20_000, 2_932_896].map(CivilDate.init(daysSince1970:)) {
            let days = Array(rule.days(after: day).prefix(3))
            precondition(zip([day] + days, days).allSatisfy { $0 < $1 }, "days are not in order")
        }
    }
    _ = property.trigger
    if let offset = ICalendarOffset(property.value) {
        precondition(ICalendarOffset(offset.text) == offset, "an offset is another one")
    }
}

/// Two zones, one of which is that of the clocks in the seeds.
private struct Zones: ZoneDirectory {
    let names = ["Europe/Paris", "Etc/UTC"]

    func has(_ name: String) -> Bool { names.contains(name) }

    func offset(of name: String, at secondsSince1970: Int) -> Int {
        // 2026-03-29 and 2026-10-25, each 01:00 in UTC.
        name == "Etc/UTC" ? 0 : 1_774_746_000..<1_792_890_000 ~= secondsSince1970 ? 7_200 : 3_600
    }
}

private func checkZones(of calendar: ICalendarComponent) {
    let directory = Zones()
    var zones = ICalendarZones(of: calendar, in: directory, now: 1_782_864_000)
    for zone in calendar.components("VTIMEZONE") {
        guard let identifier = zone.property("TZID")?.text, let name = zones.name(of: identifier) else {
            continue
        }
        precondition(directory.has(name), "a zone is none of the system")
    }
}
