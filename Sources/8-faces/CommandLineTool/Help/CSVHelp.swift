/// What help says of files of comma-separated values.
enum CSVHelp {
    static let charsets = """
        CSV is read in UTF-8, UTF-16 or Windows-1252, with commas, semicolons or tabs; a first line such as `sep=|` names \
        another separator. A warning says when the file is taken for Windows-1252, and which columns are passed over.
        """
}
