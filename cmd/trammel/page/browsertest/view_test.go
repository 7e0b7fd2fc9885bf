//go:build browser

package browsertest

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// examples are opened in both ways. element is what a click on its picture must name; place a line of the deck that must be shown for it.
var examples = []struct {
	name, deck, element, place string
	flags                      []string
}{
	{"double-wishbone", "examples/double-wishbone/double-wishbone.py", "", "", nil},
	{"six-axis-robot", "examples/six-axis-robot/robot.py", "", "", nil},
	{"wrecking-ball", "examples/wrecking-ball/unilateral.py", "", "", []string{"--end", "0.4", "--dt", "0.02"}},
	{"four-bar", "examples/four-bar/four-bar.xml", "REVOLUTE 1", "four-bar.xml:47", []string{"--end", "2", "--steps", "200"}},
	{"chain-100", "examples/chain-100/chain.py", "", "", []string{"--end", "0.5", "--dt", "0.02"}},
	{"modes", "examples/modes/drum.py", "", "", nil},
	{"contacts", "examples/contact-rigid/roll.xml", "", "", nil},
	{"catenary", "examples/catenary/catenary.xml", "", "", []string{"--end", "0.2", "--steps", "40"}},
	{"pile", "examples/pile/pile.py", "", "", []string{"--end", "0.01", "--dt", "0.005"}},
	{"straight-line", "examples/straight-line/straight-line.acf", "REVOLUTE 2", "straight-line.adm:93", nil},
}

// ran are the results of the examples, each run once.
var ran = map[string]string{}

// exampleResults runs an example unless it has been run.
func exampleResults(t *testing.T, i int) string {
	t.Helper()
	x := &examples[i]
	if ran[x.name] == "" {
		dir, err := os.MkdirTemp(scratch, x.name+"-")
		must(t, err)
		out := filepath.Join(dir, x.name+".out")
		c := exec.Command(program, append([]string{"run", filepath.Join(repo, x.deck), "--results", "all", "--quiet", "--out", out}, x.flags...)...)
		if text, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", x.deck, err, text)
		}
		ran[x.name] = out
	}
	return ran[x.name]
}

// inspect plays, scrubs, picks, plots and exports.
func inspect(t *testing.T, b *Browser, element, place string) {
	t.Helper()
	if n := eval[int](t, b, `document.querySelectorAll(".plot canvas").length`); n == 0 && eval[int](t, b, `trammel.first.rows`) > 0 {
		t.Error("there are no plots")
	}
	if eval[bool](t, b, `Boolean(trammel.view)`) {
		inspectScene(t, b, element, place)
	}
	if eval[float64](t, b, `trammel.clock.end`) > eval[float64](t, b, `trammel.clock.start`) {
		inspectTime(t, b)
	}
	if eval[int](t, b, `trammel.plots.cards.length`) > 0 {
		inspectPlots(t, b)
	}
	inspectPanels(t, b)
}

