package element_test

import (
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
)

// Body 2 of mass 2 and unit moments of inertia is displaced by (0.1, 0.2, 0.3) and turned by
// 0.1 about z, moves at (1, 0, 0) and turns at 0.5 about z; marker 2 of ground is turned by 90
// degrees about z, so that I is at (0.2, -0.1, 0.3) along its axes and turned by 0.1 - π/2.
const computeDeckDisplacement = tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1" v_ic_x="1" w_ic_z="0.5"/>
<Reference_Marker id="20" body_id="2" pos_x="0.1" pos_y="0.2" pos_z="0.3" psi="0.1"/><Reference_Marker id="2" body_id="1" psi="90D"/>` + accelerationsOf2

const accelerationsOf2 = `<Post_Request id="2" type="MARKER_ACCELERATION" i_marker_id="20"/>`

// forces checks the accelerations by the force and the torque along marker 2's axes.
func forces(t *testing.T, r *table, f, tq [3]float64) {
	t.Helper()
	for k, c := range []string{"2.ACCX", "2.ACCY", "2.ACCZ"} {
		r.near(0, c, [3]float64{-f[1], f[0], f[2]}[k]/2, 1e-9)
	}
	for k, c := range []string{"2.WDTX", "2.WDTY", "2.WDTZ"} {
		r.near(0, c, [3]float64{-tq[1], tq[0], tq[2]}[k], 1e-9)
	}
}

func TestField(t *testing.T) {
	a := 0.1 - math.Pi/2
	for name, c := range map[string]struct {
		attrs string
		f, tq [3]float64
	}{
		"stiffness": {`K11="10" K12="3" K33="100" K66="7" K61="2"`, [3]float64{-10*0.2 + 3*0.1, 0, -30}, [3]float64{0, 0, -7*a - 2*0.2}},
		"length":    {`K11="10" K66="7" length_x="0.05" length_tz="-90D" preload_x="4" preload_tz="5"`, [3]float64{-10*0.15 + 4, 0, 0}, [3]float64{0, 0, -0.7 + 5}},
		// d' = (0, -1, 0) along marker 2's axes
		"damping":  {`C22="3" C12="1" C66="2"`, [3]float64{1, 3, 0}, [3]float64{0, 0, -1}},
		"cratio":   {`K22="30" cratio="0.1"`, [3]float64{0, 3 + 3, 0}, [3]float64{}},
		"both":     {`K22="30" C22="3" cratio="1"`, [3]float64{0, 3 + 3, 0}, [3]float64{}},
		"FIESUB":   {`usrsub_param_string="USER(10,2)"`, [3]float64{-2, 1 + 2, -3}, [3]float64{0, 0, -10*a - 1}},
		"partials": {`type="USERSUB" usrsub_fnc_name="partials" usrsub_param_string="USER(10,2)"`, [3]float64{-2, 1 + 2, -3}, [3]float64{0, 0, -10*a - 1}},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			sub := func(partials bool) goSub {
				return func(f *usersub.Frame, _ usersub.State) {
					k, c := f.RealArgNamed("par")[0], f.RealArgNamed("par")[1]
					for i := range 6 {
						f.RealArgNamed("field")[i] = -k*f.RealArgNamed("disp")[i] - c*f.RealArgNamed("velo")[i]
						if partials && f.Ints(f.Sig.ArgIndex("dflag"))[0] != 0 {
							calls++
							f.RealArgNamed("dfddis")[7*i], f.RealArgNamed("dfdvel")[7*i] = -k, -c
						}
					}
				}
			}
			subs := routines{"FIESUB": sub(false), "partials": sub(true)}
			r := simulate(t, computeDeckDisplacement+`<Param_Transient integrator_type="DSTIFF"/><Force_Field id="1" i_marker_id="20" j_marker_id="2" `+c.attrs+`/>`+report("FIELD(1,0,2,2)", "FIELD(1,0,8,2)", "FIELD(1,1,7,2)"), start, subs)
			forces(t, r, c.f, c.tq)
			r.near(0, "9.F1", c.f[0], 1e-9)
			r.near(0, "9.F2", c.tq[2], 1e-9)
			// on J about J: -T - d×F, y component: -Ty - (dz Fx - dx Fz)
			r.near(0, "9.F3", -c.tq[1]-(0.3*c.f[0]-0.2*c.f[2]), 1e-9)
			if name == "partials" && calls == 0 {
				t.Error("the partials were never asked for")
			}
		})
	}
}

// A damped oscillation: m 2, k 10, c 4 from 1, by a field, a bushing and a FIESUB.
func TestFieldOscillates(t *testing.T) {
	model := tight + ground + `<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_z="1" phi="0.2"/>` +
		report("DZ(20)", "AZ(20)")
	subs := routines{"FIESUB": func(f *usersub.Frame, _ usersub.State) {
		d, v := f.RealArgNamed("disp"), f.RealArgNamed("velo")
		f.RealArgNamed("field")[2], f.RealArgNamed("field")[5] = -10*d[2]-4*v[2], -5*d[5]-2*v[5]
	}}
	for _, force := range []string{
		`<Force_Field id="1" i_marker_id="20" j_marker_id="1" k33="10" c33="4" k66="5" c66="2"/>`,
		`<Force_Field id="1" i_marker_id="20" j_marker_id="1" k33="10" k66="5" cratio="0.4"/>`,
		`<Force_Field id="1" i_marker_id="20" j_marker_id="1" usrsub_dll_name="a"/>`,
		`<Force_Bushing id="1" i_marker_id="20" j_marker_id="1" kz="10" cz="4" ktz="5" ctz="2"/>`,
	} {
		r := simulate(t, model+force, one, subs)
		swing := math.Exp(-1) * (math.Cos(2) + 0.5*math.Sin(2)) // roots -1 ± 2i
		r.near(-1, "9.F1", swing, 1e-6)
		r.near(-1, "9.F2", 0.2*swing, 1e-6)
	}
}

func TestBushing(t *testing.T) {
	a := 0.1 - math.Pi/2
	r := simulate(t, computeDeckDisplacement+`<Force_Bushing id="1" i_marker_id="20" j_marker_id="2" kx="10" ky="20" kz="30" ktz="7" cy="3" ctz="2" preload_x="1" preload_tx="4"/>`+
		report("BUSH(1,0,2,2)"), start, nil)
	forces(t, r, [3]float64{-2 + 1, 2 + 3, -9}, [3]float64{4, 0, -7*a - 1})
	r.near(0, "9.F1", -1, 1e-9)
}
