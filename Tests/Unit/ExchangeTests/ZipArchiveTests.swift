import Randomness
import Testing

@testable import Exchange

@Suite("A zip archive")
struct ZipArchiveTests {
    /// Two files as Python's `zipfile` writes them. The first is compressed.
    private let python = bytes(
        """
        504b03041400000008000000815d1945d1a91a0000002b00000008000000486f6d652e6373760b890c70d571f6f70b71f50b
        e12a492cced6f1cdccc9c6ca0200504b03041400000800000000815d8316dc8c01000000010000000b0000004772c3b6c39f
        652e63737678504b010214031400000008000000815d1945d1a91a0000002b00000008000000000000000000000080010000
        0000486f6d652e637376504b010214031400000800000000815d8316dc8c01000000010000000b0000000000000000000000
        8001400000004772c3b6c39f652e637376504b050600000000020002006f0000006a0000000000
        """)
    private let table = "TYPE,CONTENT\ntask,Milk\ntask,Milk\ntask,Milk\n"

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private func settings(_ change: (inout ImportLimits) -> Void = { _ in }) -> ImportSettings {
        var settings = ImportSettings.fixed()
        change(&settings.limits)
        return settings
    }

    private func archive(_ zip: StoredZip) throws(ImportError) -> ZipArchive {
        try ZipArchive(zip.bytes, settings())
    }

    private func reason(_ zip: StoredZip, _ change: (inout ImportLimits) -> Void = { _ in }) -> String {
        do throws(ImportError) {
            let archive = try ZipArchive(zip.bytes, settings(change))
            for name in archive.names { _ = try archive.content(of: name) }
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("has the files that Python wrote")
    func files() throws {
        let archive = try ZipArchive(python, settings())
        #expect(archive.names == ["Home.csv", "Größe.csv"])
        #expect(try archive.content(of: "Home.csv") == Array(table.utf8))
        #expect(try archive.content(of: "Größe.csv") == Array("x".utf8))
        #expect(throws: ImportError.self) { try archive.content(of: "Work.csv") }
    }

    @Test("can have a comment, sizes behind the content, and no file")
    func forms() throws {
        var zip = StoredZip(["a.txt": "Milk", "b.txt": ""])
        zip.files[0].hasDescriptor = true
        zip.comment = Array(repeating: UInt8(ascii: "P"), count: 65_535)
        #expect(try archive(zip).content(of: "a.txt") == Array("Milk".utf8))
        #expect(try archive(zip).content(of: "b.txt").isEmpty)
        #expect(try archive(StoredZip()).names.isEmpty)
    }

    @Test("names its files in UTF-8, without directories and resource forks")
    func names() throws {
        var zip = StoredZip([
            "Lists/": "", "Lists/Café.csv": "1", "__MACOSX/._Café.csv": "2", "../x.csv": "3", "?": "4",
        ])
        zip.files[4].name = [0x8E, 0x72, 0xFF]
        #expect(try archive(zip).names == ["Lists/Café.csv", "../x.csv", "\u{FFFD}r\u{FFFD}"])
    }

    @Test("numbers repeated names")
    func repeatedNames() throws {
        let zip = StoredZip(["a.b/c": "1", "H.csv": "2", "H (2).csv": "3", "H.csv": "4", "a.b/c": "5"])
        let archive = try archive(zip)
        #expect(archive.names == ["a.b/c", "H.csv", "H (2).csv", "H (3).csv", "a.b/c (2)"])
        #expect(try archive.content(of: "H (3).csv") == Array("4".utf8))
    }

    @Test("cannot be encrypted, in parts, in Zip64, or have another compression")
    func unsupported() {
        var zip = StoredZip(["a.txt": "Milk"])
        zip.files[0].flags = 1
        #expect(reason(zip).contains("a.txt in the archive is encrypted"))
        zip.files[0].flags = 0
        zip.files[0].method = 14
        #expect(reason(zip).contains("compression method 14"))
        zip.files[0].method = 8
        zip.files[0].size = 0xFFFF_FFFF
        #expect(reason(zip).contains("Zip64"))
        zip = StoredZip(["a.txt": "Milk"])
        zip.diskNumber = 1
        #expect(reason(zip).contains("several parts"))
        #expect(reason(StoredZip(["a.txt": "Milk"])).isEmpty)
    }

    @Test("has limits of its files and of their sizes")
    func limits() {
        let zip = StoredZip(["a.txt": "Milk", "b.txt": "Bread"])
        #expect(reason(zip) { $0.archiveEntriesMax = 1 }.contains("files in the archive"))
        #expect(reason(zip) { $0.unpackedBytesMax = 8 }.contains("9 bytes together"))
        #expect(
            reason(zip) {
                $0.archiveEntriesMax = 2; $0.unpackedBytesMax = 9
            }.isEmpty)
    }

    @Test("cannot be a bomb: a file far larger than its compressed size")
    func bomb() {
        var zip = StoredZip(["a.txt": String(repeating: "0", count: 6_000)])
        zip.files[0].method = 8
        zip.files[0].size = 1_300_000
        #expect(reason(zip).contains("200 times its compressed size"))
        zip.files[0].size = 1_200_000
        #expect(reason(zip).contains("damaged"))
    }

    @Test("cannot be a bomb: entries that share bytes")
    func overlap() {
        var zip = StoredZip(["a.txt": "Milk", "b.txt": "Milk"])
        zip.files[1].start = 0
        #expect(reason(zip).contains("overlaps"))
        // The content of the first file contains the header of the second.
        zip = StoredZip(["a.txt": ""])
        zip.files[0].content = StoredZip(["b.txt": "Milk"]).bytes
        zip.files[0].packed = zip.files[0].content
        zip.files[0].size = zip.files[0].content.count
        zip.files.append(StoredZip.File("b.txt", Array("Milk".utf8)))
        zip.files[1].start = 30 + 5
        #expect(reason(zip).contains("overlaps"))
    }

    @Test("has intact content")
    func checksum() {
        var zip = StoredZip(["a.txt": "Milk"])
        zip.files[0].packed[0] ^= 1
        #expect(reason(zip).contains("a.txt in the archive is damaged"))
        zip.files[0].method = 8
        #expect(reason(zip).contains("a.txt in the archive is damaged"))
    }

    @Test("that is cut anywhere is an error")
    func cut() {
        for count in python.indices {
            #expect(throws: ImportError.self) { try ZipArchive(Array(python[..<count]), settings()) }
        }
    }

    @Test("with changed bytes is an archive or an error")
    func mutated() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            var bytes = python
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] =
                    [0, 0xFF, .random(in: .min ... .max, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            guard let archive = try? ZipArchive(bytes, settings()) else { continue }
            for name in archive.names { _ = try? archive.content(of: name) }
        }
    }

    @Test("of many files with one name takes little time")
    func manyNames() throws {
        var zip = StoredZip()
        zip.files = Array(repeating: StoredZip.File("a", [1]), count: 10_000)
        let names = try archive(zip).names
        #expect(Set(names).count == 10_000)
        #expect(names.last == "a (10000)")
    }
}
