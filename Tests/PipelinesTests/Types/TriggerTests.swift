import Pipelines
import Platform
import Testing

@Suite struct TriggerTests {
    @Test(
        "a trigger is recorded as it always was, and read back, whatever else stands there",
        arguments: [
            (.command, #"{"kind":"command"}"#),
            (
                .watch(path: "in/{user}", file: "in/u1/a.mp4"),
                #"{"kind":"watch","path":"in/{user}","file":"in/u1/a.mp4"}"#
            ),
            (.upload(id: "01U", file: "a.mp4"), #"{"kind":"upload","upload":"01U","file":"a.mp4"}"#),
            (
                .webhook(path: "/hooks/a", id: "msg_1"), #"{"kind":"webhook","path":"/hooks/a","message":"msg_1"}"#
            ),
            (
                .schedule("0 7 * * mon UTC", at: Timestamp(microseconds: 1_700_000_000_000_000), isCaughtUp: true),
                #"{"kind":"schedule","schedule":"0 7 * * mon UTC","at":"2023-11-14T22:13:20.000Z","caught-up":true}"#
            ),
        ] as [(Trigger, String)])
    func record(trigger: Trigger, json: String) throws {
        #expect(Value.record(trigger.record).json == json)
        var record = trigger.record
        record["batch"] = "01B"
        #expect(Trigger(record) == trigger)
    }

    @Test(
        "what is none that this program writes is not taken for one",
        arguments: [
            [:], ["kind": "watch"], ["kind": "watch", "path": "in"], ["kind": "upload", "upload": "01U"],
            ["kind": "upload", "file": "a"], ["kind": "schedule", "at": "tomorrow"],
            ["kind": "schedule", "schedule": "0 7 * * *", "at": "tomorrow"], ["kind": "other"],
            ["kind": "webhook", "path": "/hooks/a"],
        ] as [Record])
    func unknown(record: Record) {
        #expect(Trigger(record) == nil)
    }
}
