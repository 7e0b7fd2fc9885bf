package run

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

const still = `<Simulate analysis_type="Static"/>`

// rested runs a model to rest and returns its only row by columns, and what run.json says.
func rested(t *testing.T, model, commands string) (map[string]float64, *Document) {
	t.Helper()
	o := carryOut(t, buildText(t, model, commands), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	row := map[string]float64{}
	for _, name := range o.tab.name {
		c := o.tab.of(t, name)
		row[name] = c[len(c)-1]
	}
	return row, o.doc
}

// near compares to a tolerance relative to max(1, |want|).
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Max(1, math.Abs(want))) {
		t.Errorf("%s is %.15g, want %.15g", what, got, want)
	}
}

// hung is a rod 1 m from its hinge, at an angle from straight down.
func hung(degrees float64) string {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return fmt.Sprintf(`
<Force_Gravity grav_x="0." grav_y="-10." grav_z="0."/>
<Body_Rigid id="1" IsGround="TRUE"/>
<Reference_Marker id="10" body_id="1"/>
<Body_Rigid id="2" cg_id="20" mass="1." inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1" v_ic_x="3." w_ic_z="2."/>
<Reference_Marker id="20" body_id="2" pos_x="%.17g" pos_y="%.17g"/>
<Reference_Marker id="21" body_id="2"/>
<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="21" j_marker_id="10"/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DY(20)" expr3="MODE" expr4="WZ(20)" expr5="ACCY(20)"/>
<Post_Request id="5" type="MARKER_FORCE" i_marker_id="21" j_marker_id="10"/>`, s, -c)
}

// TestStaticPendulum: it hangs down however it began, even a thousandth of a degree from the
// top, and its hinge carries its weight.
func TestStaticPendulum(t *testing.T) {
	for _, angle := range []float64{0, 10, 90, -135, 179, 179.999} {
		row, doc := rested(t, hung(angle), still)
		what := fmt.Sprintf("from %g degrees: ", angle)
		near(t, what+"x", row["1.F1"], 0, 1e-12)
		near(t, what+"y", row["1.F2"], -1, 1e-12)
		near(t, what+"MODE", row["1.F3"], 5, 0)
		near(t, what+"speed", row["1.F4"], 0, 0)
		near(t, what+"acceleration", row["1.F5"], 0, 0)
		near(t, what+"weight", row["5.FY"], 10, 1e-12)
		near(t, what+"sideways", row["5.FX"], 0, 1e-9)
		a := doc.Analyses[0]
		if len(doc.Warnings) > 0 || a.Kind != "static" || a.Method != "FIM_S" || a.Relaxed || a.Unstable || a.Iterations == 0 || a.Iterations > 50 {
			t.Errorf("%s%+v, %q", what, a, doc.Warnings)
		}
	}
}

// TestStaticOnTop: an equilibrium that the deck describes is kept, and said to be unstable.
func TestStaticOnTop(t *testing.T) {
	row, doc := rested(t, hung(180), still)
	near(t, "y", row["1.F2"], 1, 1e-12)
	if !doc.Analyses[0].Unstable || len(doc.Warnings) != 1 || !strings.Contains(doc.Warnings[0], "body 2") {
		t.Errorf("%+v %q", doc.Analyses, doc.Warnings)
	}
	row, _ = rested(t, hung(180), `<Param_Static method="MKEAM"/>`+still)
	near(t, "MKEAM: y", row["1.F2"], 1, 1e-12)
}

// chain is n bars of length 1 and weight 1 in a row of hinges, along the directions given, and
// hung up at both ends.
func chain(n int, direction func(k int) float64) string {
	var b strings.Builder
	b.WriteString(`<Force_Gravity grav_x="0." grav_y="-1." grav_z="0."/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="1" body_id="1"/>`)
	x, y := 0.0, 0.0
	for k := 1; k <= n; k++ {
		s, c := math.Sincos(direction(k))
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="1." inertia_xx="0.01" inertia_yy="0.1" inertia_zz="0.1"/>`, k+1, 10*k)
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g" pos_y="%.17g"/>`, 10*k, k+1, x+c/2, y+s/2)
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g" pos_y="%.17g"/>`, 10*k+1, k+1, x, y)
		x, y = x+c, y+s
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g" pos_y="%.17g"/>`, 10*k+2, k+1, x, y)
		before := 10*(k-1) + 2
		if k == 1 {
			before = 1
		}
		fmt.Fprintf(&b, `<Constraint_Joint id="%d" type="REVOLUTE" i_marker_id="%d" j_marker_id="%d"/>`, k, 10*k+1, before)
		fmt.Fprintf(&b, `<Post_Request id="%d" type="MARKER_DISPLACEMENT" i_marker_id="%d"/>`, k, 10*k+2)
	}
	fmt.Fprintf(&b, `<Reference_Marker id="2" body_id="1" pos_x="%.17g" pos_y="%.17g"/>`, x, y)
	fmt.Fprintf(&b, `<Constraint_Joint id="%d" type="INLINE" i_marker_id="%d" j_marker_id="2"/>`, n+1, 10*n+2)
	fmt.Fprintf(&b, `<Post_Request id="%d" type="MARKER_FORCE" i_marker_id="11" j_marker_id="1"/>`, n+1)
	return b.String()
}

