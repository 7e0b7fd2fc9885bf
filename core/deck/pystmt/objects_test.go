package pystmt_test

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/pystmt"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub/pysub"
)

const objects = "from msolve import *\n"

var objectTests = []struct{ in, want string }{
	{"Part(ground=True)\nPart(mass=2, ip=[1, 2, 3], vx=4)",
		"Body_Rigid id=1 isground=TRUE\nBody_Rigid id=2 inertia_xx=1 inertia_yy=2 inertia_zz=3 mass=2 v_ic_x=4"},
	{"p = Part(id=7, ground=True, label='base')\nm = Marker(body=p, qp=Point(1, 2, 3), zp=[1, 2, 4], xp=Point(2, 2, 3))",
		"Body_Rigid id=7 label=base isground=TRUE\n" +
			"Reference_Marker id=1 body_id=7 pos_x=1 pos_y=2 pos_z=3 zp_x=1 zp_y=2 zp_z=4 xp_x=2 xp_y=2 xp_z=3"},
	{"p = Part(ground=True)\nMarker(part=p, qp=[1, 0, 0], zv=Vector(0, 0, 1), xv=[1, 0, 0])",
		"Body_Rigid id=1 isground=TRUE\nReference_Marker id=1 body_id=1 pos_x=1 pos_y=0 pos_z=0 zp_x=1 zp_y=0 zp_z=1 xp_x=2 xp_y=0 xp_z=0"},
	// Attributes that are set later, and elements that name each other.
	{"g = Part(ground=True)\nb = PointMass(mass=1)\nm = Marker(body=b)\nb.cm = m\nm.qp = Point(1, 0, 0) * 2\nn = Marker(body=g)\n" +
		"s = SpringDamper(type='TRANSLATION', i=m, j=n, k=5, length=1)\ns.c = 0.5\nPforce(function='DX(%d)' % m.id, penalty=3)",
		"Body_Rigid id=1 isground=TRUE\nBody_Point id=2 cg_id=1 mass=1\n" +
			"Reference_Marker id=1 body_id=2 body_type=POINTBODY pos_x=2 pos_y=0 pos_z=0\nReference_Marker id=2 body_id=1\n" +
			"Force_SpringDamper id=1 i_marker_id=1 j_marker_id=2 type=TRANSLATIONAL stiffness=5 damping=0.5 length=1\n" +
			"Force_Penalty id=1 type=EXPRESSION expr=DX(1) penalty=3"},
	{"u = Units(system='MKS')\nAccgrav(kgrav=-9.81)\nIntegrator(type='DSTIFF', error=1e-4)\nmodel = Model()\nmodel.simulate(type='TRANSIENT', end=2, steps=10)",
		"Param_Unit force_unit=NEWTON mass_unit=KILOGRAM length_unit=METER time_unit=SECOND\nForce_Gravity grav_z=-9.81\n" +
			"Param_Transient integr_tol=0.0001 integrator_type=DSTIFF\nSimulate analysis_type=TRANSIENT end_time=2 num_steps=10"},
	// Shapes that nothing touches are pictures.
	{"g = Part(ground=True)\nm = Marker(body=g)\nb = Part(mass=1)\nn = Marker(body=b)\nb.cm = n\ns = Sphere(cm=n, radius=0.5, color='red')\nPlane(rm=m, xmin=-1)\np = Plane(rm=m, xmin=-1, xmax=1)\n" +
		"x = Box(cm=n, x=1, y=2, z=3)\nContact(igeom=s, jgeom=[p], type='IMPACT', stiffness=100, coulomb_friction='ON', mu_static=0.3, mu_dynamic=0.2)\nProximitySensor(igeom=[s, x], jgeom=p)",
		"Body_Rigid id=1 isground=TRUE\nReference_Marker id=1 body_id=1\nBody_Rigid id=2 cg_id=2 mass=1\nReference_Marker id=2 body_id=2\n" +
			"Post_Graphic id=1 type=Sphere rm_id=2 radius=0.5\nPost_Graphic id=3 type=Plane rm_id=1\nPost_Graphic id=4 rm_id=2 length_x=1 length_y=2 length_z=3 type=BoxDefinedFromCenter\n" +
			"Force_Contact id=1 cff_type=ON i_graphics_id=1 j_graphics_id=3 mu_dynamic=0.2 mu_static=0.3 stiffness=100 cnf_type=IMPACT\n" +
			"Sensor_Proximity id=1 i_graphics_id=1, 4 j_graphics_id=3"},
	{"f = FlexBody(qg=[1, 0, 0], flex_file='rod.json', cratio='0.01', vx=2)\nm = Marker(body=f, node=3)\nn = Marker(flex_body=f, node=4)",
		"Body_Flexible id=1 cdamp_expr=0.01 flex_file=rod.json v_ic_x=2 lprf_id=3\nReference_Marker id=3 label=frame of FLEX_BODY(1) body_id=1 body_type=FLEXBODY pos_x=1 pos_y=0 pos_z=0\n" +
			"Reference_Marker id=1 node_id=3 body_id=1 body_type=FLEXBODY\nReference_Marker id=2 node_id=4 body_id=1 body_type=FLEXBODY"},
	{"f = FlexBody(flex_file='rod.json')\nMforce(flex_body=f, case_index=2, scale='3*TIME')\nMforce(flex_body=f, function='USER(1)', routine='lib::load')",
		"Body_Flexible id=1 flex_file=rod.json\nForce_FlexModal id=1 case_id=2 flex_body_id=1 scale_expr=3*TIME\n" +
			"Force_FlexModal id=2 flex_body_id=1 usrsub_param_string=USER(1) usrsub_dll_name=lib usrsub_fnc_name=load"},
	{"g = Part(ground=True)\nclass Leg(Composite):\n    def createChildren(self):\n        self.m = Marker(body=self.base, qp=[self.x, 0, 0])\nLeg(base=g, x=3)",
		"Body_Rigid id=1 isground=TRUE\nReference_Marker id=1 body_id=1 pos_x=3 pos_y=0 pos_z=0"},
}

