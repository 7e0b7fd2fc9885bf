package element

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/system"
)

// bricks are graphics of two bodies and ground for rigid contacts.
const bricks = `<Body_Rigid id="3" cg_id="30" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="30" body_id="3" pos_z="1"/><Reference_Marker id="31" body_id="3" pos_x="2" pos_z="1" theta="90D"/>
<Post_Graphic id="1" type="Sphere" radius="1" rm_id="20"/><Post_Graphic id="2" type="Plane" rm_id="10"/><Post_Graphic id="3" type="BoxDefinedFromCenter" rm_id="31" length_x="1" length_y="2" length_z="3"/>
<Post_Graphic id="4" type="Cylinder" rm_id="20" radius="1" length="2"/><Post_Graphic id="5" type="Plane" rm_id="21"/><Post_Graphic id="6" type="Cylinder" rm_id="30" radius="1" length="2"/>
<Post_Graphic id="7" type="TriaMesh" rm_id="30" num_vertex="3">0 0 0 1 0 0 0 1 0 1 2 3</Post_Graphic><Post_Graphic id="8" type="Plane" rm_id="10"/><Post_Graphic id="9" type="Ellipsoid" rm_id="20" x_scale="1" y_scale="2" z_scale="3"/>`

// TestRigidMeshes: closed meshes have edges before boxes and meshes; where they have not, the deck is warned of.
func TestRigidMeshes(t *testing.T) {
	tetrahedron := func(id, marker int) string {
		return fmt.Sprintf(`<Post_Graphic id="%d" type="TriaMesh" rm_id="%d" num_vertex="4">0 0 0 1 0 0 0 1 0 0 0 1 1 3 2 1 2 4 2 3 4 3 1 4</Post_Graphic>`, id, marker)
	}
	for ids, want := range map[string]string{
		`i_graphics_id="51" j_graphics_id="52"`: "", `i_graphics_id="52" j_graphics_id="3"`: "", `i_graphics_id="51" j_graphics_id="2"`: "",
		`i_graphics_id="51" j_graphics_id="1"`: "", `i_graphics_id="52" j_graphics_id="6"`: "B287", `i_graphics_id="4 52 6"`: "B287",
	} {
		_, said := build("<M><Model>"+rod+tetrahedron(51, 30)+tetrahedron(52, 20)+rigidly(ids)+"</Model></M>", none)
		if got := besidesOverlaps(said); got != want {
			t.Errorf("%s: want %q, said\n%s", ids, want, said)
		}
	}
}

// rigidly is a rigid contact of bricks.
func rigidly(more string) string {
	return bricks + `<Force_Contact id="1" cnf_type="RIGID" ` + more + `/>`
}

// Each deck has just these problems.
func TestRigidDiagnostics(t *testing.T) {
	const sides = `i_graphics_id="1" j_graphics_id="2" `
	for _, c := range []struct{ more, want string }{
		{sides + `mu="0.5" mu_rolling="0.01" mu_spinning="0.02" restitution_coef="0.7" cohesion_force="3" compliance="1e-6" compliance_damping="1e-3"`, ""},
		{`i_graphics_id="1 3" j_graphics_id="2" num_i_graphics="2"`, ""}, // two bodies on one side
		{`i_graphics_id="1 2 3 8" mu="1"`, ""}, // all with all, two planes of ground
		{`i_graphics_id="1 3" j_graphics_id="3 2"`, ""},
		{`i_graphics_id="2 5 3"`, ""}, // planes of two bodies and a box
		{`i_graphics_id="7" j_graphics_id="2"`, ""},
		{`i_graphics_id="7 1" j_graphics_id="2 1"`, "B230"},
		{`i_graphics_id="1" j_graphics_id="1"`, "B272"},
		{`i_graphics_id="1 1" j_graphics_id="2"`, "B271"},
		{`i_graphics_id="2" j_graphics_id="8"`, "B226"},
		{`i_graphics_id="1 4"`, "B226"},
		{`i_graphics_id="2" j_graphics_id="5"`, "B270"},
		{`i_graphics_id="4" j_graphics_id="6"`, ""}, // two cylinders
		{`i_graphics_id="4 6 2 3"`, ""},
		{`i_graphics_id="9" j_graphics_id="6 3"`, ""}, // an ellipsoid, a cylinder and a box
		{`i_graphics_id="9" j_graphics_id="7"`, "B270"},
		{`i_graphics_id="1" j_graphics_id="99"`, "E502"},
		{`i_graphics_id="1" j_graphics_id="2" num_j_graphics="2"`, "B228"},
		{`j_graphics_id="1"`, "E305"},
		{sides + `mu="-1" restitution_coef="1.5" compliance="-1" compliance_damping="1"`, "E403 E403 E403"},
		{sides + `stiffness="1" exponent="2" cff_type="COULOMB_ON" mu_static="0.3" stiction_trans_vel="1" ignore_penetration_larger_than="1"`, "B273 W304 W304 W304 W304"},
		{sides + `cff_type="USERCFF" cff_dll_name="a" stiction_trans_vel="1" mu="1"`, "W304"},
		{sides + `compliance_damping="1"`, "W304"},
		{`i_graphics_id="1 2" cpost_dll_name="a"`, "B274"},
	} {
		_, said := build("<M><Model>"+rod+rigidly(c.more)+"</Model></M>", none)
		if got := besidesOverlaps(said); got != c.want {
			t.Errorf("%s: want %q, said\n%s", c.more, c.want, said)
		}
	}
	for model, want := range map[string]string{
		contact(touching, `mu="0.3"`): "W304",
		touching + `<Force_Contact id="1" i_graphics_id="1" cnf_type="IMPACT" stiffness="1"/>`:                                                    "B276",
		rigidly(sides) + `<Post_Request id="1" type="EXPRESSION" expr1="CONTACT(1,0,2,10)+CONTACT(1,1,5)"/>`:                                      "",
		rigidly(sides) + `</Model><Command><Simulate analysis_type="Static"/>`:                                                                    "B277",
		rigidly(sides) + `</Model><Command><Simulate analysis_type="Transient" end_time="1"/><Simulate analysis_type="Assembly"/>`:                "B277",
		rigidly(sides) + `</Model><Command><Deactivate element_type="CONTACT" element_id="1"/><Simulate analysis_type="Transient" end_time="1"/>`: "",
	} {
		text := "<M><Model>" + rod + model + "</Model></M>"
		if strings.Contains(model, "</Model>") {
			text = "<M><Model>" + rod + model + "</Command></M>"
		}
		_, said := build(text+"<!-- trammel: allow P105 -->", none)
		if got := besidesOverlaps(said); got != want {
			t.Errorf("%s: want %q, said\n%s", model, want, said)
		}
	}
}

