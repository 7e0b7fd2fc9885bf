package export

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/result"
)

// vtkWriter writes a collection for ParaView and other programs of VTK: the file names an unstructured grid (.vtu) for each time, in a
// folder beside it. A grid has the surfaces of flexible bodies, deformed, and the shapes of the others, in the global frame and the units of the deck. Points have
// the displacement by the modes along global axes, cells the id of their body.
type vtkWriter struct {
	out    io.Writer
	scene  *result.Scene
	folder string
	base   string
	files  []string
	times  []float64
	last   float64
	rigid  []vtkShape
}

// vtkShape is the surface of a graphic in the frame of its body.
type vtkShape struct {
	body      int
	points    [][3]float64
	triangles []uint32
}

func init() {
	Formats[".pvd"] = Format{"VTK for ParaView: a .vtu for each time, in a folder beside FILE; flexible bodies deformed, with displacements", newVTKWriter}
}

func newVTKWriter(w io.Writer, s *Source) (result.AnalysisWriter, error) {
	if s.Scene == nil {
		return nil, fmt.Errorf("a .pvd file needs %s beside the results, which is missing", result.SceneFile)
	}
	base := strings.TrimSuffix(filepath.Base(s.Path), filepath.Ext(s.Path))
	v := &vtkWriter{out: w, scene: s.Scene, folder: filepath.Join(filepath.Dir(s.Path), base+"_vtu"), base: base, last: math.Inf(-1)}
	for i := range s.Scene.Graphics {
		x := &s.Scene.Graphics[i]
		f := surfaceOfGraphic(x)
		if f == nil || x.Marker < 0 {
			continue
		}
		m := &s.Scene.Markers[x.Marker]
		shape := vtkShape{body: x.Body, triangles: f.triangles}
		for _, p := range f.vertices {
			shape.points = append(shape.points, addVectors(m.Pos, rotateVector(m.Quat, addVectors(p, x.Origin))))
		}
		v.rigid = append(v.rigid, shape)
	}
	if len(v.rigid) == 0 && len(s.Scene.Flexible) == 0 {
		return nil, errors.New("the model has no flexible bodies and no shapes: a .pvd file would be empty")
	}
	return v, os.MkdirAll(v.folder, 0o777)
}

func addVectors(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]}
}

func (v *vtkWriter) WriteColumns(columns []result.Column) error {
	return checkSceneColumns(v.scene, columns)
}

func (v *vtkWriter) BeginAnalysis(result.Analysis) error { return nil }

// WriteRow writes the grid of a time. Of rows at one time the first counts.
func (v *vtkWriter) WriteRow(t float64, row []float64) error {
	if t <= v.last {
		return nil
	}
	v.last = t
	name := fmt.Sprintf("%s_%06d.vtu", v.base, len(v.files))
	f, err := os.Create(filepath.Join(v.folder, name))
	if err != nil {
		return err
	}
	b := bufio.NewWriter(f)
	v.writeGrid(b, row)
	if err := errors.Join(b.Flush(), f.Close()); err != nil {
		return err
	}
	v.files, v.times = append(v.files, name), append(v.times, t)
	return nil
}

// pose returns the pose of a body in a row.
func (v *vtkWriter) pose(body int, row []float64) (p [3]float64, q [4]float64) {
	b := &v.scene.Bodies[body]
	if b.Pose < 0 {
		return b.Start.Pos, b.Start.Quat
	}
	return [3]float64(row[b.Pose : b.Pose+3]), [4]float64(row[b.Pose+3 : b.Pose+7])
}

// vtkGrid is a grid while it is made.
type vtkGrid struct {
	points, moves [][3]float64
	cells         [][]int
	bodies        []int // of the cells
}

