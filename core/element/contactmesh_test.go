package element_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// meshBox is the text of a mesh of a box about the origin.
func meshBox(x, y, z float64) string {
	return strings.NewReplacer("X", fmt.Sprint(x/2), "Y", fmt.Sprint(y/2), "Z", fmt.Sprint(z/2)).Replace(
		`-X -Y -Z  X -Y -Z  X Y -Z  -X Y -Z  -X -Y Z  X -Y Z  X Y Z  -X Y Z
1 3 2 1 4 3  5 6 7 5 7 8  1 2 6 1 6 5  2 3 7 2 7 6  3 4 8 3 8 7  4 1 5 4 5 8`)
}

// asMeshes is a deck with the boxes about their middles as meshes.
func asMeshes(t *testing.T, model string) string {
	parts := strings.Split(model, `<Post_Graphic id="`)
	for k, p := range parts[1:] {
		if !strings.Contains(p, "BoxDefinedFromCenter") {
			continue
		}
		var id, rm int
		var x, y, z float64
		if n, err := fmt.Sscanf(p, `%d" type="BoxDefinedFromCenter" rm_id="%d" length_x="%g" length_y="%g" length_z="%g"/>`, &id, &rm, &x, &y, &z); n != 5 {
			t.Fatal(err, p)
		}
		parts[k+1] = fmt.Sprintf(`%d" type="TriaMesh" num_vertex="8" rm_id="%d">%s</Post_Graphic>`, id, rm, meshBox(x, y, z)) + p[strings.Index(p, "/>")+2:]
	}
	return strings.Join(parts, `<Post_Graphic id="`)
}

// TestMeshesAreBoxes: boxes as meshes rest, bounce, slide and tip as boxes do, and cylinders on them.
func TestMeshesAreBoxes(t *testing.T) {
	const rub = linear + ` cff_type="COULOMB_ON" mu_static="0.3" mu_dynamic="0.3" stiction_trans_vel="1e-4" friction_trans_vel="1e-3"`
	const poisson = `cnf_type="POISSON" penalty="1e6" restitution_coef="0.5" normal_trans_vel="1e-2"`
	const rod = `<Reference_Marker id="20" body_id="2" pos_z="0.7"/><Reference_Marker id="21" body_id="2" pos_z="0.2"/><Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.4" length="1"/>`
	const lying = `<Reference_Marker id="20" body_id="2" pos_z="0.5"/><Reference_Marker id="21" body_id="2" pos_z="0.5" pos_y="-0.5" zp_z="0.5" zp_y="3"/><Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.4" length="1"/>`
	for name, c := range map[string]struct {
		shape, law string
		tol        float64
	}{
		"bounce of a box": {boxAt(0.3, 0.7, 0), elastic, 1e-6}, "fall on an edge": {boxAt(0, 0.9, 0.3), elastic, 1e-6}, "restitution": {boxAt(0.3, 0.7, 0), poisson, 1e-6},
		"sliding": {boxAt(-2, 0.5, 0), rub, 1e-6}, "standing cylinder": {rod, linear, 2e-4}, "lying cylinder": {lying, linear, 2e-3},
	} {
		model := solidsDeck(tight+weight(0.1), cube1, c.shape, c.law) + report("DX(20)", "DZ(20)", "WY(20)", "CONTACT(1,0,4,0)")
		var at []*table
		for _, m := range []string{model, asMeshes(t, model)} {
			at = append(at, simulate(t, m, until("0.5", 10), nil))
		}
		touched := false
		for k := 1; k < len(at[0].rows); k++ {
			for _, f := range []string{"9.F1", "9.F2", "9.F3"} {
				if off := math.Abs(at[1].at(k, f) - at[0].at(k, f)); off > c.tol {
					t.Errorf("%s, row %d: %s is off by %g", name, k, f, off)
				}
			}
			touched = touched || at[1].at(k, "9.F4") != 0 || at[1].at(k, "9.F2") > at[1].at(k-1, "9.F2")
		}
		if !touched {
			t.Error(name, "never touched")
		}
	}
}

