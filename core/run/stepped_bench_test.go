package run

import (
	"math"
	"strings"
	"testing"
)

// cartAndPole is a pole of length 0.5 with a mass at its end, on a cart that a force (variable 1) pushes along x.
const cartAndPole = `<Param_Transient integrator_type="%" integr_tol="1e-3"/><Force_Gravity grav_y="-9.81"/>
<Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="10" body_id="1" zp_x="1"/>
<Body_Rigid id="2" label="cart" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/><Reference_Marker id="21" body_id="2" zp_x="1"/>
<Body_Rigid id="3" label="pole" cg_id="30" mass="0.1" inertia_xx="1e-4" inertia_yy="1e-4" inertia_zz="1e-4"/><Reference_Marker id="30" body_id="3" pos_y="0.5"/><Reference_Marker id="31" body_id="3"/>
<Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="21" j_marker_id="10"/><Constraint_Joint id="2" type="REVOLUTE" i_marker_id="31" j_marker_id="20"/>
<Reference_Variable id="1" label="force" expr="0"/><Reference_Variable id="2" label="place" expr="DX(20)"/><Reference_Variable id="3" label="angle" expr="AZ(31,20)"/>
<Control_PlantInput id="1" num_element="1" variable_id_list="1"/><Control_PlantOutput id="1" num_element="2" variable_id_list="2,3"/>
<Force_Vector_OneBody id="1" type="FORCEONLY" marker_id="20" ref_marker_id="20" fx_expression="VARVAL(1)" fy_expression="0" fz_expression="0"/>`

// BenchmarkStepped is a step of 0.02 s whose input changes.
func BenchmarkStepped(b *testing.B) {
	for _, method := range []string{"default", "AUTO", "ABAM", "DOP853", "RADAU", "HHT", "RK4"} {
		b.Run(method, func(b *testing.B) {
			deck, named := method, method
			if method == "default" {
				deck, named = "AUTO", ""
			}
			s := stepped(b, strings.Replace(cartAndPole, "%", deck, 1), "", SteppedOptions{Outputs: []string{"place", "angle"}, Integrator: named})
			y, u := make([]float64, 2), make([]float64, 1)
			b.ReportAllocs()
			k, steps := 0, 0
			for b.Loop() {
				u[0] = 0.01 * float64(k%2)
				if err := s.Step(b.Context(), 0.02, u); err != nil {
					b.Fatal(err)
				}
				if err := s.ReadOutputs(y); err != nil {
					b.Fatal(err)
				}
				if k++; k%1000 == 0 {
					steps += s.r.stepper.method.Stats().Evaluations
					if err := s.Reset(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(steps)/float64(k/1000*1000), "evaluations/op")
		})
	}
}

// TestSteppedCost: a step whose input changes allocates nothing, and needs one evaluation for the change, five stages, and three at its end at most, mostly one.
func TestSteppedCost(t *testing.T) {
	s := stepped(t, strings.Replace(cartAndPole, "%", "AUTO", 1), "", SteppedOptions{})
	y, u, k := make([]float64, len(s.Outputs)), make([]float64, 1), 0
	step := func() {
		u[0] = 0.1 * float64(k%2)
		k++
		if err := s.Step(t.Context(), 0.02, u); err != nil {
			t.Fatal(err)
		}
		if err := s.ReadOutputs(y); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 { // the step has grown by then
		step()
	}
	const steps = 51
	before := s.r.stepper.method.Stats().Evaluations
	if n := testing.AllocsPerRun(steps-1, step); n != 0 {
		t.Errorf("a step allocates %g times", n)
	}
	if n := float64(s.r.stepper.method.Stats().Evaluations-before) / steps; n > 10 {
		t.Errorf("a step needs %g evaluations", n)
	}
}

// TestSteppedCartPole: the cart with the pole, with an input that changes at each step, is where its equations of motion lead:
// (M+m) x" - m l cos a a" + m l sin a a'² = u and (m l² + J) a" - m l cos a x" = m g l sin a, integrated here by RK4 with steps of 1e-4.
func TestSteppedCartPole(t *testing.T) {
	const m, mc, l, j, g = 0.1, 1.0, 0.5, 1e-4, 9.81
	rates := func(z [4]float64, u float64) [4]float64 { // x, a, x', a'
		s, c := math.Sincos(z[1])
		a11, a12, a22 := mc+m, -m*l*c, m*l*l+j
		b1, b2 := u-m*l*s*z[3]*z[3], m*g*l*s
		d := a11*a22 - a12*a12
		return [4]float64{z[2], z[3], (a22*b1 - a12*b2) / d, (a11*b2 - a12*b1) / d}
	}
	s := stepped(t, strings.Replace(cartAndPole, "%", "AUTO", 1), "", SteppedOptions{Outputs: []string{"place", "angle"}})
	z := [4]float64{}
	for k := range 60 {
		u := math.Sin(float64(k)) + 0.3
		const n, h = 200, 1e-4
		for range n {
			add := func(d [4]float64, c float64) (y [4]float64) {
				for i := range y {
					y[i] = z[i] + c*d[i]
				}
				return y
			}
			k1 := rates(z, u)
			k2 := rates(add(k1, h/2), u)
			k3 := rates(add(k2, h/2), u)
			k4 := rates(add(k3, h), u)
			for i := range z {
				z[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
			}
		}
		y := s.step(t, n*h, u)
		if math.Abs(y[0]-z[0]) > 1e-3 || math.Abs(y[1]-z[1]) > 1e-3 {
			t.Fatalf("step %d: %v, not %v", k, y, z[:2])
		}
		if k == 59 {
			t.Logf("errors %.2g and %.2g", y[0]-z[0], y[1]-z[1])
		}
	}
}

// TestSteppedFromRest: DSTIFF begins again at each change of an input, near rest, with some tens of steps and not with thousands of the smallest ones, which
// it took where the rest that longer steps had left of the rows was larger than the errors that so little motion allows.
func TestSteppedFromRest(t *testing.T) {
	s := stepped(t, strings.Replace(cartAndPole, "%", "AUTO", 1), "", SteppedOptions{Outputs: []string{"place", "angle"}, Integrator: "DSTIFF"})
	reference := stepped(t, strings.Replace(cartAndPole, "%", "DOP853", 1), "", SteppedOptions{Outputs: []string{"place", "angle"}})
	for k := range 30 {
		before := 0
		if s.r.stepper.method != nil {
			before = s.r.stepper.method.Stats().Steps
		}
		y, want := s.step(t, 0.02, 0.1*float64(k%2)), reference.step(t, 0.02, 0.1*float64(k%2))
		if n := s.r.stepper.method.Stats().Steps - before; n > 100 {
			t.Errorf("step %d takes %d steps of the integrator", k, n)
		}
		for i := range y {
			isNear(t, "output", y[i], want[i], 1e-6)
		}
	}
}

// BenchmarkSteppedReset is the way back to the start with the first step from there.
func BenchmarkSteppedReset(b *testing.B) {
	s := stepped(b, strings.Replace(cartAndPole, "%", "AUTO", 1), "", SteppedOptions{})
	u := []float64{1}
	for b.Loop() {
		if err := s.Reset(); err != nil {
			b.Fatal(err)
		}
		if err := s.Step(b.Context(), 0.02, u); err != nil {
			b.Fatal(err)
		}
	}
}
