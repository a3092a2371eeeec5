extension String {
    /// A text of Unicode scalars, for readers that go by scalars: many times faster than appending them to a view.
    public init(scalars: ArraySlice<Unicode.Scalar>) {
        let count = scalars.reduce(0) { $0 + UTF8.width($1) }
        self.init(unsafeUninitializedCapacity: count) { bytes in
            var end = 0
            for scalar in scalars {
                if scalar.isASCII {
                    bytes[end] = UInt8(truncatingIfNeeded: scalar.value)
                    end += 1
                } else {
                    for byte in UTF8.encode(scalar).unsafelyUnwrapped {
                        bytes[end] = byte
                        end += 1
                    }
                }
            }
            return end
        }
    }
}
