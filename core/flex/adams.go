package flex

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// adamsReader makes data of matrices of Adams.
type adamsReader struct {
	file     string
	matrices map[string]*adamsMatrix
	n        int // modes
	data     *Data
	numbers  []int // of the modes, nil where they are not given
}

// ReadAdams reads a matrix file of Adams with the matrices of a flexible body, in units: INVAR1 to INVAR9 (the inertia invariants of "Theory of Flexible
// Bodies", help of Adams), GENSTIFF, GENDAMP, SELNOD (nodes), SELMOD (modes), T_MODE and R_MODE (shapes), MODLOAD. How rows and columns of some are used is
// not documented: sizes decide, and identities between the invariants.
func ReadAdams(file string, text []byte, u Units) (*Data, error) {
	list, err := readAdamsMatrices(file, text)
	if err != nil {
		return nil, err
	}
	r := &adamsReader{file: file, matrices: map[string]*adamsMatrix{}}
	var unused []string
	for _, m := range list {
		r.matrices[m.name] = m
		if !slices.Contains(adamsNames, m.name) {
			unused = append(unused, m.name)
		}
	}
	d, err := r.buildData()
	if err != nil {
		return nil, err
	}
	if len(unused) > 0 {
		d.Notes = append(d.Notes, "These matrices of the file are not used: "+strings.Join(unused, ", ")+".")
	}
	d.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	d.scaleUnits(u.Mass, u.Length, u.Time, d.modalUnit(u))
	if err := r.checkFrequencies(u); err != nil {
		return nil, err
	}
	d = r.leaveOutRigidModes(d)
	if err := d.Check(); err != nil {
		line := 0
		var c *CheckError
		if errors.As(err, &c) {
			if m := r.matrices[map[string]string{"mass": "INVAR1", "S": "INVAR3", "J0": "INVAR7", "C1": "INVAR5", "M": "INVAR6", "K": "GENSTIFF", "D": "GENDAMP", "J2": "INVAR9", "nodes": "SELNOD"}[c.Key]]; m != nil {
				line = m.line
			}
		}
		return nil, &FileError{File: file, Line: line, Message: err.Error()}
	}
	return d, nil
}

// adamsNames are the matrices of a flexible body.
var adamsNames = []string{"GENSTIFF", "GENDAMP", "INVAR1", "INVAR2", "INVAR3", "INVAR4", "INVAR5", "INVAR6", "INVAR7", "INVAR8", "INVAR9", "SELNOD", "SELMOD", "T_MODE", "R_MODE", "MODLOAD", "PRELOAD"}

// newErrorOf returns an error in a matrix.
func (r *adamsReader) newErrorOf(m *adamsMatrix, format string, args ...any) error {
	return &FileError{File: r.file, Line: m.line, Message: fmt.Sprintf(format, args...)}
}

// matrixOf returns a matrix that must have one of some sizes, transposed where only its exchange has; nil where it is not there and may be missing.
func (r *adamsReader) matrixOf(name string, needed bool, sizes ...[2]int) (*adamsMatrix, error) {
	m := r.matrices[name]
	if m == nil {
		if needed {
			return nil, &FileError{File: r.file, Message: "the file has no matrix " + name}
		}
		return nil, nil
	}
	var text []string
	for _, s := range sizes {
		if m.rows == s[0] && m.cols == s[1] {
			return m, nil
		}
		text = append(text, fmt.Sprintf("%d × %d", s[0], s[1]))
	}
	for _, s := range sizes {
		if m.cols == s[0] && m.rows == s[1] {
			return m.transpose(), nil
		}
	}
	return nil, r.newErrorOf(m, "%s is %d × %d: with %d modes it needs to be %s", name, m.rows, m.cols, r.n, strings.Join(text, " or "))
}

