import Digest

/// Writes zip archives.
struct StoredZip {
    /// A file of an archive.
    struct File {
        var name: [UInt8]
        var content: [UInt8]
        /// The bytes in the archive, and their compression method.
        var packed: [UInt8]
        var method = 0
        var flags = 0
        /// Whether the sizes and the checksum follow the content, as programs do that write to a pipe.
        var hasDescriptor = false
        /// The size of the content by the directory.
        var size: Int
        /// Where the local header is, if it is not in front of the content.
        var start: Int?

        init(_ name: String, _ content: [UInt8]) {
            self.name = Array(name.utf8)
            self.content = content
            packed = content
            size = content.count
        }
    }

    var files: [File] = []
    var comment: [UInt8] = []
    var diskNumber = 0

    init(_ files: KeyValuePairs<String, String> = [:]) {
        self.files = files.map { File($0, Array($1.utf8)) }
    }

    /// The archive.
    var bytes: [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let start = file.start ?? archive.count
            let flags = file.flags | (file.hasDescriptor ? 8 : 0)
            let sizes =
                number(Int(CRC32.checksum(file.content)), 4) + number(file.packed.count, 4)
                + number(file.size, 4)
            let head = number(20, 2) + number(flags, 2) + number(file.method, 2) + number(0, 4)
            archive += number(0x0403_4B50, 4) + head
            archive += file.hasDescriptor ? number(0, 12) : sizes
            archive += number(file.name.count, 2) + number(0, 2) + file.name + file.packed
            if file.hasDescriptor { archive += number(0x0807_4B50, 4) + sizes }
            directory += number(0x0201_4B50, 4) + number(20, 2) + head + sizes
            directory += number(file.name.count, 2) + number(0, 12) + number(start, 4) + file.name
        }
        let end =
            number(0x0605_4B50, 4) + number(diskNumber, 2) + number(0, 2) + number(files.count, 2)
            + number(files.count, 2) + number(directory.count, 4) + number(archive.count, 4)
        return archive + directory + end + number(comment.count, 2) + comment
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
