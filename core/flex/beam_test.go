package flex

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// The beam of the tests: steel, 1 m along x, 0.02 (y) × 0.01 (z).
const (
	beamE, beamNu, beamRho = 2.1e11, 0.3, 7850.0
	beamB, beamH           = 0.02, 0.01
)

// beamMesh returns a mesh of Euler–Bernoulli elements with consistent masses, nodes 1 to n + 1.
func beamMesh(n int) *Mesh {
	m := newMesh()
	m.Name = "beam"
	l := 1 / float64(n)
	for i := range n + 1 {
		m.setNodePosition(i+1, spatial.Vec{X: l * float64(i)})
		for d := range 6 {
			m.findOrAddRow(i+1, d)
		}
	}
	area, iy, iz := beamB*beamH, beamB*math.Pow(beamH, 3)/12, beamH*math.Pow(beamB, 3)/12
	g := beamE / 2 / (1 + beamNu)
	// The torsion constant does not enter the figures; the frequencies of torsion lie above those compared.
	torsion := beamB * math.Pow(beamH, 3) * (1.0/3 - 0.21*beamH/beamB*(1-math.Pow(beamH/beamB, 4)/12))
	var k, mass triples
	add := func(t *triples, e int, rows []int, signs []float64, f float64, a [][]float64) {
		for i, r := range rows {
			for j, c := range rows {
				t.add(int32(6*e+r), int32(6*e+c), f*signs[i]*signs[j]*a[i][j])
			}
		}
	}
	bar, barMass := [][]float64{{1, -1}, {-1, 1}}, [][]float64{{2, 1}, {1, 2}}
	bend := [][]float64{{12, 6 * l, -12, 6 * l}, {6 * l, 4 * l * l, -6 * l, 2 * l * l}, {-12, -6 * l, 12, -6 * l}, {6 * l, 2 * l * l, -6 * l, 4 * l * l}}
	bendMass := [][]float64{{156, 22 * l, 54, -13 * l}, {22 * l, 4 * l * l, 13 * l, -3 * l * l}, {54, 13 * l, 156, -22 * l}, {-13 * l, -3 * l * l, -22 * l, 4 * l * l}}
	one := []float64{1, 1, 1, 1}
	for e := range n {
		add(&k, e, []int{0, 6}, one, beamE*area/l, bar)
		add(&mass, e, []int{0, 6}, one, beamRho*area*l/6, barMass)
		add(&k, e, []int{3, 9}, one, g*torsion/l, bar)
		add(&mass, e, []int{3, 9}, one, beamRho*(iy+iz)*l/6, barMass)
		add(&k, e, []int{1, 5, 7, 11}, one, beamE*iz/math.Pow(l, 3), bend)
		add(&mass, e, []int{1, 5, 7, 11}, one, beamRho*area*l/420, bendMass)
		across := []float64{1, -1, 1, -1} // w' = -θ_y
		add(&k, e, []int{2, 4, 8, 10}, across, beamE*iy/math.Pow(l, 3), bend)
		add(&mass, e, []int{2, 4, 8, 10}, across, beamRho*area*l/420, bendMass)
	}
	m.setMatrices(&k, &mass, Units{1, 1, 1})
	return m
}

// clampedHz returns the frequencies, ascending, of the body with a node held: those of the six rigid speeds and the modes in the null space of the
// constraints v + ω×c + Φq' = 0, ω + Ψq' = 0.
func clampedHz(t *testing.T, d *Data, node int) []float64 {
	n := d.ModeCount()
	w := 6 + n
	p := &d.Nodes[node]
	// v and ω by q'.
	z := mat.NewDense(w, n, nil)
	for j := range n {
		omega := p.Psi[j].Scale(-1)
		v := omega.Cross(p.Position).Add(p.Phi[j]).Scale(-1)
		for k := range 3 {
			z.Set(k, j, v.At(k))
			z.Set(3+k, j, omega.At(k))
		}
		z.Set(6+j, j, 1)
	}
	m := mat.NewDense(w, w, d.MassMatrix(nil))
	var reduced mat.Dense
	reduced.Product(z.T(), m, z)
	e, err := solveGeneralEigen(d.K, reduced.RawMatrix().Data, n)
	if err != nil {
		t.Fatal(err)
	}
	hz := make([]float64, n)
	for i, v := range e.values {
		hz[i] = math.Sqrt(v) / (2 * math.Pi)
	}
	return hz
}

