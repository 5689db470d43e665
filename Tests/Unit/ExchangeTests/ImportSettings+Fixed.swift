import Checklists
import Compression
import Dates

@testable import Exchange

extension ImportSettings {
    /// Settings at noon of 2026-12-01 in UTC, which is a Tuesday.
    static func fixed(language: Language? = .english, columns: String? = nil) -> ImportSettings {
        ImportSettings(
            now: Timestamp(milliseconds: 1_796_126_400_000), zone: .utc, language: language, columns: columns,
            inflate: Inflate.content)
    }
}
