import Dates
import Testing

@Suite struct `A duration of ISO 8601` {
    @Test(arguments: [
        ("PT1S", 1), ("PT90M", 5_400), ("P1DT12H", 129_600), ("P2W", 1_209_600), ("P366D", 31_622_400),
        ("PT1H1M1S", 3_661),
    ])
    func `is a sum of parts that are always equally long`(text: String, seconds: Int) {
        #expect(ISO8601Duration(text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "P", "PT", "P1", "1D", "PT1M1H", "P1Y", "P-1D", "P1.5D", "PT1S ", "P1DT", "P٣D", "P9999999999W",
    ])
    func `is nothing else`(text: String) {
        #expect(ISO8601Duration(text) == nil)
    }

    @Test(arguments: [
        (-1_800, "-PT30M"), (32_400, "PT9H"), (0, "PT0S"), (-86_400, "-P1D"), (90_061, "P1DT1H1M1S"),
        (31_622_400, "P366D"),
    ])
    func `is written and read with a sign`(seconds: Int, text: String) {
        #expect(ISO8601Duration.text(seconds: seconds) == text)
        #expect(ISO8601Duration.seconds(signed: text) == seconds)
    }

    @Test(arguments: ["--PT1S", "-", "+", "- PT1S", "PT-1S", "-P367D"])
    func `is nothing else with a sign`(text: String) {
        #expect(ISO8601Duration.seconds(signed: text) == nil)
    }
}