func checkFigures(t *testing.T, what string, got []float64, tolerance float64, want ...float64) {
	t.Helper()
	if len(got) < len(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
		return
	}
	for i, w := range want {
		if math.Abs(got[i]/w-1) > tolerance {
			t.Errorf("%s %d: %.10g, want %.10g (%.1e)", what, i+1, got[i], w, got[i]/w-1)
		}
	}
}

// TestBeamReduction: digits from an independent program (numpy), and from beam theory.
func TestBeamReduction(t *testing.T) {
	r, err := Reduce(beamMesh(20), Options{Interfaces: []Interface{{Nodes: []int{1}}, {Nodes: []int{21}}}, Modes: 10})
	if err != nil {
		t.Fatal(err)
	}
	d := r.Data
	checkFigures(t, "fixed-interface frequency", r.FixedHz, 1e-8, 53.16612817, 106.3322563, 146.5565729, 287.3228542, 293.1131458, 475.0106945)
	free, err := d.FixedFrameFrequencies()
	if err != nil {
		t.Fatal(err)
	}
	checkFigures(t, "frequency", free, 1e-8, 53.1706772, 106.375800, 146.594658, 287.689726, 293.380804, 475.707807, 577.090033, 712.149060)
	checkFigures(t, "clamped frequency", clampedHz(t, d, 0), 1e-8, 8.35517527, 16.7104229, 52.3626788, 104.736699)
	if len(r.Warnings) > 0 || d.ModeCount() != 16 {
		t.Errorf("%d modes, %v", d.ModeCount(), r.Warnings)
	}
	// Mean axes.
	for j := range d.S {
		if d.S[j].Norm() > 1e-8 || d.C0[j].Norm() > 1e-8 || math.Abs(d.M[j*17]-1) > 1e-10 {
			t.Errorf("mode %d: S %v, C0 %v, modal mass %g", j+1, d.S[j], d.C0[j], d.M[j*17])
		}
	}
	checkFigures(t, "mass, center, inertia", []float64{d.Mass, d.S0.X, d.J0.B.Y, d.J0.C.Z, d.J0.A.X}, 1e-12, 1.57, 0.785, 1.57/3, 1.57/3, 1.57*(beamB*beamB+beamH*beamH)/12)
}

// TestBeamDeflection: a force of 10 N in z at the tip of the clamped beam bends it by FL³/3EI, with any number of modes.
func TestBeamDeflection(t *testing.T) {
	want := 10 / (3 * beamE * beamB * math.Pow(beamH, 3) / 12)
	for _, modes := range []int{0, 3} {
		r, err := Reduce(beamMesh(5), Options{Interfaces: []Interface{{Nodes: []int{1}}, {Nodes: []int{6}}}, Modes: modes})
		if err != nil {
			t.Fatal(err)
		}
		d := r.Data
		n := d.ModeCount()
		// Flexibility of the tip relative to the clamp: shapes less the rigid motion that holds node 1.
		got := 0.0
		for j := range n {
			a, b := &d.Nodes[0], &d.Nodes[1]
			arm := b.Position.Sub(a.Position)
			f := b.Phi[j].Sub(a.Phi[j]).Sub(a.Psi[j].Cross(arm)).Z
			got += 10 * f * f / d.K[j*n+j]
		}
		if math.Abs(got/want-1) > 1e-8 {
			t.Errorf("%d modes: %.10g, want %.10g", modes, got, want)
		}
	}
}

// brickMesh returns a mesh of nx × ny × nz bricks of eight nodes in a box, of steel, with consistent masses. Its matrices are those of
// trilinear shape functions with 2 × 2 × 2 Gauss points.
func brickMesh(nx, ny, nz int, size spatial.Vec) *Mesh {
	m := newMesh()
	m.Name = "bricks"
	id := func(i, j, k int) int { return 1 + i + (nx+1)*(j+(ny+1)*k) }
	for k := range nz + 1 {
		for j := range ny + 1 {
			for i := range nx + 1 {
				m.setNodePosition(id(i, j, k), spatial.Vec{X: size.X * float64(i) / float64(nx), Y: size.Y * float64(j) / float64(ny), Z: size.Z * float64(k) / float64(nz)})
				for d := range 3 {
					m.findOrAddRow(id(i, j, k), d)
				}
			}
		}
	}
	ke, me := brickMatrices(spatial.Vec{X: size.X / float64(nx), Y: size.Y / float64(ny), Z: size.Z / float64(nz)})
	var kt, mt triples
	for k := range nz {
		for j := range ny {
			for i := range nx {
				var rows [24]int32
				for c := range 8 {
					n := m.index[id(i+c&1, j+c>>1&1, k+c>>2&1)]
					for d := range 3 {
						rows[3*c+d] = m.Nodes[n].row[d]
					}
				}
				for a := range 24 {
					for b := range 24 {
						kt.add(rows[a], rows[b], ke[a][b])
						if me[a][b] != 0 {
							mt.add(rows[a], rows[b], me[a][b])
						}
					}
				}
			}
		}
	}
	m.setMatrices(&kt, &mt, Units{1, 1, 1})
	return m
}

