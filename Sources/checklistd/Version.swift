/// Which release this is.
enum Version {
    /// By semver.org; the same number stands in `openapi.yaml`.
    static let current = "1.0.0"
    /// The day that it was made, as the manual page has it.
    static let date = "2026-11-22"
}
