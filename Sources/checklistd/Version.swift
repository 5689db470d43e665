/// Which release this is.
enum Version {
    /// By semver.org; the same number stands in `openapi.yaml`.
    static let current = "1.0.0"
}
