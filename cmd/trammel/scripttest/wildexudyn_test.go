package scripttest

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/trammel-mbd/trammel/cmd/trammel/clitest"
)

// agm is the arithmetic-geometric mean.
func agm(a, b float64) float64 {
	for math.Abs(a-b) > 1e-15*a {
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	return a
}

// fourBarPoint is the point between coupler and rocker of a four-bar linkage of crank a, coupler b, rocker c
// and frame d along x, on the side of positive y, when the crank is at an angle.
func fourBarPoint(a, b, c, d, angle float64) (x, y float64) {
	px, py := a*math.Cos(angle), a*math.Sin(angle)
	ex, ey := d-px, -py
	e := math.Hypot(ex, ey)
	ex, ey = ex/e, ey/e
	along := (b*b - c*c + e*e) / (2 * e)
	up := math.Sqrt(b*b - along*along)
	return px + along*ex - up*ey, py + along*ey + up*ex
}

// rungeKutta solves y' = f(y) up to t by the classical method in n steps.
func rungeKutta(y []float64, t float64, n int, f func(dst, y []float64)) {
	h, k, x := t/float64(n), [4][]float64{}, make([]float64, len(y))
	for j := range k {
		k[j] = make([]float64, len(y))
	}
	for range n {
		f(k[0], y)
		for j, c := range []float64{0.5, 0.5, 1} {
			for i := range y {
				x[i] = y[i] + h*c*k[j][i]
			}
			f(k[j+1], x)
		}
		for i := range y {
			y[i] += h / 6 * (k[0][i] + 2*k[1][i] + 2*k[2][i] + k[3][i])
		}
	}
}

// doublePendulum is the motion of angles from -y of two masses on rods: y = (a, b, a', b').
func doublePendulum(m1, m2, l1, l2, g float64) func(dst, y []float64) {
	return func(dst, y []float64) {
		c, s := math.Cos(y[0]-y[1]), math.Sin(y[0]-y[1])
		a11, a12, a22 := (m1+m2)*l1, m2*l2*c, l2
		r1 := -m2*l2*y[3]*y[3]*s - (m1+m2)*g*math.Sin(y[0])
		r2 := l1*y[2]*y[2]*s - g*math.Sin(y[1])
		det := a11*a22 - a12*l1*c
		dst[0], dst[1], dst[2], dst[3] = y[2], y[3], (r1*a22-a12*r2)/det, (a11*r2-l1*c*r1)/det
	}
}

// secondOrder is the motion of second_order.py: two coupled coordinates (q, q') in [0:4], and the places along x and along y of
// two points that springs hold, less those of the reference, in [4:8] and [8:12].
func secondOrder() (y []float64) {
	y = []float64{0.1, -0.2, 0.5, 1, 0, 0.05, 0, 0, 0, 0, 0, 0, 0}
	rungeKutta(y, 0.9, 20000, func(dst, y []float64) {
		q0, q1, v0, v1 := y[0], y[1], y[2], y[3]
		f0 := 3 - 300*q0 + 40*q1 - 1.2*v0 + 9 - 25*(q0-0.02) - 0.5*v0
		f1 := -2 + 40*q0 - 180*q1 - 0.6*v1 + 7*math.Sin(5*y[12]) - 20*q1*q1*q1
		det := 2*1.5 - 0.8*0.8
		dst[0], dst[1], dst[2], dst[3] = v0, v1, (1.5*f0-0.8*f1)/det, (2*f1-0.8*f0)/det
		for n, f := range []float64{0, -2} {
			u, w := y[4+4*n:], dst[4+4*n:]
			w[0], w[1], w[2], w[3] = u[2], u[3], (200*u[1]-400*u[0])/0.5, (200*u[0]-200*u[1]+f)/0.5
		}
		dst[12] = 1
	})
	return y
}

// crankSpeed is the speed of the crank of slider_crank.py at an angle, and the place of the piston: the kinetic energy is
// that of the start, where crank and rod are stretched.
func crankSpeed(angle float64) (w, x float64) {
	const r, l, J, m, M, w0 = 0.15, 0.5, 0.02, 0.6, 1.5, 20.
	// energy of unit speed: rod angle -b with l sin b = r sin a
	inertia := func(a float64) float64 {
		sb := r * math.Sin(a) / l
		cb := math.Sqrt(1 - sb*sb)
		b := r * math.Cos(a) / (l * cb)
		vx, vy := -r*math.Sin(a)-l/2*sb*b, r*math.Cos(a)/2
		piston := -r*math.Sin(a) - l*sb*b
		return J + m*(vx*vx+vy*vy) + m*l*l/12*b*b + M*piston*piston
	}
	return w0 * math.Sqrt(inertia(0)/inertia(angle)), r*math.Cos(angle) + math.Sqrt(l*l-math.Pow(r*math.Sin(angle), 2))
}

// TestWildExudyn runs scripts in the manner of Exudyn's tutorials and tests. The numbers are closed forms; those of the
// double pendulum come from a Runge-Kutta method for its two angles.
func TestWildExudyn(t *testing.T) {
	const g = 9.81
	sin, cos, sqrt := math.Sin, math.Cos, math.Sqrt
	period := func(m, L, start float64) float64 { // half of it
		return math.Pi / sqrt(m*g*L/2/(m*L*L/3)) / agm(1, cos(start/2))
	}
	angle := 2*1.3 + 0.3*sin(3*1.3)
	fx, fy := fourBarPoint(0.2, 0.7, 0.5, 0.6, angle)
	two := []float64{math.Pi / 2, 0, 0, 0.5 / 0.7}
	rungeKutta(two, 1, 20000, doublePendulum(2, 1, 1, 0.7, g))
	x1, y1 := sin(two[0]), -cos(two[0])
	so, swing := secondOrder(), []float64{math.Pi / 2, 0}
	held := []float64{0, 0} // down from x, about y, of a pendulum in joint_forces.py
	rungeKutta(held, 0.3, 20000, func(dst, y []float64) { dst[0], dst[1] = y[1], 3*g*0.5*cos(y[0])/(0.3+0.75) })
	ha := 3 * g * 0.5 * cos(held[0]) / (0.3 + 0.75)
	hx := -0.5 * (ha*sin(held[0]) + held[1]*held[1]*cos(held[0]))
	hz := -0.5 * (ha*cos(held[0]) - held[1]*held[1]*sin(held[0]))
	rungeKutta(swing, 0.7, 20000, func(dst, y []float64) { dst[0], dst[1] = y[1], -g/0.6*sin(y[0]) })
	cone := sqrt(g / (1.3 * cos(0.6)))
	slide := 0.5*0.7 + g*sin(0.5)*0.49/2
	w := sqrt(600. * 0.16 / (2*0.16 + 3)) // of the second mass, with 0.4 times its travel at the first
	forced := 50. / 2 / (400 - 49)
	lowest := 0.0 // of the rows of sensors.py
	for i := range 1001 {
		lowest = math.Min(lowest, 0.1*cos(20*0.002*float64(i)))
	}
	tests := []struct {
		name string
		tol  float64
		want [][]float64
	}{
		{"mass_spring", 1e-7, [][]float64{{damped(1.6, 4000, 8, 80, 0.02, 0.3, 0.3)}}},
		{"pendulum", 1e-6, [][]float64{{period(3, 0.8, 1.2), -0.8 * sin(1.2), -0.8 * cos(1.2)}}},
		{"double_pendulum", 2e-7, [][]float64{{x1, y1, x1 + 0.7*sin(two[1]), y1 - 0.7*cos(two[1])}}},
		{"four_bar", 1e-7, [][]float64{{angle, fx, fy}}},
		{"gyro", 1e-6, [][]float64{{2, 3 * cos(60), 3 * sin(60), 40}}},
		{"rolling_disc", 1e-6, [][]float64{{0, g * sin(0.2) / 1.5 * 2.25 / 2, 0.25, -g * sin(0.2) / 1.5 * 1.5 / 0.25}}},
		{"cartesian_spring", 1e-7, [][]float64{{damped(2, 200, 0, 0, 0.1, 0, 0.9), damped(2, 450, 4, 0, 0.2, 1, 0.9), damped(2, 800, 12, 0, -0.1, 2, 0.9)}}},
		{"torsional_spring", 1e-6, [][]float64{{1, damped(0.3, 5, 0.2, 8, 0, 30, 1.1)}}},
		{"distance", 1e-6, [][]float64{{1.3 * sin(0.6) * cos(cone*2.3), 1.3 * sin(0.6) * sin(cone*2.3), -1.3 * cos(0.6)}}},
		{"coordinate_constraint", 1e-7, [][]float64{{0.1 * cos(w*0.8), 0.25 * cos(w*0.8), 0.05 * (1 - cos(3.2))}}},
		{"coordinate_spring", 2e-6, [][]float64{{damped(2, 800, 3, 40+30+100, 0.03, -0.4, 0.7),
			(damped(2, 800, 3, 170, 0.03, -0.4, 0.7+1e-5) - damped(2, 800, 3, 170, 0.03, -0.4, 0.7-1e-5)) / 2e-5}}},
		{"joints", 1e-7, [][]float64{{slide * cos(0.5), 1, -slide * sin(0.5)}, {1.4, 0, 2.8 - g*0.49/2, cos(3.5), sin(3.5)}}},
		{"eigenvalues", 1e-9, [][]float64{{150 - 50*sqrt(3), 150 + 50*sqrt(3)}, {sqrt(150-50*sqrt(3)) / (2 * math.Pi)},
			{-0.005 * (150 + 50*sqrt(3)), -0.005 * (150 + 50*sqrt(3)), -0.005 * (150 - 50*sqrt(3)), -0.005 * (150 - 50*sqrt(3)), 0}, {2}}},
		{"sensors", 1e-6, [][]float64{{1001, 0.1, lowest, math.Pi / 10}, {2, 0.1*cos(20) - 2*0.1*cos(40)}}},
		{"load_function", 1e-6, [][]float64{{forced * (sin(7*1.2) - 7./20*sin(20*1.2)), 6 * 1.44 / 2 / 0.5}}},
		{"second_order", 1e-7, [][]float64{{so[0], so[1], so[0], so[1]}, {0.9, so[2], so[3]}, {2 + so[5], so[9], 0, so[4], so[8], 0},
			{0.1 * cos(sqrt(60./11)*0.9), 0.2 * cos(sqrt(60./11)*0.9)}, {0, -0.02, 0}}},
		{"coordinate_vector", 1e-6, [][]float64{{7 / (2 + 1.5*4/9) * 0.49 / 2, 2. / 3 * 7 / (2 + 1.5*4/9) * 0.49 / 2, 0.25},
			{0.6 * sin(swing[0]), -0.6 * cos(swing[0]), 0}}},
		{"steps", 1e-7, [][]float64{{0.6, 60, 0.01, 0.1, 0.21, 0.1 * cos(2)}, {0.1*cos(3) - 0.3*sin(3), -sin(3), -g * 0.16 / 2}, {31, 0.1, 0.1 * cos(1)}}},
		{"joint_forces", 1e-6, [][]float64{{-3 * hx, 3 * (hz + g), 0}, {0, 4, -3 * g}, {0, 0, -3 * g}, {0, 4 * g * sin(0.2) / 3, 4 * g * cos(0.2)},
			{0.5 * cos(held[0]), 0.2, -0.5 * sin(held[0])}}},
		// Along x to where it sticks, as between events of sticking and slipping (scipy DOP853).
		{"vector_friction", 1e-4, [][]float64{{-0.01991148, 0.1 * cos(25), 2 / 1.6 / (6.25 - 9) * (sin(15) - 1.2*sin(12.5))}}},
		{"static", 1e-8, [][]float64{{(1 + 5*math.Hypot(3, g)/1000) * 3 / math.Hypot(3, g), -(1 + 5*math.Hypot(3, g)/1000) * g / math.Hypot(3, g), staticLever()}}},
	}
	for i, c := range tests {
		if clitest.LeftOut(i) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			got := wildExudyn(t, c.name)
			if len(got) != len(c.want) {
				t.Fatalf("prints %v, want %v", got, c.want)
			}
			for i := range got {
				clitest.CheckNear(t, "line", got[i], c.tol, c.want[i]...)
			}
		})
	}
	t.Run("slider_crank", func(t *testing.T) {
		got := wildExudyn(t, "slider_crank")[0]
		w, x := crankSpeed(got[0])
		clitest.CheckNear(t, "angle, speed, place", got, 1e-6, got[0], w, x)
		// the time that the crank takes for its turns and the rest, from the speeds
		rest, n := math.Mod(got[0]+2*math.Pi, 2*math.Pi), 20000
		time := func(to float64) (sum float64) {
			for i := range n {
				w, _ := crankSpeed((float64(i) + 0.5) * to / float64(n))
				sum += to / float64(n) / w
			}
			return sum
		}
		if whole, part := time(2*math.Pi), time(rest); math.Abs(math.Remainder(0.37-part, whole)) > 1e-6 {
			t.Errorf("the angle is reached at %g and every %g s, not at 0.37", part, whole)
		}
	})
}

// staticLever is the angle of the lever of static.py, where 50 a = 100 * 0.2 cos a.
func staticLever() float64 {
	a := 0.3
	for range 100 {
		a -= (50*a - 20*math.Cos(a)) / (50 + 20*math.Sin(a))
	}
	return a
}

// wildExudyn runs a script of testdata/wild/exudyn and returns the lines of numbers that it prints.
func wildExudyn(t *testing.T, name string) [][]float64 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "wild", "exudyn", name+".py"))
	if err != nil {
		t.Fatal(err)
	}
	return clitest.PrintedNumbers(t, name+".py", string(text))
}
