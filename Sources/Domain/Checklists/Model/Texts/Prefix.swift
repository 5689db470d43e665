extension String {
    /// The longest prefix of whole characters with at most `bytesMax` bytes of UTF-8.
    public func prefix(bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        var end = startIndex
        var count = 0
        for character in self {
            count += character.utf8.count
            if count > bytesMax { break }
            end = index(after: end)
        }
        return String(self[..<end])
    }
}
