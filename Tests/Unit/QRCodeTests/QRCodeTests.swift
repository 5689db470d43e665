import Digest
import Testing

@testable import QRCode

@Suite struct `A QR code` {
    /// For each version the digest of its eight masks, module by module, as segno makes them of a text that
    /// fills it.
    private static let digests = [
        "4907d1bc6ece374ef55ddd66520d3c019232ff3c1e48752c5e3d6747b27e835b",
        "6fcae63ec76ad87a549dc852e87aaf1e6495c90f934f353c8ebdfb251b801680",
        "615319a52309806f34dc6a8b6086217054c5cad549e849e30fad0d0b8ca4afcb",
        "cce02e89a279bd3188e14604ba536c81298925d1c5a4b3fc4bb27e6fcd47f99a",
        "f4a0b8fbe7688d439ac1cc4d353e4671aba5cd47ae856057f858a8530cdac6cc",
        "f9a135df1a42646d7220bb2d7d0fe700a43f58e1a218af71ee6227ce0a6ee0d9",
        "aa488fd0c8ebe858e60761aea1dbaea72c863a06ca10551dee2336aa2f76e1d3",
        "9c07e6bc6317564bd38a07d5f7402bec461259bd2e6e4e6a312d5957b3631e7a",
        "bfc5c6af0a8385f55e663f9a302cf13f8820789fe7b4ce830854a7ad8ebd0d8d",
        "a3964eb681509114536c368227d7bcb8c0cfe6bd181e57d21761fd4ef850a854",
    ]
    private static let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]

    @Test(arguments: zip(capacities, digests))
    func `is as another program makes it`(count: Int, digest: String) throws {
        let text = String(String(repeating: "https://lists.example/#join=", count: 9).prefix(count))
        var modules = ""
        for mask in 0..<8 {
            let code = try #require(QRCode(text, mask: mask))
            modules += code.modules.joined().map { $0 ? "1" : "0" }.joined()
        }
        #expect(SHA256.digest(Array(modules.utf8)).hexadecimal == digest)
    }

    @Test func `has one of the masks`() throws {
        let code = try #require(QRCode("größe 日本"))
        #expect((0..<8).contains { QRCode("größe 日本", mask: $0) == code })
    }

    @Test func `is not made of what is too long`() {
        #expect(QRCode(String(repeating: "x", count: QRCode.textBytesMax)) != nil)
        #expect(QRCode(String(repeating: "x", count: QRCode.textBytesMax + 1)) == nil)
    }

    @Test func `has a margin on a terminal, and two rows in a line`() throws {
        let lines = try #require(QRCode("x")).terminalLines
        #expect(lines.count == 15)
        #expect(lines[0] == "\u{1B}[30;107m" + String(repeating: " ", count: 29) + "\u{1B}[0m")
        #expect(lines[2].hasPrefix("\u{1B}[30;107m    \u{2588}\u{2580}\u{2580}"))
    }

    @Test func `is an image with a square for each dark module`() throws {
        let code = try #require(QRCode("x"))
        let path = try #require(code.svg.split(separator: "d=\"").last).prefix { $0 != "\"" }
        var drawn = code.modules.map { $0.map { _ in false } }
        for square in path.split(separator: "h1v1h-1z") {
            let place = square.dropFirst().split(separator: " ").compactMap { Int($0) }
            try #require(place.count == 2)
            drawn[place[1] - 4][place[0] - 4] = true
        }
        #expect(drawn == code.modules)
        #expect(code.svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 29 29\">"))
    }
}