// inspectScene looks whether anything is drawn, by few calls, and picks an element.
func inspectScene(t *testing.T, b *Browser, element, place string) {
	t.Helper()
	must(t, b.WaitUntilTrue(`trammel.framesDrawn > 0`))
	drawn := eval[int](t, b, `(() => { const c = document.getElementById("view"), o = document.createElement("canvas"); o.width = c.width; o.height = c.height; const g = o.getContext("2d"); g.drawImage(c, 0, 0);
		const d = g.getImageData(0, 0, o.width, o.height).data, seen = new Set(); let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200) { n++; seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); } return seen.size > 20 ? n : 0; })()`)
	if drawn < 100 {
		t.Errorf("%d pixels of the scene are drawn", drawn)
	}
	if n := eval[int](t, b, `trammel.view.calls`); n < 1 || n > 30 {
		t.Errorf("%d drawing calls", n)
	}
	if element == "" {
		return
	}
	at := eval[[2]float64](t, b, `(() => { const s = trammel.first.scene, j = s.joints[0], m = s.markers[j.i], n = trammel.view.models[0].motion.now, k = 7 * m.body;
		const [w, x, y, z] = n.slice(k + 3, k + 7), v = m.pos, c = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], q = [x, y, z], t = c(q, v).map(e => 2 * e), r = c(q, t);
		return trammel.view.project([0, 1, 2].map(i => v[i] + w * t[i] + r[i] + n[k + i])); })()`)
	must(t, b.Click(at[0], at[1]))
	text := eval[string](t, b, `document.getElementById("picked").textContent`)
	if text == "" {
		t.Fatalf("a click at %v picks nothing", at)
	}
	// The joint may lie in a support or a rod: the keys lead to it.
	for range 60 {
		if text = eval[string](t, b, `document.getElementById("picked").textContent`); strings.Contains(text, element) {
			break
		}
		must(t, b.PressKey("."))
	}
	if !strings.Contains(text, element) || !strings.Contains(text, place) {
		t.Errorf("picked %q, want %s at %s", text, element, place)
	}
	must(t, b.Eval(`document.querySelector("#picked button").click()`, nil))
	if line := eval[string](t, b, `document.querySelector(".code .on")?.textContent ?? ""`); !strings.Contains(line, "Constraint_Joint") && !strings.HasPrefix(line, "JOINT/") {
		t.Errorf("the line of the deck is %q", line)
	}
	must(t, b.Eval(`document.getElementById("tab-plots")?.click()`, nil))
}

// inspectTime plays, steps and scrubs.
func inspectTime(t *testing.T, b *Browser) {
	t.Helper()
	must(t, b.Eval(`trammel.clock.setLoop(false); trammel.clock.set(trammel.clock.start); document.activeElement.blur()`, nil))
	must(t, b.PressKey(" "))
	must(t, b.WaitUntilTrue(`trammel.clock.time > trammel.clock.start`))
	if eval[string](t, b, `document.getElementById("play").getAttribute("aria-label")`) == "Pause" {
		must(t, b.PressKey(" "))
	}
	must(t, b.WaitUntilTrue(`!trammel.clock.playing`))
	must(t, b.PressKey("Home"))
	must(t, b.PressKey("ArrowRight"))
	if i := eval[int](t, b, `trammel.clock.frame(trammel.clock.time)`); i != 1 {
		t.Errorf("one step ahead leads to frame %d", i)
	}
	must(t, b.PressKey("End"))
	if !eval[bool](t, b, `trammel.clock.time === trammel.clock.end`) {
		t.Error("End does not lead to the end")
	}
	must(t, b.Eval(`(() => { const s = document.getElementById("slider"); s.value = 500; s.dispatchEvent(new Event("input")); })()`, nil))
	if part := eval[float64](t, b, `(trammel.clock.time - trammel.clock.start) / (trammel.clock.end - trammel.clock.start)`); part < 0.49 || part > 0.51 {
		t.Errorf("the slider's middle leads to %g of the time", part)
	}
}

// inspectPlots zooms by the mouse, makes a spectrum, opens a plot by the dialog, and exports.
func inspectPlots(t *testing.T, b *Browser) {
	t.Helper()
	box := eval[[4]float64](t, b, `(() => { const c = trammel.plots.cards[0].plot.canvas; c.scrollIntoView(); const r = c.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()`)
	before := eval[[2]float64](t, b, `trammel.plots.cards[0].plot.ranges().x`)
	must(t, b.Drag([2]float64{box[0] + 0.4*box[2], box[1] + 80}, [2]float64{box[0] + 0.6*box[2], box[1] + 85}))
	after := eval[[2]float64](t, b, `trammel.plots.cards[0].plot.ranges().x`)
	if w := (after[1] - after[0]) / (before[1] - before[0]); before[1] > before[0] && (w < 0.1 || w > 0.4) {
		t.Errorf("a drag over a fifth of the plot leaves %g of its range", w)
	}
	must(t, b.Eval(`[...document.querySelectorAll(".plot .bar button")].find(x => x.textContent === "All").click()`, nil))
	must(t, b.Eval(`trammel.plots.cards[0].setFft(true); trammel.plots.cards[0].setFft(false)`, nil))
	n := eval[int](t, b, `trammel.plots.cards.length`)
	must(t, b.Eval(`document.getElementById("add-plot").click()`, nil))
	must(t, b.Eval(`document.querySelector("dialog.chooser .list input").click(); document.querySelector("dialog.chooser .actions .ok").click()`, nil))
	must(t, b.WaitUntilTrue(fmt.Sprintf(`trammel.plots.cards.length === %d`, n+1)))
	for _, kind := range []string{"SVG", "CSV", "PNG"} {
		must(t, b.Eval(`delete document.documentElement.dataset.saved; [...document.querySelectorAll(".plot .bar button")].find(x => x.textContent === "`+kind+`").click()`, nil))
		must(t, b.WaitUntilTrue(`document.documentElement.dataset.saved?.includes(".`+strings.ToLower(kind)+`")`))
	}
}