func (r *adamsReader) buildData() (*Data, error) {
	m := r.matrices["INVAR6"]
	if m == nil || m.rows != m.cols {
		if m != nil {
			return nil, r.newErrorOf(m, "INVAR6, the modal masses, is %d × %d: it needs to be square", m.rows, m.cols)
		}
		return nil, &FileError{File: r.file, Message: "the file has no matrix INVAR6, the modal masses: it is no flexible body"}
	}
	if r.n = m.rows; r.n > 1000 {
		return nil, r.newErrorOf(m, "%d modes are too many", r.n)
	}
	r.data = newData(r.n)
	for _, read := range []func() error{r.readFirstInvariants, r.readStiffness, r.readC1, r.readJ1AndJ2, r.readModeNumbers, r.readNodes, r.readLoads} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return r.data, nil
}

// readFirstInvariants reads those that do not depend on products of shapes, and the modal masses.
func (r *adamsReader) readFirstInvariants() error {
	d, n := r.data, r.n
	var all [5]*adamsMatrix
	for k, s := range []struct {
		name string
		size [2]int
	}{{"INVAR1", [2]int{1, 1}}, {"INVAR2", [2]int{3, 1}}, {"INVAR3", [2]int{3, n}}, {"INVAR4", [2]int{3, n}}, {"INVAR7", [2]int{3, 3}}} {
		var err error
		if all[k], err = r.matrixOf(s.name, true, s.size); err != nil {
			return err
		}
	}
	d.Mass, d.S0 = all[0].values[0], all[1].column(0, 0)
	d.S, d.C0 = all[2].columns(0, n), all[3].columns(0, n)
	d.J0 = all[4].block(0, 0)
	copy(d.M, r.matrices["INVAR6"].values)
	return nil
}

// column returns three rows of a column.
func (m *adamsMatrix) column(row, col int) spatial.Vec {
	return spatial.Vec{X: m.at(row, col), Y: m.at(row+1, col), Z: m.at(row+2, col)}
}

// columns returns three rows of the first n columns.
func (m *adamsMatrix) columns(row, n int) []spatial.Vec {
	v := make([]spatial.Vec, n)
	for j := range v {
		v[j] = m.column(row, j)
	}
	return v
}

// block returns three rows and columns.
func (m *adamsMatrix) block(row, col int) spatial.Mat {
	return spatial.Mat{A: m.column(row, col), B: m.column(row, col+1), C: m.column(row, col+2)}
}

// readStiffness reads GENSTIFF and GENDAMP, square or the list of their diagonals.
func (r *adamsReader) readStiffness() error {
	n := r.n
	for k, name := range []string{"GENSTIFF", "GENDAMP"} {
		m, err := r.matrixOf(name, k == 0, [2]int{n, n}, [2]int{n, 1})
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		a := make([]float64, n*n)
		if copy(a, m.values); m.cols == 1 && n > 1 {
			clear(a)
			for j, x := range m.values {
				a[j*n+j] = x
			}
		}
		if k == 0 {
			r.data.K = a
		} else {
			r.data.D = a
		}
	}
	return nil
}

// readC1 reads INVAR5: n matrices 3 × n, Σ m φ_j~ Φ, below each other or side by side.
func (r *adamsReader) readC1() error {
	d, n := r.data, r.n
	m, err := r.matrixOf("INVAR5", false, [2]int{3 * n, n}, [2]int{3, n * n})
	if err != nil {
		return err
	}
	if m == nil {
		d.Notes = append(d.Notes, "The file has no INVAR5: C1 is zero.")
		return nil
	}
	for j := range n {
		if m.cols == n {
			d.C1[j] = m.columns(3*j, n)
		} else {
			for k := range n {
				d.C1[j][k] = m.column(0, j*n+k)
			}
		}
	}
	return nil
}

