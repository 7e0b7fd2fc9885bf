package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// logs is a model of shapes on ground and bodies of 1 kg with one shape each, all of which may touch.
type logs struct {
	strings.Builder
	ids  string
	next int
}

func newLogs(gx, gz float64) *logs {
	l := &logs{next: 1}
	fmt.Fprintf(l, `<Force_Gravity grav_x="%.17g" grav_y="0" grav_z="%.17g"/><Body_Rigid id="1" IsGround="TRUE"/>`, gx, gz)
	return l
}

// add a shape whose marker stands at x, y, z, turned by Euler angles z, x, z in degrees; on a body with inertia j (about the marker's axes, mass
// centre behind the marker by back along its z) unless that is zero. Returns the number of the mass centre's marker.
func (l *logs) add(shape string, at, turn [3]float64, j [3]float64, back float64) int {
	l.next++
	body, m := l.next, 10*l.next
	where := fmt.Sprintf(`pos_x="%.17g" pos_y="%.17g" pos_z="%.17g" psi="%gD" theta="%gD" phi="%gD"`, at[0], at[1], at[2], turn[0], turn[1], turn[2])
	if j == [3]float64{} {
		fmt.Fprintf(l, `<Reference_Marker id="%d" body_id="1" %s/>`, m+1, where)
	} else {
		sin, cos := math.Sincos(turn[1] * math.Pi / 180)
		sp, cp := math.Sincos(turn[0] * math.Pi / 180)
		cm := fmt.Sprintf(`pos_x="%.17g" pos_y="%.17g" pos_z="%.17g" psi="%gD" theta="%gD" phi="%gD"`, at[0]+back*sin*sp, at[1]-back*sin*cp, at[2]+back*cos, turn[0], turn[1], turn[2])
		fmt.Fprintf(l, `<Body_Rigid id="%d" cg_id="%d" im_id="%d" mass="1" inertia_xx="%.17g" inertia_yy="%.17g" inertia_zz="%.17g"/><Reference_Marker id="%d" body_id="%d" %s/><Reference_Marker id="%d" body_id="%d" %s/>`,
			body, m, m, j[0], j[1], j[2], m, body, cm, m+1, body, where)
	}
	fmt.Fprintf(l, `<Post_Graphic id="%d" rm_id="%d" %s/>`, l.next, m+1, shape)
	l.ids += fmt.Sprint(" ", l.next)
	return m
}

// log is a cylinder of radius 0.1 and length 0.6 whose middle is at a place, along the axis of its marker.
func (l *logs) log(x, y, z float64, turn [3]float64, fixed bool) int {
	sin, cos := math.Sincos(turn[1] * math.Pi / 180)
	sp, cp := math.Sincos(turn[0] * math.Pi / 180)
	const half = 0.3
	a := (3*0.01 + 0.36) / 12
	j := [3]float64{a, a, 0.005}
	if fixed {
		j = [3]float64{}
	}
	return l.add(`type="Cylinder" radius="0.1" length="0.6"`, [3]float64{x - half*sin*sp, y + half*sin*cp, z - half*cos}, turn, j, half)
}

func (l *logs) box(x, y, z, a, b, c float64) {
	l.add(fmt.Sprintf(`type="BoxDefinedFromCenter" length_x="%g" length_y="%g" length_z="%g"`, a, b, c), [3]float64{x, y, z}, [3]float64{}, [3]float64{}, 0)
}

// run reports the places of markers.
func (l *logs) run(t *testing.T, end float64, law, tune string, markers ...int) outcome {
	t.Helper()
	fmt.Fprintf(l, `<Force_Contact id="1" cnf_type="RIGID" i_graphics_id="%s" %s/>`, strings.TrimSpace(l.ids), law)
	for k, m := range markers {
		fmt.Fprintf(l, `<Post_Request id="%d" type="EXPRESSION" expr1="DX(%d)" expr2="DY(%d)" expr3="DZ(%d)" expr4="WX(%d)" expr5="WY(%d)" expr6="WZ(%d)"/>`, k+1, m, m, m, m, m, m)
	}
	o := carryOut(t, buildText(t, l.String(), nscTune(`h_max="0.005" vi_tol="1e-8" `+tune)+simulate(fmt.Sprintf(`end_time="%g" num_steps="10"`, end))), Options{})
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o
}

var (
	upright = [3]float64{}
	alongX  = [3]float64{90, 90, 0}
	alongY  = [3]float64{180, 90, 0}
)

