extension ObjectStoreError {
    /// Of a store of which the catalog needs what lay in it.
    ///
    /// - Parameter what: "is not there".
    public static func away(_ place: any ObjectStorePlace, _ what: String) -> ObjectStoreError {
        ObjectStoreError(
            .elsewhere,
            "The object store \(place.description) \(what), although the catalog has documents whose bytes lie there. Is its disk mounted? "
                + "Mount it or move it back; nothing is stored there before.")
    }
}
