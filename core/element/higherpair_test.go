package element_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// rows are lines of points x(a), y(a), z(a) for n+1 values of a from lo to hi.
func rows(lo, hi float64, n int, at func(a float64) [3]float64) string {
	var s strings.Builder
	for k := range n + 1 {
		p := at(lo + (hi-lo)*float64(k)/float64(n))
		fmt.Fprintf(&s, "%.17g %.17g %.17g\n", p[0], p[1], p[2])
	}
	return s.String()
}

// ring is the points of a circle of radius 2 in the plane of x and z.
func ring(n int) string {
	return rows(0, 2*math.Pi, n, func(a float64) [3]float64 {
		return [3]float64{2 * math.Cos(a), 0, 2 * math.Sin(a)}
	})
}

// ringSub is the same circle as a CURSUB.
func ringSub(f *usersub.Frame, _ usersub.State) {
	u, r := f.RealArgNamed("alpha")[0], f.RealArgNamed("par")[0]
	o := float64(f.Ints(f.Sig.ArgIndex("iord"))[0])
	v := f.RealArgNamed("values")
	v[0], v[1], v[2] = r*math.Cos(u+o*math.Pi/2), 0, r*math.Sin(u+o*math.Pi/2)
}

const (
	splineRing = `<Reference_ParamCurve id="5" is_u_closed="TRUE" is_curve_points="TRUE">%s</Reference_ParamCurve>`
	cursubRing = `<Reference_ParamCurve id="5" is_u_closed="TRUE" u_start="0" u_end="6.283185307179586" usrsub_param_string="USER(2)"/>`
	onCurve    = `<Constraint_PTCV id="6" i_marker_id="30" j_marker_id="1" curve_id="5"/>`
)

// A point that slides on a circle is the pendulum of the same length: against the
// row of an expression, at rest and with the force on the point. The spline goes
// through 400 points of the circle: it is one to 1e-9.
func TestPTCVPendulum(t *testing.T) {
	ask := report("DX(30)", "DZ(30)", "VM(30)", "PTCV(6,0,2,0)", "PTCV(6,0,4,0)", "PTCV(6,1,1,0)", "PTCV(6,1,7,0)")
	want := simulate(t, pendulum+`<Constraint_General id="1" expr="DM(30,1)-2" i_marker_id="30"/>`+report("DX(30)", "DZ(30)", "VM(30)"), one, nil)
	for name, curve := range map[string]string{"spline": fmt.Sprintf(splineRing, ring(400)), "CURSUB": cursubRing,
		"quintic": strings.Replace(fmt.Sprintf(splineRing, ring(40)), "is_u_closed", `quintic="TRUE" is_u_closed`, 1)} {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, pendulum+curve+onCurve+ask, one, routines{"CURSUB": ringSub})
			for row := range r.rows {
				for _, c := range []string{"9.F1", "9.F2", "9.F3"} {
					r.near(row, c, want.at(row, c), 1e-6)
				}
				x, z, v := r.at(row, "9.F1"), r.at(row, "9.F2"), r.at(row, "9.F3")
				r.near(row, "9.F3", math.Sqrt(math.Max(0, -20*z)), 1e-6)
				tension := 3*v*v/2 - 3*10*z/2 // towards the centre
				r.near(row, "9.F4", -tension*x/2, 1e-5)
				r.near(row, "9.F5", -tension*z/2, 1e-5)
				r.near(row, "9.F6", math.Abs(tension), 1e-5)
				r.near(row, "9.F7", 0, 1e-5) // it passes through the centre
			}
		})
	}
}

// Thrown fast enough, the point goes round and round: energy is kept and the seam of
// the closed curve, at x = 2, is not felt.
func TestPTCVSeam(t *testing.T) {
	model := strings.Replace(pendulum, `pos_z="0"/>`, `pos_z="0"/>`, 1) + `<Constraint_PTCV id="6" i_marker_id="30" j_marker_id="1" curve_id="5" vel_0="-12"/>`
	for name, curve := range map[string]string{"spline": fmt.Sprintf(splineRing, ring(400)), "CURSUB": cursubRing} {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, model+curve+report("DX(30)", "DZ(30)", "VM(30)", "VZ(30)"), `<Simulate analysis_type="Transient" end_time="5" num_steps="200"/>`, routines{"CURSUB": ringSub})
			r.near(0, "9.F4", -12, 1e-7) // kept by a weight of 1e8
			turns, before := 0, 0.0
			for row := range r.rows {
				x, z, v := r.at(row, "9.F1"), r.at(row, "9.F2"), r.at(row, "9.F3")
				if d := math.Hypot(x, z) - 2; math.Abs(d) > 1e-7 {
					t.Fatalf("row %d: %g off the circle", row, d)
				}
				if e := v*v/2 + 10*z - 72; math.Abs(e) > 1e-4 {
					t.Fatalf("row %d: energy is off by %g", row, e)
				}
				if x > 0 && z <= 0 && before > 0 {
					turns++
				}
				before = z
			}
			if turns < 3 {
				t.Errorf("%d turns", turns)
			}
		})
	}
}

