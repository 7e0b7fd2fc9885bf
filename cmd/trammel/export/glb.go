package export

import (
	"fmt"
	"io"
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/trammel-mbd/trammel/core/result"
)

// glbWriter writes glTF in one binary file: a node a body, with a child for each shape and each surface of a flexible body, and
// an animation of all poses. Lengths become m, times s; y is up in glTF and z in most decks: the root node turns
// gravity downwards.
type glbWriter struct {
	out   io.Writer
	scene *result.Scene
	times []float32
	pos   [][][3]float32 // by body and row
	quat  [][][4]float32
	modes [][]float32 // modal coordinates by flexible body, row after row
	last  float64
}

func init() {
	Formats[".glb"] = Format{"glTF with an animation, for browsers, Blender and presentations", newGLBWriter}
}

func newGLBWriter(w io.Writer, s *Source) (result.AnalysisWriter, error) {
	if s.Scene == nil {
		return nil, fmt.Errorf("a .glb file needs %s beside the results, which is missing", result.SceneFile)
	}
	g := &glbWriter{out: w, scene: s.Scene, last: math.Inf(-1)}
	g.modes = make([][]float32, len(s.Scene.Flexible))
	g.pos, g.quat = make([][][3]float32, len(s.Scene.Bodies)), make([][][4]float32, len(s.Scene.Bodies))
	return g, nil
}

func (g *glbWriter) WriteColumns(columns []result.Column) error {
	return checkSceneColumns(g.scene, columns)
}

// checkSceneColumns checks that the columns have the poses of the bodies of a scene and the modal coordinates of flexible ones.
func checkSceneColumns(s *result.Scene, columns []result.Column) error {
	for _, b := range s.Bodies {
		if b.Pose+7 > len(columns) {
			return fmt.Errorf("body %d: its pose is not in the results", b.ID)
		}
	}
	for _, f := range s.Flexible {
		if f.Modes+f.Count > len(columns) {
			return fmt.Errorf("flexible body %d: its modal coordinates are not in the results", f.ID)
		}
	}
	return nil
}

func (g *glbWriter) BeginAnalysis(result.Analysis) error { return nil }

// WriteRow adds a key frame. Times of key frames increase: of rows at one time the first counts.
func (g *glbWriter) WriteRow(t float64, v []float64) error {
	if t *= g.scene.Units.TimeSI; float32(t) <= float32(g.last) {
		return nil
	}
	g.last = t
	g.times = append(g.times, float32(t))
	l := g.scene.Units.LengthSI
	for i, b := range g.scene.Bodies {
		if b.Pose < 0 {
			continue
		}
		p := v[b.Pose : b.Pose+7]
		g.pos[i] = append(g.pos[i], [3]float32{float32(l * p[0]), float32(l * p[1]), float32(l * p[2])})
		g.quat[i] = append(g.quat[i], [4]float32{float32(p[4]), float32(p[5]), float32(p[6]), float32(p[3])})
	}
	for i, f := range g.scene.Flexible {
		if f.Modes >= 0 {
			for _, q := range v[f.Modes : f.Modes+f.Count] {
				g.modes[i] = append(g.modes[i], float32(q))
			}
		}
	}
	return nil
}

func (g *glbWriter) FinishWriting() error {
	doc := gltf.NewDocument()
	doc.Asset.Generator = "trammel"
	shapes := map[int][]int{}
	for i := range g.scene.Graphics {
		if n, ok := g.addShape(doc, i); ok {
			shapes[g.scene.Graphics[i].Body] = append(shapes[g.scene.Graphics[i].Body], n)
		}
	}
	surfaces := make([]int, len(g.scene.Flexible))
	for i := range g.scene.Flexible {
		f := &g.scene.Flexible[i]
		surfaces[i] = g.addSurface(doc, f)
		shapes[f.Body] = append(shapes[f.Body], surfaces[i])
	}
	var children []int
	nodes := make([]int, len(g.scene.Bodies))
	for i, b := range g.scene.Bodies {
		n := &gltf.Node{Name: b.Name, Children: shapes[i], Translation: g.scaledPoint(b.Start.Pos), Rotation: reorderQuaternionXYZW(b.Start.Quat)}
		n.Extras = map[string]any{"id": b.ID, "kind": b.Kind, "source": b.Place.String()}
		nodes[i] = appendAndIndex(&doc.Nodes, n)
		children = append(children, nodes[i])
	}
	root := appendAndIndex(&doc.Nodes, &gltf.Node{Name: "trammel", Children: children, Rotation: rotationToYUp(g.scene.Gravity)})
	doc.Scenes[0].Nodes = []int{root}
	if len(g.times) > 0 {
		g.addAnimation(doc, nodes, surfaces)
	}
	e := gltf.NewEncoder(g.out)
	e.AsBinary = true
	return e.Encode(doc)
}