// sledge is a body of 3 kg that slides along z with a mesh of a cube, above an edge on ground along y: of a cube turned by 45° whose upper edge has z = 0.
const sledge = ground + `<Reference_Marker id="12" body_id="1" pos_z="-0.7071067811865476" xp_x="1" xp_z="0.2928932188134524" zp_x="-1" zp_z="0.2928932188134524"/>
<Post_Graphic id="1" type="BoxDefinedFromCenter" rm_id="12" length_x="1" length_y="1" length_z="1"/>
<Body_Rigid id="2" cg_id="20" mass="3" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2" pos_z="%[1]g"/>
<Reference_Marker id="21" body_id="2" pos_z="%[1]g" %[2]s/><Constraint_Joint id="1" type="TRANSLATIONAL" i_marker_id="20" j_marker_id="1"/>
%[3]s<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" %[4]s/>`

// TestMeshEdgesRest: meshes and ellipsoids come to rest on an edge of a mesh where stiffness · depth^exponent along the gradient of the depth is the weight. By h under the
// edge the intersection is a prism with the height h, the width 2 h and the length 1; with a crossed edge a tetrahedron of two edges of the length 2 h at the distance h. An ellipsoid on an
// edge is in it with its deepest place, at √½ of h less what it bulges, which is on the line where both faces are as near.
func TestMeshEdgesRest(t *testing.T) {
	const cube = `<Post_Graphic id="2" type="BoxDefinedFromCenter" rm_id="21" length_x="1" length_y="1" length_z="1"/>`
	prism := func(h float64) (depth, slope float64) {
		tau := 24/(h*h) + 12
		return math.Sqrt(12 / tau), math.Sqrt(3) * 48 / (h * h * h * tau * math.Sqrt(tau))
	}
	for _, c := range map[string]struct {
		z     float64
		axes  string
		shape string
		depth func(h float64) (depth, slope float64)
	}{
		"face":          {0.5, "", cube, prism},
		"crossed edges": {math.Sqrt(0.5), fmt.Sprintf(`xp_x="1" xp_z="%[1]g" zp_y="1" zp_z="%[2]g"`, math.Sqrt(0.5), math.Sqrt(0.5)+1), cube, func(h float64) (float64, float64) { return math.Sqrt(0.3) * h, math.Sqrt(0.3) }},
		// The lowest place of the sphere with the semi-axis 0.3 along x: it has z = -0.4 √(1 - x²/0.09) at x. Nearest to both faces is x = 0.
		"ellipsoid": {0.4, "", `<Post_Graphic id="2" type="Ellipsoid" rm_id="21" x_scale="0.6" y_scale="1" z_scale="0.8"/>`, func(h float64) (float64, float64) { return h * math.Sqrt(0.5), math.Sqrt(0.5) }},
	} {
		for _, exponent := range []float64{1, 1.5, 2.2} {
			const stiffness = 1e6
			lo, hi := 0.0, 0.1
			for range 100 {
				h := (lo + hi) / 2
				if d, slope := c.depth(h); stiffness*math.Pow(d, exponent)*slope > 30 {
					hi = h
				} else {
					lo = h
				}
			}
			law := fmt.Sprintf(`cnf_type="IMPACT" stiffness="%g" exponent="%g" damping="3e3"`, stiffness, exponent)
			model := asMeshes(t, tight+weight(0)+fmt.Sprintf(sledge, c.z+1e-3, c.axes, c.shape, law)) + report("DZ(20)", "CONTACT(1,0,4,0)", "CONTACT(1,0,8,0)")
			r := simulate(t, model, until("6", 1), nil)
			r.near(-1, "9.F1", c.z-lo, 1e-7)
			r.near(-1, "9.F2", 30, 1e-4)
		}
	}
}

