//go:build browser

package browsertest

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// studyDeck is a bead of mass 2 on a spring along x, drawn as a sphere; its run fails before its end where k is less than 0.
const studyDeck = `<MotionSolve><Model><Parameter name="k" value="8"/><Parameter name="start" value="1"/>
<Param_Unit force_unit="Newton" mass_unit="Kilogram" length_unit="Meter" time_unit="Second"/><Param_Transient integr_tol="1e-8"/>
<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Rigid id="2" cg_id="9" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="9" body_id="2" pos_x="${start}"/>
<Reference_Marker id="10" body_id="1" a00="0" a20="-1" a02="1" a22="0"/><Reference_Marker id="11" body_id="2" pos_x="${start}" a00="0" a20="-1" a02="1" a22="0"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="11" j_marker_id="10"/>
<Force_Vector_OneBody id="3" type="FORCEONLY" marker_id="9" ref_marker_id="1" fx_expression="-${k}*DX(9)+0*SQRT(${k}+5-5*TIME/%[1]s)" fy_expression="0" fz_expression="0"/>
<Post_Graphic id="1" type="SPHERE" rm_id="9" radius="0.2"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(9)" expr2="VX(9)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="%[1]s" num_steps="%[2]s"/></Command></MotionSolve>`

// studyFiles writes a deck and a study of it, and returns the study file.
func studyFiles(t *testing.T, end, steps string, runs int) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	write("bead.xml", fmt.Sprintf(studyDeck, end, steps))
	write("bead.toml", fmt.Sprintf(`deck = "bead.xml"
seed = 2
[[parameter]]
name = "k"
range = [-4.0, 30.0]
[[parameter]]
name = "start"
range = [0.5, 1.5]
[design]
kind = "lhs"
runs = %d
[[response]]
name = "last"
column = "1.F1"
reduce = "final"
[[response]]
name = "speed"
column = "1.F2"
reduce = "maxabs"
[limits]
failures = 0.5
[engine]
kind = "local"
workers = 1
`, runs))
	return filepath.Join(dir, "bead.toml")
}

// studyRows reads results.csv by the names of its columns.
func studyRows(t *testing.T, dir string) (rows []map[string]string) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "results.csv"))
	must(t, err)
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	must(t, err)
	for _, l := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = l[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// startPage starts a command that prints the address of a page and returns that address.
func startPage(t *testing.T, args ...string) (*exec.Cmd, string) {
	t.Helper()
	c := exec.Command(program, args...)
	r, w, err := os.Pipe()
	must(t, err)
	c.Stdout, c.Stderr = w, w
	must(t, c.Start())
	w.Close()
	t.Cleanup(func() { _ = c.Process.Kill() })
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if at := strings.Index(lines.Text(), "http://"); at >= 0 {
			address := lines.Text()[at:]
			go func() { _, _ = io.Copy(io.Discard, r) }()
			return c, address
		}
	}
	t.Fatal("no address is printed")
	return nil, ""
}

// pointOf is where the point of a run is in the window.
func pointOf(t *testing.T, b *Browser, run int) (x, y float64) {
	t.Helper()
	p := eval[[]float64](t, b, fmt.Sprintf(`(() => { const s = trammelStudy.scatter, r = s.canvas.getBoundingClientRect(), p = s.position(%d - 1); return [p[0] + r.x, p[1] + r.y]; })()`, run))
	return p[0], p[1]
}

