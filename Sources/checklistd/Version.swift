/// Which release this is.
enum Version {
    /// By semver.org; the same number stands in `openapi.yaml`.
    static let current = "0.1.0"
}
