import HTTP
import Testing

@Suite struct `A QR code` {
    let service = Service()

    private func draw(_ text: String) async -> Answer {
        await service.post("/v1/qr-codes", "{\"text\": \"\(text)\"}")
    }

    @Test func `is drawn as an image that no cache keeps`() async {
        let answer = await draw("https://lists.example/#join=cll_x")
        #expect(answer.status == 200)
        #expect(answer.fields[.contentType] == "image/svg+xml")
        #expect(answer.fields[.cacheControl] == "no-store")
        #expect(String(decoding: answer.bytes, as: UTF8.self).hasPrefix("<svg "))
    }

    @Test func `holds 213 characters`() async {
        #expect(await draw(String(repeating: "x", count: 213)).status == 200)
    }

    @Test(arguments: ["", "größe", "\\n", String(repeating: "x", count: 214)])
    func `is not drawn of another text`(text: String) async {
        let answer = await draw(text)
        #expect(answer.status == 422)
        #expect(answer.errors == ["/text: not-printable-ascii"])
    }
}
