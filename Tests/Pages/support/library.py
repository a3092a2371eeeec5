"""Documents, schools and versions in greater numbers than the example has."""

import json


def records(workspace, *command):
    return [json.loads(line) for line in workspace.compass(*command, "--json").splitlines()]


def documents_of(workspace, *options):
    return records(workspace, "documents", "list", "--limit", "500", *options)


def add_documents(workspace, count, owner="jordan", title="Match"):
    """Stats sheets `Match 001`, `Match 002`…, in this order."""
    folder = workspace.folder / "more"
    folder.mkdir(exist_ok=True)
    files = []
    for number in range(1, count + 1):
        file = folder / f"{title} {number:03}.csv"
        file.write_text(f"Goals,Assists\n{number},{len(title)}\n{owner},0\n", encoding="utf-8")
        files.append(str(file.relative_to(workspace.folder)))
    # One at a time: several at once end in any order.
    workspace.compass("run", "stats-sheet", "--workers", "1", *files, "-i", f"user={owner}")


def add_versions(workspace, title, count, owner="jordan"):
    """A stats sheet in so many versions."""
    file = workspace.folder / "versions.csv"
    for number in range(1, count + 1):
        file.write_text(f"Goals,Version\n0,{number}\n", encoding="utf-8")
        workspace.compass("run", "stats-sheet", file.name, "-i", f"user={owner}", "-i", f"title={title}")


CARELESS = """\
version: 1
name: careless
inputs:
  user: { type: string, default: "${{ run.owner }}" }
  type: { type: document-type, default: resume }
stages:
  - uses: detect-mime
  - uses: upload
  - uses: create-version
    with: { title: "${{ document.name }}" }
"""


def add_carelessly(workspace, *files, type="resume"):
    """Whatever they are, by a pipeline that looks at nothing; each has its name as its title."""
    (workspace.folder / "pipelines/careless.yaml").write_text(CARELESS, encoding="utf-8")
    workspace.compass("run", "careless", *map(str, files), "-i", f"type={type}")


def add_schools(workspace, count):
    """`School 001` and so on."""
    file = workspace.folder / "more-schools.json"
    schools = [{"id": f"school-{number:03}", "name": f"School {number:03}"} for number in range(1, count + 1)]
    file.write_text(json.dumps(schools), encoding="utf-8")
    workspace.compass("schools", "import", file.name)


def count_kept(session, name):
    """What a page keeps of `Nodes`, `JSEventListeners`…: what is only waiting to be collected does not count."""
    least = None
    for _ in range(8):
        session.send("HeapProfiler.collectGarbage")
        session.send("Runtime.evaluate", {"expression": "new Promise((done) => setTimeout(done, 50))", "awaitPromise": True})
        now = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}[name]
        least = now if least is None else min(least, now)
    return least


FIND_MODULE = """
  const main = [...document.scripts].map((script) => script.src).find((address) => address.includes("/assets/"));
  const find = async (name) => {
    const isIt = new RegExp(`/assets/${name}-[0-9a-f]+\\.js$`);
    const known = new Set([main]);
    for (const address of known) {
      const text = await (await fetch(address)).text();
      const named = [...text.matchAll(/["']([\\w./-]+-[0-9a-f]{10}\\.js)["']/g)].map(([, path]) => new URL(path, address).href);
      const found = named.find((one) => isIt.test(one));
      if (found) return found;
      for (const one of named) known.add(one);
    }
    throw new Error(`no script is called ${name}`);
  };
"""


def module_address(page, name):
    """The address of a script of the pages, whether or not this page has asked for it: other scripts name it."""
    return page.evaluate(f"async (name) => {{ {FIND_MODULE} return find(name); }}", name)


def wait_for_module(page, name):
    """Until a script of the pages works on what it is for: its markup is there before. Returns the script's address."""
    return page.evaluate(f"""async (name) => {{ {FIND_MODULE}
      // The beginning asks for it before this does, so that it has it before.
      await import(main);
      const address = await find(name);
      await import(address);
      return address;
    }}""", name)
