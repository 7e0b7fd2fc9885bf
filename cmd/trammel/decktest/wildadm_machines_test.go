package decktest

import (
	"math"
	"testing"
)

// integrated integrates y' = f(t, y) from 0 to end by the classical method of fourth order.
func integrated(y []float64, end float64, steps int, f func(t float64, y, rate []float64)) []float64 {
	h := end / float64(steps)
	n := len(y)
	x, sum := make([]float64, n), make([]float64, n)
	rate := make([]float64, n)
	for k := range steps {
		t := h * float64(k)
		clear(sum)
		for stage, weight := range [4]float64{1, 2, 2, 1} {
			reach := [4]float64{0, 0.5, 0.5, 1}[stage] * h
			for i := range x {
				x[i] = y[i] + reach*rate[i]
			}
			f(t+reach, x, rate)
			for i := range sum {
				sum[i] += weight * rate[i]
			}
		}
		for i := range y {
			y[i] += h / 6 * sum[i]
		}
	}
	return y
}

// TestLampsOnCable: a cable of four elastic pieces with lamps of 1, 2 and 1 kg: with the horizontal force H and the vertical ones 2 g and g of the
// pieces, N = √(H² + V²) makes a piece l (1 + N/EA) long, and the horizontal parts of two of them span half the distance.
func TestLampsOnCable(t *testing.T) {
	const g, ea, l = 9.80665, 4000., 800.
	piece := func(h, v float64) (x, z float64) {
		n := math.Hypot(h, v)
		s := l * (1 + n/ea)
		return s * h / n, s * v / n
	}
	low, high := 1., 1000.
	for range 100 {
		h := (low + high) / 2
		a, _ := piece(h, 2*g)
		b, _ := piece(h, g)
		if a+b < 1500 {
			low = h
		} else {
			high = h
		}
	}
	x1, z1 := piece(low, 2*g)
	_, z2 := piece(low, g)
	compareRow(t, lastRow(t, wildADM(t), "cable.adm", "cable.acf"), []float64{0, x1, -z1, 1500, -z1 - z2, low, -2 * g, -g}, 1e-5)
}

// TestBallRollsDownRamp: a ball that does not slip has 5/7 of the acceleration of one that slides; the ramp gives way by the normal force over the stiffness. Friction
// grows with the slip up to a transition velocity, so that the ball creeps by less than that.
func TestBallRollsDownRamp(t *testing.T) {
	const g, radius = 9806.65, 50.
	s, c := math.Sincos(20 * math.Pi / 180)
	a := 5. / 7 * g * s
	row := lastRow(t, wildADM(t), "ramp.adm", "--end", "1", "--steps", "10")
	compareRow(t, row, []float64{1, a / 2, a, radius - 0.8*g*c/1000/1e4, a / radius}, 5e-4)
	if slip := row[2] - radius*row[4]; slip < 0 || slip > 1 {
		t.Errorf("the ball slips with %g", slip)
	}
}

// TestServo: a cart under a controller of a position, its integral and its rate.
func TestServo(t *testing.T) {
	demand := func(t float64) float64 { return 0.3 * (1 - math.Exp(-2*t)) }
	force := func(t float64, y []float64) float64 { return 60*(demand(t)-y[0]) + 25*y[2] - 14*y[1] }
	y := integrated([]float64{0, 0, 0}, 3, 3000, func(t float64, y, rate []float64) {
		rate[0], rate[1], rate[2] = y[1], force(t, y)/2.5, demand(t)-y[0]
	})
	compareRow(t, lastRow(t, wildADM(t), "servo.adm", "--end", "3", "--steps", "10"), []float64{3, y[0], y[1], y[2], force(3, y)}, 1e-6)
}

