import Foundation
import HTTP
import Randomness
import Testing

@Suite struct `An HTTP date` {
    @Test func `is read in all three formats`() {
        let expected = HTTPDate(secondsSince1970: 784_111_777)
        #expect(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT") == expected)
        #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT") == expected)
        #expect(HTTPDate("Sun Nov  6 08:49:37 1994") == expected)
        #expect(HTTPDate("Sun Nov 16 08:49:37 1994") == HTTPDate(secondsSince1970: 784_111_777 + 864_000))
        #expect(HTTPDate("Wednesday, 01-Jan-70 00:00:00 GMT") == HTTPDate(secondsSince1970: 0))
        #expect(HTTPDate("Tuesday, 31-Dec-69 00:00:00 GMT")?.text == "Tue, 31 Dec 2069 00:00:00 GMT")
        #expect(HTTPDate("Fri, 30 Jun 2015 23:59:60 GMT")?.text == "Tue, 30 Jun 2015 23:59:59 GMT")
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
            #expect(HTTPDate(text)?.secondsSince1970 == seconds, "seed \(seed)")
        }
    }

    @Test(arguments: [
        "", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 94",
        "1994-11-06T08:49:37Z",
        "Sun, 29 Feb 2015 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    ])
    func `is nothing else`(_ text: String) {
        #expect(HTTPDate(text) == nil)
    }
}
