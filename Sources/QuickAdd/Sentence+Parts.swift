extension Sentence {
    /// A part by its tokens.
    private typealias Found = (tokens: ClosedRange<Int>, meaning: QuickAdd.Meaning)

    /// What is understood of a text that the tokens are of.
    func parts(of text: String) -> [QuickAdd.Part] {
        var found = timeParts()
        var hasList = false
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .important: found.append((index...index, .important))
            case .list(let name) where !hasList:
                hasList = true
                found.append((index...index, .list(name)))
            default: break
            }
        }
        found.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
        found = withSeparators(found)
        let units = text.utf16
        return found.map { tokens, meaning in
            let offset = self.tokens[tokens.lowerBound].offset
            let length = self.tokens[tokens.upperBound].end - offset
            let start = units.index(units.startIndex, offsetBy: offset)
            let end = units.index(start, offsetBy: length)
            return QuickAdd.Part(
                offset: offset, length: length, text: String(text[start..<end]), meaning: meaning)
        }
    }

    /// The parts with what separates them from the rest, where that would separate nothing any more: after
    /// one that begins the text, between two commas, and before one that ends the text.
    private func withSeparators(_ found: [Found]) -> [Found] {
        var taken = Set(found.flatMap { Array($0.tokens) })
        let first = tokens.indices.first { !taken.contains($0) } ?? tokens.count
        let last = tokens.indices.last { !taken.contains($0) } ?? -1
        func isSeparator(_ index: Int, _ others: String) -> Bool {
            tokens.indices.contains(index) && !taken.contains(index) && tokens[index].text.count == 1
                && (",、" + others).contains(tokens[index].text)
        }
        var separated: [Found] = []
        for (part, meaning) in found {
            let (before, after) = (part.lowerBound - 1, part.upperBound + 1)
            let isFirst = after == first && isSeparator(after, ":-–—")
            let isBetween = isSeparator(after, "") && isSeparator(before, "")
            let isLast = before == last && isSeparator(before, ":-–—")
            let range =
                isFirst || isBetween ? part.lowerBound...after : isLast ? before...part.upperBound : part
            taken.formUnion(range)
            separated.append((range, meaning))
        }
        return separated
    }

    private func timeParts() -> [Found] {
        let day = pieces.firstIndex { $0.value.kind == .day }
        let time = pieces.firstIndex { $0.value.kind == .time }
        let part = pieces.indices.first { number in
            guard case .part = pieces[number].value else { return false }
            return [day, time].contains { $0.map { isNeighbor($0, of: number) } ?? false }
        }
        // `14 February every year`, either way round.
        let other = day.flatMap { day in
            pieces.indices.first { number in
                number > day && pieces[number].value.kind == .day && isNeighbor(day, of: number)
                    && pieces[number].value.canBeJoined(with: pieces[day].value)
            }
        }
        let due = Due(
            days: [day, other].compactMap(\.self).map { pieces[$0].value },
            time: time.map { pieces[$0].value }, part: part.map { pieces[$0].value }, now: now)
        guard let due else { return [] }
        var parts: [Found] = []
        var last: Piece?
        for number in [day, other, time, due.usesPart ? part : nil].compactMap(\.self).sorted() {
            let piece = pieces[number]
            let meaning = due.meaning(of: piece.value)
            let range = piece.tokens.lowerBound...piece.tokens.upperBound - 1
            if let before = last, isBeside(before, piece), parts.last?.meaning == meaning,
                let joined = parts.popLast()
            {
                parts.append((joined.tokens.lowerBound...range.upperBound, meaning))
            } else {
                parts.append((range, meaning))
            }
            last = piece
        }
        return parts
    }

    private func isNeighbor(_ other: Int, of number: Int) -> Bool {
        abs(other - number) == 1 && isBeside(pieces[min(other, number)], pieces[max(other, number)])
    }
}