// Down a helix z = p a of radius 1 a bead gathers the speed of an incline: a = g p/(1+p²),
// whose second rate along the curve is constant. The pitch is 0.5.
func TestPTCVHelix(t *testing.T) {
	const p = 0.5
	helix := func(f *usersub.Frame, _ usersub.State) {
		u, o := f.RealArgNamed("alpha")[0], f.Ints(f.Sig.ArgIndex("iord"))[0]
		v := f.RealArgNamed("values")
		v[0], v[1] = math.Cos(u+float64(o)*math.Pi/2), math.Sin(u+float64(o)*math.Pi/2)
		v[2] = [3]float64{p * u, p, 0}[o]
	}
	model := tight + ground + `<Body_Point id="3" cg_id="30" mass="3"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="1"/>
<Force_Gravity grav_z="-10"/>` + onCurve
	angle := func(time float64) float64 { return -10 * p / (1 + p*p) * time * time / 2 }
	for name, curve := range map[string]string{
		"CURSUB": `<Reference_ParamCurve id="5" u_start="-10" u_end="1" usrsub_dll_name="x"/>`,
		"spline": `<Reference_ParamCurve id="5" is_curve_points="TRUE">` +
			rows(-10, 1, 1500, func(a float64) [3]float64 { return [3]float64{math.Cos(a), math.Sin(a), p * a} }) + `</Reference_ParamCurve>`,
	} {
		t.Run(name, func(t *testing.T) {
			r := simulate(t, model+curve+report("DX(30)", "DY(30)", "DZ(30)"), one, routines{"CURSUB": helix})
			for row := range r.rows {
				a := angle(r.at(row, "time"))
				r.near(row, "9.F1", math.Cos(a), 2e-6)
				r.near(row, "9.F2", math.Sin(a), 2e-6)
				r.near(row, "9.F3", p*a, 2e-6)
			}
		})
	}
}

// Down a parabola z = x²/2 energy gives the speed and curvature the force: the bead of
// mass 3 starts at x = -1 at rest, on a curve that is 0.1 too low at first. Of the
// points that the deck gives the end of the curve is never passed.
func TestPTCVParabola(t *testing.T) {
	curve := `<Reference_ParamCurve id="5" is_curve_points="TRUE" matrix_id="7"/><Reference_Matrix id="7" nrow="1001" ncol="3" isroworder="TRUE">` +
		rows(-1.2, 1.2, 1000, func(a float64) [3]float64 { return [3]float64{a, 0, a * a / 2} }) + `</Reference_Matrix>`
	model := tight + ground + curve + onCurve + `<Body_Point id="3" cg_id="30" mass="3"/>
<Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="-1" pos_z="0.5"/><Force_Gravity grav_z="-10"/>`
	r := simulate(t, model+report("DX(30)", "DZ(30)", "VM(30)", "PTCV(6,0,2)", "PTCV(6,0,4)")+
		`<Post_Request id="1" type="ELEMENTAL_FORCE" elem_type="PTCV" elem_id="6" jflag="TRUE"/>`, one, nil)
	for row := range r.rows {
		x, z, v := r.at(row, "9.F1"), r.at(row, "9.F2"), r.at(row, "9.F3")
		r.near(row, "9.F2", x*x/2, 1e-8)
		r.near(row, "9.F3", math.Sqrt(math.Max(0, 20*(0.5-z))), 1e-5)
		s := math.Sqrt(1 + x*x)
		force := 3*v*v/(s*s*s) + 3*10/s
		r.near(row, "9.F4", -force*x/s, 1e-5)
		r.near(row, "9.F5", force/s, 1e-5)
		r.near(row, "1.FZ", -force/s, 1e-5) // on the curve
	}
}

// Where a point begins that is on no curve: at the nearest place, or at that to
// which the way from the guess leads. Of x = y² the point (2, 0.05, 0.3) has two, where
// 4y³ - 6y = 0.1. Assembly moves the point there.
func TestPTCVGuess(t *testing.T) {
	curve := `<Reference_ParamCurve id="5" is_curve_points="TRUE">` + rows(-2, 2, 800,
		func(a float64) [3]float64 { return [3]float64{a * a, a, 0} }) + `</Reference_ParamCurve>`
	model := tight + ground + curve + report("DX(30)", "DY(30)", "DZ(30)") + `<Body_Point id="3" cg_id="30" mass="3"/>
<Reference_Marker id="30" body_id="3" body_type="POINTBODY" pos_x="2" pos_y="0.05" pos_z="0.3"/>`
	for guess, y := range map[string]float64{
		``: 1.2, ` disp_xo="1" disp_yo="-0.7" disp_zo="0"`: -1.2, ` disp_x0="4" disp_y0="3" disp_z0="2"`: 1.2,
	} {
		for range 20 { // Newton
			y -= (4*y*y*y - 6*y - 0.1) / (12*y*y - 6)
		}
		r := simulate(t, model+strings.Replace(onCurve, "/>", guess+"/>", 1), start, nil)
		for k, w := range [3]float64{y * y, y, 0} {
			r.near(0, fmt.Sprintf("9.F%d", k+1), w, 1e-7)
		}
	}
}