// brickMatrices returns stiffness and mass of a brick with edges h.
func brickMatrices(h spatial.Vec) (k, m [24][24]float64) {
	lame, mu := beamE*beamNu/(1+beamNu)/(1-2*beamNu), beamE/2/(1+beamNu)
	volume := h.X * h.Y * h.Z
	s := []float64{0.5 - 0.5/math.Sqrt(3), 0.5 + 0.5/math.Sqrt(3)}
	for g := range 8 {
		p := [3]float64{s[g&1], s[g>>1&1], s[g>>2&1]}
		var shape [8]float64
		var grad [8][3]float64
		for c := range 8 {
			f, df := [3]float64{}, [3]float64{}
			for d := range 3 {
				if c>>d&1 == 1 {
					f[d], df[d] = p[d], 1/h.At(d)
				} else {
					f[d], df[d] = 1-p[d], -1/h.At(d)
				}
			}
			shape[c] = f[0] * f[1] * f[2]
			grad[c] = [3]float64{df[0] * f[1] * f[2], f[0] * df[1] * f[2], f[0] * f[1] * df[2]}
		}
		for a := range 8 {
			for b := range 8 {
				dot := grad[a][0]*grad[b][0] + grad[a][1]*grad[b][1] + grad[a][2]*grad[b][2]
				for i := range 3 {
					m[3*a+i][3*b+i] += beamRho * volume / 8 * shape[a] * shape[b]
					for j := range 3 {
						x := lame*grad[a][i]*grad[b][j] + mu*grad[a][j]*grad[b][i]
						if i == j {
							x += mu * dot
						}
						k[3*a+i][3*b+j] += volume / 8 * x
					}
				}
			}
		}
	}
	return k, m
}

// TestBrickInvariants: the mass matrix at a deformed state is that of the deformed box, which integration with 3 × 3 × 3 Gauss points in
// each element gives exactly.
func TestBrickInvariants(t *testing.T) {
	const nx = 3
	size := spatial.Vec{X: 0.3, Y: 0.05, Z: 0.04}
	m := brickMesh(nx, 1, 1, size)
	all := make([]int, len(m.Nodes))
	for i := range all {
		all[i] = i + 1
	}
	r, err := Reduce(m, Options{Interfaces: []Interface{{Nodes: []int{1}}, {Nodes: []int{4}}, {Nodes: []int{5}}, {Nodes: []int{13}}}, Modes: 4, Output: without(all, 1, 4, 5, 13)})
	if err != nil {
		t.Fatal(err)
	}
	d := r.Data
	n := d.ModeCount()
	q := make([]float64, n)
	for j := range q {
		q[j] = 1e-3 * float64(j%5-2)
	}
	p := &points{}
	gauss := []struct{ x, w float64 }{{0.5 - 0.5*math.Sqrt(0.6), 5.0 / 18}, {0.5, 8.0 / 18}, {0.5 + 0.5*math.Sqrt(0.6), 5.0 / 18}}
	byID := map[int]*Node{}
	for i := range d.Nodes {
		byID[d.Nodes[i].ID] = &d.Nodes[i]
	}
	for e := range nx {
		for _, a := range gauss {
			for _, b := range gauss {
				for _, c := range gauss {
					p.mass = append(p.mass, beamRho*size.X*size.Y*size.Z/nx*a.w*b.w*c.w)
					position, shape := spatial.Vec{}, make([]spatial.Vec, n)
					for corner := range 8 {
						f := 1.0
						for k, x := range []float64{a.x, b.x, c.x} {
							if corner>>k&1 == 1 {
								f *= x
							} else {
								f *= 1 - x
							}
						}
						node := byID[1+e+corner&1+(nx+1)*(corner>>1&1+2*(corner>>2&1))]
						position = position.AddScaled(f, node.Position)
						for j := range shape {
							shape[j] = shape[j].AddScaled(f, node.Phi[j])
						}
					}
					p.position, p.shape = append(p.position, position), append(p.shape, shape)
				}
			}
		}
	}
	want := p.data().MassMatrix(q)
	got := d.MassMatrix(q)
	largest := 0.0
	for _, x := range want {
		largest = math.Max(largest, math.Abs(x))
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-11*largest {
			t.Errorf("entry %d, %d: %g, want %g", i/(6+n), i%(6+n), got[i], want[i])
		}
	}
}