// TestMeshBounce: meshes that fall on meshes at all angles keep their energy, convex ones and an angle iron, whose parts press together.
func TestMeshBounce(t *testing.T) {
	const energy = "1.5*(VX(20)**2+VY(20)**2+VZ(20)**2)+0.25*(WX(20)**2+WY(20)**2+WZ(20)**2)+30*DZ(20)"
	const angle = `<Reference_Marker id="20" body_id="2" pos_z="1.2"/><Reference_Marker id="21" body_id="2" pos_z="0.9" pos_x="-0.3" pos_y="-0.3" %s/>
<Post_Graphic id="2" type="TriaMesh" rm_id="21" num_vertex="12">0 0 0 1 0 0 1 0 .4 .4 0 .4 .4 0 1 0 0 1  0 .6 0 1 .6 0 1 .6 .4 .4 .6 .4 .4 .6 1 0 .6 1
1 2 3 1 3 4 1 4 5 1 5 6  7 9 8 7 10 9 7 11 10 7 12 11  1 7 8 1 8 2 2 8 9 2 9 3 3 9 10 3 10 4 4 10 11 4 11 5 5 11 12 5 12 6 6 12 7 6 7 1</Post_Graphic>`
	set := `<Param_Transient integr_tol="1e-8" h_max="1e-2"/>` + weight(0)
	shapes := map[string]string{"flat": boxAt(0, 1.2, 0), "inclined": boxAt(0, 1.2, 0.5), "on the edge": boxAt(0, 1.2, math.Pi/4),
		"angle": fmt.Sprintf(angle, ""), "angle, inclined": fmt.Sprintf(angle, `xp_x="1" xp_z="1.2" xp_y="-0.1" zp_x="-.5" zp_z="1.9" zp_y="0"`)}
	for name, shape := range shapes {
		r := simulate(t, asMeshes(t, solidsDeck(set, cube1, shape, elastic))+report("CONTACT(1,0,4,0)", energy, "VZ(20)"), until("0.9", 9), nil)
		bounced := false
		for k := range r.rows {
			bounced = bounced || r.at(k, "9.F3") > 0
		}
		last := len(r.rows) - 1
		for r.at(last, "9.F1") != 0 {
			last--
		}
		if off := math.Abs(r.at(last, "9.F2")/36 - 1); off > 1e-4 || !bounced {
			t.Errorf("%s: energy is off by %g, bounced: %v", name, off, bounced)
		}
	}
}

// TestMeshRestitution: a mesh with POISSON that falls flat on a mesh comes back with restitution_coef times its speed.
func TestMeshRestitution(t *testing.T) {
	const law = `cnf_type="POISSON" penalty="1e7" restitution_coef="0.6" normal_trans_vel="1e-3"`
	model := solidsDeck(`<Param_Transient integr_tol="1e-8" h_max="1e-3"/>`+weight(0), cube1, boxAt(0, 0.7, 0), law)
	r := simulate(t, asMeshes(t, model)+report("VZ(20)", "DZ(20)"), until("0.25", 1), nil)
	const speed = 2. // from 0.2 after 0.2
	left := 0.05 - math.Pi/2*math.Sqrt(3/1e7)*(1+1/0.6)
	r.near(-1, "9.F1", 0.6*speed-10*left, 5e-3)
	r.near(-1, "9.F2", 0.5+0.6*speed*left-5*left*left, 4e-4)
}

// TestMeshProximity: Sensor_Proximity of solids that touch with edges: the distance and the nearest places, apart and in an overlap.
func TestMeshProximity(t *testing.T) {
	for name, c := range map[string]struct {
		shape    string
		distance float64
		onI, onJ [3]float64
		anywhere bool // the places are not the only ones
	}{
		"box on its edge":           {shape: boxAt(0.2, 1, math.Pi/4), distance: 1 - math.Sqrt(0.5), onI: [3]float64{0.2, 0, 1 - math.Sqrt(0.5)}, onJ: [3]float64{0.2, 0, 0}, anywhere: true},
		"box in an overlap":         {shape: boxAt(0.2, 0.4, 0), distance: -0.1, anywhere: true},
		"ellipsoid":                 {shape: `<Reference_Marker id="20" body_id="2" pos_z="1"/><Post_Graphic id="2" type="Ellipsoid" rm_id="20" x_scale="1" y_scale="1.2" z_scale="0.8"/>`, distance: 0.6, onI: [3]float64{0, 0, 0.6}},
		"ellipsoid in an overlap":   {shape: `<Reference_Marker id="20" body_id="2" pos_z="0.3"/><Post_Graphic id="2" type="Ellipsoid" rm_id="20" x_scale="1" y_scale="1.2" z_scale="0.8"/>`, distance: -0.1, onI: [3]float64{0, 0, -0.1}},
		"cylinder beside the table": {shape: `<Reference_Marker id="20" body_id="2" pos_x="6" pos_z="-0.5"/><Reference_Marker id="21" body_id="2" pos_x="6" pos_z="-0.6"/><Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.4" length="0.2"/>`, distance: 1.6, anywhere: true},
	} {
		model := solidsDeck(tight, cube1+`v_ic_z="-1"`, c.shape, linear)
		model = model[:strings.Index(model, "<Force_Contact")] + `<Sensor_Proximity id="5" i_graphics_id="2" j_graphics_id="1"/>` +
			report("PROXIMITY(5,1)", "PROXIMITY(5,2)", "PROXIMITY(5,3)", "PROXIMITY(5,4)", "PROXIMITY(5,5)", "PROXIMITY(5,6)", "PROXIMITY(5,7)", "PROXIMITY(5,8)")
		for _, m := range []string{model, asMeshes(t, model)} {
			r := simulate(t, m, start, nil)
			r.near(0, "9.F2", c.distance, 1e-9)
			if overlap := r.at(0, "9.F1"); overlap != 0 != (c.distance < 0) {
				t.Errorf("%s: overlap %g", name, overlap)
			}
			if c.anywhere {
				continue
			}
			for k := range 3 {
				r.near(0, fmt.Sprintf("9.F%d", 3+k), c.onI[k], 1e-6)
				r.near(0, fmt.Sprintf("9.F%d", 6+k), c.onJ[k], 1e-6)
			}
		}
	}
}