func TestObjects(t *testing.T) {
	for _, c := range objectTests {
		m := read(t, objects+c.in+"\n")
		if got := reported(m); got != c.want || len(fatal(m)) > 0 {
			t.Errorf("%s\n gives %s\n  want %s\n%q", c.in, got, c.want, fatal(m))
		}
	}
}

// Points are numbers to reckon with.
func TestPoints(t *testing.T) {
	m := read(t, objects+`
a, b = Point(1, 2, 3), Point(2.0, 2, 3)
d = b - a
assert [d.x, d.y, d.z] == [1, 0, 0] and d == Point(1, 0, 0) and d != a
assert a[2] == 3 and len(a) == 3 and list(a) == [1, 2, 3]
assert (a + [1, 1, 1]) == Point(2, 3, 4) and ([1, 1, 1] + a) == Point(2, 3, 4)
assert 2 * a == a * 2 and -a == a * -1 and a / 2 == Point(0.5, 1, 1.5)
assert Vector(3, 4, 0).magnitude() == 5 and Vector(3, 4, 0).normalize() == Vector(0.6, 0.8, 0)
assert Vector(1, 0, 0).cross(Vector(0, 1, 0)) == Vector(0, 0, 1) and Vector(1, 2, 3).dot([1, 1, 1]) == 6
assert a.along(b, 3) == Point(4, 2, 3) and a.distanceTo(b) == 1 and repr(a) == "Point(1, 2, 3)"
PART(1, GROUND=True)
`)
	if f := fatal(m); len(f) > 0 {
		t.Errorf("%q", f)
	}
}

