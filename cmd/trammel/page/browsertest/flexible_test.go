//go:build browser

package browsertest

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeStrip writes a deck with a free strip of 1 m along x that vibrates in two modes, z = sin πx and sin 2πx, and returns its path.
func writeStrip(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	shape := func(x float64) [][]float64 {
		return [][]float64{{0, 0}, {0, 0}, {math.Sin(math.Pi * x), math.Sin(2 * math.Pi * x)}}
	}
	var positions [][]float64
	var phi [][][]float64
	var edges, triangles [][]int
	for i := range 21 {
		for k := range 2 {
			x := float64(i) / 20
			positions, phi = append(positions, []float64{x, 0.2*float64(k) - 0.1, 0}), append(phi, shape(x))
		}
		edges = append(edges, []int{2 * i, 2*i + 1})
		if i > 0 {
			edges = append(edges, []int{2*i - 2, 2 * i}, []int{2*i - 1, 2*i + 1})
			triangles = append(triangles, []int{2*i - 2, 2 * i, 2*i + 1}, []int{2*i - 2, 2*i + 1, 2*i - 1})
		}
	}
	text, err := json.Marshal(map[string]any{"trammel": "flexible body 1", "units": "m-kg-s", "mass": 1, "s0": []float64{0.5, 0, 0}, "J0": [][]float64{{0.01, 0, 0}, {0, 1.0 / 3, 0}, {0, 0, 1.0 / 3}},
		"S": [][]float64{{0, 0}, {0, 0}, {2 / math.Pi, 0}}, "C0": [][]float64{{0, 0}, {-1 / math.Pi, 1 / (2 * math.Pi)}, {0, 0}}, "M": []float64{0.5, 0.5}, "K": []float64{40, 160},
		"nodes":   []any{map[string]any{"id": 1, "position": []float64{0, 0, 0}, "Phi": shape(0)}, map[string]any{"id": 2, "position": []float64{0.5, 0, 0}, "Phi": shape(0.5)}},
		"surface": map[string]any{"positions": positions, "Phi": phi, "edges": edges, "triangles": triangles}})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "strip.json"), text, 0o666))
	deck := filepath.Join(dir, "strip.xml")
	must(t, os.WriteFile(deck, []byte(`<M><Model><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Flexible id="2" label="strip" flex_file="strip.json" cdamp_expr="0" q_ic="0.05 0.03"/><Reference_Marker id="20" body_id="2" node_id="2"/>
<Post_Request id="1" type="EXPRESSION" expr1="DZ(20)" expr2="Q(2,7)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="1" num_steps="50"/><Simulate analysis_type="Linear"/></Command></M>`), 0o666))
	return deck
}

// TestFlexibleBody: the surface is where modal coordinates of the results put it, larger with the factor, in the page that is served and in the
// report; modes of the linear analysis bend it.
func TestFlexibleBody(t *testing.T) {
	out := results(t, writeStrip(t), "--results", "all")
	largest := 0.0
	for i := range 21 {
		x := float64(i) / 20
		largest = math.Max(largest, math.Abs(0.05*math.Sin(math.Pi*x)+0.03*math.Sin(2*math.Pi*x)))
	}
	for _, address := range []string{serve(t, out), report(t, out)} {
		b := page(t, address)
		must(t, b.WaitUntilTrue(`trammel.framesDrawn > 0`))
		must(t, b.Eval(`(async () => { trammel.clock.pause(); trammel.clock.set(0); await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))); })()`, nil))
		got := eval[[3]float64](t, b, `(() => { const s = trammel.view.models[0].surfaces[0]; return [s.largest, s.vertices[7 * 20 + 2], trammel.view.models[0].mostDisplaced]; })()`)
		if math.Abs(got[0]-largest) > 1e-5 || math.Abs(got[1]-0.05) > 1e-5 || got[2] < largest-1e-5 {
			t.Errorf("largest displacement, that of the middle, and that of all times: %v, want %g, 0.05 and no less", got, largest)
		}
		must(t, b.Eval(`(async () => { const s = document.getElementById("deformation"); s.value = 10; s.dispatchEvent(new Event("input")); await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))); })()`, nil))
		if z := eval[float64](t, b, `trammel.view.models[0].surfaces[0].vertices[7 * 20 + 2]`); math.Abs(z-0.5) > 1e-4 {
			t.Errorf("ten times the displacement of the middle is %g", z)
		}
		if text := eval[string](t, b, `document.getElementById("displacement").textContent`); !strings.HasSuffix(text, "× 10") {
			t.Errorf("the legend says %q", text)
		}
		must(t, b.Eval(`(async () => { const s = document.getElementById("deformation"); s.value = 0; s.dispatchEvent(new Event("input")); })()`, nil))
		compareScreenshot(t, b, "flexible")
		must(t, b.Eval(`(async () => { document.getElementById("tab-modes").click(); const i = trammel.first.modes.findIndex(m => m.imag_hz > 2); trammel.modes.start(i); trammel.modes.hold(0); await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r))); })()`, nil))
		if x := eval[float64](t, b, `trammel.view.models[0].surfaces[0].largest`); x < 0.02 {
			t.Errorf("a mode bends the surface by %g: %s", x, eval[string](t, b, `JSON.stringify(trammel.first.modes)`))
		}
		must(t, b.Eval(`trammel.modes.stop()`, nil))
	}
}
