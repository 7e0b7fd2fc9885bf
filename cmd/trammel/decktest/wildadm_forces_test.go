package decktest

import (
	"math"
	"testing"
)

// compareRow compares the first columns of a row with figures, each within a part of its size.
func compareRow(t *testing.T, row, want []float64, part float64) {
	t.Helper()
	for k, w := range want {
		if math.Abs(row[k]-w) > part*math.Max(math.Abs(w), 1e-3) {
			t.Errorf("column %d is %.12g, want %.12g", k, row[k], w)
		}
	}
}

// TestChainOfNonlinearBeams: ten beams with a force of 2 EI/L² across the end. Tip and slope of the elastica are those of K. Mattiasson,
// Numerical results from large deflection beam and frame problems analysed by means of elliptic integrals, Int. J. Numer. Meth. Eng. 17 (1981), table I.
func TestChainOfNonlinearBeams(t *testing.T) {
	compareRow(t, lastRow(t, wildADM(t), "blade.adm", "blade.acf"), []float64{0, 1 - 0.16064, -0.49346, -0.78175}, 2e-5)
}

// TestFiltersOfFirstOrder: y' = 4 (5 - y) by LSE, z' = 2 (y - z) by TFSISO, x" = z/2.
func TestFiltersOfFirstOrder(t *testing.T) {
	const end = 1
	fast, slow := math.Exp(-4*end), math.Exp(-2*end)
	v := 2.5 * (end - (1 - slow) + (1-fast)/4)
	x := 2.5 * (end*end/2. - (end - (1-slow)/2) + (end-(1-fast)/4)/4)
	compareRow(t, lastRow(t, wildADM(t), "filter.adm", "--end", "1", "--steps", "10"), []float64{end, x, v, 5 * (1 - fast), 5 * (1 - 2*slow + fast)}, 1e-8)
}

// TestElasticBounce: a ball falls onto a linear IMPACT without damping. In contact z = -g/w² + (g/w²) cos wt - (v/w) sin wt until z is zero again.
func TestElasticBounce(t *testing.T) {
	const g, drop = 9810., 150.
	w := math.Sqrt(5e3 * 1e3 / 2) // N is 1000 kg mm/s²
	fall, v := math.Sqrt(2*drop/g), math.Sqrt(2*drop*g)
	contact := 2 * (math.Pi - math.Atan(v*w/g)) / w
	s := 1 - fall
	for s > 2*fall+contact {
		s -= 2*fall + contact
	}
	s -= contact
	if s < 0 {
		t.Fatal("the end is to be in flight")
	}
	compareRow(t, lastRow(t, wildADM(t), "bounce.adm", "--end", "1", "--steps", "10"), []float64{1, 50 + v*s - g*s*s/2, v - g*s, v*s - g*s*s/2}, 1e-5)
}

// TestCoupledDrum: a shaft turns a drum, which winds a load: one degree of freedom, q for the drum, with 3 q and -80 q.
func TestCoupledDrum(t *testing.T) {
	a := (3*5000e3 - 80*98.0665e3) / (9*4e4 + 9e4 + 80*80*10)
	compareRow(t, lastRow(t, wildADM(t), "drum.adm", "--end", "1", "--steps", "10"), []float64{1, 3 * a / 2, a / 2, -40 * a}, 1e-8)
}

// TestMountAtRest: BUSHING and FIELD share weight and torque by their stiffnesses, 300 to 100 and 3e5 to 1e5.
func TestMountAtRest(t *testing.T) {
	const weight = 12 * 9.80665
	compareRow(t, lastRow(t, wildADM(t), "mount.adm", "mount.acf"), []float64{0, -weight / 400, 200 / 4e5, weight * 3 / 4, -50}, 1e-9)
}

// TestSensorEndsFall: a part in inches and pounds falls from 60 to 12, where a sensor halts the run.
func TestSensorEndsFall(t *testing.T) {
	const g = 386.0886
	end := math.Sqrt(2 * 48 / g)
	compareRow(t, lastRow(t, wildADM(t), "drop.adm", "--end", "1", "--steps", "10"), []float64{end, end, 12 * end, 12, -g * end}, 1e-8)
}

// TestForceByTable: splines through points of the line -27 x, on a mass of 3.
func TestForceByTable(t *testing.T) {
	compareRow(t, lastRow(t, wildADM(t), "table.adm", "--end", "1", "--steps", "10"), []float64{1, 0.25 * math.Cos(3), -0.75 * math.Sin(3), -27}, 1e-7)
}