func TestObjectMistakes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"g = Part(ground=True)\nMarker(body=g, qp=[1, 2])", "3:19: MARKER(1): QP takes 3 values, not 2 [E607]"},
		{"g = Part(ground=True)\nm = Marker(body=g)\n\nm.qp = [1, 2]", "5:8: MARKER(1): QP takes 3 values, not 2 [E607]"},
		{"g = Part(ground=True)\nm = Marker(body=g, kp=3)", "3:20: MARKER(1): unknown keyword KP is ignored [W605]"},
		{"g = Part(ground=True)\nm = Marker(body=g)\nm.kp=3", "4:3: MARKER(1): unknown keyword KP is ignored [W605]"},
		{"g = Part(ground=True)\nm = Marker(body=9)", "3:17: Reference_Marker 1: body_id: there is no Body_Rigid, Body_Point or Body_Flexible 9 [E502]"},
		{"g = Part(ground=True)\nm = Joint(type='HINGE', i=1, j=1)", `3:17: Constraint_Joint 1: type: "HINGE" is not a permitted value [E405]`},
		{"Part(1, 2)", "2:1: the program failed: TypeError: Part takes its id and keywords [E624]"},
		{"Pforce(function='DX(4', penalty=-1)", `2:33: Force_Penalty 1: penalty: "-1" is negative [E403]`},
	} {
		m := read(t, objects+c.in+"\n")
		found := false
		for _, f := range fatal(m) {
			found = found || strings.HasPrefix(f, c.want)
		}
		if !found {
			t.Errorf("%s\n gives %q\n  want %s", c.in, fatal(m), c.want)
		}
	}
}

// table is results whose request r has 10 r + k as component k.
type table struct{ n int }

func (t table) Times() []float64 { return make([]float64, t.n) }

func (t table) Column(r, k int) []float64 {
	if k > 1 {
		return nil
	}
	return []float64{float64(10*r + k), float64(t.n)}
}

// A simulation is carried out when its results are asked for, with the model as
// it was, and once.
func TestResults(t *testing.T) {
	var solved []string
	l := pysub.New(pysub.Options{Output: io.Discard})
	defer l.Close()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	run := func(text string, solve func(*deck.Model) (pystmt.Results, error)) *deck.Model {
		return pystmt.Read(&deck.Source{Name: "model.py", Text: []byte(objects + text)}, dir, element.Table(),
			pystmt.Options{Interpreter: l, Solve: solve})
	}
	const text = `
m = Model()
g = Part(ground=True)
k = Marker(body=g)
r = Request(type="DISPLACEMENT", i=k)
a = m.simulate(type="TRANSIENT", end=1)
b = m.simulate(type="TRANSIENT", end=2)
assert a.times == [0.0, 0.0, 0.0, 0.0, 0.0]
assert a.getObject(r).getComponent(1) == [11.0, 5.0]
assert a.getObject(1).getComponent(0) == [10.0, 5.0]
assert b.getObject(r).times == [0.0] * 6
try:
    b.getObject(r).getComponent(7)
    assert False
except RuntimeError as e:
    assert str(e) == "request 1 has no component 7"
`
	m := run(text, func(m *deck.Model) (pystmt.Results, error) {
		n := len(m.Elements) + len(m.Commands)
		solved = append(solved, fmt.Sprint(n))
		return table{n + 1}, nil
	})
	if f := fatal(m); len(f) > 0 || strings.Join(solved, " ") != "4 5" || len(m.Commands) != 2 {
		t.Errorf("%q, solved %v, %d commands", f, solved, len(m.Commands))
	}
	// Without a solver the program ends where it asks, whatever it catches.
	m = run("m = Model()\ng = Part(ground=True)\nr = m.simulate(type='TRANSIENT', end=1)\ntry:\n    r.times\nexcept:\n    pass\n1/0\n", nil)
	if f := fatal(m); len(f) > 0 || len(m.Commands) != 1 || m.Diags.List[0].Code != "N628" {
		t.Errorf("%q, %+v", f, m.Diags.List)
	}
	// So it does where the model has errors or the simulation fails.
	for _, end := range []string{"-1", "1"} {
		m = run("m = Model()\ng = Part(ground=True)\nr = m.simulate(type='TRANSIENT', end="+end+")\ntry:\n    r.times\nexcept:\n    pass\n1/0\n",
			func(m *deck.Model) (pystmt.Results, error) { return nil, fmt.Errorf("no convergence") })
		if f := fatal(m); len(f) > 0 || m.Diags.List[0].Code != "N628" || !strings.Contains(m.Diags.List[0].Msg, "fails") {
			t.Errorf("%q, %+v", f, m.Diags.List)
		}
	}
}