// TestArmByMotion: an arm of 12 lb whose mass centre is 8 in from a horizontal hinge, turned from 30° to 120° by a polynomial: the torque is (I + m l²) φ” + m g l cos φ, and
// the hinge carries weight and acceleration. The unit of force gives 1 lbf = 386.0886 lb in/s².
func TestArmByMotion(t *testing.T) {
	const span, end, g0 = math.Pi / 2, 1.5, 386.0886
	u := end / 2
	phi := math.Pi/6 + span*u*u*u*(10-15*u+6*u*u)
	rate := span / 2 * 30 * u * u * (1 - 2*u + u*u)
	second := span / 4 * 60 * u * (1 - 3*u + 2*u*u)
	s, c := math.Sincos(phi)
	torque := (41+12*64)*second/g0 + 12*8*c
	along, across := -12*8*(rate*rate*c+second*s)/g0, 12*8*(second*c-rate*rate*s)/g0+12
	compareRow(t, lastRow(t, wildADM(t), "arm.adm", "--end", "1.5", "--steps", "3"), []float64{end, phi, rate, torque, along, across, 30 + 8*s}, 1e-6)
}

// TestRocketInStages: a command file switches the thrust off and on again, in kilometres and minutes, and a sensor ends the last burn at 40 km/min.
func TestRocketInStages(t *testing.T) {
	const unit = 3.6 // km/min² is 1 N/kg
	burn, coast := unit*3800/500, -unit*200./500
	v1, z1 := 3+burn/2, 3./2+burn/8
	v2, z2 := v1+coast/2, z1+v1/2+coast/8
	last := (40 - v2) / burn
	push := last - 0.5 // of the side thrust, from 1.5 min
	compareRow(t, lastRow(t, wildADM(t), "stages.adm", "stages.acf"),
		[]float64{1 + last, unit * 0.9 * push * push, z2 + v2*last + burn*last*last/2, unit * 1.8 * push, 40}, 1e-7)
}

// TestFilterInRoutine: a GSE with two continuous states and routines for its derivatives and outputs.
func TestFilterInRoutine(t *testing.T) {
	y := integrated([]float64{0, 0, 0.4, -0.2}, 2, 4000, func(t float64, y, rate []float64) {
		rate[0], rate[1] = y[1], 8*y[2]/4
		rate[2], rate[3] = y[3], 10*(math.Sin(3*t)-y[2])-1.2*y[3]
	})
	compareRow(t, lastRow(t, wildADM(t), "gse.adm", "--end", "2", "--steps", "4"), append([]float64{2}, y...), 1e-7)
}

// TestEccentricCam: a disc of radius 40 whose centre is 15 from its axis lifts the end of a follower to 15 sin φ + √(40² - 15² cos² φ). The motor's torque is the
// slope of that times weight, inertia and spring of the follower. The curve is a spline through 48 points.
func TestEccentricCam(t *testing.T) {
	const w, end = 4 * math.Pi, 0.3
	lift := func(phi float64) float64 {
		s, c := math.Sincos(phi)
		return 15*s + math.Sqrt(1600-225*c*c)
	}
	const h = 1e-3
	phi := w * end
	y := lift(phi)
	slope := (8*(lift(phi+h)-lift(phi-h)) - lift(phi+2*h) + lift(phi-2*h)) / (12 * h)
	bend := (lift(phi+h) - 2*y + lift(phi-h)) / (h * h)
	torque := slope * (1.5*(w*w*bend+9806.65)/1000 + 0.5*(y-20))
	compareRow(t, lastRow(t, wildADM(t), "cam.adm", "--end", "0.3", "--steps", "3"), []float64{end, y, w * slope, torque}, 1e-4)
}

// TestTumblingBox: a box that falls onto another as it comes, by its corner, edge and face, rests on one of its faces, pressed in by its weight over the stiffness.
func TestTumblingBox(t *testing.T) {
	const weight = 4.542 * 9.81
	row := lastRow(t, wildADM(t), "tumble.adm", "--end", "4", "--steps", "10")
	off := math.Inf(1)
	for _, half := range []float64{0.2630, 0.1055, 0.1065} {
		off = math.Min(off, math.Abs(row[1]-(half-weight/2e5)))
	}
	if off > 1e-6 || math.Abs(row[3]/weight-1) > 1e-5 || row[2] > 1e-4 {
		t.Errorf("%v: it is %g off the rest on a face", row, off)
	}
}
