import Checklists

/// A start or end tag.
struct HTMLTag {
    /// In lower case.
    let name: String
    let isEnd: Bool
    /// The attributes that matter, undecoded.
    private var attributes: [(name: String, value: ArraySlice<UInt8>)] = []

    init(name: String, isEnd: Bool) {
        self.name = name
        self.isEnd = isEnd
    }

    mutating func add(_ name: String, _ value: ArraySlice<UInt8>) {
        guard ["href", "src", "alt", "data-checked", "start"].contains(name) else { return }
        if !attributes.contains(where: { $0.name == name }) { attributes.append((name, value)) }
    }

    /// The decoded value of an attribute; `nil` if it is absent.
    subscript(name: String) -> String? {
        guard let value = attributes.first(where: { $0.name == name })?.value else { return nil }
        guard value.contains(UInt8(ascii: "&")) else { return String(decoding: value, as: UTF8.self).trimmed }
        var text: [UInt8] = []
        var index = value.startIndex
        while index < value.endIndex {
            if value[index] == UInt8(ascii: "&"), let (entity, count) = HTMLEntity.text(in: value[index...]) {
                text += entity.utf8
                index += count
            } else {
                text.append(value[index])
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self).trimmed
    }
}
