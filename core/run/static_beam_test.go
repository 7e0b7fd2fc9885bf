package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// beamSection is the data of a Force_Beam besides its markers and length.
type beamSection struct{ e, g, area, ixx, iyy, izz, asy, asz float64 }

// cantileverDeck is a cantilever of straight beams through the points on an arc in the x-y plane, of length 1 and radius r (0 for a straight
// one), clamped at the origin, with a tip force and torque along global axes. Node k is body k+1; its mass does not count at rest.
func cantileverDeck(n int, length, radius float64, s beamSection, formulation string, force, torque [3]float64) string {
	var b strings.Builder
	b.WriteString(`<Body_Rigid id="1" IsGround="TRUE"/>`)
	place := func(k int) (x, y float64) {
		a := length * float64(k) / float64(n)
		if radius == 0 {
			return a, 0
		}
		return radius * math.Sin(a/radius), radius * (1 - math.Cos(a/radius))
	}
	for k := range n + 1 {
		x, y := place(k)
		if k > 0 {
			fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="%[2]d" body_id="%[1]d" pos_x="%.17[3]g" pos_y="%.17[4]g"/>`,
				k+1, 10*(k+1), x, y)
		} else {
			b.WriteString(`<Reference_Marker id="10" body_id="1"/>`)
		}
		// Markers 1 and 2 of a node are along the chords of the beams behind and before it.
		for side, other := range [2]int{k - 1, k + 1} {
			if other < 0 || other > n {
				continue
			}
			xo, yo := place(other)
			a := math.Atan2(yo-y, xo-x)
			if side == 0 {
				a = math.Atan2(y-yo, x-xo)
			}
			fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g" pos_y="%.17g" a00="%.17g" a10="%.17g" a01="%.17g" a11="%[5]g" a22="1"/>`,
				10*(k+1)+side+1, k+1, x, y, math.Cos(a), math.Sin(a), -math.Sin(a))
		}
		if k > 0 {
			xo, yo := place(k - 1)
			fmt.Fprintf(&b, `<Force_Beam id="%d" i_marker_id="%d" j_marker_id="%d" length="%.17g" e="%g" g="%g" area="%g" ixx="%g" iyy="%g" izz="%g" asy="%g" asz="%g" formulation="%s"/>`,
				k, 10*(k+1)+1, 10*k+2, math.Hypot(x-xo, y-yo), s.e, s.g, s.area, s.ixx, s.iyy, s.izz, s.asy, s.asz, formulation)
		}
	}
	tip := 10 * (n + 1)
	const grow = "*IF(MODE-5:0,1,TIME)"
	fmt.Fprintf(&b, `<Force_Vector_OneBody id="1" type="ForceAndTorque" marker_id="%d" ref_marker_id="10"`, tip)
	for k, name := range [3]string{"x", "y", "z"} {
		fmt.Fprintf(&b, ` f%s_expression="%.17g%s" t%s_expression="%.17g%s"`, name, force[k], grow, name, torque[k], grow)
	}
	fmt.Fprintf(&b, `/><Param_Static method="FIM_D"/><Post_Request id="1" type="EXPRESSION" expr1="DX(%[1]d)" expr2="DY(%[1]d)" expr3="DZ(%[1]d)" expr4="AZ(%[1]d)" expr5="ATAN2(2*(ORIENT(27,3,%[1]d,10)*ORIENT(27,4,%[1]d,10)+ORIENT(27,1,%[1]d,10)*ORIENT(27,2,%[1]d,10)),1-2*(ORIENT(27,2,%[1]d,10)**2+ORIENT(27,4,%[1]d,10)**2))"/>`, tip)
	return b.String()
}

const grown = `<Simulate analysis_type="Static" end_time="1" num_steps="4"/>`

// tipOf returns the tip of a cantilever at rest: place, angle about z and twist atan2(R32, R22).
func tipOf(t *testing.T, deck string) (tip [5]float64) {
	t.Helper()
	row, _ := rested(t, deck, grown)
	for k, name := range []string{"1.F1", "1.F2", "1.F3", "1.F4", "1.F5"} {
		tip[k] = row[name]
	}
	return tip
}

