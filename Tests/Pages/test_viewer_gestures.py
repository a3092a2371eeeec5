"""The gesture machine and the geometry of zooming, by tables, run in the browser."""

import pytest
from library import wait_for_module
from people import People
from violations import Violations

ALL = ["tap", "double", "pinch", "dismiss", "swipe"]
RUN = """async ([address, table, facts]) => {
  const { atRest, step } = await import(address);
  let state = atRest;
  const actions = [];
  for (const [type, id, x, y, time, zoomed] of table) {
    const result = step(state, { type, id, x, y, time, zoomed: zoomed ?? false, ...(type === "down" ? facts : {}) });
    state = result.state;
    actions.push(...result.actions);
  }
  return { actions, phase: state.phase };
}"""


def line(start, end, *, time=0, pace=16, steps=10, id=1, zoomed=False, up=True, rest=0):
    """A finger that comes, moves and leaves."""
    rows = [["down", id, *start, time, zoomed]]
    for n in range(1, steps + 1):
        rows.append(["move", id, *(a + (b - a) * n / steps for a, b in zip(start, end)), time + n * pace, zoomed])
    if up:
        rows.append(["up", id, *end, time + steps * pace + rest, zoomed])
    return rows


def tap(x, y, time, length=50):
    return [["down", 1, x, y, time], ["up", 1, x, y, time + length]]


@pytest.fixture(scope="module")
def machine(browsers, shared_server, paths):
    people = People(browsers, Violations())
    page = people.page(shared_server, "jordan")
    page.goto(paths["view-text"])
    address = wait_for_module(page, "gestures")

    def run(table, **facts):
        everything = {"allows": ALL, "atTop": True, "width": 400, "height": 800, "previous": True, "next": True} | facts
        return page.evaluate(RUN, [address, table, everything])

    run.page = page
    yield run
    people.close()


def last(result):
    return result["actions"][-1] if result["actions"] else None


