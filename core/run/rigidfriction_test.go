package run

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// rubsBy is a CFFSUB: friction of the size that bound says, against the slip.
func rubsBy(bound func(n, speed, asked float64) float64, called *int) func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
	return func(*usersub.Ref, *usersub.Sig) (*usersub.Routine, error) {
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			d := &usersub.QueryCache{Frame: f, State: s}
			asked, _ := d.SysFnc("VARVAL", []int32{1})
			if f.IsSetup() {
				return nil
			}
			*called++
			u, n, dst := f.RealArgNamed("xdot"), f.RealArgNamed("nforce")[0], f.RealArgNamed("result")
			v := math.Sqrt(u[0]*u[0] + u[1]*u[1] + u[2]*u[2])
			for k := range dst {
				dst[k] = -bound(n, v, asked) * u[k] / v
			}
			return nil
		})}, nil
	}
}

// TestRigidFrictionOfRoutine: a block on a plane whose friction is what a CFFSUB says: of the slip velocity, of a variable that it asks for,
// of the normal force other than by a factor, and at rest.
func TestRigidFrictionOfRoutine(t *testing.T) {
	const g = 9.81
	run := func(h float64, model, law string, end float64, bound func(n, v, asked float64) float64) (outcome, int) {
		path, called := filepath.Join(t.TempDir(), "deck.xml"), 0
		text := fmt.Sprintf(`<MotionSolve><Model>%s<Reference_Variable id="1" type="EXPRESSION" expr="STEP(TIME,0.2,0.5,0.3,0.25)"/>
<Force_Contact id="1" cnf_type="RIGID" cff_type="USERCFF" cff_dll_name="a" i_graphics_id="2" j_graphics_id="1" %s/>
<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="VX(20)" expr3="CONTACT(1,0,2,10)" expr4="DZ(20)"/>
</Model><Command>%s%s</Command></MotionSolve>`, model, law, nscTune(fmt.Sprintf(`h_max="%g"`, h)), simulate(fmt.Sprintf(`end_time="%.17g" num_steps="10"`, end)))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		o := carryOut(t, buildWith(t, path, rubsBy(bound, &called)), Options{})
		if o.err != nil {
			t.Error(h, law, end, o.err)
			t.FailNow()
		}
		return o, called
	}
	last := func(o outcome, col string) float64 { c := o.tab.of(t, col); return c[len(c)-1] }
	level := nscFloor(0, -g) + nscBlock(2, 0.1, `v_ic_x="3"`, false)

	// μ = 0.2 + 0.1 v: v' = -g μ(v), v = (v0 + 2) exp(-0.1 g t) - 2. The coefficient is that at the start of a step: first order.
	viscous := func(n, v, _ float64) float64 { return n * (0.2 + 0.1*v) }
	want := 5*math.Exp(-0.1*g*0.5) - 2
	var off [2]float64
	for k, h := range [2]float64{0.002, 0.001} {
		o, _ := run(h, level, "", 0.5, viscous)
		off[k] = last(o, "1.F2") - want
		near(t, "speed", last(o, "1.F2"), want, 2*h)
		near(t, "height", last(o, "1.F4"), 0.1, 1e-9)
	}
	if r := off[0] / off[1]; math.Abs(r-2) > 0.1 {
		t.Errorf("halving the step makes the error %g times smaller, want 2", r)
	}

	// Friction of 4 N, however much the plane is pressed: the coefficient follows the load of the same step, which grows
	// with the time. The one point of a ball that hardly turns.
	ball := nscFloor(0, -g) + strings.NewReplacer(`inertia_xx="0.004"`, `inertia_xx="1e9"`, `inertia_yy="0.004"`, `inertia_yy="1e9"`).Replace(nscBlock(2, 0.1, `v_ic_x="3"`, true)) +
		`<Force_Vector_OneBody id="1" type="ForceOnly" marker_id="20" fz_expression="-30*TIME"/>`
	o, called := run(0.005, ball, "", 0.5, func(float64, float64, float64) float64 { return 4 })
	near(t, "speed under a constant force", last(o, "1.F2"), 1, 1e-6)
	near(t, "constant force", last(o, "1.F3"), -4, 1e-5)
	if called > 100*6 {
		t.Errorf("%d calls in 100 steps", called)
	}

	// The coefficient comes down from 0.5 to 0.25 on an incline whose slope is 0.364: it sticks without creep, then slides.
	s, c := math.Sincos(20 * math.Pi / 180)
	slope := nscFloor(g*s, -g*c) + nscBlock(2, 0.1, "", false)
	o, _ = run(0.001, slope, "", 0.2, func(n, _, asked float64) float64 { return n * asked })
	near(t, "creep", last(o, "1.F1"), 0, 1e-12)
	near(t, "friction at rest", last(o, "1.F3"), -g*s, 1e-5)
	o, _ = run(0.001, slope, "", 1, func(n, _, asked float64) float64 { return n * asked })
	near(t, "friction of slip", last(o, "1.F3"), -0.25*g*c, 1e-5)

	// A law that begins with 0 at rest, as those of contacts that give way do: it is asked at stiction_trans_vel.
	soft := func(n, v, _ float64) float64 { return n * 0.5 * math.Min(1, v/0.01) }
	o, _ = run(0.001, slope, `stiction_trans_vel="0.01"`, 1, soft)
	near(t, "creep of a law that is zero at rest", last(o, "1.F1"), 0, 1e-12)
	o, _ = run(0.001, slope, `stiction_trans_vel="0.001"`, 1, soft)
	if last(o, "1.F1") < 1e-3 {
		t.Errorf("it stays at %g, although at 0.001 m/s there is too little friction", last(o, "1.F1"))
	}
}

// TestRigidFrictionGoesWrong: what is not a number ends the run with the routine's name.
func TestRigidFrictionGoesWrong(t *testing.T) {
	path, called := filepath.Join(t.TempDir(), "deck.xml"), 0
	text := `<MotionSolve><Model>` + nscFloor(0, -9.81) + nscBlock(2, 0.1, `v_ic_x="3"`, false) + `
<Force_Contact id="7" cnf_type="RIGID" cff_type="USERCFF" cff_dll_name="a" i_graphics_id="2" j_graphics_id="1"/></Model><Command>` +
		nscTune(`h_max="0.001"`) + simulate(`end_time="0.1" num_steps="10"`) + `</Command></MotionSolve>`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	o := carryOut(t, buildWith(t, path, rubsBy(func(n, v, _ float64) float64 { return n * math.Sqrt(v-2.9) }, &called)), Options{})
	if o.err == nil {
		t.Fatal("no error")
	}
	t.Log(o.err)
	for _, part := range []string{"Force_Contact 7", "CFFSUB"} {
		if !strings.Contains(o.err.Error(), part) {
			t.Errorf("the error does not name %s", part)
		}
	}
}
