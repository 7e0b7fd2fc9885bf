package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// pileDeck is n balls of radius 0.05 m and 1 kg, or n cubes of side 0.08 m, on a jittered cubic lattice between a floor and four walls, which are
// planes. The lowest are about gap above the floor.
func pileDeck(n int, cubes bool, gap float64) string {
	const pitch, jitter = 0.115, 0.004
	side := int(math.Round(math.Cbrt(float64(n))))
	wall := 0.06 * float64(side)
	var b strings.Builder
	b.WriteString(`<Force_Gravity grav_z="-9.81"/><Body_Rigid id="1" IsGround="TRUE"/>`)
	for k, axis := range []string{
		``,
		fmt.Sprintf(`pos_x="%g" zp_x="%g"`, -wall, 1-wall),
		fmt.Sprintf(`pos_x="%g" zp_x="%g"`, wall, wall-1),
		fmt.Sprintf(`pos_y="%g" zp_y="%g"`, -wall, 1-wall),
		fmt.Sprintf(`pos_y="%g" zp_y="%g"`, wall, wall-1),
	} {
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="1" %s/><Post_Graphic id="%d" type="Plane" rm_id="%d"/>`, 10+k, axis, 1+k, 10+k)
	}
	graphic, inertia := `type="Sphere" radius="0.05"`, 0.4*0.05*0.05
	if cubes {
		graphic, inertia = `type="BoxDefinedFromCenter" length_x="0.08" length_y="0.08" length_z="0.08"`, 0.08*0.08/6
	}
	r := rand.New(rand.NewPCG(1, 2))
	at := func(k, of int) float64 {
		return (float64(k)-float64(of-1)/2)*pitch + jitter*max(-1.5, min(r.NormFloat64(), 1.5))
	}
	ids := ""
	for k := range n {
		id := 100 + k
		x, y, z := at(k%side, side), at(k/side%side, side), gap+0.05+at(k/(side*side), 1)
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="1" inertia_xx="%g" inertia_yy="%g" inertia_zz="%g"/><Reference_Marker id="%d" body_id="%d" pos_x="%.9f" pos_y="%.9f" pos_z="%.9f"/><Post_Graphic id="%d" %s rm_id="%d"/>`,
			id, id, inertia, inertia, inertia, id, id, x, y, z, id, graphic, id)
		ids += fmt.Sprintf("%d ", id)
	}
	fmt.Fprintf(&b, `<Force_Contact id="1" cnf_type="RIGID" i_graphics_id="%s" j_graphics_id="1 2 3 4 5" mu="0.5"/><Force_Contact id="2" cnf_type="RIGID" i_graphics_id="%s" mu="0.5"/>`, ids, ids)
	b.WriteString(`<Post_Request id="1" type="EXPRESSION" expr1="DZ(100)" expr2="VZ(100)"/>`)
	return b.String()
}

// TestPileFalls: balls that fall side by side do not disturb each other: the first is where free fall takes it; then all come down without a penetration or a
// residual above what vi_tol allows.
func TestPileFalls(t *testing.T) {
	const h, tol = 0.005, 1e-4
	s := stepped(t, pileDeck(64, false, 0.5), nscTune(fmt.Sprintf(`h_max="%g" vi_tol="%g"`, h, tol)), SteppedOptions{})
	start := s.step(t, h)[0] + 9.81*h*h/2
	for k := 2; k <= 50; k++ { // 0.31 m
		y, at := s.step(t, h), float64(k)*h
		isNear(t, "height", y[0], start-9.81*at*at/2, 1e-9)
		isNear(t, "speed", y[1], -9.81*at, 1e-9)
	}
	for range 60 {
		s.step(t, h)
	}
	st, total := s.r.stepper.method.Stats(), s.r.state.RigidContactTotals()
	if total.Most < 64 || total.Deepest > 1e-6 || st.VIResidual > tol {
		t.Errorf("%d contacts at most, %.2g m deep, residual %.2g m/s", total.Most, total.Deepest, st.VIResidual)
	}
}

// BenchmarkPile is a step of 5 ms of balls and cubes that fall, hit the floor (steps 20 to 40) and lie on each other (from 0.4 s).
func BenchmarkPile(b *testing.B) {
	for _, c := range []struct {
		n     int
		cubes bool
		tol   string
	}{{100, false, "1e-4"}, {100, false, "1e-6"}, {400, false, "1e-4"}, {1000, false, "1e-4"}, {100, true, "1e-4"}} {
		for _, phase := range []struct {
			name          string
			gap           float64
			before, steps int
		}{{"falls", 3, 10, 50}, {"hits", 0.01, 20, 20}, {"lies", 0.01, 80, 20}} {
			name := map[bool]string{false: "balls", true: "cubes"}[c.cubes]
			b.Run(fmt.Sprintf("%d %s %s/%s", c.n, name, c.tol, phase.name), func(b *testing.B) {
				s := stepped(b, pileDeck(c.n, c.cubes, phase.gap), nscTune(`h_max="0.005" vi_tol="`+c.tol+`"`), SteppedOptions{})
				for k := 0; k < phase.before; k++ {
					s.step(b, 0.005)
				}
				b.ResetTimer()
				for range b.N {
					for range phase.steps {
						s.step(b, 0.005)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N*phase.steps), "ms/step")
			})
		}
	}
}
