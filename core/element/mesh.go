package element

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/shape"
	"github.com/trammel-mbd/trammel/core/spatial"
)

// mesh sets the points of a TriaMesh to its vertices, each place once: a contact
// of a mesh is that of its vertices.
func (b *builder) mesh(e *deck.Element, g *geometry) {
	var v []float64
	if name := e.Str("file_name"); name != "" {
		if !filepath.IsAbs(name) {
			name = filepath.Join(b.deck.Dir, name)
		}
		var err error
		if v, err = readMesh(name); err != nil {
			b.once(e, "file_name", "B223", "the mesh cannot be read: %v", err)
			return
		}
	} else {
		v = b.vertices(e)
	}
	seen := map[spatial.Vec]bool{}
	var p []shape.Point
	for k := 0; k+2 < len(v); k += 3 {
		c := spatial.Load(v[k:])
		if !seen[c] {
			seen[c] = true
			p = append(p, shape.Point{C: c})
		}
	}
	if len(p) == 0 {
		b.once(e, "", "B223", "the mesh has no vertices: they stand between the tags or in the file file_name")
		return
	}
	g.points = shape.NewCloud(p...)
}

// vertices returns the coordinates that stand between the tags.
func (b *builder) vertices(e *deck.Element) []float64 {
	v := e.TextReals()
	n := len(v) / 3
	if e.Has("num_vertex") {
		n = e.Int("num_vertex")
	}
	if len(v)%3 != 0 || 3*n > len(v) {
		b.once(e, "num_vertex", "B223", "%d vertices and their triangles are three numbers each, not %d in all", n, len(v))
		return nil
	}
	for _, x := range v[3*n:] {
		if k := int(x); float64(k) != x || k < 1 || k > n {
			b.once(e, "num_vertex", "B223", "a triangle names vertex %g of %d", x, n)
			return nil
		}
	}
	return v[:3*n]
}

// readMesh reads the vertices of a file: lines "v x y z" of .obj, "vertex x y z" of
// .stl, or binary .stl.
func readMesh(path string) ([]float64, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	word := "v"
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".obj":
	case ".stl":
		word = "vertex"
		if n := binarySTL(text); n > 0 {
			return floats(text, n), nil
		}
	default:
		return nil, fmt.Errorf("%s: a mesh is an .obj or .stl file", path)
	}
	var v []float64
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		f := strings.Fields(lines.Text())
		if len(f) < 4 || f[0] != word {
			continue
		}
		for _, s := range f[1:4] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
				return nil, fmt.Errorf("%s:%d: %q is no coordinate", path, n, s)
			}
			v = append(v, x)
		}
	}
	return v, lines.Err()
}

// A binary STL file: 80 bytes, the number of triangles in 4, and 50 bytes each: normal
// and three vertices in single precision, 2 bytes more.
const (
	headSTL     = 84
	triangleSTL = 50
)

// binarySTL returns the number of triangles of a binary STL file, 0 for others.
func binarySTL(text []byte) int {
	if len(text) < headSTL {
		return 0
	}
	n := uint64(binary.LittleEndian.Uint32(text[80:]))
	if uint64(len(text)) != headSTL+n*triangleSTL {
		return 0
	}
	return int(n)
}

func floats(text []byte, n int) []float64 {
	var v []float64
	for k := range n {
		for c := range 9 {
			v = append(v, float64(math.Float32frombits(binary.LittleEndian.Uint32(text[headSTL+k*triangleSTL+12+4*c:]))))
		}
	}
	return v
}
