package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// loadedPoint is pointOnBody, held at its first node or free, with the load cases 1: f = (1, 2, -3); 2: that of gravity, reversed; 3: a force and a torque; 4: the first mode alone.
func loadedPoint(t *testing.T, settings, start, more string) string {
	t.Helper()
	path := changedData(t, "point.json", func(data map[string]any) {
		data["loads"] = []any{map[string]any{"f": []float64{1, 2, -3}}, map[string]any{"name": "lift", "f": []float64{0, 0, 0.5 * 9.81}},
			map[string]any{"F": []float64{1, 2, 3}, "T": []float64{-2, 1, 0.5}, "f": []float64{0, 0, 0}}, map[string]any{"f": []float64{1, 0, 0}}}
	})
	return strings.Replace(pointOnBody(t, settings, start, more), flexFile(t, "point.json"), path, 1)
}

// changedData writes changed data of a flexible body to a file and returns its path.
func changedData(t *testing.T, name string, change func(data map[string]any)) string {
	t.Helper()
	text, err := os.ReadFile(flexFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	var data map[string]any
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	change(data)
	if text, err = json.Marshal(data); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	write(t, path, string(text))
	return path
}

const heldFrame = `<Constraint_Joint id="1" type="FIXED" i_marker_id="20" j_marker_id="1"/>`

// stepResponse returns rows of the modes of the held body of loadedPoint under a constant load f from rest on.
func stepResponse(f [3]float64) (rows [][]float64) {
	for _, time := range []float64{0.25, 0.5, 1} {
		row := []float64{time, 1, 0.2, 0.1}
		for k, x := range [3][3]float64{{400, 0.2, f[0]}, {90, 0.1, f[1]}, {160, 0.3, f[2]}} {
			w := math.Sqrt(x[0] / 0.5)
			z := x[1] / 0.5 / (2 * w)
			wd := w * math.Sqrt(1-z*z)
			q := x[2] / x[0] * (1 - math.Exp(-z*w*time)*(math.Cos(wd*time)+z*w/wd*math.Sin(wd*time)))
			row = append(row, q)
			row[1+k] += q
		}
		rows = append(rows, row)
	}
	return rows
}

// loader opens f as whatever routine is requested.
func loader(f func(f *usersub.Frame, s usersub.State) error) element.Load {
	return func(_ *usersub.Ref, _ *usersub.Sig) (*usersub.Routine, error) {
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(f)}, nil
	}
}

// TestModalForce: a constant load case gives the step response of each mode, one of the size of the weight lifts it, by expressions and by each form of MFOSUB.
func TestModalForce(t *testing.T) {
	const lift = `<Force_FlexModal id="2" flex_body_id="2" case_id="2" scale_expr="1"/>`
	routine := `<Force_FlexModal id="1" flex_body_id="2" usrsub_dll_name="x" usrsub_fnc_name="MFOSUB" usrsub_param_string="USER(2)" %s/>`
	scale := func(f *usersub.Frame, icase int32) {
		f.RealArgNamed("scale")[0] = f.RealArgNamed("par")[0]
		f.Ints(f.Sig.ArgIndex("icase"))[0] = icase
	}
	loads := func(f *usersub.Frame) error {
		if n := f.Ints(f.Sig.ArgIndex("nmodes"))[0]; n != 3 {
			return fmt.Errorf("%d modes", n)
		}
		first := f.RealArgNamed("modloads")[:3]
		for k, v := range first {
			f.RealArgNamed("loadvec")[6+k] = 2 * v
		}
		return nil
	}
	for name, c := range map[string]struct {
		force string
		call  func(f *usersub.Frame) error
	}{
		"expression": {`<Force_FlexModal id="1" flex_body_id="2" case_id="1" scale_expr="2"/>`, nil},
		"icase":      {fmt.Sprintf(routine, ""), func(f *usersub.Frame) error { scale(f, 1); return nil }},
		"case_id":    {fmt.Sprintf(routine, `case_id="1" force_sub="FALSE"`), func(f *usersub.Frame) error { scale(f, 0); return nil }},
		"loadvec":    {fmt.Sprintf(routine, ""), loads},
		"force_sub":  {fmt.Sprintf(routine, `case_id="3" force_sub="TRUE"`), func(f *usersub.Frame) error { scale(f, 2); return loads(f) }},
	} {
		var load element.Load
		if c.call != nil {
			load = loader(func(f *usersub.Frame, _ usersub.State) error { return c.call(f) })
		}
		o := runText(t, loadedPoint(t, `integr_tol="1e-9"`, "", heldFrame+lift+c.force), `<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`, load)
		compareRows(t, name, o, 1e-6, stepResponse([3]float64{2, 4, -6}))
		if d := o.doc.EnergyDrift; d == nil || *d > 1e-6 {
			t.Errorf("%s: the energy balance is off by %v", name, d)
		}
	}
}