// TestElastica: a cantilever whose tip force P keeps its direction, α = PL²/EI (Bisshopp and Drucker, Large deflection of cantilever
// beams, 1945; digits by shooting). Beams that are NONLINEAR converge with the fourth power of their length, STRING with the second.
func TestElastica(t *testing.T) {
	section := beamSection{e: 1e10, g: 4e9, area: 1, ixx: 1e-8, iyy: 1e-8, izz: 1e-8}
	for i, c := range []struct{ alpha, x, w, angle float64 }{
		{1, 0.9435667637, 0.3017207738, 0.4613519497},
		{5, 0.6123716393, 0.7137915236, 1.2153681176},
		{10, 0.4450044022, 0.8106090249, 1.4302855388},
	} {
		if leftOut(t, i, 3) {
			continue
		}
		missed := func(formulation string, n int) (most float64) {
			tip := tipOf(t, cantileverDeck(n, 1, 0, section, formulation, [3]float64{0, c.alpha * 100, 0}, [3]float64{}))
			for _, d := range [3]float64{tip[0] - c.x, tip[1] - c.w, tip[3] - c.angle} {
				most = math.Max(most, math.Abs(d))
			}
			return most
		}
		four, eight := missed("NONLINEAR", 4), missed("NONLINEAR", 8)
		if eight > 3e-6*c.alpha || four/eight < 12 || four/eight > 30 {
			t.Errorf("α %g: 4 beams NONLINEAR are off by %g, 8 by %g", c.alpha, four, eight)
		}
		four, eight = missed("STRING", 4), missed("STRING", 8)
		if eight > 4e-4*c.alpha || four/eight < 3.5 || four/eight > 5 {
			t.Errorf("α %g: 4 beams STRING are off by %g, 8 by %g", c.alpha, four, eight)
		}
	}
}

// TestBeamBentToAnArc: a tip moment M bends a cantilever to the arc of the angle ML/EI, however few the beams: a full circle of three, a half
// one of two, 2 rad of one. Beams that are STRING have chords of their own length: a polygon.
func TestBeamBentToAnArc(t *testing.T) {
	section := beamSection{e: 1e10, g: 4e9, area: 1, ixx: 1e-8, iyy: 1e-8, izz: 1e-8}
	for _, c := range []struct {
		n     int
		angle float64
	}{{1, 2}, {2, math.Pi}, {3, 2 * math.Pi}} {
		if !long && c.n == 2 {
			continue
		}
		tip := tipOf(t, cantileverDeck(c.n, 1, 0, section, "NONLINEAR", [3]float64{}, [3]float64{0, 0, 100 * c.angle}))
		near(t, "x", tip[0], math.Sin(c.angle)/c.angle, 1e-7)
		near(t, "y", tip[1], (1-math.Cos(c.angle))/c.angle, 1e-7)
		near(t, "angle", math.Remainder(tip[3]-c.angle, 2*math.Pi), 0, 1e-7)
		tip = tipOf(t, cantileverDeck(c.n, 1, 0, section, "STRING", [3]float64{}, [3]float64{0, 0, 100 * c.angle}))
		x, y := 0.0, 0.0
		for k := range c.n {
			sin, cos := math.Sincos(c.angle * (float64(k) + 0.5) / float64(c.n))
			x, y = x+cos/float64(c.n), y+sin/float64(c.n)
		}
		near(t, "x of a polygon", tip[0], x, 1e-7)
		near(t, "y of a polygon", tip[1], y, 1e-7)
	}
}

// extrapolated returns the limit of a sequence that converges with the second power of the length, from n and 2n beams.
func extrapolated(t *testing.T, n int, deck func(n int) string) (tip [5]float64) {
	a, b := tipOf(t, deck(n)), tipOf(t, deck(2*n))
	for k := range tip {
		tip[k] = (4*b[k] - a[k]) / 3
	}
	return tip
}

