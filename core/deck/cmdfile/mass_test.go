package cmdfile

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// carriedOut carries out commands and returns the interpreter. Problems fail the test.
func carriedOut(t *testing.T, text string) *interpreter {
	t.Helper()
	x := newInterpreter(t.TempDir(), element.Table())
	src := &deck.Source{Name: "x.cmd", Text: []byte(text)}
	x.rec.AddFileAsUTF8(src)
	list, _ := x.parseAll(src, text, nil)
	x.runStatements(x.groupIntoBlocks(list))
	for _, d := range x.diags.List {
		t.Errorf("%s: %s", d.Code, d.Msg)
	}
	return x
}

// byCells integrates over the cells of a grid whose centres are inside.
func byCells(lo, hi vec, n int, inside func(p vec) bool) solid {
	var s solid
	h := hi.minus(lo).times(1 / float64(n))
	cell := h[0] * h[1] * h[2]
	var sum vec
	var second mat
	for i := range n {
		for j := range n {
			for k := range n {
				p := vec{lo[0] + (float64(i)+0.5)*h[0], lo[1] + (float64(j)+0.5)*h[1], lo[2] + (float64(k)+0.5)*h[2]}
				if !inside(p) {
					continue
				}
				s.volume += cell
				sum = sum.plus(p.times(cell))
				for a := range second {
					for b := range second[a] {
						second[a][b] += cell * p[a] * p[b]
					}
				}
			}
		}
	}
	s.center = sum.times(1 / s.volume)
	for a := range second {
		for b := range second[a] {
			s.second[a][b] = second[a][b] - s.volume*s.center[a]*s.center[b]
		}
	}
	return s
}