// outcome runs a deck and returns its error.
func outcome(t *testing.T, model, command string, r routines) error {
	t.Helper()
	text := "<M><Model>" + model + "</Model><Command>" + command + "</Command></M>"
	m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte(text)}, ".", element.Table())
	b := element.Build(m, r.load)
	if m.Diags.HasErrors() || len(b.Failed) > 0 {
		t.Fatal(m.Diags.List, b.Failed)
	}
	rec, err := run.NewRecorder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	err = run.Run(context.Background(), b, rec, run.Options{})
	if _, e := rec.Finish("ok", 0, nil); e != nil {
		t.Fatal(e)
	}
	return err
}

// A bead that slides off the end of its curve ends the run when it gets there, with the
// time: from x = 0 with the speed 2 it reaches x = 1 after 0.5.
func TestPTCVEnd(t *testing.T) {
	line := func(f *usersub.Frame, _ usersub.State) {
		f.RealArgNamed("values")[0] = [3]float64{f.RealArgNamed("alpha")[0], 1, 0}[order(f)]
	}
	model := tight + ground + onCurve + `<Body_Point id="3" cg_id="30" mass="3" v_ic_x="2"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY"/>`
	for name, curve := range map[string]string{
		"CURSUB": `<Reference_ParamCurve id="5" u_start="-1" u_end="1" usrsub_dll_name="x"/>`,
		"spline": `<Reference_ParamCurve id="5" is_curve_points="TRUE">-1 0 0 0 0 0 0.5 0 0 1 0 0</Reference_ParamCurve>`,
	} {
		t.Run(name, func(t *testing.T) {
			err := outcome(t, model+curve, one, routines{"CURSUB": line})
			var end *system.EndError
			if !errors.As(err, &end) || run.ExitCode(err) != run.ExitConvergence {
				t.Fatalf("%v, exit code %d", err, run.ExitCode(err))
			}
			if end.Time < 0.5 || end.Time > 0.511 || end.Parameter < 1 || end.Element != "Constraint_PTCV 6" {
				t.Errorf("%+v", end)
			}
		})
	}
}

// A point on a circle that is let go at the bottom, at the speed v, and caught again: it
// flies on a straight line without gravity, and keeps the part of the speed along the
// circle where it meets it again, moved to the nearest place.
func TestPTCVSwitched(t *testing.T) {
	model := bead + cursubRing + strings.Replace(onCurve, "/>", ` vel_0="2"/>`, 1) + report("DX(30)", "DZ(30)", "VX(30)", "VZ(30)")
	model = strings.Replace(model, `pos_x="1"`, `pos_x="2"`, 1)
	r := simulate(t, model, `<Deactivate element_type="PTCV" element_id="6"/>`+until("0.5", 1)+`<Body_Point id="3"/>`+
		`<Activate element_type="PTCV" element_id="6"/>`+until("1", 1), routines{"CURSUB": ringSub})
	// switched off the point rests at (2, 0)
	r.near(1, "9.F1", 2, 1e-9)
	r.near(-1, "9.F2", 0, 1e-9)
	r = simulate(t, model, until("0.5", 1)+`<Deactivate element_type="PTCV" element_id="6"/>`+until("1.5", 1)+
		`<Activate element_type="PTCV" element_id="6"/>`+until("2", 1), routines{"CURSUB": ringSub})
	a := 0.5 // the angle is that of the speed 2 on the radius 2: 0.5 after half a second
	x, z := 2*math.Cos(a), 2*math.Sin(a)
	vx, vz := -2*math.Sin(a), 2*math.Cos(a)
	r.near(1, "9.F1", x, 1e-7)
	r.near(3, "9.F1", x+vx, 1e-7)
	r.near(3, "9.F2", z+vz, 1e-7)
	b := math.Atan2(z+vz, x+vx)
	speed := -vx*math.Sin(b) + vz*math.Cos(b)
	r.near(4, "9.F1", 2*math.Cos(b), 1e-7)
	r.near(4, "9.F3", -speed*math.Sin(b), 1e-7)
	r.near(5, "9.F1", 2*math.Cos(b+speed/4), 1e-7)
	r.near(5, "9.F2", 2*math.Sin(b+speed/4), 1e-7)
}