func (v *vtkWriter) writeGrid(w *bufio.Writer, row []float64) {
	g := &vtkGrid{}
	for i := range v.scene.Flexible {
		v.addDeformed(g, &v.scene.Flexible[i], row)
	}
	for i := range v.rigid {
		s := &v.rigid[i]
		p, q := v.pose(s.body, row)
		first := len(g.points)
		for _, x := range s.points {
			g.points, g.moves = append(g.points, addVectors(p, rotateVector(q, x))), append(g.moves, [3]float64{})
		}
		for k := 0; k+2 < len(s.triangles); k += 3 {
			g.cells = append(g.cells, []int{first + int(s.triangles[k]), first + int(s.triangles[k+1]), first + int(s.triangles[k+2])})
			g.bodies = append(g.bodies, v.scene.Bodies[s.body].ID)
		}
	}
	g.write(w)
}

// addDeformed adds the surface of a flexible body at the modal coordinates of a row.
func (v *vtkWriter) addDeformed(g *vtkGrid, f *result.Flexible, row []float64) {
	coordinates := make([]float64, f.Count)
	if f.Modes >= 0 {
		coordinates = row[f.Modes : f.Modes+f.Count]
	}
	p, q := v.pose(f.Body, row)
	first := len(g.points)
	for i := range len(f.Positions) / 3 {
		u := f.Displacement(i, coordinates)
		x := addVectors([3]float64(f.Positions[3*i:3*i+3]), u)
		g.points, g.moves = append(g.points, addVectors(p, rotateVector(q, x))), append(g.moves, rotateVector(q, u))
	}
	list, corners := f.Triangles, 3
	if len(list) == 0 {
		list, corners = f.Edges, 2
	}
	for k := 0; k+corners <= len(list); k += corners {
		cell := make([]int, corners)
		for c := range cell {
			cell[c] = first + list[k+c]
		}
		g.cells, g.bodies = append(g.cells, cell), append(g.bodies, f.ID)
	}
}

// write writes the grid as text.
func (g *vtkGrid) write(w *bufio.Writer) {
	fmt.Fprintf(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n", len(g.points), len(g.cells))
	vectors := func(name string, list [][3]float64) {
		fmt.Fprintf(w, "<DataArray type=\"Float32\" Name=%q NumberOfComponents=\"3\" format=\"ascii\">\n", name)
		for _, x := range list {
			fmt.Fprintf(w, "%.7g %.7g %.7g\n", x[0], x[1], x[2])
		}
		w.WriteString("</DataArray>\n")
	}
	integers := func(kind, name string, value func(i int) string) {
		fmt.Fprintf(w, "<DataArray type=%q Name=%q format=\"ascii\">\n", kind, name)
		for i := range g.cells {
			w.WriteString(value(i))
			w.WriteByte('\n')
		}
		w.WriteString("</DataArray>\n")
	}
	w.WriteString("<PointData Vectors=\"displacement\">\n")
	vectors("displacement", g.moves)
	w.WriteString("</PointData>\n<CellData Scalars=\"body\">\n")
	integers("Int32", "body", func(i int) string { return fmt.Sprint(g.bodies[i]) })
	w.WriteString("</CellData>\n<Points>\n")
	vectors("position", g.points)
	w.WriteString("</Points>\n<Cells>\n")
	integers("Int32", "connectivity", func(i int) string { return strings.Trim(fmt.Sprint(g.cells[i]), "[]") })
	end := 0
	integers("Int32", "offsets", func(i int) string { end += len(g.cells[i]); return fmt.Sprint(end) })
	integers("UInt8", "types", func(i int) string { return map[int]string{2: "3", 3: "5"}[len(g.cells[i])] })
	w.WriteString("</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n")
}

func (v *vtkWriter) FinishWriting() error {
	w := bufio.NewWriter(v.out)
	w.WriteString("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n")
	for i, name := range v.files {
		fmt.Fprintf(w, "<DataSet timestep=\"%.17g\" part=\"0\" file=\"", v.times[i])
		if err := xml.EscapeText(w, []byte(v.base+"_vtu/"+name)); err != nil {
			return err
		}
		w.WriteString("\"/>\n")
	}
	w.WriteString("</Collection>\n</VTKFile>\n")
	return w.Flush()
}
