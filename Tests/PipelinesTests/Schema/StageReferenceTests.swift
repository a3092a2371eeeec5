import Pipelines
import Platform
import Testing

@Suite("The stages' reference")
struct StageReferenceTests {
    private func type(_ name: String) throws -> StageType {
        try #require(TestStages.registry[name])
    }

    @Test("A page has everything that the type declares")
    func page() throws {
        #expect(
            StageReference.markdown(try type("size-check")) == """
                # `size-check`

                Bounds the size.

                | | |
                |---|---|
                | Effect | none: it only looks, and may be run again at will |
                | Undo | nothing to undo |
                | Needs | nothing |
                | Since | 0.1.0 |

                ## Options

                | option | type | default | |
                |---|---|---|---|
                | `max` | size | `100MB` | The largest size. |
                | `min` | size |  | The smallest size. |

                ## Outputs

                | output | type | |
                |---|---|---|
                | `size` | size | The file's size. Also `document.size`. |

                ## Examples

                A small file passes.

                ```yaml
                - uses: size-check
                  with: { max: 100MB }
                ```

                Gives `size`: `9`.

                """)
    }

    @Test("Choices, secrets, durations and bars are written so that a table can hold them")
    func options() throws {
        let page = StageReference.markdown(try type("sign"))
        #expect(page.contains("| `key` | string |  | The key \\| or none. May be a secret. |\n"))
        #expect(page.contains("| `mode` | `fast`, `thorough` | `fast` | How much care is taken. |\n"))
        #expect(page.contains("| `wait` | duration | `90s` | How long. |\n"))
        #expect(page.contains("| `tags` | list of string | `[]` | Words. |\n"))
        #expect(page.contains("With a key.\n"))
        #expect(page.contains("| Effect | irreversible: it cannot be repeated or undone |\n"))
        #expect(
            page.contains("| Undo | not undone by itself: the pipeline says `undo`, or `irreversible: true` |\n"))
        #expect(page.contains("## Outputs\n\nNone.\n"))
        let upload = StageReference.markdown(try type("upload"))
        #expect(upload.contains("| `type` | string | `${{ inputs.type }}` | The type of document. |\n"))
        #expect(upload.contains("\nRejected: No | such type.\n"))
        #expect(StageReference.markdown(try type("share")).contains("| Needs | `id` |\n"))
        #expect(StageReference.markdown(try type("share")).contains("| `schools` | list of string | required |"))
    }

    @Test("As data it has the same")
    func data() throws {
        let value = StageReference.value(try type("notify"))
        #expect(value["name"] == "notify")
        #expect(value["effect"] == "outbox")
        #expect(
            value["options"]?.list?.first == [
                "name": "channel", "type": "string", "description": "The channel.", "required": false, "default": "log",
            ])
        #expect(value["options"]?.list?[1]["required"] == true)
        #expect(
            value["outputs"] == [
                ["name": "delivery", "type": "string", "description": "The notification's id."]
            ])
        let sign = StageReference.value(try type("sign"))
        #expect(sign["options"]?.list?[0]["accepts-secret"] == true)
        #expect(sign["options"]?.list?[1]["choices"] == ["fast", "thorough"])
    }
}
