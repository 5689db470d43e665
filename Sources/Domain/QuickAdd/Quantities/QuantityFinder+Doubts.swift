import Checklists

/// Decides whether a quantity is certain.
extension QuantityFinder {
    /// The maximum number of words of a thing, and of a thing after a number without a unit.
    private static let wordsMax = 6
    private static let countedWordsMax = 4
    /// The largest number without a unit: larger ones are more often years and names.
    private static let countMax = 50
    /// The minimum length of a single counted word, which excludes `7 up`.
    private static let countedLettersMin = 3
    /// The maximum length of a word that can be a thing.
    private static let lettersMax = 40

    /// Whether the number can only mean a quantity of the thing.
    func isCertain(_ candidate: Candidate) -> Bool {
        let (thing, words) = (candidate.thing, words(of: candidate.thing))
        guard words.count <= Self.wordsMax, words.allSatisfy({ $0.text.count <= Self.lettersMax }),
            isNoun(words), !isInterrupted(thing), !hasTime(thing), !hasQuantity(thing),
            candidate.isLeading || canPrecedeQuantity(thing)
        else { return false }
        return switch candidate.form {
        case .count: isCounted(candidate, words)
        case .times:
            ![words.first, words.last].contains { Measures.all.notMultiplied.contains($0?.text ?? "") }
        case .unit(let unit): isMeasured(candidate, unit, words)
        }
    }

    /// Whether the words can be a thing rather than a sentence or two things.
    private func isNoun(_ words: [Word]) -> Bool {
        guard let first = words.first, let last = words.last, tokens[first.tokens.lowerBound].isText else {
            return false
        }
        let measures = Measures.all
        let isSplit = words.contains {
            measures.joiners.contains($0.text) || measures.rates.contains($0.text)
        }
        return !isSplit
            && ![first, last].contains { measures.particles.contains($0.text) || isVerb($0.text) }
    }

    /// A word of a thing.
    private struct Word {
        let tokens: Range<Int>
        /// The text without case and accents, and without punctuation after it.
        let text: String
    }

    /// The words between white space.
    private func words(of thing: ArraySlice<Int>) -> [Word] {
        var words: [Word] = []
        var start = thing.startIndex
        while start < thing.endIndex, words.count <= Self.wordsMax {
            var end = start + 1
            while end < thing.endIndex, !tokens[thing[end]].isApart, thing[end] == thing[end - 1] + 1 {
                end += 1
            }
            let range = thing[start]..<thing[end - 1] + 1
            let last = range.last { tokens[$0].kind != .symbol } ?? range.lowerBound
            words.append(Word(tokens: range, text: tokens[range.lowerBound...last].map(\.text).joined()))
            start = end
        }
        return words
    }

    // MARK: - Doubts about every quantity

    /// Whether punctuation or another part splits the thing.
    private func isInterrupted(_ thing: ArraySlice<Int>) -> Bool {
        guard let first = thing.first, let last = thing.last else { return true }
        if last - first + 1 != thing.count { return true }
        return thing.contains { index in
            let token = tokens[index]
            if token.text == ",", index < last, tokens[index + 1].kind == .number, !tokens[index + 1].isApart
            {
                return false
            }
            if token.isApart, ["-", "–", "—", "x", "×"].contains(token.text) { return true }
            return token.kind == .symbol && ",;:/+&=?、・→".contains(token.text)
        }
    }

    /// Whether the thing contains a time word or a phrase of time: `3 weeks`, `2 uhr termin`.
    private func hasTime(_ thing: ArraySlice<Int>) -> Bool {
        guard let first = thing.first, let last = thing.last else { return false }
        let isPhrase = sentence.pieces.contains { piece in
            piece.tokens.overlaps(first..<last + 1) && piece.need != .company && piece.value.kind != .nothing
        }
        if isPhrase { return true }
        return thing.contains { index in
            sentence.matchers.contains { matcher in
                let lexicon = matcher.lexicon
                if lexicon.sureNames.contains(tokens[index].text) { return true }
                guard tokens[index].kind == .word, index == first || tokens[index].isApart else {
                    return false
                }
                guard let end = lexicon.surroundings.timeWords.end(beginningAt: index, in: tokens) else {
                    return false
                }
                return end >= tokens.count || tokens[end].isApart || tokens[end].kind == .symbol
            }
        }
    }

    /// Whether the thing contains another quantity: `2 kg apples 3 kg pears`.
    private func hasQuantity(_ thing: ArraySlice<Int>) -> Bool {
        thing.contains { index in
            guard tokens[index].kind == .number else { return false }
            let next = index + 1
            guard tokens.indices.contains(next) else { return false }
            return ["x", "×"].contains(tokens[next].text) || Measures.all.unit(at: next, in: tokens) != nil
        }
    }