// TestModalForceLikeOthers: the force and the torque of a load case act as a vector force at the origin of the frame does, and a load that a speed scales as damping of the mode, in free
// motion with methods of all families.
func TestModalForceLikeOthers(t *testing.T) {
	const (
		scale = "SIN(3*TIME)+0.3*DZ(21)+0.1*WX(20)"
		free  = `v_ic_x="1" v_ic_z="2" ` + tumbling
	)
	damped := changedData(t, "point.json", func(data map[string]any) { data["D"] = []float64{0.5, 0.1, 0.3} })
	for i, settings := range []string{`integrator_type="DSTIFF" integr_tol="1e-9"`, `integrator_type="RADAU" integr_tol="1e-8"`, `integrator_type="ABAM" integr_tol="1e-9"`} {
		if leftOut(t, i, 3) {
			continue
		}
		vector := `<Force_Vector_OneBody id="1" type="FORCEANDTORQUE" marker_id="20" ref_marker_id="20"`
		for k, v := range []float64{1, 2, 3, -2, 1, 0.5} {
			vector += fmt.Sprintf(` %s_expression="%g*(%s)"`, []string{"fx", "fy", "fz", "tx", "ty", "tz"}[k], v, scale)
		}
		for name, c := range map[string][2]string{
			"wrench":  {loadedPoint(t, settings, free, `<Force_FlexModal id="1" flex_body_id="2" case_id="3" scale_expr="`+scale+`"/>`), pointOnBody(t, settings, free, vector+"/>")},
			"damping": {loadedPoint(t, settings, free, `<Force_FlexModal id="1" flex_body_id="2" case_id="4" scale_expr="-0.3*QDOT(2,7)"/>`), strings.Replace(pointOnBody(t, settings, free, ""), flexFile(t, "point.json"), damped, 1)},
		} {
			o, r := runText(t, c[0], pointCommand, nil), runText(t, c[1], pointCommand, nil)
			if r.err != nil {
				t.Fatal(r.err)
			}
			var want [][]float64
			for k, time := range r.tab.of(t, "time") {
				row := []float64{time}
				for _, name := range r.tab.name[1:7] {
					row = append(row, r.tab.col[name][k])
				}
				want = append(want, row)
			}
			compareRows(t, name+" "+settings, o, 1e-6, want)
			if d := o.doc.EnergyDrift; d == nil || *d > 1e-6 {
				t.Errorf("%s %s: the energy balance is off by %v, that of the other by %v", name, settings, *d, *r.doc.EnergyDrift)
			}
		}
	}
}

// TestModalForceUnits: a deck in millimetres gives the response of the one in SI.
func TestModalForceUnits(t *testing.T) {
	text := loadedPoint(t, `integr_tol="1e-9"`, "", heldFrame+`<Force_FlexModal id="1" flex_body_id="2" case_id="1" scale_expr="2"/><Param_Unit force_unit="NEWTON" mass_unit="KILOGRAM" length_unit="MILLIMETER" time_unit="SECOND"/>`)
	text = strings.Replace(text, `grav_z="-9.81"`, `grav_z="0"`, 1)
	want := stepResponse([3]float64{2, 4, -6})
	for _, row := range want {
		for k := range row[1:] {
			row[1+k] *= 1000
		}
	}
	compareRows(t, "millimetres", runText(t, text, `<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`, nil), 1e-6, want)
}

// TestModalForceCase: a load case that the data do not have ends the run with an error of the element.
func TestModalForceCase(t *testing.T) {
	load := loader(func(f *usersub.Frame, _ usersub.State) error {
		f.Ints(f.Sig.ArgIndex("icase"))[0] = 5
		return nil
	})
	o := runText(t, loadedPoint(t, "", "", heldFrame+`<Force_FlexModal id="7" flex_body_id="2" usrsub_dll_name="x" usrsub_fnc_name="MFOSUB" usrsub_param_string="USER()"/>`), pointCommand, load)
	var c *usersub.CallError
	if !errors.As(o.err, &c) || c.Element != "Force_FlexModal 7" || !strings.Contains(c.Message, "icase is 5: the data of the body have 4 load cases") {
		t.Errorf("error %v", o.err)
	}
}