func appendAndIndex[T any](list *[]T, v T) int {
	*list = append(*list, v)
	return len(*list) - 1
}

func reorderQuaternionXYZW(q [4]float64) [4]float64 { return [4]float64{q[1], q[2], q[3], q[0]} }

func (g *glbWriter) scaledPoint(p [3]float64) [3]float64 {
	for k := range p {
		p[k] *= g.scene.Units.LengthSI
	}
	return p
}

// rotationToYUp returns the rotation, x y z w, that turns gravity along -y; without gravity z becomes y.
func rotationToYUp(gravity [3]float64) [4]float64 {
	n := math.Sqrt(gravity[0]*gravity[0] + gravity[1]*gravity[1] + gravity[2]*gravity[2])
	if n == 0 {
		gravity, n = [3]float64{0, 0, -1}, 1
	}
	up := [3]float64{-gravity[0] / n, -gravity[1] / n, -gravity[2] / n}
	w := 1 + up[1]
	if w < 1e-12 {
		return [4]float64{1, 0, 0, 0}
	}
	axis := crossProduct(up, [3]float64{0, 1, 0})
	s := math.Sqrt(w*w + axis[0]*axis[0] + axis[1]*axis[1] + axis[2]*axis[2])
	return [4]float64{axis[0] / s, axis[1] / s, axis[2] / s, w / s}
}

// addAnimation adds the poses and the modal coordinates as an animation. Accessors of times need their least and greatest values.
func (g *glbWriter) addAnimation(doc *gltf.Document, nodes, surfaces []int) {
	times := modeler.WriteAccessor(doc, gltf.TargetNone, g.times)
	doc.Accessors[times].Min = []float64{float64(g.times[0])}
	doc.Accessors[times].Max = []float64{float64(g.times[len(g.times)-1])}
	a := &gltf.Animation{Name: "run"}
	channel := func(node, output int, path gltf.TRSProperty) {
		s := appendAndIndex(&a.Samplers, &gltf.AnimationSampler{Input: times, Output: output, Interpolation: gltf.InterpolationLinear})
		a.Channels = append(a.Channels, &gltf.AnimationChannel{Sampler: s, Target: gltf.AnimationChannelTarget{Node: gltf.Index(node), Path: path}})
	}
	for i := range g.scene.Bodies {
		if len(g.pos[i]) == 0 {
			continue
		}
		channel(nodes[i], modeler.WriteAccessor(doc, gltf.TargetNone, g.pos[i]), gltf.TRSTranslation)
		channel(nodes[i], modeler.WriteAccessor(doc, gltf.TargetNone, g.quat[i]), gltf.TRSRotation)
	}
	for i, q := range g.modes {
		if len(q) > 0 {
			channel(surfaces[i], modeler.WriteAccessor(doc, gltf.TargetNone, q), gltf.TRSWeights)
		}
	}
	if len(a.Channels) > 0 {
		doc.Animations = append(doc.Animations, a)
	}
}

// addShape adds the node of a graphic, in the frame of its body; false for shapes without a surface.
func (g *glbWriter) addShape(doc *gltf.Document, i int) (int, bool) {
	x := &g.scene.Graphics[i]
	s := surfaceOfGraphic(x)
	if s == nil || len(s.triangles) == 0 {
		return 0, false
	}
	v := make([][3]float32, len(s.vertices))
	for k, p := range s.vertices {
		q := g.scaledPoint([3]float64{p[0] + x.Origin[0], p[1] + x.Origin[1], p[2] + x.Origin[2]})
		v[k] = [3]float32{float32(q[0]), float32(q[1]), float32(q[2])}
	}
	prim := &gltf.Primitive{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, v)}, Indices: gltf.Index(modeler.WriteIndices(doc, s.triangles))}
	mesh := appendAndIndex(&doc.Meshes, &gltf.Mesh{Name: fmt.Sprintf("graphic %d", x.ID), Primitives: []*gltf.Primitive{prim}})
	m := &g.scene.Markers[x.Marker]
	return appendAndIndex(&doc.Nodes, &gltf.Node{Name: fmt.Sprintf("graphic %d", x.ID), Mesh: gltf.Index(mesh), Translation: g.scaledPoint(m.Pos), Rotation: reorderQuaternionXYZW(m.Quat)}), true
}