// TestSolids: volume, centre and second moments of each shape are those of a sum over small cells.
func TestSolids(t *testing.T) {
	const frame = "model create model_name=m\npart create rigid_body name_and_position part_name=.m.p\ndefaults coordinate_system default_coordinate_system=.m.p\n" +
		"marker create marker_name=a location=0.2, -0.1, 0.3\nmarker create marker_name=b location=1.2, 0.4, 0.3\nmarker create marker_name=c location=0.3, 1.1, 0.3\n"
	inBox := func(p vec, lo, hi vec) bool {
		return p[0] > lo[0] && p[0] < hi[0] && p[1] > lo[1] && p[1] < hi[1] && p[2] > lo[2] && p[2] < hi[2]
	}
	near := func(p vec, a, b vec) float64 { // the distance in the plane from a segment
		p[2], a[2], b[2] = 0, 0, 0
		d := b.minus(a)
		u := max(0, min(1, p.minus(a).dot(d)/d.dot(d)))
		return p.minus(a).minus(d.times(u)).norm()
	}
	pa, pb, pc := vec{0.2, -0.1, 0.3}, vec{1.2, 0.4, 0.3}, vec{0.3, 1.1, 0.3}
	side := func(p, a, b vec) bool { return (b[0]-a[0])*(p[1]-a[1])-(b[1]-a[1])*(p[0]-a[0]) > 0 }
	inTriangle := func(p vec) bool { return side(p, pa, pb) && side(p, pb, pc) && side(p, pc, pa) }
	for _, c := range []struct {
		name, command string
		tol           float64
		lo, hi        vec
		inside        func(p vec) bool
	}{
		{"block", "shape block block_name=s corner_marker=a diag_corner_coords=1, -0.5, 0.25", 1e-3, vec{0, -1, 0}, vec{2, 1, 1}, func(p vec) bool {
			return inBox(p, vec{0.2, -0.6, 0.3}, vec{1.2, -0.1, 0.55})
		}},
		{"cylinder", "shape cylinder cylinder_name=s center_marker=a length=0.8 radius=0.4", 5e-3, vec{-1, -1, 0}, vec{1, 1, 1.5}, func(p vec) bool {
			return p[2] > 0.3 && p[2] < 1.1 && math.Hypot(p[0]-0.2, p[1]+0.1) < 0.4
		}},
		{"frustum", "shape frustum frustum_name=s center_marker=a length=0.8 bottom_radius=0.5 top_radius=0.2", 2e-3, vec{-1, -1, 0}, vec{1, 1, 1.5}, func(p vec) bool {
			return p[2] > 0.3 && p[2] < 1.1 && math.Hypot(p[0]-0.2, p[1]+0.1) < 0.5-0.3*(p[2]-0.3)/0.8
		}},
		{"ellipsoid", "shape ellipsoid ellipsoid_name=s center_marker=a x_scale_factor=1 y_scale_factor=0.8 z_scale_factor=0.5", 2e-3, vec{-1, -1, -0.2}, vec{1, 1, 1}, func(p vec) bool {
			d := p.minus(pa)
			return d[0]*d[0]/0.25+d[1]*d[1]/0.16+d[2]*d[2]/0.0625 < 1
		}},
		{"torus", "shape torus torus_name=s center_marker=a major_radius=0.5 minor_radius=0.15", 3e-3, vec{-0.6, -0.9, 0.1}, vec{1, 0.7, 0.5}, func(p vec) bool {
			return math.Hypot(math.Hypot(p[0]-0.2, p[1]+0.1)-0.5, p[2]-0.3) < 0.15
		}},
		// Ten faces for each end: 1.6 % less than half a disc.
		{"link", "shape link link_name=s i_marker=a j_marker=b width=0.3 depth=0.2", 8e-3, vec{0, -0.4, 0.1}, vec{1.5, 0.7, 0.5}, func(p vec) bool {
			return math.Abs(p[2]-0.3) < 0.1 && near(p, pa, pb) < 0.15
		}},
		{"plate", "shape plate plate_name=s marker_name=a, b, c width=0.2 radius=0.1", 3e-3, vec{0, -0.4, 0.1}, vec{1.5, 1.3, 0.5}, func(p vec) bool {
			return math.Abs(p[2]-0.3) < 0.1 && (inTriangle(p) || min(near(p, pa, pb), near(p, pb, pc), near(p, pc, pa)) < 0.1)
		}},
		{"extrusion", "shape extrusion extrusion_name=s reference_marker=a points_for_profile=0, 0, 0, 1, 0, 0, 1, 0.5, 0, 0.4, 0.5, 0, 0.4, 1, 0, 0, 1, 0, 0, 0, 0 length_along_z_axis=0.5", 2e-3, vec{0, -0.3, 0.2}, vec{1.5, 1.2, 1}, func(p vec) bool {
			q := p.minus(pa)
			return q[2] > 0 && q[2] < 0.5 && (inBox(q, vec{0, 0, 0}, vec{1, 0.5, 1}) || inBox(q, vec{0, 0.5, 0}, vec{0.4, 1, 1}))
		}},
		{"revolution", "shape revolution revolution_name=s reference_marker=a points_for_profile=0.2, 0, 0, 0.6, 0, 0, 0.6, 0, 0.3, 0.3, 0, 0.3, 0.2, 0, 0.8 angle_extent=360", 5e-3, vec{-0.5, -0.8, 0.2}, vec{0.9, 0.6, 1.2}, func(p vec) bool {
			r, z := math.Hypot(p[0]-0.2, p[1]+0.1), p[2]-0.3
			return r > 0.2 && z > 0 && (z < 0.3 && r < 0.6 || z >= 0.3 && z < 0.8 && r < 0.3-0.1*(z-0.3)/0.5)
		}},
		{"difference", "shape block block_name=u corner_marker=a diag_corner_coords=1, 1, 0.5\ngeometry create shape block block_name=v corner_marker=b diag_corner_coords=-0.5, 0.3, 1\n" +
			"geometry create shape csg csg_name=s base_object=u object=v type=difference", 2e-3, vec{0, -0.3, 0.2}, vec{1.5, 1.2, 1}, func(p vec) bool {
			return inBox(p, vec{0.2, -0.1, 0.3}, vec{1.2, 0.9, 0.8}) && !inBox(p, vec{0.7, 0.4, 0.3}, vec{1.2, 0.7, 1.3})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := carriedOut(t, frame+"geometry create "+c.command+"\n")
			o := x.db.findChild(x.db.findChild(x.model, "p"), "s")
			if o == nil {
				t.Fatal("no shape")
			}
			e := &statementEmitter{x: x, o: o}
			have, has := e.shapeSolid()
			if !has {
				t.Fatal("no solid")
			}
			compareSolids(t, have, byCells(c.lo, c.hi, 120, c.inside), c.tol)
			if slices.Contains(o.kind.flags, "EXTERNAL") {
				checkMesh(t, e, have.volume)
			}
		})
	}
}

