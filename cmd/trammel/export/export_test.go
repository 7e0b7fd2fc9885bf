package export

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/qmuntal/gltf"

	"github.com/trammel-mbd/trammel/core/result"
)

// turning is a body that turns about z with its mass centre on a circle of radius 2, its part frame at the centre, and a
// joint, in mm: the exact motion is known.
func turning(t *testing.T) *Source {
	t.Helper()
	dir := t.TempDir()
	body := result.Element{Kind: result.KindBody, ID: 2, Label: "crank"}
	var columns []result.Column
	for _, p := range []struct{ names, unit string }{{"X Y Z", "mm"}, {"QW QX QY QZ", "1"}, {"VX VY VZ", "mm/s"}, {"WX WY WZ", "rad/s"}, {"ACCX ACCY ACCZ", "mm/s^2"}, {"WDX WDY WDZ", "rad/s^2"}} {
		for _, n := range strings.Fields(p.names) {
			columns = append(columns, result.Column{Name: result.ColumnName(body, n), Element: body, Component: n, Unit: p.unit})
		}
	}
	joint := result.Element{Kind: result.KindJoint, ID: 1}
	for _, n := range strings.Fields("FX FY FZ TX TY TZ") {
		u := "N"
		if n[0] == 'T' {
			u = "N*mm"
		}
		columns = append(columns, result.Column{Name: result.ColumnName(joint, n), Element: joint, Component: n, Unit: u})
	}
	f, err := os.Create(filepath.Join(dir, result.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	w := result.NewStoreWriter(f)
	if err := w.WriteColumns(columns); err != nil {
		t.Fatal(err)
	}
	for _, a := range []result.Analysis{{Name: "static_1", Type: "static"}, {Name: "transient_2", Type: "transient"}} {
		if err := w.BeginAnalysis(a); err != nil {
			t.Fatal(err)
		}
		for k := range 101 {
			if a.Type == "static" && k > 0 {
				break
			}
			x := float64(k) / 100
			angle := 3 * x * x
			spin, rate := 6*x, 6.0
			s, c := math.Sincos(angle)
			row := []float64{2 * c, 2 * s, 0, math.Cos(angle / 2), 0, 0, math.Sin(angle / 2), -2 * s * spin, 2 * c * spin, 0, 0, 0, spin,
				-2*s*rate - 2*c*spin*spin, 2*c*rate - 2*s*spin*spin, 0, 0, 0, rate, x, 2 * x, 3, 0, 0, 1 / 3.0}
			if err := w.WriteRow(x, row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.FinishWriting(); err != nil {
		t.Fatal(err)
	}
	r, err := result.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return &Source{Reader: r, Scene: &result.Scene{
		Units: result.Units{Length: "mm", Mass: "kg", Time: "s", Force: "N", LengthSI: 1e-3, MassSI: 1, TimeSI: 1, ForceSI: 1}, Gravity: [3]float64{0, 0, -9810},
		Bodies: []result.Body{
			{Kind: "ground", Name: "ground", Pose: -1, Start: result.Frame{Quat: [4]float64{1}}},
			{ID: 2, Kind: "rigid", Name: "crank", Pose: 0, Start: result.Frame{Pos: [3]float64{2}, Quat: [4]float64{1}}, Part: result.Frame{Pos: [3]float64{-2}, Quat: [4]float64{1}}},
		},
		Markers:  []result.Marker{{Body: 1, Frame: result.Frame{Quat: [4]float64{1}}}},
		Graphics: []result.Graphic{{ID: 1, Body: 1, Type: result.Box, Size: [3]float64{1, 2, 3}}, {ID: 2, Body: 1, Type: result.Sphere, Radius: 4}, {ID: 3, Body: 1, Type: result.Plane}},
	}}
}

// written exports a source in the format of a suffix.
func written(t *testing.T, s *Source, suffix string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x"+suffix)
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	format, err := FormatBySuffix(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := format.New(f, s)
	if err == nil {
		err = CopyRows(w, s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestCSV(t *testing.T) {
	text, err := os.ReadFile(written(t, turning(t), ".csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 103 || strings.Join(rows[0][:3], " ") != "time analysis BODY/2.X" || rows[1][1] != "static_1" || rows[2][1] != "transient_2" || rows[102][26] != "0.3333333333333333" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// TestParquet reads the file with the library; columns keep their order, numbers their bits.
func TestParquet(t *testing.T) {
	s := turning(t)
	f, err := os.Open(written(t, s, ".parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, _ := f.Stat()
	p, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range p.Schema().Fields() {
		names = append(names, c.Name())
	}
	if len(names) != 27 || strings.Join(names[:4], " ") != "analysis time BODY/2.X BODY/2.Y" {
		t.Errorf("columns %v", names)
	}
	if note, ok := p.Lookup("trammel.columns"); !ok || !strings.Contains(note, `"JOINT/1.TX":{"label":"","unit":"N*mm"`) {
		t.Errorf("metadata %s", note)
	}
	r := parquet.NewReader(p)
	rows := make([]parquet.Row, 200)
	n, _ := r.ReadRows(rows)
	if n != 102 || rows[0][0].String() != "static_1" || rows[101][1].Double() != 1 || rows[101][2].Double() != 2*math.Cos(3) {
		t.Errorf("%d rows: %v", n, rows[0])
	}
}

// TestRes: a file of ours comes back, and the part frame of the crank rests where its centre is.
func TestRes(t *testing.T) {
	s := turning(t)
	ref, err := ReadResFile(written(t, s, ".res"))
	if err != nil {
		t.Fatal(err)
	}
	e := ref.Entities[1]
	if e.Name != "crank_XFORM" || e.Entity != "crank" || e.Type != "Part" || e.ID != 2 || len(e.Components) != 18 || e.Components[6].Unit != "mm/sec" || ref.Units["length"] != "mm" {
		t.Fatalf("%+v %v", e, ref.Units)
	}
	if len(ref.Blocks) != 2 || ref.Blocks[0].Name != "static_001" || ref.Blocks[1].Type != "dynamic" || len(ref.Blocks[1].Rows) != 101 {
		t.Fatalf("%d blocks", len(ref.Blocks))
	}
	for k, row := range ref.Blocks[1].Rows {
		x := float64(k) / 100
		angle := math.Remainder(3*x*x, 2*math.Pi)
		for n, want := range []float64{x, 0, 0, 0, angle, 0, 0, 0, 0, 0, 0, 0, 6 * x, 0, 0, 0, 0, 0, 6, x, 2 * x, 3, 0, 0, 1 / 3.0} {
			if math.Abs(row[n]-want) > 1e-13*40 {
				t.Fatalf("row %d, value %d: %g, not %g", k, n, row[n], want)
			}
		}
	}
	d, err := CompareWithResFile(s, ref, Options{Bound: Bound{Tol: 1e-12}})
	if err != nil || !d.Within || d.Rows != 102 || len(d.OnlyA)+len(d.OnlyB) > 0 {
		t.Errorf("%+v, %v", d, err)
	}
}

// sample is in the form that Adams writes, in inches and degrees, with ids that do not follow the entities.
const sample = `<?xml version="1.0" encoding="UTF-8"?>
<Results xmlns="http://www.mscsoftware.com/:xrf10">
<Analysis name="run" Solver="a solver"><ModelInfo title="m" /><Units angle="deg" length="inch" mass="pound_mass" time="sec" />
<StepMap name="map_001">
<Entity name="time"><Component name="TIME" unitsValue="sec" id="1" /></Entity>
<Entity name="PART_2_XFORM" entity="PART_2" entType="Part" objectId="2">
<Component name="PSI" unitsValue="deg" id="2" /><Component name="THETA" unitsValue="deg" id="3" /><Component name="PHI" unitsValue="deg" id="4" />
<Component name="WZ" unitsValue="deg/sec" id="6" /></Entity>
<Entity name="JOINT_1" entity="JOINT_1" entType="Joint" objectId="1"><Component name="FX" unitsValue="newton" id="7" /><Component name="TZ" unitsValue="newton-inch" id="5" /></Entity>
</StepMap>
<Data name="modelInput_001" id="1"><Step type="input">0 9 9 9 9 9 9</Step></Data>
<Data name="dynamic_001" id="2"><Step type="dynamic">
0.5
12.97183463481174 0 30 0.013123359580052494 171.88733853924697 0.5
</Step></Data>
</Analysis></Results>`

// TestCompareRes: units and ids of another file; angles are compared as a rotation, and differences are found.
func TestCompareRes(t *testing.T) {
	s := turning(t)
	read := func(text string) *Res {
		r, err := parseRes(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	d, err := CompareWithResFile(s, read(sample), Options{Bound: Bound{Tol: 1e-12}, At: []float64{0.5}})
	if err != nil || !d.Within || len(d.Columns) != 4 || d.Rows != 1 {
		t.Fatalf("%+v, %v", d, err)
	}
	wrong := read(strings.Replace(sample, "171.887", "171.9", 1))
	d, err = CompareWithResFile(s, wrong, Options{Bound: Bound{Tol: 1e-12}})
	if err != nil || d.Within || d.Columns[0].Name != "crank.WZ" || math.Abs(d.Columns[0].Diff-0.00922) > 0.0092 {
		t.Errorf("%+v, %v", d.Columns, err)
	}
	if d, err = CompareWithResFile(s, wrong, Options{Bound: Bound{Tol: 1e-12}, Of: map[string]Bound{"angular velocity": {Rel: 0.01}}}); err != nil || !d.Within {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := CompareWithResFile(s, read(sample), Options{At: []float64{0.7}}); err == nil {
		t.Error("a time that the file has not")
	}
	if _, err := CompareWithResFile(s, read(strings.ReplaceAll(sample, "deg/sec", "furlong/sec")), Options{}); err == nil {
		t.Error("a unit that is not known")
	}
}

// TestReadResErrors: what is wrong with a file is said.
func TestReadResErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "empty",
		"<A/>":                "not a result file of Adams",
		"<Results></Results>": "no StepMap",
		"<Results>":           "EOF",
		strings.Replace(sample, "0.013123359580052494", "", 1): "has 6 values, the StepMap names 7",
		strings.Replace(sample, `id="5"`, `id="6"`, 1):         "not a number of its own",
		strings.Replace(sample, "30 0.0131", "30 x0.0131", 1):  "is not a number",
	} {
		if _, err := parseRes(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// TestGLB: nodes, meshes and the animation of the file, in m.
func TestGLB(t *testing.T) {
	s := turning(t)
	doc, err := gltf.Open(written(t, s, ".glb"))
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Meshes) != 2 || len(doc.Animations) != 1 || len(doc.Animations[0].Channels) != 2 {
		t.Fatalf("%d meshes, %d animations", len(doc.Meshes), len(doc.Animations))
	}
	a := doc.Animations[0]
	in := doc.Accessors[a.Samplers[0].Input]
	if in.Count != 101 || !reflect.DeepEqual(in.Min, []float64{0}) || !reflect.DeepEqual(in.Max, []float64{1}) {
		t.Errorf("times %+v", in)
	}
	if n := doc.Nodes[*a.Channels[0].Target.Node]; n.Name != "crank" || n.Translation != [3]float64{0.002, 0, 0} {
		t.Errorf("%+v", n)
	}
	// z points up in the model, y in the file.
	if q := doc.Nodes[doc.Scenes[0].Nodes[0]].Rotation; math.Abs(q[0]+math.Sqrt2/2) > 1e-12 || math.Abs(q[3]-math.Sqrt2/2) > 1e-12 {
		t.Errorf("root %v", q)
	}
	if _, err := newGLBWriter(nil, &Source{Reader: s.Reader}); err == nil {
		t.Error("a .glb without a scene")
	}
}

// TestSolids: surfaces are closed and turned outwards: the volume that the triangles enclose is that of the shape.
func TestSolids(t *testing.T) {
	for _, c := range []struct {
		g    result.Graphic
		want float64
	}{
		{result.Graphic{Type: result.Box, Size: [3]float64{1, 2, 3}}, 6},
		{result.Graphic{Type: result.Cylinder, Radius: 2, Length: 3}, 12 * math.Pi},
		{result.Graphic{Type: result.Frustum, Radius: 2, Top: 1, Length: 3}, 7 * math.Pi},
		{result.Graphic{Type: result.Sphere, Radius: 2}, 32 * math.Pi / 3},
		{result.Graphic{Type: result.Ellipsoid, Size: [3]float64{2, 4, 6}}, 8 * math.Pi},
	} {
		s := surfaceOfGraphic(&c.g)
		v := 0.0
		for k := 0; k < len(s.triangles); k += 3 {
			a, b, d := s.vertices[s.triangles[k]], s.vertices[s.triangles[k+1]], s.vertices[s.triangles[k+2]]
			x := crossProduct(b, d)
			v += (a[0]*x[0] + a[1]*x[1] + a[2]*x[2]) / 6
		}
		if v > c.want*(1+1e-12) || v < 0.96*c.want {
			t.Errorf("%s: %g, not %g", c.g.Type, v, c.want)
		}
	}
}

// TestAngles: 3-1-3 angles of a rotation give it back.
func TestAngles(t *testing.T) {
	for _, q := range [][4]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0.5, 0.5, 0.5, 0.5}, {0.1, -0.7, 0.5, 0.5}, {0.6, 0, 0, -0.8}, {-0.2, 0.4, -0.4, 0.8}} {
		n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		for k := range q {
			q[k] /= n
		}
		psi, theta, phi := quaternionToEuler313(q)
		if a := rotationAngleBetween(quaternionFromEuler313(psi, theta, phi), q); a > 1e-14 || theta < 0 || theta > math.Pi {
			t.Errorf("%v: %g %g %g are off by %g", q, psi, theta, phi, a)
		}
	}
}
