/// A secret of a webhook that cannot be used.
struct WebhookSecretError: Error, CustomStringConvertible {
    /// Says nothing of the secret itself.
    var description: String {
        "The webhook's secret is empty, or starts with `whsec_` and is not base 64 after that. "
            + "The notification is tried again with the right one."
    }
}
