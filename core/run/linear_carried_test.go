package run

import (
	"fmt"
	"math"
	"testing"
)

// TestCarried: a pendulum whose hinge is on a pendulum, in a plane that is turned out
// of the global axes: coordinates are along the axes of the body before, and the
// frequencies those of the plane.
func TestCarried(t *testing.T) {
	want := linearize(t, ground+fall+link(1, 0, 0, -math.Pi/2, 1, 1)+revolute(1, 11, 90)+link(2, 0, -1, -math.Pi/2, 1, 1)+revolute(2, 21, 12), about, nil).eigenvalues(t)
	// The plane of the axes e = (cos a, 0, sin a) and y; hinges along (-sin a, 0, cos a).
	s, c := math.Sin(0.6), math.Cos(0.6)
	frame := fmt.Sprintf(`a00="%.17[1]g" a10="0" a20="%.17[2]g" a01="0" a11="1" a21="0" a02="%.17[3]g" a12="0" a22="%.17[1]g"`, c, s, -s)
	bar := func(id int, y float64) string {
		return fmt.Sprintf(`<Body_Rigid id="%[1]d" mass="1" cg_id="%[1]d0" im_id="%[1]d0" inertia_xx="%.17[2]g" inertia_yy="0.01" inertia_zz="%.17[2]g"/>
<Reference_Marker id="%[1]d0" body_id="%[1]d" pos_y="%.17[3]g" %[4]s/><Reference_Marker id="%[1]d1" body_id="%[1]d" pos_y="%.17[5]g" %[4]s/>
<Reference_Marker id="%[1]d2" body_id="%[1]d" pos_y="%.17[6]g" %[4]s/>`, id, 1./12, y-0.5, frame, y, y-1)
	}
	x := linearize(t, ground+fall+`<Reference_Marker id="91" body_id="9" `+frame+`/>`+bar(1, 0)+revolute(1, 11, 91)+bar(2, -1)+revolute(2, 21, 12), about, nil)
	got := x.eigenvalues(t)
	for k := range want {
		if math.Abs(got[k][1]-want[k][1]) > 1e-11 {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