// inspectPanels opens all tabs, and looks whether all that can be used has a name.
func inspectPanels(t *testing.T, b *Browser) {
	t.Helper()
	must(t, b.Eval(`document.querySelectorAll("#tabs button").forEach(x => x.click())`, nil))
	must(t, b.Eval(`document.querySelector("#tabs button").click()`, nil))
	seen, roles := unnamed(t, b)
	if len(roles) > 0 {
		t.Errorf("screen readers have no name for %v", roles)
	}
	if seen < 10 {
		t.Errorf("%d controls are seen by screen readers", seen)
	}
}

// Results of the examples are shown by the server, with all that the page can do.
func TestView(t *testing.T) {
	for i, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			b := page(t, serve(t, exampleResults(t, i)))
			compareScreenshot(t, b, x.name)
			inspect(t, b, x.element, x.place)
		})
	}
}

// A report shows and exports all of it from the disk, without a network.
func TestReport(t *testing.T) {
	for i, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			b := page(t, report(t, exampleResults(t, i)))
			must(t, b.SendCommand("Network.emulateNetworkConditions", map[string]any{"offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}, nil))
			inspect(t, b, x.element, x.place)
		})
	}
}

// A section cuts the model but not the grid, and picks see what it leaves; axes and gravity are in a corner.
func TestSection(t *testing.T) {
	b := page(t, serve(t, results(t, "examples/pendulum/pendulum.xml", "--end", "0.1", "--steps", "5")))
	colored := `(async () => { await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))); const c = document.getElementById("view"), o = document.createElement("canvas"); o.width = c.width; o.height = c.height; const g = o.getContext("2d"); g.drawImage(c, 0, 0);
		const d = g.getImageData(0, 0, o.width, o.height).data; let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200 && Math.max(d[i], d[i + 1], d[i + 2]) - Math.min(d[i], d[i + 1], d[i + 2]) > 40) n++; return n; })()`
	whole := eval[int](t, b, colored)
	must(t, b.Eval(`document.getElementById("view").focus()`, nil))
	cut := map[string]int{}
	for _, axis := range []string{"across x", "across y", "across z", "none"} {
		must(t, b.PressKey("x"))
		if now := eval[string](t, b, `trammel.section.axis.selectedOptions[0].textContent`); now != axis {
			t.Fatalf("the section is %s, not %s", now, axis)
		}
		cut[axis] = eval[int](t, b, colored)
	}
	if cut["none"] != whole || cut["across x"] >= whole || cut["across x"] == 0 {
		t.Errorf("%d pixels of the model without a section, %v with one", whole, cut)
	}
	must(t, b.PressKey("x"))
	must(t, b.Eval(`(() => { const s = trammel.section; s.at.value = trammel.view.camera.axes().back[0] < 0 ? 1 : 0; s.set(); })()`, nil))
	if n := eval[int](t, b, colored); n != 0 {
		t.Errorf("%d pixels are left where the section cuts all away", n)
	}
	if n := eval[int](t, b, `(() => { const v = trammel.view, c = v.canvas.getBoundingClientRect(); let n = 0; for (let i = 1; i < 20; i++) for (let k = 1; k < 20; k++) n += v.pick(c.left + c.width * i / 20, c.top + c.height * k / 20) > 0; return n; })()`); n != 0 {
		t.Errorf("%d points pick what is cut away", n)
	}
	if text := eval[string](t, b, `document.getElementById("compass").getAttribute("aria-label")`); !strings.Contains(text, "gravity g 9.8") {
		t.Errorf("the corner says %q", text)
	}
}

