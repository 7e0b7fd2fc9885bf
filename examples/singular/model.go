package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// model is a mechanism with one degree of freedom that goes through singular configurations. All bars
// are uniform, 1 kg and 1 m.
type model struct {
	name string
	deck string // without Param_Transient
	// The equation of motion in the angle of the first crank: M(φ) φ" + M'(φ)/2 φ'² = Q(φ).
	mass, slope, moment func(angle float64) float64
	tip                 func(angle float64) float64 // what is compared: X of a point
	angle, rate         float64                     // at the start
}

const gravity = 9.81

// drawStart draws the start of a seed; seed 0 is the benchmark's: upright, -1 rad/s.
func drawStart(seed uint64) (angle, rate float64) {
	if seed == 0 {
		return math.Pi / 2, -1
	}
	r := rand.New(rand.NewPCG(seed, 1))
	return math.Pi/2 + r.Float64() - 0.5, -0.5 - 1.5*r.Float64()
}

// head begins a deck.
const head = `<MotionSolve><Model><Param_Unit force_unit="Newton" mass_unit="Kilogram" length_unit="Meter" time_unit="Second"/>
%s<Force_Gravity grav_x="0" grav_y="-9.81" grav_z="0"/><Body_Rigid id="1" IsGround="TRUE"/>
`

