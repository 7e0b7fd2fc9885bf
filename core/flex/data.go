package flex

import (
	"github.com/trammel-mbd/trammel/core/spatial"
)

// Data are the constants of a flexible body with n modes: nine invariants of its mass
// distribution (integrals, or sums over nodes of mass m, with φ_j the shape of mode j),
// stiffness, damping and nodes. Everything is in the axes of the body, about its origin.
// The formulas are those of R. Schwertassek, O. Wallrapp, Dynamik flexibler Mehrkörpersysteme, 1999; x~ is the
// matrix of the cross product, x~ y = x × y.
type Data struct {
	Name string

	Mass float64         // Σ m
	S0   spatial.Vec     // Σ m c
	J0   spatial.Mat     // -Σ m c~ c~ + Σ I, the inertia about the origin
	S    []spatial.Vec   // n columns: Σ m φ_j
	C0   []spatial.Vec   // n columns: Σ m c × φ_j + Σ I ψ_j
	C1   [][]spatial.Vec // C1[j][k] = Σ m φ_j × φ_k
	M    []float64       // n × n by rows: Σ m φ_j·φ_k + Σ ψ_j·I ψ_k
	J1   []spatial.Mat   // J1[j] = -Σ m c~ φ_j~
	J2   []spatial.Mat   // n × n by rows: J2[j n + k] = -Σ m φ_j~ φ_k~

	K    []float64 // n × n by rows, stiffness
	D    []float64 // n × n by rows, damping; nil for none
	Zeta []float64 // n ratios of modal damping; nil for none. Not with D

	KGeo []Stiffening // nil for none

	Nodes   []Node
	Loads   []Load   // nil for none
	Surface *Surface // for pictures; nil for none
	// Notes say what the source lacks, in whole sentences.
	Notes []string
}

// Stiffening is a geometric stiffness that grows with a load of the frame, one of LoadNames: the generalized force is -load K q.
type Stiffening struct {
	Load int       // index in LoadNames
	K    []float64 // n × n by rows
}

// Load is a load case: force and torque about the origin along the axes of the body, and the generalized forces on the modal coordinates.
type Load struct {
	Name          string // may be empty
	Force, Torque spatial.Vec
	Modal         []float64 // n
}

// LoadNames are the loads of geometric stiffness: accelerations of the origin less gravity, angular accelerations, products of
// angular velocities, along the axes of the body.
var LoadNames = [...]string{"ax", "ay", "az", "alx", "aly", "alz", "w11", "w22", "w33", "w12", "w23", "w13"}

// Node is a point of the body that can carry a marker.
type Node struct {
	ID       int
	Name     string      // of an interface, may be empty
	Position spatial.Vec // undeformed
	Axes     spatial.Mat // undeformed, columns
	Phi      []spatial.Vec
	Psi      []spatial.Vec // n rotations by modes; nil where the node has none
}

// ModeCount returns the number of modes.
func (d *Data) ModeCount() int { return len(d.S) }

// newData returns data of n modes, all zero.
func newData(n int) *Data {
	d := &Data{S: make([]spatial.Vec, n), C0: make([]spatial.Vec, n), C1: make([][]spatial.Vec, n), M: make([]float64, n*n),
		J1: make([]spatial.Mat, n), J2: make([]spatial.Mat, n*n), K: make([]float64, n*n)}
	for j := range d.C1 {
		d.C1[j] = make([]spatial.Vec, n)
	}
	return d
}