// bowlText is the text of a mesh of a bowl, between the lower halves of two spheres about the origin.
func bowlText(outer, inner float64) (vertices int, text string) {
	const around, down = 24, 10
	var v, t strings.Builder
	place := func(r float64, i, j int) {
		f, h := 2*math.Pi*float64(i)/around, math.Pi/2*float64(j)/down
		fmt.Fprintf(&v, "%.9g %.9g %.9g ", r*math.Cos(f)*math.Cos(h), r*math.Sin(f)*math.Cos(h), -r*math.Sin(h))
	}
	for _, r := range []float64{outer, inner} {
		for j := range down {
			for i := range around {
				place(r, i, j)
			}
		}
		place(r, 0, down)
	}
	const shell = around*down + 1
	at := func(s, i, j int) int { return 1 + s*shell + min(j, down)*around + i%around*(1-j/down) }
	quad := func(a, b, c, d int) {
		for _, f := range [][3]int{{a, b, c}, {a, c, d}} {
			if f[0] != f[1] && f[1] != f[2] && f[2] != f[0] {
				fmt.Fprintf(&t, "%d %d %d ", f[0], f[1], f[2])
			}
		}
	}
	for i := range around {
		for j := range down {
			quad(at(0, i, j), at(0, i, j+1), at(0, i+1, j+1), at(0, i+1, j))
			quad(at(1, i, j), at(1, i+1, j), at(1, i+1, j+1), at(1, i, j+1))
		}
		quad(at(0, i, 0), at(0, i+1, 0), at(1, i+1, 0), at(1, i, 0))
	}
	return 2 * shell, v.String() + t.String()
}

// TestHollowMesh: a mesh with curved hollows touches boxes with its corners, which is said, and no ellipsoids; the message says what to do.
func TestHollowMesh(t *testing.T) {
	n, text := bowlText(1, 0.8)
	model := func(graphic string) string {
		return ground + fmt.Sprintf(`<Body_Rigid id="2" cg_id="20" mass="1" inertia_xx="1" inertia_yy="1" inertia_zz="1"/><Reference_Marker id="20" body_id="2"/>
<Post_Graphic id="1" type="TriaMesh" rm_id="1" num_vertex="%d">%s</Post_Graphic><Post_Graphic id="2" rm_id="20" %s/><Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" %s/>`, n, text, graphic, elastic)
	}
	for graphic, want := range map[string]string{
		`type="BoxDefinedFromCenter" length_x="1" length_y="1" length_z="1"`: "[B287]",
		`type="Ellipsoid" x_scale="1" y_scale="2" z_scale="3"`:               "[B227]",
		`type="Sphere" radius="1"`:                                           "",
	} {
		m := deck.ReadXML(&deck.Source{Name: "deck.xml", Text: []byte("<M><Model>" + model(graphic) + "</Model></M>")}, ".", element.Table())
		element.Build(m, routines(nil).load)
		var w strings.Builder
		m.Diags.WriteText(&w, false)
		said := w.String()
		if want == "" && said != "" || !strings.Contains(said, want) || want == "[B227]" && !strings.Contains(said, "divide it into several meshes") {
			t.Errorf("%s: %s", graphic, said)
		}
	}
}