// A CURSUB that knows no derivatives, or wrong ones, is reported; so is one that
// never sets an entry, and one that asks for the state is refused.
func TestCURSUBDoubts(t *testing.T) {
	line := func(first, second float64) func(f *usersub.Frame, _ usersub.State) {
		return func(f *usersub.Frame, _ usersub.State) {
			u, v := f.RealArgNamed("alpha")[0], f.RealArgNamed("values")
			v[0], v[1], v[2] = [3]float64{u, 1, 0}[order(f)], 0, [3]float64{u * u, first * u, second}[order(f)]
		}
	}
	model := tight + ground + onCurve + `<Body_Point id="3" cg_id="30" mass="3"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY"/>
<Reference_ParamCurve id="5" u_start="-1" u_end="1" usrsub_dll_name="x"/>`
	for name, test := range map[string]struct {
		g    func(f *usersub.Frame, _ usersub.State)
		want string
	}{
		"right":  {line(2, 2), ""},
		"first":  {line(3, 3), "CURSUB with iord 1 returns values that differ"},
		"second": {line(2, 0), "CURSUB with iord 2 returns values that differ"},
	} {
		m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte("<M><Model>" + model + "</Model></M>")}, ".", element.Table())
		b := element.Build(m, routines{"CURSUB": test.g}.load)
		var said []string
		if _, err := b.System.NewRunState(&system.Session{}, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }); err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(said, "\n"); test.want == "" && all != "" || !strings.Contains(all, test.want) {
			t.Errorf("%s: %q, want %q", name, all, test.want)
		}
	}
	asks := func(f *usersub.Frame, s usersub.State) { f.RealArgNamed("values")[0] = ask(s, "DX", 30) }
	if err := outcome(t, model, one, routines{"CURSUB": asks}); err == nil || !strings.Contains(err.Error(), "may depend on nothing but its parameters") {
		t.Errorf("a curve that asks: %v", err)
	}
	empty := func(*usersub.Frame, usersub.State) {}
	if err := outcome(t, model, one, routines{"CURSUB": empty}); err == nil || !strings.Contains(err.Error(), "Reference_ParamCurve 5: all its points are one") {
		t.Errorf("a curve that is a point: %v", err)
	}
}

// GTCURV of a spline and of a CURSUB, inside their range and outside; a curve that asks
// for itself gets a status.
func TestGTCURV(t *testing.T) {
	model := tight + ground + cursubRing + strings.Replace(fmt.Sprintf(splineRing, ring(100)), `id="5"`, `id="4"`, 1) +
		`<Reference_ParamCurve id="3" u_start="0" u_end="1" usrsub_fnc_name="loop"/><Reference_Variable id="1" type="USERSUB"/>` + report("VARVAL(1)")
	var status []int32
	var got [][3]float64
	inner := int32(-1)
	varsub := func(f *usersub.Frame, s usersub.State) {
		c, _ := usersub.As[usersub.Curves](s)
		status, got = nil, nil
		for _, q := range []struct {
			id    int32
			alpha float64
			order int32
		}{{5, 1, 0}, {5, 1, 1}, {5, 1, 2}, {4, 0.5, 0}, {4, -1, 1}, {5, -0.1, 0}, {4, 1.1, 0}, {5, 1, 3}, {9, 0, 0}, {3, 0.5, 0}} {
			var v [3]float64
			status = append(status, c.GtCurv(&v, q.id, q.alpha, q.order))
			got = append(got, v)
		}
	}
	loop := func(f *usersub.Frame, s usersub.State) {
		c, _ := usersub.As[usersub.Curves](s)
		var v [3]float64
		if !f.IsSetup() {
			inner = c.GtCurv(&v, 3, 0.5, 0)
		}
		f.RealArgNamed("values")[1] = 7
	}
	simulate(t, model, start, routines{"CURSUB": ringSub, "VARSUB": varsub, "loop": loop})
	if want := []int32{0, 0, 0, 0, 0, 1, 1, 1, 1, 0}; fmt.Sprint(status) != fmt.Sprint(want) {
		t.Errorf("status %v, want %v", status, want)
	}
	c, s := 2*math.Cos(1), 2*math.Sin(1)
	for k, want := range [][3]float64{{c, 0, s}, {-s, 0, c}, {-c, 0, -s}, {0, 0, -2}, {0, 0, 2 * math.Pi}} {
		for n := range want {
			if math.Abs(got[k][n]-want[n]) > 1e-4 { // the spline of 100 points
				t.Errorf("query %d: %v, want %v", k, got[k], want)
			}
		}
	}
	if got[9] != [3]float64{0, 7, 0} || inner != 1 {
		t.Errorf("nested: %v, status inside %d", got[9], inner)
	}
}
