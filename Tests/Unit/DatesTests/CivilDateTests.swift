import Dates
import Foundation
import Testing

@Suite struct `A day of the calendar` {
    @Test func `has the name that Foundation gives it`() throws {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
        for number in stride(from: -25_567, through: 100_000, by: 61) {
            let day = CivilDate(daysSince1970: number)
            let name = Date(timeIntervalSince1970: Double(number) * 86_400).formatted(style)
            #expect(day.text == name)
            #expect(CivilDate(name) == day)
        }
    }

    @Test(arguments: [
        ("0001-01-01", -719_162), ("1970-01-01", 0), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
        ("9999-12-31", 2_932_896),
    ])
    func `is counted from the epoch`(text: String, number: Int) {
        #expect(CivilDate(text)?.daysSince1970 == number)
        #expect(CivilDate(daysSince1970: number).text == text)
    }

    @Test(arguments: [
        "", "2026-1-1", "2026-02-29", "2100-02-29", "2026-00-10", "2026-13-01", "2026-04-31", "2026-04-00",
        "0000-12-31", "20261121", "2026-11-21T00:00:00Z", "2026/11/21", "+026-11-21", "２026-11-2",
    ])
    func `is no other text`(text: String) {
        #expect(CivilDate(text) == nil)
    }
}