// catenary returns the horizontal force in the chain of n bars between points of one height, span
// apart, and the angles of its bars: by the balance of torques, a bar k with the vertical
// forces n/2 - k + 1 and n/2 - k at its ends has tan = (n + 1 - 2k)/(2 H), downwards first, and the
// horizontal parts add up to the span.
func catenary(n int, span float64) (h float64, angle []float64) {
	angle = make([]float64, n)
	lo, hi := 1e-9, 1e9
	for range 200 {
		h = math.Sqrt(lo * hi)
		sum := 0.0
		for k := range angle {
			angle[k] = -math.Atan(float64(n+1-2*(k+1)) / (2 * h))
			sum += math.Cos(angle[k])
		}
		if sum < span {
			lo = h
		} else {
			hi = h
		}
	}
	return h, angle
}

// TestStaticChain: a chain hangs in the discrete catenary, from a V, from an arch upside
// down, which is far away, and by the relaxation.
func TestStaticChain(t *testing.T) {
	up := func(n int, by float64) func(int) float64 {
		return func(k int) float64 { return by * (float64(n+1-2*k) / float64(n)) }
	}
	for _, c := range []struct {
		name      string
		n         int
		direction func(int) float64
		settings  string
	}{
		{"V", 10, func(k int) float64 { return math.Copysign(0.9, float64(k)-5.5) }, ""},
		{"arch", 10, up(10, 1.2), ""},
		{"V, relaxed", 10, func(k int) float64 { return math.Copysign(0.9, float64(k)-5.5) }, `<Param_Static method="MKEAM"/>`},
		{"long", 60, func(k int) float64 { return math.Copysign(0.5, float64(k)-30.5) }, ""},
		{"long arch", 40, up(40, 1.2), `<Param_Static max_num_iter="400"/>`},
	} {
		span := 0.0
		for k := 1; k <= c.n; k++ {
			span += math.Cos(c.direction(k))
		}
		h, angle := catenary(c.n, span)
		row, doc := rested(t, chain(c.n, c.direction), c.settings+still)
		x, y := 0.0, 0.0
		for k, a := range angle {
			x, y = x+math.Cos(a), y+math.Sin(a)
			near(t, fmt.Sprintf("%s: x of end %d", c.name, k+1), row[fmt.Sprintf("%d.X", k+1)], x, 1e-8)
			near(t, fmt.Sprintf("%s: y of end %d", c.name, k+1), row[fmt.Sprintf("%d.Y", k+1)], y, 1e-8)
		}
		near(t, c.name+": pull", math.Abs(row[fmt.Sprintf("%d.FX", c.n+1)]), h, 1e-7)
		t.Logf("%s: %+v %q", c.name, doc.Analyses[0], doc.Warnings)
	}
}

// TestModes: MODE in the rows of one run after the other.
func TestModes(t *testing.T) {
	o := carryOut(t, buildText(t, hung(20), `<Simulate analysis_type="Assembly"/>`+still+`<Simulate analysis_type="Static" end_time="0.5" num_steps="1"/>`+
		simulate(`end_time="1" num_steps="1"`)), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	mode := o.tab.of(t, "1.F3")
	if want := []float64{3, 5, 6, 6, 4, 4}; !slices.Equal(mode, want) {
		t.Errorf("%g, want %g", mode, want)
	}
	var kinds []string
	for _, a := range o.doc.Analyses {
		kinds = append(kinds, a.Kind)
	}
	if got := strings.Join(kinds, " "); got != "assembly static quasi-static transient" {
		t.Error(got)
	}
}

// TestStaticAllocations: a search on a model without routines allocates no more for many iterations than for one.
func TestStaticAllocations(t *testing.T) {
	m := buildText(t, chain(10, func(k int) float64 { return math.Copysign(0.9, float64(k)-5.5) }), still)
	s, err := m.System.NewState()
	if err != nil {
		t.Fatal(err)
	}
	start := s.DeckPoint()
	if _, err := s.Assemble(start, 1e-10); err != nil {
		t.Fatal(err)
	}
	s.Mode = system.Static
	o := integrate.StaticOptions{Reach: make([]float64, len(start.V)), ConstrTol: 1e-9}
	s.MaxEquilibriumSearchSteps(o.Reach, 0.3)
	search := integrate.NewStatics(s, o, integrate.NewLinearSolver(s))
	p := s.DeckPoint()
	measure := func(from *integrate.Point) (allocations float64, iterations int) {
		allocations = testing.AllocsPerRun(3, func() {
			p.Copy(from)
			out, err := search.SolveEquilibrium(p)
			if err != nil {
				t.Fatal(err)
			}
			iterations = out.Iterations
		})
		return allocations, iterations
	}
	far, many := measure(start)
	end := s.DeckPoint()
	end.Copy(p)
	near, few := measure(end)
	t.Logf("%g allocations in %d iterations, %g in %d", far, many, near, few)
	if far > near || many <= few {
		t.Errorf("%g allocations in %d iterations, %g in %d", far, many, near, few)
	}
}