    private func canPrecedeQuantity(_ thing: ArraySlice<Int>) -> Bool {
        guard let last = thing.last else { return false }
        // In `冷蔵庫に2個` the particle belongs to an omitted verb.
        if tokens[last].kind == .hiragana { return !"をはのにへで".contains(tokens[last].text) }
        return tokens[last].isText || [")", "）", "%"].contains(tokens[last].text)
    }

    private func isVerb(_ word: String) -> Bool {
        if Measures.all.verbs.contains(word) { return true }
        // German infinitives with a prefix, such as `mitnehmen`.
        return word.hasSuffix("en") && !isGrocery(word)
            && ["ab", "auf", "aus", "ein", "mit", "weg", "zuruck", "ver", "ent", "nach"].contains {
                word.hasPrefix($0)
            }
    }

    private func isGrocery(_ word: String) -> Bool {
        let groceries = Measures.all.groceries
        if groceries.contains(word) { return true }
        // German compounds: `Hafermilch`.
        let lettersMin = 4
        return word.indices.dropFirst().dropLast(lettersMin - 1).contains {
            groceries.contains(String(word[$0...]))
        }
    }

    // MARK: - Numbers without a unit

    private func isCounted(_ candidate: Candidate, _ words: [Word]) -> Bool {
        let measures = Measures.all
        let thousandths = candidate.amount.quantity.thousandths
        guard thousandths <= Self.countMax * 1_000, words.count <= Self.countedWordsMax,
            let first = words.first, let last = words.last,
            candidate.thing.allSatisfy({ tokens[$0].kind == .word || "-'".contains(tokens[$0].text) }),
            !words.contains(where: { measures.particles.contains($0.text) }),
            !measures.notCounted.contains(first.text),
            !measures.titles.contains(words.map(\.text).joined(separator: " "))
        else { return false }
        let isKnown = isGrocery(first.text) || isGrocery(last.text)
        guard candidate.amount.isWhole else { return candidate.amount.isSign && words.count == 1 && isKnown }
        let isLowercase = typed(first.tokens).first?.isLowercase ?? false
        guard isLowercase else { return isKnown || (language == .german && words.count == 1) }
        if words.count == 1 { return first.text.count >= Self.countedLettersMin }
        // `2 factor authentication` does not count anything.
        let isPlural = last.text.hasSuffix("s") || (first.text.hasSuffix("s") && words[1].text == "de")
        return isKnown || isPlural
    }

    // MARK: - Numbers with a unit

    private func isMeasured(_ candidate: Candidate, _ unit: Unit, _ words: [Word]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        let measures = Measures.all
        let name = tokens[unit.tokens.lowerBound].text
        // In `4 oz jars` and `60 l Müllbeutel` the amount describes the thing.
        if unit.kind != .counter, words.contains(where: { isDescribed($0.text) }) { return false }
        let other = measures.unit(at: first.tokens.lowerBound, in: tokens)
        if other?.end == first.tokens.upperBound || isNetwork(candidate, name) { return false }
        let isKnown = isGrocery(first.text) || isGrocery(last.text)
        switch unit.kind {
        case .counter: return true
        case .symbol:
            return isKnown || tokens[first.tokens.lowerBound].isJapanese || !isDoubtful(candidate, name)
        case .words(let languages):
            guard candidate.isLeading else { return isKnown }
            if name == "can" { return candidate.isLinked }
            if measures.notMeasured.contains(first.text) { return false }
            if candidate.isLinked || isKnown { return true }
            if languages.contains(.german), typed(first.tokens).first?.isUppercase ?? false { return true }
            // In `6 pack cooler` the unit describes the thing.
            let isPlural = name.hasSuffix("s") || name == "dozen"
            return languages.contains(.english)
                && (isPlural || candidate.amount.quantity.thousandths <= 1_000)
        }
    }

    /// Whether the amount can be `5g`, a mobile network.
    private func isNetwork(_ candidate: Candidate, _ unit: String) -> Bool {
        let generations = 2_000...6_000
        guard unit == "g", generations ~= candidate.amount.quantity.thousandths else { return false }
        return !tokens[candidate.amount.end].isApart || !candidate.isLeading
    }

    /// Whether a unit of one or two letters can mean something else: `Hose 32 l`, `2 g Impfung`.
    private func isDoubtful(_ candidate: Candidate, _ unit: String) -> Bool {
        let gramsMin = 10_000
        guard candidate.isLeading else { return ["l", "g", "el"].contains(unit) }
        return unit == "g" && candidate.amount.quantity.thousandths < gramsMin
    }

    private func isDescribed(_ word: String) -> Bool {
        Measures.all.containers.contains(word)
            || Measures.all.containerEndings.contains { word.hasSuffix($0) && word != $0 }
    }
}

extension Token {
    /// Whether the token is a word or a Japanese character.
    fileprivate var isText: Bool { kind == .word || isJapanese }
}