PINCH = [["down", 1, 100, 400, 0], ["down", 2, 200, 400, 10], ["move", 2, 300, 400, 26], ["up", 2, 300, 400, 40]]
TABLE = [
    # name, events, facts, kinds of actions, fields of the last
    ("one tap waits for a second", tap(50, 50, 0), {}, ["wake"], {"time": 350}),
    ("a tap that nothing follows is one", tap(50, 50, 0) + [["time", 0, 0, 0, 350]], {}, ["wake", "tap"], {"x": 50}),
    ("a tap is one at once where no double tap is bound", tap(50, 50, 0), {"allows": ["tap"]}, ["tap"], {}),
    ("two taps in one place are a double tap", tap(50, 50, 0) + tap(60, 55, 200), {}, ["wake", "double-tap"], {"x": 60}),
    ("two taps apart are two", tap(50, 50, 0) + tap(90, 50, 200) + [["time", 0, 0, 0, 550]], {}, ["wake", "tap", "wake", "tap"], {"x": 90}),
    ("two slow taps are two", tap(50, 50, 0) + [["time", 0, 0, 0, 350]] + tap(50, 50, 400) + [["time", 0, 0, 0, 750]], {}, ["wake", "tap", "wake", "tap"], {}),
    ("the second finger down in time makes the first tap wait", tap(50, 50, 0) + [["down", 1, 50, 50, 300], ["time", 0, 0, 0, 350], ["up", 1, 50, 50, 380]], {}, ["wake", "double-tap"], {}),
    ("a long press is no tap", tap(50, 50, 0, 700), {}, [], None),
    ("no tap where none is allowed", tap(50, 50, 0), {"allows": ["dismiss"]}, [], None),
    ("nothing on controls", line((200, 100), (200, 600)), {"allows": []}, [], None),
    ("9 pixels are no movement", line((200, 100), (200, 109), up=False), {}, [], None),
    ("far down closes", line((200, 100), (200, 500), pace=40, rest=200), {}, "dismiss", {"type": "dismiss-end", "close": True}),
    ("a little down and waiting comes back", line((200, 100), (200, 180), rest=200), {}, "dismiss", {"type": "dismiss-end", "close": False}),
    ("a little down, but fast, closes", line((200, 100), (200, 190), pace=8, steps=8), {}, "dismiss", {"type": "dismiss-end", "close": True}),
    ("down and thrown back up comes back", line((200, 100), (200, 400), up=False) + [["move", 1, 200, 340, 176], ["move", 1, 200, 260, 192], ["up", 1, 200, 230, 200]], {}, "dismiss", {"close": False}),
    ("the document follows at 0.6", line((200, 100), (200, 300), up=False), {}, "dismiss", {"offset": 120}),
    ("up does nothing", line((200, 500), (200, 100)), {}, [], None),
    ("down does nothing while something can scroll up", line((200, 100), (200, 600)), {"atTop": False}, [], None),
    ("axis stays as it was decided", line((200, 100), (200, 130), steps=3, up=False) + [["move", 1, 390, 130, 80]], {}, "dismiss", {"type": "dismiss"}),
    ("fast left turns to the next", line((300, 400), (220, 400), pace=8, steps=8), {}, "swipe", {"type": "swipe-end", "turn": 1}),
    ("fast right turns to the previous", line((100, 400), (180, 400), pace=8, steps=8), {}, "swipe", {"turn": -1}),
    ("slow and short comes back", line((300, 400), (200, 400), pace=60), {}, "swipe", {"turn": 0}),
    ("slow and beyond half turns", line((350, 400), (140, 400), pace=60), {}, "swipe", {"turn": 1}),
    ("far left and thrown back comes back", line((350, 400), (100, 400), up=False) + [["move", 1, 150, 400, 176], ["up", 1, 190, 400, 190]], {}, "swipe", {"turn": 0}),
    ("without a next it follows reluctantly", line((300, 400), (200, 400), up=False), {"next": False}, "swipe", {"offset": -35}),
    ("without a next it comes back", line((300, 400), (20, 400)), {"next": False}, "swipe", {"turn": 0}),
    ("no swipes on a PDF", line((300, 400), (20, 400)), {"allows": ["dismiss"]}, [], None),
    ("to the side where nothing scrolls is kept from the browser", line((20, 400), (380, 400), up=False), {"allows": ["dismiss"], "steady": True}, [], None),
    ("zoomed, one finger pans", line((200, 100), (200, 200), steps=5, zoomed=True, up=False), {}, ["pan"] * 5, {"dx": 0, "dy": 20}),
    ("zoomed, letting go throws", line((200, 100), (200, 200), steps=5, zoomed=True), {}, ["pan"] * 5 + ["pan-end"], {"vy": 1.25}),
    ("zoomed, a finger that rested throws nothing", line((200, 100), (200, 200), steps=5, zoomed=True, rest=100), {}, ["pan"] * 5 + ["pan-end"], {"vy": 0}),
    ("two fingers pinch around their middle", PINCH, {}, ["pinch-start", "pinch", "pinch-end"], {}),
    ("after a pinch the finger that stays neither closes nor turns", PINCH + [["move", 1, 100, 700, 60], ["move", 1, 390, 700, 80], ["up", 1, 390, 700, 90]], {}, ["pinch-start", "pinch", "pinch-end"], {}),
    ("after a pinch the finger that stays pans what is larger", [*PINCH[:3], ["up", 2, 300, 400, 40, True], ["move", 1, 100, 430, 60, True]], {}, ["pinch-start", "pinch", "pinch-end", "pan"], {"dy": 30}),
    ("a second finger ends a pull", line((200, 100), (200, 400), up=False) + [["down", 2, 300, 300, 200]], {}, None, {"type": "pinch-start"}),
    ("a second finger where no pinch is bound ends all", [["down", 1, 10, 10, 0], ["down", 2, 90, 10, 10], ["move", 1, 10, 300, 30], ["up", 2, 90, 10, 40], ["move", 1, 10, 600, 50]], {"allows": ["tap", "dismiss", "swipe"]}, [], None),
    ("a pinch makes no tap", [["down", 1, 10, 10, 0], ["down", 2, 90, 10, 10], ["up", 2, 90, 10, 20], ["up", 1, 10, 10, 30], ["time", 0, 0, 0, 900]], {}, ["pinch-start", "pinch-end"], {}),
    ("a cancelled pull comes back", line((200, 100), (200, 600), up=False) + [["cancel", 1, 200, 600, 200]], {}, "dismiss", {"close": False}),
    ("a cancelled swipe comes back", line((300, 400), (20, 400), up=False) + [["cancel", 1, 20, 400, 200]], {}, "swipe", {"turn": 0}),
]


@pytest.mark.core
def test_fingers_mean(machine):
    for name, events, facts, kinds, fields in TABLE:
        result = machine(events, **facts)
        got = [action["type"] for action in result["actions"]]
        if isinstance(kinds, list):
            assert got == kinds, name
        elif kinds is not None:
            assert got and set(got) <= {kinds, f"{kinds}-end"}, name
        if fields is None:
            assert result["actions"] == [], name
        else:
            assert {one: pytest.approx(value) if isinstance(value, float) else value for one, value in fields.items()} \
                == {one: last(result)[one] for one in fields}, name