func compareSolids(t *testing.T, have, want solid, tol float64) {
	t.Helper()
	size := math.Cbrt(want.volume)
	if d := math.Abs(have.volume/want.volume - 1); !(d <= tol) {
		t.Errorf("volume %g, want %g", have.volume, want.volume)
	}
	if d := have.center.minus(want.center).norm(); !(d <= tol*size) {
		t.Errorf("centre %v, want %v", have.center, want.center)
	}
	for i := range want.second {
		if d := have.second[i].minus(want.second[i]).norm(); !(d <= 2*tol*want.volume*size*size) {
			t.Errorf("second moments %v, want %v", have.second, want.second)
			return
		}
	}
}

// checkMesh: each edge of a surface belongs to two triangles in opposite directions, and it encloses nearly the volume of the shape.
func checkMesh(t *testing.T, e *statementEmitter, volume float64) {
	t.Helper()
	marker, m := e.shapeMesh()
	if marker == nil {
		t.Fatal("no marker")
	}
	edges, enclosed := map[[2]int]int{}, 0.0
	for _, f := range m.triangles {
		for k := range f {
			edges[[2]int{f[k], f[(k+1)%3]}]++
		}
		enclosed += m.points[f[0]].dot(m.points[f[1]].cross(m.points[f[2]])) / 6
	}
	for edge, n := range edges {
		if n != 1 || edges[[2]int{edge[1], edge[0]}] != 1 {
			t.Fatalf("edge %v: %d times, %d times in the other direction", edge, n, edges[[2]int{edge[1], edge[0]}])
		}
	}
	if d := enclosed / volume; !(d > 0.98 && d < 1.0001) {
		t.Errorf("the surface encloses %g of %g", enclosed, volume)
	}
}

