package element

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// triangleSurface is corners and the triangles between them, whose corners count from 0.
type triangleSurface struct {
	v   []spatial.Vec
	tri [][3]int
}

// readTriaMesh sets the points of a TriaMesh to its corners, each place once, and the solid
// to what its triangles enclose if they are closed.
func (b *builder) readTriaMesh(e *deck.Element, g *geometry) {
	s, err := readTriangleSurface(b.deck, e)
	if err != nil {
		b.reportOnce(e, err.attr, "B223", "%s", err.what)
		if err.attr == "file_name" {
			return
		}
	}
	s = s.withMergedVertices()
	if len(s.v) == 0 {
		b.reportOnce(e, "", "B223", "the mesh has no vertices: they belong between the tags or in the file file_name")
		return
	}
	var p []shape.ContactPoint
	for _, c := range s.v {
		p = append(p, shape.ContactPoint{C: c})
	}
	g.points = shape.NewFixedPointSet(p...)
	if len(s.tri) == 0 {
		return
	}
	if m, err := shape.NewMesh(s.v, s.tri); err != nil {
		g.open = err
	} else {
		g.solid = m
	}
}

// withMergedVertices returns the surface with each place once, without triangles that have
// become lines, which files of single triangles hold.
func (s triangleSurface) withMergedVertices() triangleSurface {
	at := map[spatial.Vec]int{}
	to := make([]int, len(s.v))
	var m triangleSurface
	for k, v := range s.v {
		n, seen := at[v]
		if !seen {
			n = len(m.v)
			at[v], m.v = n, append(m.v, v)
		}
		to[k] = n
	}
	for _, t := range s.tri {
		t = [3]int{to[t[0]], to[t[1]], to[t[2]]}
		if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			m.tri = append(m.tri, t)
		}
	}
	return m
}

// meshError is what is wrong with a mesh, and the attribute that it is about.
type meshError struct{ attr, what string }

func (e *meshError) Error() string { return e.what }

// readTriangleSurface reads the triangles of a TriaMesh, from its file or from between its tags.
func readTriangleSurface(m *deck.Model, e *deck.Element) (s triangleSurface, fault *meshError) {
	if e.Str("file_name") != "" {
		path, fault := findMeshFile(m, e)
		if fault != nil {
			return s, fault
		}
		s, err := readMesh(path)
		if err != nil {
			return s, &meshError{"file_name", fmt.Sprintf("the mesh cannot be read: %v", err)}
		}
		return s, nil
	}
	v := e.TextReals()
	n := len(v) / 3
	if e.Has("num_vertex") {
		n = e.Int("num_vertex")
	}
	if len(v)%3 != 0 || 3*n > len(v) {
		return s, &meshError{"num_vertex", fmt.Sprintf("%d vertices and their triangles are three numbers each, not %d in all", n, len(v))}
	}
	for k := range n {
		s.v = append(s.v, spatial.LoadVec(v[3*k:]))
	}
	for k := n; 3*k < len(v); k++ {
		var t [3]int
		for c, x := range v[3*k : 3*k+3] {
			t[c] = int(x) - 1
			if float64(t[c])+1 != x || t[c] < 0 || t[c] >= n {
				return triangleSurface{}, &meshError{"num_vertex", fmt.Sprintf("a triangle names vertex %g of %d", x, n)}
			}
		}
		s.tri = append(s.tri, t)
	}
	return s, nil
}

// TriangleMesh returns the vertices of a Post_Graphic of the type TriaMesh, in axes of its marker, and its triangles, as three
// indices from 0 each.
func TriangleMesh(m *deck.Model, e *deck.Element) (vertices []spatial.Vec, triangles [][3]int, err error) {
	s, fault := readTriangleSurface(m, e)
	if fault != nil {
		return nil, nil, fault
	}
	return s.v, s.tri, nil
}

// readMesh reads a file: lines "v x y z" and "f i j k" of .obj, "vertex x y z" of .stl, or
// binary .stl.
func readMesh(path string) (s triangleSurface, err error) {
	text, err := deck.ReadRegularFile(path)
	if err != nil {
		return s, err
	}
	var line func(f []string) error
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".obj":
		line = s.addOBJLine
	case ".stl":
		if n := binarySTLTriangleCount(text); n > 0 {
			s.addBinarySTL(text, n)
			return s, nil
		}
		line = s.addSTLLine
	default:
		return s, fmt.Errorf("%s: a mesh is an .obj or .stl file", path)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		if f := strings.Fields(lines.Text()); len(f) > 3 {
			if err := line(f); err != nil {
				return s, fmt.Errorf("%s:%d: %w", path, n, err)
			}
		}
	}
	return s, lines.Err()
}

// addSTLLine takes a line of text; three vertices are a triangle.
func (s *triangleSurface) addSTLLine(f []string) error {
	if f[0] != "vertex" {
		return nil
	}
	if err := s.addVertex(f[1:4]); err != nil {
		return err
	}
	if n := len(s.v); n%3 == 0 {
		s.tri = append(s.tri, [3]int{n - 3, n - 2, n - 1})
	}
	return nil
}

// addOBJLine takes a vertex or a face, whose corners are numbers from 1, or from -1
// backwards, with a slash and other numbers behind them; it is cut into triangles.
func (s *triangleSurface) addOBJLine(f []string) error {
	if f[0] == "v" {
		return s.addVertex(f[1:4])
	}
	if f[0] != "f" {
		return nil
	}
	var at []int
	for _, word := range f[1:] {
		number, _, _ := strings.Cut(word, "/")
		n, err := strconv.Atoi(number)
		if n < 0 {
			n += len(s.v) + 1
		}
		if err != nil || n < 1 || n > len(s.v) {
			return fmt.Errorf("%q is none of the %d vertices before", word, len(s.v))
		}
		at = append(at, n-1)
	}
	for k := 2; k < len(at); k++ {
		s.tri = append(s.tri, [3]int{at[0], at[k-1], at[k]})
	}
	return nil
}

func (s *triangleSurface) addVertex(f []string) error {
	var c [3]float64
	for k, word := range f {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			return fmt.Errorf("%q is not a coordinate", word)
		}
		c[k] = x
	}
	s.v = append(s.v, spatial.LoadVec(c[:]))
	return nil
}

// A binary STL file: 80 bytes, the number of triangles in 4, and 50 bytes each: normal
// and three vertices in single precision, 2 bytes more.
const (
	headSTL     = 84
	triangleSTL = 50
)

// binarySTLTriangleCount returns the number of triangles of a binary STL file, 0 for others.
func binarySTLTriangleCount(text []byte) int {
	if len(text) < headSTL {
		return 0
	}
	n := uint64(binary.LittleEndian.Uint32(text[80:]))
	if uint64(len(text)) != headSTL+n*triangleSTL {
		return 0
	}
	return int(n)
}

// addBinarySTL takes the n triangles of a binary STL file.
func (s *triangleSurface) addBinarySTL(text []byte, n int) {
	for k := range n {
		at := text[headSTL+k*triangleSTL+12:]
		for c := range 3 {
			var x [3]float64
			for d := range x {
				x[d] = float64(math.Float32frombits(binary.LittleEndian.Uint32(at[12*c+4*d:])))
			}
			s.v = append(s.v, spatial.LoadVec(x[:]))
		}
		s.tri = append(s.tri, [3]int{3 * k, 3*k + 1, 3*k + 2})
	}
}
