/// What a form shows: what was typed into it, and what is wrong with that.
struct FormValues: Sendable {
    /// By the names of the fields.
    var values: [String: String] = [:]
    var errors: [String: String] = [:]
    /// What is wrong with the whole of it.
    var problem: String?

    var isValid: Bool { errors.isEmpty && problem == nil }

    func text(_ name: String) -> String { values[name] ?? "" }
}

/// Fields of forms with their labels, and with what is wrong with them below.
enum Field {
    /// For what is no word of a language: telephones would correct it.
    static let asTyped: HTML = " autocapitalize=\"none\" autocorrect=\"off\" spellcheck=\"false\""

    /// - Parameters:
    ///   - limit: of characters; a script counts them while one types.
    ///   - isID: whether it is to stay as it is typed.
    static func text(
        _ name: String, _ label: String, _ form: FormValues, type: String = "text", isRequired: Bool = false,
        limit: Int? = nil, minimum: Int? = nil, placeholder: String? = nil, hint: String? = nil,
        autocomplete: String = "off", isID: Bool = false,
        isFocused: Bool = false
    ) -> HTML {
        """
        <div class="field"><label for="\(name)">\(label)\(isRequired ? required : nil)</label>
        <input id="\(name)" name="\(name)" type="\(type)" value="\(type == "password" ? "" : form.text(name))" \
        autocomplete="\(autocomplete)"\(isID ? asTyped : nil)\("required", if: isRequired)\("autofocus", if: isFocused)\
        \("min", minimum.map(String.init))\("placeholder", placeholder)\("data-limit", limit.map(String.init))\
        \(state(name, form, hint))>
        \(below(name, form, hint, limit))</div>
        """
    }

    static func area(
        _ name: String, _ label: String, _ form: FormValues, limit: Int? = nil, placeholder: String? = nil,
        rows: Int = 3, hint: String? = nil
    ) -> HTML {
        """
        <div class="field"><label for="\(name)">\(label)</label>
        <textarea id="\(name)" name="\(name)" rows="\(rows)"\("placeholder", placeholder)\
        \("data-limit", limit.map(String.init))\(state(name, form, hint))>
        \(form.text(name))</textarea>
        \(below(name, form, hint, limit))</div>
        """
    }

    /// - Parameter choices: values with their labels.
    static func choice(
        _ name: String, _ label: String, _ form: FormValues, _ choices: [(value: String, label: String)],
        isRequired: Bool = false, hint: String? = nil
    ) -> HTML {
        """
        <div class="field"><label for="\(name)">\(label)\(isRequired ? required : nil)</label>
        <select id="\(name)" name="\(name)"\("required", if: isRequired)\(state(name, form, hint))>
        \(choices.map { option($0.value, $0.label, form.text(name)) })
        </select>
        \(below(name, form, hint, nil))</div>
        """
    }

    /// What is wrong with the whole form, above its fields.
    static func problem(_ form: FormValues) -> HTML? {
        form.problem.map { text in
            """
            <div class="notice notice-problem" role="alert" tabindex="-1">\(Icon.html("warning"))<p>\(text)</p></div>
            """
        }
    }

    private static let required: HTML = " <span class=\"quiet\" aria-hidden=\"true\">(required)</span>"

    private static func option(_ value: String, _ label: String, _ chosen: String) -> HTML {
        "<option value=\"\(value)\"\("selected", if: value == chosen)>\(label)</option>"
    }

    /// What ties a field to the texts below it.
    static func state(_ name: String, _ form: FormValues, _ hint: String? = nil) -> HTML {
        let texts = [form.errors[name].map { _ in "\(name)-error" }, hint.map { _ in "\(name)-hint" }].compactMap { $0 }
        return """
            \("aria-invalid", form.errors[name].map { _ in "true" })\
            \("aria-describedby", texts.isEmpty ? nil : texts.joined(separator: " "))
            """
    }

    /// What is wrong with a field, which `state` ties to it.
    static func error(_ name: String, _ form: FormValues) -> HTML? {
        form.errors[name].map { "<p class=\"field-error\" id=\"\(name)-error\">\($0)</p>" }
    }

    private static func below(_ name: String, _ form: FormValues, _ hint: String?, _ limit: Int?) -> HTML {
        let told = hint.map { "<p class=\"field-hint\" id=\"\(name)-hint\">\($0)</p>" as HTML }
        let counter = limit.map { limit in
            "<p class=\"field-hint counter\" data-counts=\"\(name)\">\(form.text(name).count) of \(limit)</p>" as HTML
        }
        return "\(error(name, form))\(told)\(counter)"
    }
}
