package element

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

func closeVec(a, b spatial.Vec) bool { return a.Sub(b).Norm() < 1e-12*(1+b.Norm()) }

func closeMat(a, b spatial.Mat) bool {
	return closeVec(a.A, b.A) && closeVec(a.B, b.B) && closeVec(a.C, b.C)
}

// cloud is masses at points: a body whose inertia is known about any point.
var cloud = []struct {
	m float64
	p spatial.Vec
}{
	{1, spatial.Vec{X: 1, Y: 2, Z: 0.5}}, {2, spatial.Vec{X: -1, Y: 0.3, Z: 1}}, {0.5, spatial.Vec{X: 0.2, Y: -2, Z: 1.5}},
	{1.5, spatial.Vec{X: 2, Y: 1, Z: -1}}, {0.7, spatial.Vec{X: 0, Y: 1, Z: 3}},
}

// moments returns the integrals of the cloud about a point along axes:
// xx yy zz moments, xy yz xz the integrals of the products.
func moments(at spatial.Vec, axes spatial.Mat) (i [6]float64, mass float64, centre spatial.Vec) {
	for _, c := range cloud {
		d := axes.MulTransposed(c.p.Sub(at))
		x, y, z := d.X, d.Y, d.Z
		for k, v := range [6]float64{y*y + z*z, z*z + x*x, x*x + y*y, x * y, y * z, x * z} {
			i[k] += c.m * v
		}
		mass += c.m
		centre = centre.AddScaled(c.m, c.p)
	}
	return i, mass, centre.Scale(1 / mass)
}

func tensor(i [6]float64) spatial.Mat {
	return spatial.Mat{A: spatial.Vec{X: i[0], Y: -i[3], Z: -i[5]}, B: spatial.Vec{X: -i[3], Y: i[1], Z: -i[4]}, C: spatial.Vec{X: -i[5], Y: -i[4], Z: i[2]}}
}

const inertias = `inertia_xx="%.17g" inertia_yy="%.17g" inertia_zz="%.17g" inertia_xy="%.17g" inertia_yz="%.17g" inertia_xz="%.17g"`

func marked(id int, at spatial.Vec, angles [3]float64) string {
	return fmt.Sprintf(`<Reference_Marker id="%d" body_id="1" pos_x="%.17g" pos_y="%.17g" pos_z="%.17g" psi="%.17g" theta="%.17g" phi="%.17g"/>`,
		id, at.X, at.Y, at.Z, angles[0], angles[1], angles[2])
}

func TestInertiaAboutOtherMarker(t *testing.T) {
	_, mass, centre := moments(spatial.Vec{}, spatial.Identity)
	cmAngles, imAngles, im := [3]float64{0.3, 0.8, -0.5}, [3]float64{-1.1, 0.4, 0.9}, spatial.Vec{X: 0.7, Y: -1.3, Z: 2}
	cmAxes, imAxes := spatial.Euler313(0.3, 0.8, -0.5), spatial.Euler313(-1.1, 0.4, 0.9)
	want, _, _ := moments(centre, cmAxes)
	for name, c := range map[string]struct {
		at   spatial.Vec
		axes spatial.Mat
		ref  string
	}{"cg": {centre, cmAxes, ""}, "im": {im, imAxes, ` im_id="2"`}} {
		given, _, _ := moments(c.at, c.axes)
		b, said := build(fmt.Sprintf(`<M><Body_Rigid id="1" cg_id="1"%s mass="%.17g" `+inertias+`/>`, c.ref, mass, given[0], given[1], given[2], given[3], given[4], given[5])+
			marked(1, centre, cmAngles)+marked(2, im, imAngles)+`</M>`, none)
		if said != "" {
			t.Error(name, said)
		}
		of := &b.System.Bodies[1]
		if !closeMat(of.Inertia, tensor(want)) || !closeVec(of.Pos0, centre) || !closeMat(of.Rot0, cmAxes) {
			t.Errorf("%s: inertia %v, want %v", name, of.Inertia, tensor(want))
		}
	}
}

