import Dates
import ICalendar
import Testing

@Suite struct `A value of iCalendar` {
    private func property(_ line: String) throws -> ICalendarProperty {
        try #require(try read("BEGIN:A", line, "END:A").properties.first)
    }

    @Test(arguments: [
        (#"a\, b\; c\\ d\nE\N"#, "a, b; c\\ d\nE\n"), (#"C:\temp \: \" \"#, "C:\\temp : \" \\"), ("é🛒", "é🛒"),
        (#"\\n"#, "\\n"), ("", ""),
    ])
    func `is text with escapes`(value: String, text: String) {
        #expect(ICalendarProperty("A", value: value).text == text)
        #expect(ICalendarProperty("A", text: text).text == text)
    }

    @Test func `has every line end of a text as the same`() {
        #expect(ICalendarProperty("A", text: "a\r\nb\rc\nd\n\r").value == #"a\nb\nc\nd\n\n"#)
    }

    @Test func `is texts between commas`() {
        #expect(ICalendarProperty("A", value: #"a\,b,c\\,,\;"#).texts == ["a,b", "c\\", "", ";"])
        #expect(ICalendarProperty("A", value: "").texts == [""])
    }

    @Test(arguments: ["a", "", "a\"b", "a^b^", "^n", "a,b;c:d", "a\nb", "é🛒", "^'", "\"\""])
    func `has parameters with any text`(text: String) throws {
        let parameter = ICalendarParameter("X", text, "b,c")
        #expect(parameter.values == [text, "b,c"])
        let property = ICalendarProperty("A", parameters: [parameter], value: "d")
        let component = ICalendarComponent("B", content: [.property(property)])
        #expect(try ICalendarComponent.parse(written(component)) == component)
    }

    @Test func `keeps what carets stand for in no way`() throws {
        #expect(try property("A;B=^x^:c").parameter("B") == "^x^")
    }

    @Test func `cannot be made to end its line`() throws {
        let property = ICalendarProperty(
            "A", parameters: [ICalendarParameter("B", "c\r\nX:y")], value: "d\nEND:VTODO")
        let read = try ICalendarComponent.parse(
            written(ICalendarComponent("VTODO", content: [.property(property)])))
        #expect(read.properties.count == 1 && read.properties.first?.value == "d END:VTODO")
        #expect(read.properties.first?.parameter("B") == "c\nX:y")
    }

    @Test func `is a day, a local time or a moment`() throws {
        let day = try #require(CivilDate("2026-11-21"))
        #expect(try property("DUE;VALUE=DATE:20261121").time == .day(day))
        #expect(try property("DUE:20261121").time == .day(day))
        #expect(try property("DUE:20261121T235960").time == .local(day, second: 86_399, zone: nil))
        #expect(
            try property("DUE;TZID=\"Europe/Paris\":20261121T180102").time
                == .local(day, second: 64_862, zone: "Europe/Paris"))
        #expect(try property("DUE:19691231T235959Z").time == .utc(secondsSince1970: -1))
        #expect(try property("EXDATE:20261121,20261121T000000,,x").times.count == 2)
        for line in [
            "DUE;VALUE=DATE:20261121", "DUE:20261121T180102", "DUE;TZID=Europe/Paris:20261121T180102",
            "DUE:19691231T235959Z", "DUE:20261121T000000Z",
        ] {
            let property = try property(line)
            let time = try #require(property.time)
            #expect(ICalendarProperty("DUE", time: time) == property)
        }
    }

    @Test(arguments: [
        "", "2026112", "20261131", "00000101", "20261121T", "20261121T1800", "20261121T240000",
        "20261121T186000",
        "20261121T180061", "20261121T180000z", "20261121 180000", "20261121T180000Z ", "2026-11-21",
        "２０２６１１２１",
    ])
    func `is no other time`(text: String) {
        #expect(ICalendarTime(text) == nil)
    }

    @Test(arguments: [
        ("PT0S", 0), ("-PT0M", 0), ("P0D", 0), ("+P0DT0H0M0S", 0), ("-PT15M", -900), ("P1W", 604_800),
        ("P1DT12H", 129_600), ("+PT1H", 3_600),
    ])
    func `is a length of time`(text: String, seconds: Int) {
        #expect(ICalendarProperty("DURATION", value: text).duration == seconds)
    }

    @Test(arguments: ["", "P", "-P", "0", "PT", "P1Y", "PT1", "T0", "D0P", "--PT0S"])
    func `is no other length of time`(text: String) {
        #expect(ICalendarProperty("DURATION", value: text).duration == nil)
    }

    @Test func `is when an alarm goes off`() throws {
        #expect(try property("TRIGGER:-PT15M").trigger == .offset(seconds: -900, isFromEnd: false))
        #expect(try property("TRIGGER;RELATED=end:PT0S").trigger == .offset(seconds: 0, isFromEnd: true))
        #expect(
            try property("TRIGGER;VALUE=DATE-TIME:19700101T000001Z").trigger == .at(secondsSince1970: 1))
        #expect(try property("TRIGGER:20261121").trigger == nil)
    }

    @Test func `is a rule that the service follows, or none`() throws {
        #expect(try property("RRULE:FREQ=WEEKLY;BYDAY=TU").recurrenceRule?.frequency == .weekly)
        #expect(try property("RRULE:FREQ=HOURLY").recurrenceRule == nil)
    }

    @Test func `is a position`() throws {
        #expect(try #require(try property("GEO:48.85;-2.35").position) == (48.85, -2.35))
        for value in ["", "1", "1;2;3", "91;0", "0;181", "nan;0", "a;b"] {
            #expect(ICalendarProperty("GEO", value: value).position == nil, "\(value)")
        }
    }

    @Test(arguments: [("+0100", 3_600), ("-0330", -12_600), ("-001544", -944), ("+0000", 0)])
    func `is an offset`(text: String, seconds: Int) {
        #expect(ICalendarOffset(text)?.seconds == seconds && ICalendarOffset(seconds: seconds).text == text)
    }

    @Test(arguments: ["", "0100", "+01", "+01000", "+2400", "+0060", "+01:00", "+010099"])
    func `is no other offset`(text: String) {
        #expect(ICalendarOffset(text) == nil)
    }
}