// P shows the points of contact in front of all, with normals, from the server and in a report: a block that slides on a floor has four.
func TestContacts(t *testing.T) {
	out := results(t, "examples/contact-rigid/block.xml", "--results", "all")
	for name, address := range map[string]string{"view": serve(t, out), "report": report(t, out)} {
		t.Run(name, func(t *testing.T) {
			b := page(t, address)
			must(t, b.Eval(`trammel.clock.set(0.5)`, nil))
			green := `(async () => { await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))); const c = document.getElementById("view"), o = document.createElement("canvas"); o.width = c.width; o.height = c.height; const g = o.getContext("2d"); g.drawImage(c, 0, 0);
		const d = g.getImageData(0, 0, o.width, o.height).data; let n = 0; for (let i = 0; i < d.length; i += 4) n += d[i + 1] > 1.5 * Math.max(d[i], d[i + 2]); return n; })()`
			before := eval[int](t, b, green)
			must(t, b.PressKey("p"))
			must(t, b.WaitUntilTrue(`trammel.view.models[0].normals.count === 4 && trammel.view.models[0].dots.count === 4`))
			if after := eval[int](t, b, green); after < before+200 {
				t.Errorf("%d pixels show points of contact", after-before)
			}
			low := eval[[]float64](t, b, `(() => { const c = trammel.view.models[0].contacts, f = Math.floor(trammel.view.models[0].motion.at), out = []; for (let i = c.first[f]; i < c.first[f + 1]; i++) out.push(c.ids[10 * i], c.data[10 * i + 3], c.data[10 * i + 6]); return out; })()`)
			for i, want := range []float64{1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1} {
				if math.Abs(low[i]-want) > 1e-6 {
					t.Errorf("element, height and normal of the points: %v", low)
					break
				}
			}
			_ = screenshot(t, b)
			must(t, b.PressKey("p"))
			if again := eval[int](t, b, green); again > before+5 {
				t.Errorf("%d pixels stay", again-before)
			}
		})
	}
	b := page(t, serve(t, results(t, "examples/pendulum/pendulum.xml", "--end", "0.1", "--steps", "5")))
	must(t, b.PressKey("p"))
	must(t, b.WaitUntilTrue(`document.getElementById("note").textContent.includes("no points of contact")`))
}

// The facts show the steps of the integrator over time, from the server and in a report.
func TestSteps(t *testing.T) {
	out := results(t, "examples/pendulum/pendulum.xml", "--end", "1", "--steps", "100")
	for name, address := range map[string]string{"view": serve(t, out), "report": report(t, out)} {
		t.Run(name, func(t *testing.T) {
			b := page(t, address)
			must(t, b.Eval(`document.getElementById("tab-facts").click()`, nil))
			steps := eval[int](t, b, `trammel.first.steps.count.reduce((a, b) => a + b, 0)`)
			if steps == 0 || steps != eval[int](t, b, `trammel.first.document.steps`) {
				t.Errorf("%d steps", steps)
			}
			if text := eval[string](t, b, `document.querySelector("#panel-facts figure canvas").getAttribute("aria-label")`); !strings.Contains(text, fmt.Sprintf("%d steps of ", steps)) || !strings.Contains(text, "order ") {
				t.Errorf("the plot is called %q", text)
			}
			must(t, b.WaitUntilTrue(`(() => { const c = document.querySelector("#panel-facts figure canvas"); return c.width > 100 && new Set(c.getContext("2d").getImageData(0, 0, c.width, c.height).data).size > 20; })()`))
			_ = screenshot(t, b)
		})
	}
}