// TestExpressions: values of expressions in degrees and millimetres.
func TestExpressions(t *testing.T) {
	x := carriedOut(t, strings.Join([]string{
		"model create model_name=m", "part create rigid_body name_and_position part_name=.m.p location=10, 0, 0 orientation=90, 0, 0",
		"marker create marker_name=.m.p.a location=1, 2, 3 orientation=0, 90, 0 relative_to=.m.p",
		"variable create variable_name=.m.n integer_value=3", "variable create variable_name=.m.list real_value=4, 5, 6", "variable create variable_name=.m.o object_value=.m.p.a",
	}, "\n"))
	for _, c := range []struct{ text, want string }{
		{"2+3*4**2", "50"}, {"-2**2", "-4"}, {"(1+2)*3", "9"}, {"7%4", "3"}, {"1.5E+01/3", "5"}, {"2^3", "8"}, {"!(1 > 2) && 3 != 4", "1"},
		{"SIN(30)", "0.49999999999999994"}, {"COS(60d)", "0.5000000000000001"}, {"ATAN2(1, 1)", "45"}, {"PI rad", fmt.Sprint(180.)}, {"2inch", "50.8"}, {"1(newton/meter)", "0.001"}, {"7801(kg/meter**3)", "7.801000000000001e-06"},
		{"\"a\"//1//\"b\"", "a1b"}, {"\"p_\"//RTOI(2.7)", "p_2"}, {"{1, 2, 3}[2]", "2"}, {"{{1, 2}, {3, 4}}[2,1]", "3"}, {"{1, 2} + {3, 4}", "4, 6"}, {"2*{1, 2}", "2, 4"}, {".m.list[3] + .m.n", "9"},
		{"ROWS(.m.list)", "3"}, {"MAX({3, 7, 5})", "7"}, {"IF(-1: 10, 20, 30)", "10"}, {"SUM(SERIES(1, 1, 4))", "10"}, {"STOI(\"12\") + 1", "13"}, {"STR_LENGTH(\"four\")", "4"}, {"STR_SPLIT(\"a,b\", \",\")[2]", "b"},
		{"DB_EXISTS(\".m.p.a\")", "1"}, {"DB_EXISTS(\".m.q\")", "0"}, {".m.o.name", "a"}, {"STOO(\".m.p\").name", "p"}, {"DB_OBJECT_COUNT(DB_CHILDREN(.m.p, \"marker\"))", "1"}, {".m.p.a.parent.name", "p"},
		{"LOC_GLOBAL({0, 0, 0}, .m.p.a)", "8, 1, 3"}, {"LOC_LOCAL({8, 1, 3}, .m.p)", "1, 2, 3"}, {"LOC_RELATIVE_TO({0, 0, 1}, .m.p.a)", "9, 1, 3"}, {"DX(.m.p.a)", "8"}, {"DM(.m.p.a, .m.p)", fmt.Sprint(math.Sqrt(14))},
		{"LOC_ON_AXIS(.m.p, 2, \"x\")", "10, 2, 0"}, {"LOC_ALONG_LINE(.m.p, .m.ground, 4)", "6, 0, 0"}, {"LOC_MIRROR({1, 2, 3}, .m.ground, \"xz\")", "1, -2, 3"}, {"LOC_CYLINDRICAL(2, 90, 1)", "0, 2, 1"},
		{"LOC_PERPENDICULAR({{10, 12, 0}, {14, 12, 0}, {12, 10, 0}})", "10, 12, 1"}, {"LOC_ON_LINE({{7, 5, 0}, {15, 11, 0}}, 7)", "12.6, 9.2, 0"},
		{"ORI_ALL_AXES({{14, 18, 0}, {10, 14, 0}, {16, 14, 0}}, \"xz\")", "45, 90, 180"}, {"ORI_ONE_AXIS({{10, 16, 0}, {8, 16, 0}}, \"x\")", "180, 180, 0"}, {"ORI_ALIGN_AXIS(.m.ground, \"z-z\")", "90, 180, 0"},
		{"ORI_GLOBAL({0, 0, 0}, .m.p.a)", "90, 90, 0"}, {"ORI_LOCAL({90, 0, 0}, .m.p)", "0, 0, 0"}, {"AZ(.m.p, .m.ground)", "90"}, {"STEP(0.5, 0, 0, 1, 4)", "2"},
	} {
		s := &evaluator{x: x}
		d, err := catchFailure(func() datum { return s.evaluatePlain(parseExpr(c.text)) })
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if have := d.String(); have != c.want && !alike(d, c.want) {
			t.Errorf("%s: %s, want %s", c.text, have, c.want)
		}
	}
}

// alike compares numbers to 1e-9.
func alike(d datum, want string) bool {
	list, words := d.flattenEntries(), strings.Split(want, ", ")
	if len(list) != len(words) {
		return false
	}
	for i, e := range list {
		var w float64
		if _, err := fmt.Sscan(words[i], &w); err != nil || e.kind != numberDatum || math.Abs(e.num-w) > 1e-9*(1+math.Abs(w)) {
			return false
		}
	}
	return true
}