// A study that has ended: points, failures, and the animation of the run that is picked.
func TestStudy(t *testing.T) {
	file := studyFiles(t, "1", "50", 60)
	if text, err := exec.Command(program, "study", "run", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	dir := strings.TrimSuffix(file, ".toml") + ".study"
	rows, failed, good := studyRows(t, dir), 0, 0
	for i, r := range rows {
		if r["status"] == "failed" {
			failed = i + 1
		} else {
			good = i + 1
		}
	}
	c, address := startPage(t, "study", "view", dir, "--no-open")
	b := page(t, address)
	if text := eval[string](t, b, `document.getElementById("progress").textContent`); !strings.HasPrefix(text, "60 runs, ") || !strings.HasSuffix(text, " failed") {
		t.Errorf("progress %q", text)
	}
	must(t, b.WaitUntilTrue(`trammelStudy.scatter.toX`))
	drawn := eval[int](t, b, `(() => { const c = document.getElementById("scatter"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i + 2] > d[i] + 60) n++; return n; })()`)
	if drawn < 200 {
		t.Errorf("%d pixels of points are drawn", drawn)
	}
	if n := eval[int](t, b, `document.querySelectorAll("#failures tbody tr").length`); n < 3 || n > 12 {
		t.Errorf("%d failures are listed; 7 of 60 runs have k < 0", n)
	}

	x, y := pointOf(t, b, good)
	must(t, b.Click(x, y))
	must(t, b.WaitUntilTrue(`document.querySelector("#stage iframe")?.contentDocument?.documentElement?.dataset.ready === "1"`))
	last := eval[float64](t, b, `(async () => { const w = document.querySelector("#stage iframe").contentWindow, r = w.trammel.first, c = await r.column(r.find("1.F1")); return c.y[c.y.length - 1]; })()`)
	if want, _ := strconv.ParseFloat(rows[good-1]["last"], 64); math.Abs(last-want) > 1e-12 {
		t.Errorf("the animation of run %d ends at %g, its row has %g", good, last, want)
	}
	k, _ := strconv.ParseFloat(rows[good-1]["k"], 64)
	start, _ := strconv.ParseFloat(rows[good-1]["start"], 64)
	if want := start * math.Cos(math.Sqrt(k/2)); math.Abs(last-want) > 1e-5 {
		t.Errorf("the bead of run %d is at %g, not %g", good, last, want)
	}
	must(t, b.WaitUntilTrue(`document.querySelector("#stage iframe").contentWindow.trammel.framesDrawn > 0`))
	screenshot(t, b)

	x, y = pointOf(t, b, failed)
	must(t, b.Click(x, y))
	must(t, b.WaitUntilTrue(fmt.Sprintf(`trammelStudy.picked === %d && document.querySelector("#facts .failed")`, failed)))
	if text := eval[string](t, b, `document.getElementById("facts").textContent`); !strings.Contains(text, rows[failed-1]["message"]) {
		t.Errorf("run %d: %q has not the message %q", failed, text, rows[failed-1]["message"])
	}
	must(t, b.Eval(`document.getElementById("scatter").focus()`, nil))
	must(t, b.PressKey("ArrowLeft"))
	must(t, b.WaitUntilTrue(fmt.Sprintf(`trammelStudy.picked === %d`, failed-1)))

	left := eval[[]float64](t, b, `(() => { const r = document.getElementById("scatter").getBoundingClientRect(); return [r.x + 120, r.y + 60]; })()`)
	must(t, b.Drag([2]float64{left[0], left[1]}, [2]float64{left[0] + 150, left[1] + 120}))
	must(t, b.WaitUntilTrue(`trammelStudy.scatter.zoom && !document.getElementById("all").hidden`))
	must(t, b.Eval(`document.getElementById("all").click()`, nil))
	must(t, b.Eval(`(() => { const y = document.getElementById("y"); y.value = 3; y.dispatchEvent(new Event("change")); })()`, nil))
	must(t, b.WaitUntilTrue(`trammelStudy.scatter.y.name === "speed"`))
	must(t, b.Eval(`document.getElementById("largest").click()`, nil))
	most, at := 0.0, 0
	for i, r := range rows {
		if v, err := strconv.ParseFloat(r["speed"], 64); err == nil && v > most {
			most, at = v, i+1
		}
	}
	must(t, b.WaitUntilTrue(fmt.Sprintf(`trammelStudy.picked === %d && document.querySelector("#stage iframe")?.contentDocument?.documentElement?.dataset.ready === "1"`, at)))

	must(t, c.Process.Signal(os.Interrupt))
	if err := c.Wait(); err != nil {
		t.Errorf("view: %v", err)
	}
	must(t, b.WaitUntilTrue(`document.getElementById("note").textContent.includes("has ended")`))
}

// A study under way: its page follows it to its end, and ends the command when it is closed.
func TestStudyLive(t *testing.T) {
	file := studyFiles(t, "20", "8000", 40)
	c, address := startPage(t, "study", "run", file, "--view", "--no-open")
	b := page(t, address)
	must(t, b.WaitUntilTrue(`trammelStudy.progress.done < trammelStudy.progress.runs && trammelStudy.progress.rate > 0`))
	screenshot(t, b)
	must(t, b.WaitUntilTrue(`trammelStudy.progress.done === 40 && trammelStudy.scatter.status.every(s => s > 0)`))
	if text := eval[string](t, b, `document.getElementById("state").textContent`); text != "complete" {
		t.Errorf("state %q", text)
	}
	must(t, b.SendCommand("Page.navigate", map[string]any{"url": "about:blank"}, nil))
	if err := c.Wait(); err != nil {
		t.Errorf("study run: %v", err)
	}
}