func without(list []int, less ...int) (out []int) {
next:
	for _, x := range list {
		for _, y := range less {
			if x == y {
				continue next
			}
		}
		out = append(out, x)
	}
	return out
}

// TestBrickFrequencies: with all modes the frequencies are those of the whole matrices, double ones of a square section included; and those found up to a
// frequency are the first ones.
func TestBrickFrequencies(t *testing.T) {
	m := brickMesh(6, 2, 2, spatial.Vec{X: 0.3, Y: 0.04, Z: 0.04})
	n := len(m.dofs)
	k, mass := make([]float64, n*n), make([]float64, n*n)
	for r := range n {
		for e := m.K.start[r]; e < m.K.start[r+1]; e++ {
			k[r*n+int(m.K.col[e])] = m.K.val[e]
		}
		for e := m.M.start[r]; e < m.M.start[r+1]; e++ {
			mass[r*n+int(m.M.col[e])] = m.M.val[e]
		}
	}
	whole, err := solveGeneralEigen(k, mass, n)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float64, 8)
	for i := range want {
		want[i] = math.Sqrt(whole.values[6+i]) / (2 * math.Pi)
	}
	if math.Abs(want[0]/want[1]-1) > 1e-9 {
		t.Error("the first frequency is not double")
	}
	end := []Interface{{"left", []int{1, 8, 15, 22, 29, 36, 43, 50, 57}}}
	for _, spider := range []Spider{RigidSpider, AverageSpider} {
		r, err := Reduce(m, Options{Interfaces: end, Spider: spider, Modes: 200}) // all
		if err != nil {
			t.Fatal(err)
		}
		got, _ := r.Data.FixedFrameFrequencies()
		if spider == RigidSpider { // stiffer
			for i := range want {
				if got[i] < want[i]*(1-1e-9) || got[i] > want[i]*1.1 {
					t.Errorf("rigid spider: %g, the mesh has %g", got[i], want[i])
				}
			}
			continue
		}
		checkFigures(t, "frequency with an average", got, 1e-8, want...)
		few, err := Reduce(m, Options{Interfaces: end, Spider: spider, Frequency: r.FixedHz[5] * 1.0001})
		if err != nil || len(few.FixedHz) != 6 {
			t.Errorf("%v, %v", err, few)
			continue
		}
		checkFigures(t, "fixed-interface frequency", few.FixedHz, 1e-9, r.FixedHz[:6]...)
	}
}

