extension Sentence {
    /// A part given by its tokens.
    typealias Found = (tokens: ClosedRange<Int>, meaning: QuickAdd.Meaning)

    /// The recognised parts in the order of the text.
    func parts(of text: String) -> [QuickAdd.Part] {
        var found = timeParts()
        found += marks(besides: Set(found.flatMap { Array($0.tokens) }))
        let taken = Set(found.flatMap { Array($0.tokens) })
        if let amount = QuantityFinder(self, text: text, taken: taken).find() {
            found.append((amount.tokens, .quantity(amount.quantity, unit: amount.unit)))
        }
        found.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
        return parts(withSeparators(found), of: text)
    }

    /// The parts with their places in the text.
    func parts(_ found: [Found], of text: String) -> [QuickAdd.Part] {
        let units = text.utf16
        return found.map { tokens, meaning in
            let offset = self.tokens[tokens.lowerBound].offset
            let length = self.tokens[tokens.upperBound].end - offset
            let start = units.index(units.startIndex, offsetBy: offset)
            let typed = String(text[start..<units.index(start, offsetBy: length)])
            return QuickAdd.Part(offset: offset, length: length, text: typed, meaning: meaning)
        }
    }

    /// The marks of importance, the first list and the tags.
    ///
    /// - Parameter taken: The tokens of days and times.
    private func marks(besides taken: Set<Int>) -> [Found] {
        let outer = outerTokens(besides: taken)
        var found: [Found] = []
        var hasList = false
        var tags: Set<String> = []
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .important: found.append((index...index, .important))
            case .list(let name) where !hasList:
                hasList = true
                found.append((index...index, .list(name)))
            case .tag(let name) where outer.contains(index) && !isTimeWord(name):
                let key = name.lowercased()
                guard tags.contains(key) || tags.count < QuickAdd.tagsMax else { continue }
                tags.insert(key)
                found.append((index...index, .tag(name)))
            default: break
            }
        }
        return found
    }

    /// The tokens before and after the remaining text, where a tag can be. A tag at the end after a linking
    /// word belongs to the text: `Lunch with @luigi`.
    private func outerTokens(besides taken: Set<Int>) -> Set<Int> {
        func isOuter(_ index: Int) -> Bool {
            switch tokens[index].kind {
            case .tag, .important, .list: true
            case .symbol: taken.contains(index) || ",.!、。".contains(tokens[index].text)
            default: taken.contains(index)
            }
        }
        let leading = tokens.indices.prefix { isOuter($0) }
        let trailing = tokens.indices.reversed().prefix { isOuter($0) }
        var outer = Set(leading).union(trailing)
        if let first = trailing.last, first > 0, isLinking(first - 1) { outer.remove(first) }
        return outer
    }

    /// Verbs and prepositions before a name that are no links of times.
    private static let wordsBeforeNames: Set<String> = [
        "with", "for", "ask", "tell", "via", "mit", "fur", "bei", "an", "auf", "avec", "pour", "chez", "par",
        "sur",
    ]

    /// Whether a word links the following word to the text.
    private func isLinking(_ index: Int) -> Bool {
        guard tokens[index].kind != .symbol else { return false }
        if Self.wordsBeforeNames.contains(tokens[index].text) { return true }
        return matchers.contains { matcher in
            let surroundings = matcher.lexicon.surroundings
            return [surroundings.links, surroundings.conjunctions].contains {
                $0.begin(endingAt: index + 1, in: tokens) != nil
            }
        }
    }

    /// Whether a name is a time word: `@noon`.
    private func isTimeWord(_ name: String) -> Bool {
        let words = Token.tokens(of: name)
        return matchers.contains {
            $0.lexicon.surroundings.timeWords.end(beginningAt: 0, in: words) == words.count
        }
    }

    /// Extends a part by a separator that would separate nothing without it: after a part that begins the
    /// text, between two commas, or before a part that ends the text.
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

    /// The phrases chosen for the due date.
    private struct Chosen {
        /// A day, a repetition, or both.
        var days: [Piece] = []
        var time: Piece?
        var part: Piece?
        var whenDone: Piece?
        var end: Piece?
    }

    /// The parts of the due date; none where nothing is certain.
    func timeParts() -> [Found] {
        let chosen = chosenPieces()
        let due = Due(
            days: chosen.days.map(\.value), time: chosen.time?.value, part: chosen.part?.value,
            end: chosen.end?.value, completion: completion(of: chosen), now: now)
        guard let due else { return [] }
        let part = due.usesPart ? chosen.part : nil
        let taken = (chosen.days + [chosen.time, part, chosen.whenDone, chosen.end].compactMap(\.self))
            .sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
        guard !isTouched(taken) else { return [] }
        var parts: [Found] = []
        var last: Piece?
        for piece in taken {
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

    /// The first day of the text with its adjacent pieces, and the first time.
    private func chosenPieces() -> Chosen {
        let time = sure.firstIndex { $0.value.kind == .time }
        let day = sure.firstIndex { $0.value.kind == .day }
        // A part of the day belongs to the adjacent day or time.
        let part = [day, time].compactMap(\.self).flatMap { [$0 - 1, $0 + 1] }.filter { number in
            guard sure.indices.contains(number), sure[number].value.kind == .part else { return false }
            return [day, time].contains { $0.map { isNeighbor($0, of: number) } ?? false }
        }.min()
        var chosen = Chosen(time: time.map { sure[$0] }, part: part.map { sure[$0] })
        guard let day else { return chosen }
        var end = day
        while end + 1 < sure.count, isBeside(sure[end], sure[end + 1]) { end += 1 }
        // `14 February every year`, in either order.
        let other = sure[day...end].dropFirst().first { $0.value.kind == .day && joins(sure[day], $0) }
        chosen.days = [sure[day], other].compactMap(\.self)
        guard chosen.days.contains(where: \.value.isRepetition) else { return chosen }
        var begin = day
        while begin > 0, isBeside(sure[begin - 1], sure[begin]) { begin -= 1 }
        chosen.whenDone = sure[begin...end].first { $0.value.kind == .whenDone }
        chosen.end = sure[begin...end].first { $0.value.kind == .end }
        return chosen
    }

    /// Whether the repetition counts from completion.
    private func completion(of chosen: Chosen) -> Due.Completion {
        let isMarked = chosen.days.contains { piece in
            if case .afterCompletion = piece.sense { return true }
            return piece.value.isRepetition && !completionMarks.isDisjoint(with: piece.tokens)
        }
        return isMarked ? .marked : chosen.whenDone != nil ? .named : .no
    }

    private func isNeighbor(_ other: Int, of number: Int) -> Bool {
        abs(other - number) == 1 && isBeside(sure[min(other, number)], sure[max(other, number)])
    }
}