// Modes are listed and move the bodies.
func TestModes(t *testing.T) {
	b := page(t, serve(t, results(t, "examples/accuracy/decks/chain-eigenvalues.xml")))
	if n := eval[int](t, b, `document.querySelectorAll("#panel-modes tbody tr").length`); n < 2 {
		t.Fatalf("%d modes", n)
	}
	must(t, b.Eval(`document.querySelector("#panel-modes tbody button").click()`, nil))
	must(t, b.WaitUntilTrue(`trammel.view.mode?.shape.some(v => v !== 0)`))
	must(t, b.WaitUntilTrue(`(() => { const m = trammel.view.models[0].motion; return m.now.some((v, i) => Math.abs(v - m.data[Math.floor(m.at) * m.stride + i]) > 1e-6); })()`))
	must(t, b.Eval(`[...document.querySelectorAll("#panel-modes button")].find(x => x.textContent === "Stop").click()`, nil))
	if !eval[bool](t, b, `trammel.view.mode === null`) {
		t.Error("the mode does not stop")
	}
}

// Results of a linear analysis alone open with their modes, of which the first one moves, and can be held.
func TestOnlyModes(t *testing.T) {
	b := page(t, serve(t, results(t, "examples/modes/drum.py")))
	if id := eval[string](t, b, `document.querySelector("#tabs [aria-selected=true]").id`); id != "tab-modes" {
		t.Errorf("%s is open", id)
	}
	must(t, b.WaitUntilTrue(`document.querySelector("#panel-modes tr.on td")?.textContent.includes("1") && trammel.view.mode?.shape.some(v => v !== 0)`))
	hold := `[...document.querySelectorAll("#panel-modes button")].find(x => x.textContent === "%s").click()`
	must(t, b.Eval(fmt.Sprintf(hold, "Pause"), nil))
	moves := `(async () => { const a = trammel.modes.turns(); await new Promise(r => setTimeout(r, 200)); return trammel.modes.turns() - a; })()`
	if by := eval[float64](t, b, moves); by != 0 {
		t.Errorf("a mode that is held moves by %g turns", by)
	}
	must(t, b.Eval(fmt.Sprintf(hold, "Move"), nil))
	if by := eval[float64](t, b, moves); by <= 0 {
		t.Errorf("the mode moves by %g turns", by)
	}
	if n := eval[int](t, b, `trammel.plots.cards.length`); n != 0 || !eval[bool](t, b, `document.getElementById("panel-plots").textContent.includes("nothing to plot")`) {
		t.Errorf("%d plots without rows", n)
	}
}

// Two results lie over each other, in the scene and in the plots, and so does a measured table in the plots.
func TestOverlay(t *testing.T) {
	a := results(t, "examples/pendulum/pendulum.xml", "--end", "1", "--steps", "100")
	c := results(t, "examples/pendulum/pendulum.xml", "--end", "1", "--steps", "50")
	b := page(t, serve(t, a, c, a+"/requests.csv"))
	if n := eval[int](t, b, `trammel.view.models.length`); n != 2 {
		t.Errorf("%d models in the scene", n)
	}
	if n := eval[int](t, b, `new Set(trammel.plots.cards[0].plot.curves.map(c => c.result)).size`); n != 3 {
		t.Errorf("curves of %d results", n)
	}
	must(t, b.Eval(`[...document.querySelectorAll(".plot .bar button")].find(x => x.textContent === "B − A").click()`, nil))
	must(t, b.WaitUntilTrue(`trammel.plots.cards[0].difference && trammel.plots.cards[0].plot.curves.every(c => c.label.includes("−"))`))
	if most := eval[float64](t, b, `Math.max(...trammel.plots.cards[0].plot.curves.flatMap(c => [...c.y].map(Math.abs)))`); !(most < 1e-2) {
		t.Errorf("the results differ by %g", most)
	}
}

// Dark and light follow the system.
func TestDark(t *testing.T) {
	b := page(t, report(t, results(t, "examples/pendulum/pendulum.xml", "--end", "1", "--steps", "100")))
	for _, x := range []struct {
		scheme string
		dark   bool
	}{{"dark", true}, {"light", false}} {
		useScheme(t, b, x.scheme)
		light := eval[float64](t, b, `(() => { const [r, g, b] = getComputedStyle(document.querySelector("header")).backgroundColor.match(/\d+/g).map(Number); return r + g + b; })()`)
		if (light < 300) != x.dark {
			t.Errorf("%s: the header has a lightness of %g", x.scheme, light)
		}
	}
}