// readJ1AndJ2 reads INVAR8, n matrices 3 × 3, Σ m c~ φ_j~, and INVAR9, n × n of them, Σ m φ_j~ φ_k~. Ours have the other sign. The traces of
// J2[j][j] are twice the integrals of m φ_j², which decides the sign of the file. Antisymmetric parts decide what may be
// transposed: J1_j - J1_jᵀ = -C0_j~ (but for inertias of nodes), J2_jk - J2_jkᵀ = -C1_jk~.
func (r *adamsReader) readJ1AndJ2() error {
	d, n := r.data, r.n
	m9, err := r.matrixOf("INVAR9", false, [2]int{3 * n, 3 * n}, [2]int{3, 3 * n * n}, [2]int{3 * n * n, 3})
	if err != nil {
		return err
	}
	sign := -1.0
	if m9 != nil {
		trace := 0.0
		for j := range n {
			for k := range n {
				switch {
				case m9.rows == 3*n && m9.cols == 3*n:
					d.J2[j*n+k] = m9.block(3*j, 3*k)
				case m9.rows == 3:
					d.J2[j*n+k] = m9.block(0, 3*(j*n+k))
				default:
					d.J2[j*n+k] = m9.block(3*(j*n+k), 0)
				}
			}
			trace += d.J2[j*n+j].A.X + d.J2[j*n+j].B.Y + d.J2[j*n+j].C.Z
		}
		if trace > 0 {
			sign = 1
			d.Notes = append(d.Notes, "INVAR8 and INVAR9 of the file have the other sign than in the theory of Adams.")
		}
		for i := range d.J2 {
			d.J2[i] = d.J2[i].Scale(sign)
		}
		if err := r.orientJ2(m9); err != nil {
			return err
		}
	} else {
		d.Notes = append(d.Notes, "The file has no INVAR9: J2 is zero.")
	}
	return r.readJ1(sign)
}

// readJ1 reads INVAR8 with a sign, transposed where only that agrees with C0.
func (r *adamsReader) readJ1(sign float64) error {
	d, n := r.data, r.n
	m8, err := r.matrixOf("INVAR8", false, [2]int{3, 3 * n}, [2]int{3 * n, 3})
	if err != nil {
		return err
	}
	if m8 == nil {
		d.Notes = append(d.Notes, "The file has no INVAR8: J1 is zero.")
		return nil
	}
	as, other := 0.0, 0.0 // squares of what is left of the identity, and with the transposed matrices
	for j := range n {
		var b spatial.Mat
		if m8.rows == 3 {
			b = m8.block(0, 3*j)
		} else {
			b = m8.block(3*j, 0)
		}
		d.J1[j] = b.Scale(sign)
		v := axialVector(&d.J1[j])
		as += squareOf(v.Add(d.C0[j]))
		other += squareOf(v.Sub(d.C0[j]))
	}
	if other < as {
		for j := range d.J1 {
			d.J1[j] = d.J1[j].T()
		}
	}
	return nil
}

func squareOf(v spatial.Vec) float64 { return v.Dot(v) }

// axialVector returns v of m - mᵀ = v~.
func axialVector(m *spatial.Mat) spatial.Vec {
	return spatial.Vec{X: m.B.Z - m.C.Y, Y: m.C.X - m.A.Z, Z: m.A.Y - m.B.X}
}

// orientJ2 transposes all of J2 where only that agrees with C1.
func (r *adamsReader) orientJ2(m9 *adamsMatrix) error {
	d, n := r.data, r.n
	as, other, size := 0.0, 0.0, 0.0
	for j := range n {
		for k := range n {
			v := axialVector(&d.J2[j*n+k])
			as += squareOf(v.Add(d.C1[j][k]))
			other += squareOf(v.Sub(d.C1[j][k]))
			size += squareOf(d.C1[j][k])
		}
	}
	if size == 0 {
		return nil
	}
	if math.Min(as, other) > 1e-4*size {
		return r.newErrorOf(m9, "INVAR9 and INVAR5 contradict each other: antisymmetric parts of INVAR9 must be the products of INVAR5, they differ by %.2g of them", math.Sqrt(math.Min(as, other)/size))
	}
	if other < as {
		for i := range d.J2 {
			d.J2[i] = d.J2[i].T()
		}
	}
	return nil
}
