package run

import (
	"fmt"
	"math"
	"testing"

	"github.com/trammel-mbd/trammel/core/result"
)

// slidingBox is a box that slides on a floor, whose contact has given attributes.
func slidingBox(integrator, law string) string {
	return fmt.Sprintf(`<Param_Transient integrator_type="%s"/><Force_Gravity grav_z="-10"/><Body_Rigid id="1" isground="TRUE"/>
<Reference_Marker id="10" body_id="1" theta="30D"/><Post_Graphic id="1" type="Plane" rm_id="10"/>
<Body_Rigid id="2" cg_id="20" mass="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"/>
<Reference_Marker id="20" body_id="2" theta="30D" pos_y="%.17g" pos_z="%.17g"/>
<Post_Graphic id="2" type="BoxDefinedFromCenter" rm_id="20" length_x="2" length_y="2" length_z="2"/>
<Force_Contact id="4" i_graphics_id="2" j_graphics_id="1" %s/>`, integrator, -math.Sin(math.Pi/6), math.Cos(math.Pi/6), law)
}

// TestContactPoints: the points of a box that slides down a slope are its four corners; their normals are that of the slope, and their forces
// add up to CONTACT and to what holds the box.
func TestContactPoints(t *testing.T) {
	for _, c := range []struct{ integrator, law string }{
		{"NSC", `cnf_type="RIGID" mu="0.2"`},
		{"DSTIFF", `cnf_type="IMPACT" stiffness="1E7" exponent="1." damping="1E4" dmax="1E-5" cff_type="COULOMB_ON" mu_static="0.2" mu_dynamic="0.2" stiction_trans_vel="1E-4"`},
	} {
		r, _ := runResults(t, slidingBox(c.integrator, c.law), `<Simulate analysis_type="Transient" end_time="0.2" print_interval="0.05"/>`, Options{Results: AllResults})
		force := [3][]float64{storeColumn(t, r, "CONTACT/4.FX"), storeColumn(t, r, "CONTACT/4.FY"), storeColumn(t, r, "CONTACT/4.FZ")}
		rows, load := 0, 20*math.Cos(math.Pi/6)
		err := r.ForEachContactRow(func(row int, points []result.ContactPoint) {
			if row == 0 {
				return // the box touches without a load
			}
			rows++
			if len(points) != 4 {
				t.Errorf("%s: %d points in row %d", c.integrator, len(points), row)
			}
			var sum [3]float64
			for _, p := range points {
				for k := range sum {
					sum[k] += float64(p.Force[k])
				}
				if n := [3]float64{0, -math.Sin(math.Pi / 6), math.Cos(math.Pi / 6)}; p.ID != 4 || math.Abs(dot3(n, p.Normal)-1) > 1e-6 || math.Abs(dot3(n, p.Place)) > 1e-5 {
					t.Errorf("%s: point %+v of row %d", c.integrator, p, row)
				}
			}
			for k := range sum {
				if math.Abs(sum[k]-force[k][row]) > 1e-5*load {
					t.Errorf("%s: forces of row %d add up to %v, CONTACT is %g along axis %d", c.integrator, row, sum, force[k][row], k)
				}
			}
			if n := math.Sqrt(sum[0]*sum[0] + sum[1]*sum[1] + sum[2]*sum[2]); math.Abs(n-load*math.Hypot(1, 0.2)) > 0.05*load {
				t.Errorf("%s: load %g in row %d", c.integrator, n, row)
			}
		})
		if err != nil || rows < 4 {
			t.Errorf("%s: %d rows have points, %v", c.integrator, rows, err)
		}
	}
}

func dot3(a [3]float64, b [3]float32) float64 {
	return a[0]*float64(b[0]) + a[1]*float64(b[1]) + a[2]*float64(b[2])
}