// MassMatrix returns the mass matrix at the modal coordinates q, (6+n) × (6+n) by rows, for the
// speeds (v, ω, q'), all in body axes: ½ uᵀ M u is the kinetic energy.
func (d *Data) MassMatrix(q []float64) []float64 {
	n := d.ModeCount()
	w := 6 + n
	s, j0, c := d.S0, d.J0, append([]spatial.Vec{}, d.C0...)
	for j, x := range q {
		if x == 0 {
			continue
		}
		s = s.AddScaled(x, d.S[j])
		both := d.J1[j].T()
		both = both.Add(&d.J1[j])
		both = both.Scale(x)
		j0 = j0.Add(&both)
		for k, y := range q {
			c[k] = c[k].AddScaled(x, d.C1[j][k])
			second := d.J2[j*n+k].Scale(x * y)
			j0 = j0.Add(&second)
		}
	}
	m := make([]float64, w*w)
	st := spatial.Tilde(s)
	for r := range 3 {
		m[r*w+r] = d.Mass
		for k := range 3 {
			m[(3+r)*w+k] = at(&st, r, k)
			m[k*w+3+r] = at(&st, r, k)
			m[(3+r)*w+3+k] = at(&j0, r, k)
		}
		for k := range n {
			m[r*w+6+k], m[(6+k)*w+r] = d.S[k].At(r), d.S[k].At(r)
			m[(3+r)*w+6+k], m[(6+k)*w+3+r] = c[k].At(r), c[k].At(r)
		}
	}
	for j := range n {
		copy(m[(6+j)*w+6:(7+j)*w], d.M[j*n:(j+1)*n])
	}
	return m
}

// at returns the component of a matrix in a row and a column.
func at(m *spatial.Mat, row, col int) float64 {
	v := m.Col(col)
	return v.At(row)
}

// matFromRows returns the matrix with the rows a, b and c.
func matFromRows(a, b, c spatial.Vec) spatial.Mat {
	m := spatial.Mat{A: a, B: b, C: c}
	return m.T()
}

// scaleUnits converts data in other units to SI. mass, length and time are the sizes of the units, modal
// that of modal coordinates: shapes are divided by it.
func (d *Data) scaleUnits(mass, length, time, modal float64) {
	shape := length / modal
	d.Mass *= mass
	d.S0 = d.S0.Scale(mass * length)
	d.J0 = d.J0.Scale(mass * length * length)
	scaleVecs(d.S, mass*shape)
	scaleVecs(d.C0, mass*length*shape)
	for _, c := range d.C1 {
		scaleVecs(c, mass*shape*shape)
	}
	for j := range d.J1 {
		d.J1[j] = d.J1[j].Scale(mass * length * shape)
	}
	for j := range d.J2 {
		d.J2[j] = d.J2[j].Scale(mass * shape * shape)
	}
	scaleNumbers(d.M, mass*shape*shape)
	scaleNumbers(d.K, mass*shape*shape/(time*time))
	scaleNumbers(d.D, mass*shape*shape/time)
	for i := range d.KGeo {
		size := mass * shape * shape
		if d.KGeo[i].Load < 3 {
			size /= length
		}
		scaleNumbers(d.KGeo[i].K, size)
	}
	for i := range d.Loads {
		l := &d.Loads[i]
		force := mass * length / (time * time)
		l.Force, l.Torque = l.Force.Scale(force), l.Torque.Scale(force*length)
		scaleNumbers(l.Modal, force*shape)
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		n.Position = n.Position.Scale(length)
		scaleVecs(n.Phi, shape)
		scaleVecs(n.Psi, 1/modal)
	}
	if s := d.Surface; s != nil {
		scaleVecs(s.Positions, length)
		for _, p := range s.Phi {
			scaleVecs(p, shape)
		}
	}
}

// modalUnit returns the size of the unit of modal coordinates: √mass·length where all modes have the modal mass
// one, which they then keep, else a length.
func (d *Data) modalUnit(u Units) float64 {
	n := d.ModeCount()
	for j := range n {
		if x := d.M[j*n+j]; x < 1-1e-6 || x > 1+1e-6 {
			return u.Length
		}
	}
	return sqrt(u.Mass) * u.Length
}

func scaleVecs(v []spatial.Vec, s float64) {
	for i := range v {
		v[i] = v[i].Scale(s)
	}
}

func scaleNumbers(v []float64, s float64) {
	for i := range v {
		v[i] *= s
	}
}