// TestMeshErrors: what is wrong with a mesh is said.
func TestMeshErrors(t *testing.T) {
	both := []Interface{{Nodes: []int{1}}, {Nodes: []int{6}}}
	for name, c := range map[string]struct {
		change func(m *Mesh, o *Options)
		want   string
	}{
		"grounded":       {func(m *Mesh, o *Options) { m.K.val[0] *= 2 }, "the mesh resists the translation along x of the whole body: at node 1 along x it has a force of 0.333 of those that must cancel; the mesh is fixed to the ground there (remove boundary conditions), or positions of nodes do not belong to the matrices"},
		"no position":    {func(m *Mesh, o *Options) { m.Nodes[3].placed = false }, "node 4 of the matrices has no position"},
		"positions":      {func(m *Mesh, o *Options) { m.Nodes[3].Position.X *= 2 }, "the mesh resists the rotation about y of the whole body: at node 3 along z it has a force of 0.25 of those that must cancel; the mesh is fixed to the ground there (remove boundary conditions), or positions of nodes do not belong to the matrices"},
		"no interface":   {func(m *Mesh, o *Options) { o.Interfaces = nil }, "there are no interface nodes"},
		"unknown":        {func(m *Mesh, o *Options) { o.Interfaces = []Interface{{Nodes: []int{7}}} }, "interface node 7 is not in the matrices"},
		"twice":          {func(m *Mesh, o *Options) { o.Interfaces = append(o.Interfaces, o.Interfaces[0]) }, "node 1 is in two interfaces"},
		"output":         {func(m *Mesh, o *Options) { o.Output = []int{9} }, "node 9 of the output is not in the matrices"},
		"average of two": {func(m *Mesh, o *Options) { o.Interfaces, o.Spider = []Interface{{"hub", []int{1, 2}}}, AverageSpider }, "interface hub: an average needs three nodes that are not in line"},
		"negative mass":  {func(m *Mesh, o *Options) { m.M.val[0] *= -1 }, "the diagonal value of the mass matrix at node 1 is negative: -0.104667"},
		"not finite":     {func(m *Mesh, o *Options) { m.M.val[0] = math.NaN() }, "the mass matrix has a value that is not finite"},
		"no mass":        {func(m *Mesh, o *Options) { clear(m.M.val) }, "the mass matrix of the mesh is not positive: a motion of an interface moves no mass, or the matrix is wrong"},
	} {
		m, o := beamMesh(5), Options{Interfaces: both, Modes: 2}
		c.change(m, &o)
		_, err := Reduce(m, o)
		if fmt.Sprint(err) != c.want {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
	if _, err := Reduce(brickMesh(2, 1, 1, spatial.Vec{X: 2, Y: 1, Z: 1}), Options{Interfaces: []Interface{{Nodes: []int{1}}}, Modes: 1}); fmt.Sprint(err) != "the body can move while its interface nodes are held: nodes without rotations need to be three or more that are not in line, or one interface of several nodes, --interface hub=1,2,3" {
		t.Error(err)
	}
}

// TestMechanism: two beams that are joined by nothing are a mechanism, whether the interfaces hold both or one.
func TestMechanism(t *testing.T) {
	m := beamMesh(6)
	for _, s := range []*sparse{m.K} {
		for r := range s.n {
			for e := s.start[r]; e < s.start[r+1]; e++ {
				if r/6 <= 3 != (s.col[e]/6 <= 3) {
					s.val[e] = 0
				}
			}
		}
	}
	// The element between nodes 4 and 5 goes from the diagonal, too.
	one := beamMesh(6)
	for r := range 6 {
		for c := range 6 {
			left, right := 18+r, 24+r
			setEntry(m.K, left, 18+c, one.K.entry(36+r, 36+c))
			setEntry(m.K, right, 24+c, one.K.entry(r, c))
		}
	}
	_, err := Reduce(m, Options{Interfaces: []Interface{{Nodes: []int{1}}, {Nodes: []int{7}}}, Modes: 2})
	if fmt.Sprint(err) != "the mesh is a mechanism: 12 motions have no stiffness, a free body has six" {
		t.Error(err)
	}
	_, err = Reduce(m, Options{Interfaces: []Interface{{Nodes: []int{1}}, {Nodes: []int{2}}}, Modes: 2})
	if err == nil || len(err.Error()) < 60 || err.Error()[:23] != "the mesh is a mechanism" {
		t.Error(err)
	}
}

func setEntry(s *sparse, r, c int, v float64) {
	for e := s.start[r]; e < s.start[r+1]; e++ {
		if int(s.col[e]) == c {
			s.val[e] = v
		}
	}
}

// TestRigidSpider: a beam held by a rigid spider of one node is the beam held at that node.
func TestRigidSpider(t *testing.T) {
	a, err := Reduce(beamMesh(6), Options{Interfaces: []Interface{{Nodes: []int{1}}, {Nodes: []int{7}}}, Modes: 4})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Reduce(beamMesh(6), Options{Interfaces: []Interface{{"left", []int{1}}, {"right", []int{7}}}, Modes: 4})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := a.Data.FixedFrameFrequencies()
	got, _ := b.Data.FixedFrameFrequencies()
	checkFigures(t, "frequency", got, 1e-8, want...)
	if b.Data.Nodes[0].ID != 8 || b.Data.Nodes[1].Name != "right" || b.Interface != "rigid" {
		t.Errorf("%+v", b.Data.Nodes)
	}
}
