/// The version of the program.
enum Version {
    /// The version by semver.org, as in `openapi.yaml`.
    static let current = "1.0.0"
    /// The release date in the manual page.
    static let date = "2026-11-22"
}