// writeBar writes a body with markers in the middle (10 id), at its first end (10 id + 1) and its second (10 id + 2).
func writeBar(b *strings.Builder, id int, x, y, angle, rate, vx, vy float64) {
	c, s := math.Cos(angle), math.Sin(angle)
	fmt.Fprintf(b, `<Body_Rigid id="%d" cg_id="%d" mass="1" inertia_xx="0.0001" inertia_yy="%.17g" inertia_zz="%.17g" v_ic_x="%.17g" v_ic_y="%.17g" w_ic_z="%.17g"/>
`, id, 10*id, 1./12, 1./12, vx-rate*s/2, vy+rate*c/2, rate)
	for k, at := range []float64{0.5, 0, 1} {
		fmt.Fprintf(b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g" pos_y="%.17g" a00="%.17g" a10="%.17g" a20="0" a02="0" a12="0" a22="1"/>
`, 10*id+k, id, x+at*c, y+at*s, c, s)
	}
}

func writeJoint(b *strings.Builder, id int, kind string, i, j int) {
	fmt.Fprintf(b, "<Constraint_Joint id=\"%d\" type=\"%s\" i_marker_id=\"%d\" j_marker_id=\"%d\"/>\n", id, kind, i, j)
}

// formatDeckEnd returns the end of a deck whose results are the X of a marker and how far the mechanism is off its branch.
func formatDeckEnd(b *strings.Builder, marker int, branch string, end float64) string {
	fmt.Fprintf(b, `<Post_Request id="1" type="EXPRESSION" expr1="DX(%d)" expr2="%s"/>
</Model><Command><Simulate analysis_type="Transient" end_time="%g" print_interval="0.01"/><Stop/></Command></MotionSolve>`, marker, branch, end)
	return b.String()
}

// newParallelogramRow returns a row of n parallelograms: n+1 cranks with their feet at (i, 0), n couplers along the tips. All
// bars line up twice a turn.
func newParallelogramRow(n int, seed uint64, end float64) *model {
	angle, rate := drawStart(seed)
	c, s := math.Cos(angle), math.Sin(angle)
	var b strings.Builder
	for i := range n + 1 {
		fmt.Fprintf(&b, "<Reference_Marker id=\"%d\" body_id=\"1\" pos_x=\"%d\"/>\n", 100000+i, i)
		writeBar(&b, 100+i, float64(i), 0, angle, rate, 0, 0)
	}
	for i := range n {
		writeBar(&b, 5000+i, float64(i)+c, s, 0, 0, -rate*s, rate*c)
	}
	for i := range n + 1 {
		writeJoint(&b, 100+i, "REVOLUTE", 10*(100+i)+1, 100000+i)
	}
	for i := range n {
		writeJoint(&b, 5000+i, "REVOLUTE", 10*(5000+i)+1, 10*(100+i)+2)
		writeJoint(&b, 8000+i, "SPHERICAL", 10*(5000+i)+2, 10*(101+i)+2)
	}
	branch := fmt.Sprintf("ABS(DX(%d)-DX(%d)-%d)", 10*(100+n)+2, 10*(100+n/2)+2, n-n/2) // of two cranks
	for i := range n {
		if i%10 == 0 { // and, of some, the height of the tips
			branch += fmt.Sprintf("+ABS(DY(%d)-DY(%d))", 10*(100+i)+2, 10*(101+i)+2)
		}
	}
	m := float64(n+1)/3 + float64(n)
	p := (float64(n+1)/2 + float64(n)) * gravity
	return &model{
		name: fmt.Sprintf("four-bar N = %d, seed %d", n, seed), deck: formatDeckEnd(&b, 1002, branch, end), angle: angle, rate: rate,
		mass: func(float64) float64 { return m }, slope: func(float64) float64 { return 0 },
		moment: func(a float64) float64 { return -p * math.Cos(a) }, tip: math.Cos,
	}
}

// newSliderCrank returns a mechanism of a crank and a rod of equal length; when both are upright the slider lies on the crank's foot.
func newSliderCrank(seed uint64, end float64) *model {
	angle, rate := drawStart(seed)
	if seed == 0 {
		angle, rate = 1, -2
	}
	c, s := math.Cos(angle), math.Sin(angle)
	var b strings.Builder
	b.WriteString(`<Reference_Marker id="100000" body_id="1"/><Reference_Marker id="100001" body_id="1" a00="0" a10="1" a20="0" a02="1" a12="0" a22="0"/>` + "\n")
	writeBar(&b, 100, 0, 0, angle, rate, 0, 0)
	writeBar(&b, 101, c, s, -angle, -rate, -rate*s, rate*c)
	fmt.Fprintf(&b, `<Body_Rigid id="102" cg_id="1020" mass="1" inertia_xx="0.1" inertia_yy="0.1" inertia_zz="0.1" v_ic_x="%.17g"/>
<Reference_Marker id="1020" body_id="102" pos_x="%.17g"/><Reference_Marker id="1021" body_id="102" pos_x="%.17g" a00="0" a10="1" a20="0" a02="1" a12="0" a22="0"/>
`, -2*rate*s, 2*c, 2*c)
	writeJoint(&b, 1, "REVOLUTE", 1001, 100000)
	writeJoint(&b, 2, "REVOLUTE", 1011, 1002)
	writeJoint(&b, 3, "SPHERICAL", 1012, 1020)
	writeJoint(&b, 4, "TRANSLATIONAL", 1021, 100001)
	return &model{
		name: fmt.Sprintf("slider-crank, seed %d", seed), deck: formatDeckEnd(&b, 1020, "ABS(DX(1020)-2*DX(1002))", end), angle: angle, rate: rate,
		// crank 1/3, rod 1/12 + |(-3/2 sin φ, 1/2 cos φ)|², slider 4 sin² φ
		mass: func(a float64) float64 {
			return 1./3 + 1./12 + 0.25*square(math.Cos(a)) + (2.25+4)*square(math.Sin(a))
		},
		slope:  func(a float64) float64 { return (6.25 - 0.25) * math.Sin(2*a) },
		moment: func(a float64) float64 { return -gravity * math.Cos(a) },
		tip:    func(a float64) float64 { return 2 * math.Cos(a) },
	}
}

func square(x float64) float64 { return x * x }

// exactMotion is the motion at n times, dt apart from 0 on, by the classical Runge-Kutta method at steps of dt/50, whose
// error is below 1e-11.
func (m *model) exactMotion(n int, dt float64) []float64 {
	const parts = 50
	h := dt / parts
	rate := func(a, w float64) float64 { return (m.moment(a) - m.slope(a)/2*w*w) / m.mass(a) }
	a, w := m.angle, m.rate
	all := make([]float64, 0, n)
	for range n {
		all = append(all, m.tip(a))
		for range parts {
			k1 := rate(a, w)
			k2 := rate(a+h/2*w, w+h/2*k1)
			k3 := rate(a+h/2*(w+h/2*k1), w+h/2*k2)
			k4 := rate(a+h*(w+h/2*k2), w+h*k3)
			a += h * (w + h/6*(k1+k2+k3))
			w += h / 6 * (k1 + 2*k2 + 2*k3 + k4)
		}
	}
	return all
}