// TestLogsAtRest: cylinders, frusta and ellipsoids that lie and stand on boxes and on each other stay where they are: within vi_tol times the time and nothing
// aside; what bears loads is four places of each end, two of each line, one elsewhere.
func TestLogsAtRest(t *testing.T) {
	const a = (3*0.01 + 0.36) / 12
	for _, c := range []struct {
		name   string
		build  func(l *logs) []int
		places int
	}{
		{"stands", func(l *logs) []int { l.box(0, 0, -0.5, 1, 1, 1); return []int{l.log(0.1, 0.2, 0.3, upright, false)} }, 4},
		{"stands over an edge", func(l *logs) []int { l.box(0, 0, -0.5, 1, 1, 1); return []int{l.log(0.46, 0.2, 0.3, upright, false)} }, 5},
		{"lies", func(l *logs) []int { l.box(0, 0, -0.5, 1, 1, 1); return []int{l.log(0.1, 0.2, 0.1, alongX, false)} }, 2},
		{"lies over an edge", func(l *logs) []int { l.box(0, 0, -0.5, 1, 1, 1); return []int{l.log(0.4, 0.2, 0.1, alongX, false)} }, 2},
		{"lies askew", func(l *logs) []int {
			l.box(0, 0, -0.5, 1, 1, 1)
			return []int{l.log(0.1, 0.2, 0.1, [3]float64{37, 90, 20}, false)}
		}, 2},
		{"column", func(l *logs) (m []int) {
			l.box(0, 0, -0.5, 1, 1, 1)
			for k := range 5 {
				m = append(m, l.log(0.1+0.01*float64(k), 0.2, 0.3+0.6*float64(k), upright, false))
			}
			return m
		}, 0},
		{"crossed", func(l *logs) []int { l.log(0, 0, 0, alongX, true); return []int{l.log(0, 0, 0.2, alongY, false)} }, 1},
		{"on two rails", func(l *logs) []int {
			l.log(-0.2, 0, 0, alongY, true)
			l.log(0.2, 0, 0, alongY, true)
			return []int{l.log(0.02, 0, 0.2, alongX, false)}
		}, 2},
		{"in a groove", func(l *logs) []int {
			l.log(0, -0.1, 0, alongX, true)
			l.log(0, 0.1, 0, alongX, true)
			return []int{l.log(0.05, 0, 0.1*math.Sqrt(3), alongX, false)}
		}, 4},
		{"pile between posts", func(l *logs) (m []int) {
			l.box(0, 0, -0.5, 2, 2, 1)
			l.box(0, -0.35, 0.3, 1, 0.1, 0.6)
			l.box(0, 0.35, 0.3, 1, 0.1, 0.6)
			for row := range 3 {
				for k := range 3 - row {
					m = append(m, l.log(0.01*float64(row), 0.2*float64(k-1)+0.1*float64(row), 0.1+0.1*math.Sqrt(3)*float64(row), alongX, false))
				}
			}
			return m
		}, 0},
		{"frustum", func(l *logs) []int {
			l.box(0, 0, -0.5, 1, 1, 1)
			return []int{l.add(`type="Frustum" bottom_radius="0.2" top_radius="0.1" length="0.3"`, [3]float64{}, upright, [3]float64{a, a, a}, 0.1)}
		}, 4},
		{"ellipsoid", func(l *logs) []int {
			l.box(0, 0, -0.5, 1, 1, 1)
			return []int{l.add(`type="Ellipsoid" x_scale="0.4" y_scale="0.6" z_scale="0.2"`, [3]float64{0, 0, 0.1}, upright, [3]float64{a, a, a}, 0)}
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLogs(0, -9.81)
			m := c.build(l)
			o := l.run(t, 1, `mu="0.5"`, "", m...)
			for k := range m {
				for i := range 3 {
					f := o.tab.of(t, fmt.Sprintf("%d.F%d", k+1, i+1))
					for _, x := range f {
						near(t, fmt.Sprintf("log %d, F%d", k+1, i+1), x, f[0], 1e-7)
					}
				}
			}
			if s := o.doc.NonSmooth; c.places > 0 && s.Contacts != c.places || s.Penetration > 1e-7 {
				t.Errorf("%+v", *s)
			}
		})
	}
}

// TestLogsRoll: a log rolls down a box that is inclined by 10° and 20° with 2/3 g sin, for a second at steps of 5 ms; with too little friction it slides with g (sin - μ cos)
// and spins up with 2 μ g cos/r. Over the edge of the box it continues.
func TestLogsRoll(t *testing.T) {
	const g, r = 9.81, 0.1
	for _, c := range []struct{ deg, mu float64 }{{10, 0.5}, {20, 0.2}, {20, 0.05}} {
		sin, cos := math.Sincos(c.deg * math.Pi / 180)
		l := newLogs(g*sin, -g*cos)
		l.box(2, 0, -0.5, 10, 1, 1)
		o := l.run(t, 1, fmt.Sprintf(`mu="%g"`, c.mu), "", l.log(0, 0.1, r, alongY, false))
		a, spin := 2./3*g*sin, 2./3*g*sin/r
		if c.mu < math.Tan(c.deg*math.Pi/180)/3 {
			a, spin = g*(sin-c.mu*cos), 2*c.mu*g*cos/r
		}
		for k, want := range [6]float64{a / 2, 0.1, r, 0, spin, 0} {
			got := o.tab.of(t, fmt.Sprintf("1.F%d", k+1))
			tol := 1e-6
			if k == 0 {
				tol = a * 0.005 // steps of first order
			}
			near(t, fmt.Sprintf("%g°, μ %g: F%d", c.deg, c.mu, k+1), got[len(got)-1], want, tol)
		}
	}
}