func TestInertiaIsPossible(t *testing.T) {
	for attrs, code := range map[string]string{
		`inertia_xx="1" inertia_yy="1" inertia_zz="1" inertia_xy="2"`:                    "B021",
		`inertia_xx="1" inertia_yy="-1" inertia_zz="1"`:                                  "B021",
		`inertia_xx="1" inertia_yy="1" inertia_zz="3"`:                                   "B022",
		`inertia_xx="1" inertia_yy="1" inertia_zz="1" inertia_xy="0.4" inertia_xz="0.4"`: "B022",
		`im_id="2" inertia_xx="1" inertia_yy="1" inertia_zz="1"`:                         "B021",
		`im_id="2" inertia_xx="1" inertia_yy="2" inertia_zz="3"`:                         "",
		`inertia_xx="1" inertia_yy="1" inertia_zz="2"`:                                   "", // a disk
		`inertia_yy="1" inertia_zz="1"`:                                                  "", // a rod
		`inertia_xx="0.5" inertia_yy="0.5" inertia_zz="1" inertia_xy="0.5"`:              "", // a rod along a diagonal
		``: "",
		`inertia_xx="1E-12" inertia_yy="1E-12" inertia_zz="1E-12"`:                                 "",
		`inertia_xx="2" inertia_yy="2" inertia_zz="2" inertia_xy="x"`:                              "E401",
		`inertia_xx="2" inertia_yy="2" inertia_zz="2" inertia_xy="0.5" v_ic_x="1" w_ic_x_flag="T"`: "",
	} {
		_, said := build(`<M><Body_Rigid id="1" cg_id="1" mass="2" `+attrs+`/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" pos_x="1"/></M>`, none)
		if code == "" && said != "" || !strings.Contains(said, code) || strings.Count(said, "[") > 1 {
			t.Errorf("%s: want %q, said %s", attrs, code, said)
		}
	}
}

// TestInertiaHelp: the help says what im_id has to do with a negative moment where the deck gives im_id and it is not cg_id.
func TestInertiaHelp(t *testing.T) {
	for ref, want := range map[string]bool{"": false, `im_id="1" `: false, `im_id="2" `: true} {
		_, said := build(`<M><Body_Rigid id="1" cg_id="1" mass="2" `+ref+`inertia_xx="1" inertia_yy="-1" inertia_zz="1"/><Reference_Marker id="1" body_id="1"/><Reference_Marker id="2" body_id="1" pos_x="1"/></M>`, none)
		if !strings.Contains(said, "B021") || strings.Contains(said, "square of its distance from cg_id") != want {
			t.Errorf("%q: said %s", ref, said)
		}
	}
}

func TestInitialVelocities(t *testing.T) {
	b, said := build(`<M><Body_Rigid id="1" cg_id="1" mass="2" v_ic_x="1" v_ic_z="2" v_ic_x_flag="TRUE" w_ic_y="3" w_ic_z_flag="true"@/>
<Body_Rigid id="2" cg_id="20" mass="2" v_ic_x="1" v_ic_z="2" w_ic_y="3" vm_id="3" wm_id="3"/><Reference_Marker id="20" body_id="2"/>
<Body_Point id="1" cg_id="30" mass="4" v_ic_y="5" v_ic_y_flag="TRUE"/><Reference_Marker id="30" body_id="1" body_type="PointBody" theta="90D"/>
<Reference_Marker id="1" body_id="1" psi="90D"/><Reference_Marker id="3" body_id="1" theta="90D"/></M>`, none)
	if strings.Contains(said, "error") {
		t.Fatal(said)
	}
	s := b.System
	first, second, point := &s.Bodies[1], &s.Bodies[2], &s.Bodies[3]
	// v along global axes, w along those of the mass centre, which are turned by 90 degrees about z
	if !closeVec(first.V0, spatial.Vec{X: 1, Z: 2}) || !closeVec(first.W0, spatial.Vec{X: -3}) {
		t.Error(first.V0, first.W0)
	}
	if first.ExactV != [3]bool{true} || first.ExactW != [3]bool{false, false, true} || !closeMat(first.ExactAxesW, spatial.RotZ(math.Pi/2)) ||
		!closeMat(first.ExactAxesV, spatial.Identity) {
		t.Error("exact:", first.ExactV, first.ExactW, first.ExactAxesV, first.ExactAxesW)
	}
	// along axes turned by 90 degrees about x: y is global z, z is global -y
	if !closeVec(second.V0, spatial.Vec{X: 1, Y: -2}) || !closeVec(second.W0, spatial.Vec{Z: 3}) {
		t.Error(second.V0, second.W0)
	}
	if point.Kind != system.PointMass || !closeVec(point.V0, spatial.Vec{Y: 5}) || point.ExactV != [3]bool{false, true} || !closeMat(point.Rot0, spatial.Identity) {
		t.Error("point:", point)
	}
}

func TestGround(t *testing.T) {
	for _, attr := range []string{`IsGround="TRUE"`, `isground="true" cg_id="1"`, `isGround="Yes" mass="0" lprf_id="1"`} {
		b, said := build(`<M><Body_Rigid id="7" `+attr+`/><Reference_Marker id="1" body_id="7" pos_x="2"/></M>`, none)
		if i, _ := b.System.Marker(1); said != "" || b.System.Markers[i].Body != system.Ground || b.System.Markers[i].Pos.X != 2 {
			t.Error(attr, said)
		}
	}
}
