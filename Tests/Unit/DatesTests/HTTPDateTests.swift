import Dates
import Foundation
import Randomness
import Testing

@Suite struct `An HTTP date` {
    /// 2027-01-15T08:00:00Z.
    private static let now = HTTPDate(secondsSince1970: 1_800_000_000)

    @Test func `is read in all three formats`() {
        let expected = HTTPDate(secondsSince1970: 784_111_777)
        #expect(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT", now: Self.now) == expected)
        #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT", now: Self.now) == expected)
        #expect(HTTPDate("Sun Nov  6 08:49:37 1994", now: Self.now) == expected)
        #expect(
            HTTPDate("Sun Nov 16 08:49:37 1994", now: Self.now)
                == HTTPDate(secondsSince1970: 784_111_777 + 864_000))
        #expect(
            HTTPDate("Fri, 30 Jun 2015 23:59:60 GMT", now: Self.now)?.text == "Wed, 01 Jul 2015 00:00:00 GMT")
    }

    @Test(arguments: [
        ("Friday, 15-Jan-77 08:00:00 GMT", "Fri, 15 Jan 2077 08:00:00 GMT"),
        ("Friday, 15-Jan-77 08:00:01 GMT", "Sat, 15 Jan 1977 08:00:01 GMT"),
        ("Tuesday, 31-Dec-69 00:00:00 GMT", "Tue, 31 Dec 2069 00:00:00 GMT"),
        ("Wednesday, 01-Jan-70 00:00:00 GMT", "Wed, 01 Jan 2070 00:00:00 GMT"),
        ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ])
    func `is of the past where two digits would put it more than 50 years ahead`(text: String, date: String) {
        #expect(HTTPDate(text, now: Self.now)?.text == date)
    }

    @Test func `has its century by the time at which it is read`() {
        let text = "Sunday, 01-Jan-05 00:00:00 GMT"
        for (now, year) in [(946_684_800, 2005), (4_070_908_800, 2105)] {
            let date = HTTPDate(text, now: HTTPDate(secondsSince1970: now))
            #expect(date?.text.contains(" \(year) ") == true)
        }
    }

    @Test func `is written as the first of them`() {
        #expect(HTTPDate(secondsSince1970: 784_111_777).text == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate(secondsSince1970: 0).text == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate(secondsSince1970: -1).text == "Wed, 31 Dec 1969 23:59:59 GMT")
        #expect(HTTPDate(secondsSince1970: 951_782_400).text == "Tue, 29 Feb 2000 00:00:00 GMT")
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `agrees with the calendar of Foundation and comes back`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for _ in 0..<500 {
            let seconds = Int.random(in: -10_000_000_000...250_000_000_000, using: &random)
            let text = HTTPDate(secondsSince1970: seconds).text
            #expect(
                text == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))), "seed \(seed)")
            #expect(HTTPDate(text, now: Self.now)?.secondsSince1970 == seconds, "seed \(seed)")
        }
    }

    @Test(arguments: [
        "", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 94",
        "1994-11-06T08:49:37Z",
        "Sun, 29 Feb 2015 08:49:37 GMT", "Sun, 06 Nov 1994 -8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT",
    ])
    func `is nothing else`(_ text: String) {
        #expect(HTTPDate(text, now: Self.now) == nil)
    }
}
