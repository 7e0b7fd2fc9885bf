package run

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// standing is n bodies of 1 kg on a floor, one on the other: boxes of 1 m or spheres of the diameter 1 m.
func standing(n int, boxes bool) string {
	var b strings.Builder
	b.WriteString(nscFloor(0, -9.81))
	ids := "1"
	for i := range n {
		id, j, shape := i+2, 0.1, `type="Sphere" radius="0.5"`
		if boxes {
			j, shape = 1./6, `type="BoxDefinedFromCenter" length_x="1" length_y="1" length_z="1"`
		}
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="1" inertia_xx="%.17g" inertia_yy="%.17g" inertia_zz="%.17g"/><Reference_Marker id="%d" body_id="%d" pos_z="%g"/><Post_Graphic id="%d" rm_id="%d" %s/>`,
			id, 10*id, j, j, j, 10*id, id, float64(i)+0.5, id, 10*id, shape)
		ids += fmt.Sprint(" ", id)
	}
	top := 10 * (n + 1)
	fmt.Fprintf(&b, `<Force_Contact id="1" cnf_type="RIGID" i_graphics_id="%s" mu="0.5"/><Post_Request id="1" type="EXPRESSION" expr1="DX(%d)" expr2="DY(%d)" expr3="DZ(%d)-%g" expr4="VZ(%d)"/>`, ids, top, top, top, float64(n)-0.5, top)
	return b.String()
}

func standingName(n int, boxes bool) string {
	return fmt.Sprintf("%d %s", n, map[bool]string{true: "boxes", false: "spheres"}[boxes])
}

// TestStanding: columns at rest stay for a second at steps of 5 ms: residuals within vi_tol, nothing moves aside, the top by vi_tol times the time
// at most; and a step costs about one iteration of the solver.
func TestStanding(t *testing.T) {
	for _, n := range []int{10, 100} {
		for _, boxes := range []bool{true, false} {
			o := carryOut(t, buildText(t, standing(n, boxes), nscTune(`h_max="0.005" vi_tol="1e-6"`)+simulate(`end_time="1" num_steps="10"`)), Options{})
			if o.err != nil {
				t.Fatal(standingName(n, boxes), o.err)
			}
			if s := o.doc.NonSmooth; s.Residual > 1e-6 || s.Iterations > 400 {
				t.Errorf("%s: %+v", standingName(n, boxes), s)
			}
			for k, tol := range [4]float64{1e-9, 1e-9, 1e-6, 1e-6} {
				for _, x := range o.tab.of(t, fmt.Sprintf("1.F%d", k+1)) {
					near(t, fmt.Sprintf("%s: F%d", standingName(n, boxes), k+1), x, 0, tol)
				}
			}
		}
	}
}

// The whole of a step: go test -bench Standing -run - ./core/run
func BenchmarkStanding(b *testing.B) {
	for _, n := range []int{10, 100} {
		for _, boxes := range []bool{false, true} {
			b.Run(standingName(n, boxes), func(b *testing.B) {
				steps, spent := 0, time.Duration(0)
				for range b.N {
					m := buildText(b, standing(n, boxes), nscTune(`h_max="0.005" vi_tol="1e-6" dae_interpolation="TRUE"`)+simulate(`end_time="5" num_steps="1"`))
					from := time.Now()
					o := carryOut(b, m, Options{})
					spent += time.Since(from)
					steps += o.doc.Steps
				}
				b.ReportMetric(float64(spent.Microseconds())/float64(steps), "µs/step")
			})
		}
	}
}
