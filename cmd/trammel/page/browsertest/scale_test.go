//go:build browser

package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// pile writes a deck of n boxes that fall.
func pile(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`<MotionSolve><Model><Param_Unit force_unit="Newton" mass_unit="Kilogram" length_unit="Meter" time_unit="Second"/><Force_Gravity grav_z="-9.81"/>
<Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>
`)
	for i := range n {
		id := 10 + i
		fmt.Fprintf(&b, `<Body_Rigid id="%[1]d" cg_id="%[1]d" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1" w_ic_x="%[2]d"/><Reference_Marker id="%[1]d" body_id="%[1]d" pos_x="%[3]d" pos_y="%[4]d" pos_z="%[5]d"/><Post_Graphic id="%[1]d" type="BoxDefinedFromCenter" rm_id="%[1]d" x_length="0.8" y_length="0.6" z_length="0.4"/>
`, id, i%7, 2*(i%10), 2*(i/10%10), 2*(i/100))
	}
	b.WriteString(`<Post_Request id="1" type="MARKER_DISPLACEMENT" i_marker_id="10" j_marker_id="1"/></Model><Command><Simulate analysis_type="Transient" end_time="0.5" print_interval="0.01"/></Command></MotionSolve>`)
	file := filepath.Join(t.TempDir(), fmt.Sprintf("pile-%d.xml", n))
	must(t, os.WriteFile(file, []byte(b.String()), 0o666))
	return file
}

// A frame of a thousand bodies costs few calls, and the script at most three times the time of ten bodies.
func TestThousandBodies(t *testing.T) {
	script := map[int]float64{}
	for _, n := range []int{10, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) { script[n] = frameTime(t, n) })
	}
	if floor := max(script[10], 0.7); script[1000] > 3*floor {
		t.Errorf("the script takes %.2f ms for 1000 bodies, %.2f for 10", script[1000], script[10])
	}
}

// frameTime is the time in ms that the script takes for a frame of n bodies: the least of many frames, since others wait for the machine.
func frameTime(t *testing.T, n int) float64 {
	t.Helper()
	b := page(t, serve(t, results(t, pile(t, n))))
	ms := eval[float64](t, b, `(async () => { let least = Infinity, c = trammel.clock; for (let i = 0; i < 60; i++) { const before = performance.now(); trammel.view.setTime(c.start + (c.end - c.start) * i / 61); trammel.view.draw([0, 0, 0, 0]); least = Math.min(least, performance.now() - before); await new Promise(r => setTimeout(r)); } return least; })()`)
	calls := eval[int](t, b, `trammel.view.calls`)
	if calls > 30 {
		t.Errorf("%d bodies: %d drawing calls", n, calls)
	}
	t.Logf("%d bodies: %d drawing calls, script %.2f ms a frame", n, calls, ms)
	return ms
}

// A table of a million rows and twenty columns opens, and stays usable: its curves keep a peak of one row, and a zoom shows single rows.
func TestMillionRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "long.csv")
	var b strings.Builder
	b.WriteString("time")
	for c := range 20 {
		fmt.Fprintf(&b, ",c%d", c)
	}
	b.WriteByte('\n')
	for i := range 1_000_000 {
		v := i % 1000
		if i == 600_123 {
			v = 5000
		}
		b.WriteString(strconv.FormatFloat(float64(i)*1e-3, 'g', -1, 64))
		for c := range 20 {
			b.WriteByte(',')
			b.WriteString(strconv.Itoa(v + c))
		}
		b.WriteByte('\n')
	}
	must(t, os.WriteFile(file, []byte(b.String()), 0o666))
	begun := time.Now()
	p := page(t, serve(t, file))
	must(t, p.Eval(`trammel.plots.add([...Array(20).keys()]).then(() => true)`, nil))
	t.Logf("20 curves are shown after %.1f s, the page holds %.0f MB", time.Since(begun).Seconds(), eval[float64](t, p, `performance.memory.usedJSHeapSize / 1e6`))
	if top := eval[float64](t, p, `trammel.plots.cards[0].plot.ranges().axes[0].high`); top < 5000 {
		t.Errorf("the axis ends at %g", top)
	}
	ms := eval[float64](t, p, `(() => { const x = trammel.plots.cards[0].plot; let least = Infinity; for (let i = 0; i < 5; i++) { const before = performance.now(); x.drawNow(); least = Math.min(least, performance.now() - before); } return least; })()`)
	all := eval[float64](t, p, `(() => { const x = trammel.plots.cards.at(-1).plot, begun = performance.now(); x.drawNow(); return performance.now() - begun; })()`)
	t.Logf("a plot of 1,000,000 rows is drawn in %.1f ms, of 20 columns in %.1f ms", ms, all)
	if n := eval[int](t, p, `trammel.plots.cards.at(-1).plot.curves.length`); n != 20 || all > 40*max(ms, 1) {
		t.Errorf("%d curves are drawn in %.0f ms, the first plot in %.0f", n, all, ms)
	}
	must(t, p.Eval(`trammel.plots.cards[0].plot.setZoom({ x: [600.12, 600.126] })`, nil))
	if top := eval[float64](t, p, `trammel.plots.cards[0].plot.ranges().axes[0].high`); top < 5000 {
		t.Errorf("zoomed, the axis ends at %g", top)
	}
}

// A large report says that it is decimated.
func TestDecimatedReport(t *testing.T) {
	b := page(t, report(t, results(t, pile(t, 1000)), "--max-size", "1"))
	if note := eval[string](t, b, `document.getElementById("note").textContent`); !strings.Contains(note, "motion has") {
		t.Errorf("note %q", note)
	}
}
