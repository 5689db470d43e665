extension String {
    /// The beginning that has at most so many bytes of UTF-8, whole characters only.
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