// TestBeamBentOutOfItsPlane: a cantilever that is an arc of 45° with radius 100, loaded across its plane (Bathe and Bolourchi, Large displacement
// analysis of three-dimensional beam structures, 1979). Digits by shooting of the exact rod, with G A 5e6 and E I = G J = E/12, and with a
// smaller G J.
func TestBeamBentOutOfItsPlane(t *testing.T) {
	for i, c := range []struct {
		section beamSection
		load    float64
		tip     [3]float64
	}{
		{beamSection{e: 1e7, g: 5e6, area: 1, ixx: 1. / 6, iyy: 1. / 12, izz: 1. / 12, asy: 1, asz: 1}, 300, [3]float64{58.77912249, 22.24478095, 40.19189167}},
		{beamSection{e: 1e7, g: 4.166667e6, area: 1, ixx: 7.03e5 / 4.166667e6, iyy: 8.333333e-2, izz: 8.333333e-2, asy: 1, asz: 1}, 600, [3]float64{46.89184964, 15.55781437, 53.60785012}},
	} {
		for k, formulation := range []string{"NONLINEAR", "STRING"} {
			if leftOut(t, i+k, 2) {
				continue
			}
			tip := extrapolated(t, 8, func(n int) string {
				return cantileverDeck(n, 25*math.Pi, 100, c.section, formulation, [3]float64{0, 0, c.load}, [3]float64{})
			})
			for k, want := range c.tip {
				near(t, fmt.Sprint(formulation, c.load, " component ", k), tip[k], want, 1e-5)
			}
		}
	}
}

// TestPrincetonBeam: a cantilever of a flat section, loaded at an angle to its long side, twists as it bends. Digits by shooting of the exact rod.
func TestPrincetonBeam(t *testing.T) {
	const e, ga = 71.7e9, 9.039150e5
	const area, g = 12.377e-3 * 3.2024e-3, e / 2 / 1.31
	section := beamSection{e: e, g: g, area: area, ixx: 3.103796 / g, iyy: 2.428734 / e, izz: 36.279364 / e, asy: g * area / ga, asz: g * area / ga}
	for i, c := range []struct{ load, angle, x, y, z, twist float64 }{
		{4.448, 90, 0.500740054, 0, 0.078081868, 0},
		{8.896, 30, 0.500339235, 0.010147089, 0.079455843, -1.511251},
		{13.345, 0, 0.507695189, 0.016065145, 0, 0},
		{13.345, 75, 0.459925429, 0.006328089, 0.196124651, -1.518514},
	} {
		if leftOut(t, i, 2) {
			continue
		}
		sin, cos := math.Sincos(c.angle * math.Pi / 180)
		tip := extrapolated(t, 4, func(n int) string {
			return cantileverDeck(n, 0.508, 0, section, "NONLINEAR", [3]float64{0, c.load * cos, c.load * sin}, [3]float64{})
		})
		what := fmt.Sprintf("%g N at %g°: ", c.load, c.angle)
		near(t, what+"x", tip[0], c.x, 2e-6)
		near(t, what+"y", tip[1], c.y, 2e-6)
		near(t, what+"z", tip[2], c.z, 2e-6)
		near(t, what+"twist", tip[4]*180/math.Pi, c.twist, 2e-3)
	}
}

// TestTensionStiffensBeam: a tip force P across a cantilever that a tip force N pulls moves the tip by P (L - tanh(kL)/k)/N, k² = N/EI, one that N
// pushes by P (tan(kL)/k - L)/N. So few as four beams have both; a linear beam has neither.
func TestTensionStiffensBeam(t *testing.T) {
	section := beamSection{e: 1e10, g: 4e9, area: 1, ixx: 1e-8, iyy: 1e-8, izz: 1e-8} // EI 100
	const load = 1e-3
	for _, n := range []float64{200, 2000, -200} {
		k := math.Sqrt(math.Abs(n) / 100)
		want := (1 - math.Tanh(k)/k) / n
		if n < 0 {
			want = (1 - math.Tan(k)/k) / n
		}
		for formulation, tol := range map[string]float64{"NONLINEAR": 2e-3, "STRING": 6e-2} {
			tip := tipOf(t, cantileverDeck(4, 1, 0, section, formulation, [3]float64{n, load, 0}, [3]float64{}))
			if got := tip[1] / load; math.Abs(got/want-1) > tol {
				t.Errorf("%s at %g: %.6g, want %.6g", formulation, n, got, want)
			}
		}
		tip := tipOf(t, cantileverDeck(1, 1, 0, section, "LINEAR", [3]float64{n, load, 0}, [3]float64{}))
		if got := tip[1] / load * 300; math.Abs(got-1) > 1e-3 {
			t.Errorf("LINEAR at %g: %g of the deflection without it", n, got)
		}
	}
}
