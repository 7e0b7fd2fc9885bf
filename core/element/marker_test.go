package element

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// pose returns where a marker of ground is.
func pose(t *testing.T, b *Model, id int) (spatial.Vec, spatial.Mat) {
	t.Helper()
	i, ok := b.System.Marker(id)
	if !ok {
		t.Fatalf("there is no marker %d", id)
	}
	m := &b.System.Markers[i]
	at := &b.System.Bodies[m.Body]
	return at.Pos0.Add(at.Rot0.Mul(m.Pos)), at.Rot0.MulMat(&m.Rot)
}

func cosines(m spatial.Mat, columns string) string {
	s := ""
	for _, c := range columns {
		j := int(c - 'x')
		for i := range 3 {
			s += fmt.Sprintf(` a%d%d="%.17g"`, i, j, m.Col(j).At(i))
		}
	}
	return s
}

func TestOrientations(t *testing.T) {
	r := spatial.Euler313(0.4, 1.1, -0.7)
	quarter := spatial.RotZ(math.Pi / 2)
	for attrs, want := range map[string]spatial.Mat{
		``:                                 spatial.Identity,
		cosines(r, "xyz"):                  r,
		cosines(r, "xz"):                   r,
		cosines(r, "xy"):                   r,
		cosines(r, "yz"):                   r,
		`a00="0" a10="1" a20="0"`:          quarter, // z keeps its default
		`a01="-1" a11="0" a21="0"`:         quarter,
		`a02="0" a12="0" a22="1"`:          spatial.Identity,
		`a00="-1"`:                         spatial.RotZ(math.Pi),
		`a00="-1" a12="1"`:                 {A: spatial.Vec{X: -1}, B: spatial.Vec{Z: 1}, C: spatial.Vec{Y: 1}},
		`a00="0" a10="1" a02="0" a12="0"`:  quarter, // a22 keeps its default, 1
		`psi="0.4" theta="1.1" phi="-0.7"`: r,
		`psi="90D"`:                        quarter,
		`theta="-45d"`:                     spatial.RotX(-math.Pi / 4),
		`zp_x="3" zp_y="4" zp_z="6" xp_x="5" xp_y="5" xp_z="5" pos_x="3" pos_y="4" pos_z="5"`: spatial.RotZ(math.Atan2(1, 2)),
		`xp_x="3" xp_y="9" xp_z="5" pos_x="3" pos_y="4" pos_z="5"`:                            quarter,
	} {
		b, said := build(`<M><Body_Rigid id="1" isground="1"/><Reference_Marker id="1" body_id="1" `+attrs+`/></M>`, none)
		if _, m := pose(t, b, 1); !closeMat(m, want) || said != "" {
			t.Errorf("%s: %v, want %v %s", attrs, m, want, said)
		}
	}
}

func TestBadOrientations(t *testing.T) {
	for attrs, code := range map[string]string{
		`a00="0" a10="0" a20="0"`:                     "B012",
		`a00="1" a02="1" a12="0" a22="0"`:             "B012",
		`a00="2"`:                                     "B013",
		`a00="1" a10="0.2" a02="0.3" a22="1"`:         "B013",
		cosines(spatial.Identity, "xz") + ` a11="-1"`: "B018",
		`a00="0" a10="1" psi="0.4"`:                   "B016",
		`a00="0.99998" a10="0.0063" a02="0" a22="1"`:  "",
		`rm_id="1"`:             "B011",
		`rm_id="2"`:             "E502",
		`body_type="FLEXBODY"`:  "B014",
		`body_type="POINTBODY"`: "B015",
		`psi="ninety"`:          "E401",
		`pos_x="1" zp_x="1"`:    "B012",
	} {
		_, said := build(`<M><Body_Rigid id="1" isground="1"/><Reference_Marker id="1" body_id="1" `+attrs+`/></M>`, none)
		if code == "" && said != "" || !strings.Contains(said, code) {
			t.Errorf("%s: want %q, said %s", attrs, code, said)
		}
	}
}

// Markers measured from others, from the LPRF of their body, and the LPRF from
// the global frame.
func TestMarkerChains(t *testing.T) {
	b, said := build(`<M><Body_Rigid id="1" isground="TRUE"/><Body_Rigid id="2" cg_id="20" lprf_id="21" mass="1"/>
<Reference_Marker id="22" body_id="2" rm_id="20" pos_x="1" psi="90D"/>
<Reference_Marker id="20" body_id="2" pos_x="1" theta="90D"/>
<Reference_Marker id="21" body_id="2" pos_y="5" psi="90D"/>
<Reference_Marker id="23" body_id="2" rm_id="1" pos_z="1"/>
<Reference_Marker id="1" body_id="1" pos_x="7"/></M>`, none)
	if strings.Contains(said, "error") {
		t.Fatal(said)
	}
	turned := spatial.RotZ(math.Pi / 2)
	tilted, again := spatial.RotX(math.Pi/2), spatial.RotZ(math.Pi/2)
	cg := turned.MulMat(&tilted)
	want := map[int]struct {
		p spatial.Vec
		m spatial.Mat
	}{
		21: {spatial.Vec{Y: 5}, turned},
		20: {spatial.Vec{Y: 6}, cg}, // 1 along the LPRF's x, which is global y
		22: {spatial.Vec{Y: 7}, cg.MulMat(&again)},
		23: {spatial.Vec{X: 7, Z: 1}, spatial.Identity},
	}
	for id, w := range want {
		if p, m := pose(t, b, id); !closeVec(p, w.p) || !closeMat(m, w.m) {
			t.Errorf("marker %d: %v %v, want %v %v", id, p, m, w.p, w.m)
		}
	}
}

func TestMarkerCycle(t *testing.T) {
	_, said := build(`<M><Body_Rigid id="1" isground="1"/><Reference_Marker id="1" body_id="1" rm_id="2"/><Reference_Marker id="2" body_id="1" rm_id="3"/>
<Reference_Marker id="3" body_id="1" rm_id="1"/><Post_Request id="1" type="EXPRESSION" expr1="DX(1,2)"/></M>`, none)
	if strings.Count(said, "error") != 1 || !strings.Contains(said, "B011") {
		t.Error(said)
	}
}

func TestLengthScale(t *testing.T) {
	for markers, want := range map[string]float64{
		``: 1,
		`<Reference_Marker id="1" body_id="1" pos_x="50"/>`:                                                                                                    1,
		`<Reference_Marker id="1" body_id="1" pos_x="50"/><Reference_Marker id="2" body_id="1" pos_x="20" pos_y="40"/>`:                                        40,
		`<Reference_Marker id="1" body_id="1" pos_x="50"/><Reference_Marker id="2" body_id="1" pos_x="50.01"/>`:                                                0.01,
		`<Reference_Marker id="1" body_id="1" pos_x="50"/><Reference_Marker id="2" body_id="1" floating="TRUE"/>`:                                              1,
		`<Reference_Marker id="1" body_id="1" pos_x="-5"/><Body_Point id="1" cg_id="2" mass="1"/><Reference_Marker id="2" body_id="1" body_type="PointBody"/>`: 5,
	} {
		b, said := build(`<M><Body_Rigid id="1" isground="1"/>`+markers+`</M>`, none)
		if math.Abs(b.System.Length-want) > 1e-12 || said != "" {
			t.Errorf("%s: %g, want %g %s", markers, b.System.Length, want, said)
		}
	}
}