def test_all_fingers_up_is_rest(machine):
    for row in TABLE:
        events = row[1]
        down = {event[1] for event in events if event[0] == "down"}
        ends = [["up", finger, 0, 0, 5000] for finger in down]
        assert machine(events + ends, **row[2])["phase"] == "idle", row[0]


@pytest.mark.core
def test_fuzzed_fingers_end_at_rest_and_close_in_pairs(machine):
    found = machine.page.evaluate("""async (address) => {
      const { atRest, step } = await import(address);
      let seed = 7;
      const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * n); };
      const names = ["tap", "double", "pinch", "dismiss", "swipe"];
      for (let round = 0; round < 3000; round += 1) {
        let state = atRest, time = 0, open = null;
        const allows = names.filter(() => random(3) > 0);
        const actions = [];
        const feed = (event) => {
          time += random(60);
          const result = step(state, { time, x: random(400), y: random(800), zoomed: random(3) === 0, allows, atTop: random(2) === 0,
            width: 400, height: 800, previous: true, next: random(2) === 0, ...event });
          state = result.state;
          actions.push(...result.actions);
        };
        for (let n = 0; n < 25; n += 1) feed({ type: ["down", "move", "move", "up", "cancel", "time"][random(6)], id: random(3) });
        for (let id = 0; id < 3; id += 1) for (let n = 0; n < 9; n += 1) feed({ type: "up", id });
        if (state.phase !== "idle" || state.fingers.length > 0) return `not at rest in round ${round}`;
        for (const { type, ...values } of actions) {
          if (Object.values(values).some((value) => typeof value === "number" && !Number.isFinite(value))) return `${type} in round ${round}`;
          const base = type.replace(/-(start|end)$/, "");
          if (["tap", "double-tap", "wake"].includes(type)) continue;
          // A finger that stays after a pinch may leave without having moved.
          if (type === "pan-end" && open === null) continue;
          if (type.endsWith("-end")) { if (open !== base) return `${type} without a start in round ${round}`; open = null; }
          else if (open !== null && open !== base) return `${type} within ${open} in round ${round}`;
          else open = base;
        }
        if (open !== null) return `${open} was left open in round ${round}`;
      }
      return null;
    }""", wait_for_module(machine.page, "gestures"))
    assert found is None


@pytest.mark.core
def test_zoom_keeps_the_point_under_the_finger_and_never_shows_emptiness(machine):
    result = machine.page.evaluate("""async (address) => {
      const { scaledAround, settled, fitted, reach, moved, nextStep, pinchedScale, WHOLE } = await import(address);
      const frame = { width: 400, height: 800 };
      const size = fitted({ width: 4000, height: 2000 }, frame);
      const doubled = scaledAround(WHOLE, 2, { x: 100, y: 0 });
      const at = (view, x) => (x - view.x) / view.scale;
      let view = { scale: 2, x: 0, y: 0 };
      for (let n = 0; n < 50; n += 1) view = moved(view, 30, 30, size, frame);
      return {
        size, kept: [at(WHOLE, 100), at(doubled, 100)], limit: reach({ scale: 2 }, size, frame),
        back: settled({ scale: 2, x: 900, y: 900 }, size, frame), small: settled({ scale: 0.6, x: 5, y: 5 }, size, frame),
        dragged: view, steps: [1, 1.5, 2, 3, 4, 5].map((scale) => [nextStep(scale, -1), nextStep(scale, 1)]),
        soft: [pinchedScale(1, 0.8), pinchedScale(5, 1.2), pinchedScale(2, 1.2)],
      };
    }""", wait_for_module(machine.page, "zoom-geometry"))
    assert result["size"] == {"width": 400, "height": 200}
    assert result["kept"] == [100, 100]
    assert result["limit"] == {"x": 200, "y": 0}
    assert result["back"] == {"scale": 2, "x": 200, "y": 0}
    assert result["small"] == {"scale": 1, "x": 0, "y": 0}
    assert 200 < result["dragged"]["x"] < 750  # 1500 pixels of finger
    assert result["steps"] == [[1, 1.5], [1, 2], [1.5, 3], [2, 4], [3, 5], [4, 5]]
    assert 0.8 < result["soft"][0] < 1 and 5 < result["soft"][1] < 6 and result["soft"][2] == 2.4
