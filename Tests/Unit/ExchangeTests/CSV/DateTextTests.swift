import Checklists
import Dates
import Testing

@testable import Exchange

@Suite("A date in a file")
struct DateTextTests {
    private static let day = CivilDate(year: 2026, month: 12, day: 1)

    @Test(
        "is a day in the notations of programs and spreadsheets",
        arguments: [
            "2026-12-01", " 2026-12-1 ", "2026/12/01", "2026.12.1", "1.12.2026", "01. 12. 2026", "1 Dec 2026",
            "1. Dez. 2026", "1st December 2026", "Dec 1, 2026", "December 1st 2026", "1 décembre 2026",
            "1-Dec-2026", "2026年12月1日", "2026-12-01 00:00:00", "2026-12-01T00:00",
        ])
    func days(text: String) throws {
        #expect(DateText.due(text, in: .utc) == .day(try #require(Self.day)))
    }

    @Test(
        "is a moment in UTC or with an offset",
        arguments: [
            "2026-12-01T17:00:00Z", "2026-12-01T18:00:00+01:00", "2026-12-01T18:00:00.000+0100",
            "2026-12-01 12:00:00-05:00",
        ])
    func moments(text: String) {
        #expect(
            DateText.due(text, in: .utc)
                == .moment(Timestamp(milliseconds: 1_796_126_400_000 + 5 * 3_600_000)))
    }

    @Test(
        "is a moment of the time zone without an offset",
        arguments: [
            "2026-12-01T18:00", "2026-12-01 18:00:00", "1.12.2026, 18:00", "Dec 1, 2026 6:00 PM",
            "1 Dec 2026 6pm", "2026年12月1日 18:00",
        ])
    func localTimes(text: String) throws {
        let berlin = try #require(LocalTime(zone: "Europe/Berlin"))
        #expect(
            DateText.due(text, in: berlin)
                == .moment(Timestamp(milliseconds: 1_796_126_400_000 + 5 * 3_600_000)))
    }

    @Test("has hours of two halves of the day")
    func halves() throws {
        let midnight = Due.day(try #require(Self.day))
        #expect(DateText.due("Dec 1, 2026 12:00 AM", in: .utc) == midnight)
        let noon = Due.moment(Timestamp(milliseconds: 1_796_126_400_000))
        #expect(DateText.due("Dec 1, 2026 12 PM", in: .utc) == noon)
        #expect(DateText.due("Dec 1, 2026 13 PM", in: .utc) == nil)
    }

    @Test("with slashes needs a number above 12 or a known order")
    func slashes() throws {
        let christmas = Due.day(try #require(CivilDate(year: 2026, month: 12, day: 24)))
        #expect(DateText.due("24/12/2026", in: .utc) == christmas)
        #expect(DateText.due("12/24/2026", in: .utc) == christmas)
        #expect(DateText.due("1/12/2026", in: .utc) == nil)
        #expect(DateText.due("1/12/2026", in: .utc, order: .dayFirst) == .day(try #require(Self.day)))
        #expect(DateText.due("12/1/2026", in: .utc, order: .monthFirst) == .day(try #require(Self.day)))
        #expect(DateText.order(of: "24/12/2026 18:00") == .dayFirst)
        #expect(DateText.order(of: "12-24-2026") == .monthFirst)
        #expect(DateText.order(of: "2026-12-24") == nil)
    }

    @Test(
        "is no other text",
        arguments: [
            "", "tomorrow", "2026", "2026-13-01", "2026-02-30", "1.12.26", "2026-12-01T25:00", "13pm",
            "2026-12-01 1", "2026-12-01 18:00 and later", "1 2026", "May", "0000-01-01", "2026-12-01T18:60Z",
        ])
    func others(text: String) {
        #expect(DateText.due(text, in: .utc) == nil)
    }
}
