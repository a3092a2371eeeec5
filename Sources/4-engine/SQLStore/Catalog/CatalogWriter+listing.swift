internal import Documents

extension CatalogWriter {
    func refreshListing(ofSeries row: Int64) throws {
        try listing.erase(ofSeries: row)
        for found in try reader.listed(ofSeries: row) { try listing.add(found.listed) }
    }

    /// Another version is the current one, and all else is as it was: what lies in the trash by itself is left alone.
    ///
    /// - Parameter former: the row of the version that was current; nil: none was.
    func replaceListing(of former: Int64?, with row: Int64) throws {
        if let former { try listing.erase(former) }
        if let found = try reader.find(row: row) { try listing.add(found.listed) }
    }
}

extension CatalogReader.Found {
    fileprivate var listed: ListedVersion {
        ListedVersion(
            version: version, row: row, seriesRow: seriesRow, isTrashed: isTrashed,
            titleKey: CatalogWriter.key(ofTitle: version.title))
    }
}