// TestRigidShapes: bodies, sides, classes and places of the shapes in the compiled contact.
func TestRigidShapes(t *testing.T) {
	b, said := build("<M><Model>"+rod+rigidly(`i_graphics_id="1 3" j_graphics_id="2 3" mu="0.5" cohesion_force="3" compliance="2" compliance_damping="4" restitution_coef="0.25" mu_rolling="6" mu_spinning="7"`)+"</Model></M>", none)
	if besidesOverlaps(said) != "" {
		t.Fatal(said)
	}
	c := b.System.Rigid[0]
	if want := (system.RigidLaw{Restitution: 0.25, Mu: 0.5, Rolling: 6, Spinning: 7, Cohesion: 3, Compliance: 2, Damping: 4}); c.Law != want {
		t.Errorf("law %+v", c.Law)
	}
	two, _ := b.System.Body(system.Rigid, 2)
	three, _ := b.System.Body(system.Rigid, 3)
	const both = system.SideI | system.SideJ
	for k, want := range []struct {
		body system.BodyIdx
		side system.Side
	}{{two, system.SideI}, {three, both}, {system.Ground, system.SideJ}} {
		if x := c.Shapes[k]; x.Body != want.body || x.Side != want.side {
			t.Errorf("shape %d: %+v", k, x)
		}
	}
	// The box is 2 along x and turned by 90 degrees about x from the mass centre.
	p := c.Shapes[1].Pose
	if p.P.X != 2 || p.P.Y != 0 || p.P.Z != 0 || p.R.C.Z > 1e-15 || p.R.C.Y > -0.9 {
		t.Errorf("pose %+v", p)
	}
	if c.Methods[0][1] != system.Surfaces || c.Methods[1][2] != system.Surfaces {
		t.Errorf("ways %v", c.Methods)
	}
}

// besidesOverlaps are the codes of all diagnostics but those of shapes that overlap at the start: the shapes of bricks do.
func besidesOverlaps(said string) string {
	var all []string
	for _, c := range codes(said) {
		if c != "B279" {
			all = append(all, c)
		}
	}
	return strings.Join(all, " ")
}

// TestRigidOverlaps: shapes that overlap at the start are reported with names and depth, once a contact; those that touch, give way or are
// within few digits are not.
func TestRigidOverlaps(t *testing.T) {
	ball := func(id int, z string) string {
		return fmt.Sprintf(`<Body_Rigid id="%d" cg_id="%d0" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="%d0" body_id="%d" pos_z="%s"/><Post_Graphic id="%d" type="Sphere" radius="0.5" rm_id="%d0"/>`, id, id, id, id, z, id, id)
	}
	for _, c := range []struct{ lower, upper, more, want string }{
		{"0.5", "1.5", ``, ""},
		{"0.499999", "1.499999", ``, ""},
		{"0.49", "1.5", ``, "shape 5 of body 5 and shape 1 of ground overlap by 0.01 at the start: "},
		{"0.48", "1.47", ``, "shape 5 of body 5 and shape 1 of ground overlap by 0.02 at the start, and one pair more by less: "},
		{"0.5", "1.4", ``, "shape 5 of body 5 and shape 6 of body 6 overlap by 0.1 at the start: "},
		{"0.5", "1.4", `compliance="1e-6"`, ""},
	} {
		_, said := build(`<M><Model><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/><Post_Graphic id="1" type="Plane" rm_id="10"/>`+
			ball(5, c.lower)+ball(6, c.upper)+`<Force_Contact id="1" cnf_type="RIGID" i_graphics_id="5 6 1" `+c.more+`/></Model></M>`, none)
		if got := strings.Join(codes(said), " "); (c.want == "") != (got == "") || c.want != "" && (got != "B279" || !strings.Contains(said, c.want)) {
			t.Errorf("%s, %s: want %q, said %q", c.lower, c.upper, c.want, said)
		}
	}
}
