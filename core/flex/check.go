package flex

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Tolerances of checks, relative to the largest value of what is compared.
const (
	symmetryTolerance = 1e-6
	leastPivot        = 1e-12 // of the mass matrix, relative to its diagonal value
)

// CheckError is a contradiction in data.
type CheckError struct {
	Key     string // of the form in JSON
	Message string
}

func (e *CheckError) Error() string { return e.Message }

func newCheckError(key, format string, args ...any) error {
	return &CheckError{key, fmt.Sprintf(format, args...)}
}

// Check returns what is wrong with data: sizes, values that are no numbers, masses that are not positive, matrices
// that are not symmetric, a stiffness that is negative, an inertia that no body has.
func (d *Data) Check() error {
	n := d.ModeCount()
	if err := d.checkSizes(n); err != nil {
		return err
	}
	if !d.isFinite() {
		return fmt.Errorf("a value is not finite")
	}
	if !(d.Mass > 0) {
		return newCheckError("mass", "the mass is %g: it must be positive", d.Mass)
	}
	for _, m := range []struct {
		name   string
		values []float64
	}{{"M", d.M}, {"K", d.K}, {"D", d.D}} {
		if r, c := unsymmetricEntry(m.values, n); r >= 0 {
			return newCheckError(m.name, "%s is not symmetric: %s[%d][%d] is %g, %s[%d][%d] is %g", m.name, m.name, r+1, c+1, m.values[r*n+c], m.name, c+1, r+1, m.values[c*n+r])
		}
	}
	for _, g := range d.KGeo {
		if r, c := unsymmetricEntry(g.K, n); r >= 0 {
			return newCheckError("Kgeo", "Kgeo %s is not symmetric: row %d, column %d is %g, across the diagonal is %g", LoadNames[g.Load], r+1, c+1, g.K[r*n+c], g.K[c*n+r])
		}
	}
	if err := d.checkInertia(); err != nil {
		return err
	}
	if err := d.checkPairwiseSymmetries(n); err != nil {
		return err
	}
	w := 6 + n
	m := d.MassMatrix(nil)
	for j := range n {
		if x := d.M[j*n+j]; !(x > 0) {
			return newCheckError("M", "the modal mass of mode %d is %g: it must be positive", j+1, x)
		}
		if x, most := d.S[j].Dot(d.S[j]), d.Mass*d.M[j*n+j]; x > most*(1+1e-6) {
			return newCheckError("S", "S and M do not agree: for mode %d the square of S is %.6g, and cannot be above the mass times the modal mass, %.6g", j+1, x, most)
		}
	}
	if row := factorCholesky(m, w, leastPivot); row >= 0 {
		return newCheckError("M", "the mass matrix is not positive definite: %s is a combination of the motions before it, or its inertia is too small", motionName(row))
	}
	if v := symmetricEigenvalues(d.K, n); len(v) > 0 && v[0] < -1e-9*math.Max(math.Abs(v[0]), v[len(v)-1]) {
		return newCheckError("K", "the stiffness is not positive: K has the eigenvalue %g", v[0])
	}
	return d.checkNodes(n)
}

// motionName names a row of the mass matrix.
func motionName(row int) string {
	if row < 6 {
		return []string{"the translation along x", "the translation along y", "the translation along z", "the rotation about x", "the rotation about y", "the rotation about z"}[row]
	}
	return fmt.Sprintf("mode %d", row-5)
}

func (d *Data) checkSizes(n int) error {
	for _, s := range []struct {
		name      string
		got, want int
	}{{"C0", len(d.C0), n}, {"C1", len(d.C1), n}, {"M", len(d.M), n * n}, {"J1", len(d.J1), n}, {"J2", len(d.J2), n * n}, {"K", len(d.K), n * n}} {
		if s.got != s.want {
			return fmt.Errorf("%s has %d entries, %d modes need %d", s.name, s.got, n, s.want)
		}
	}
	if d.D != nil && len(d.D) != n*n || d.Zeta != nil && len(d.Zeta) != n {
		return fmt.Errorf("the damping has not the size of %d modes", n)
	}
	for _, g := range d.KGeo {
		if g.Load < 0 || g.Load >= len(LoadNames) || len(g.K) != n*n {
			return fmt.Errorf("a geometric stiffness has %d entries for %d modes", len(g.K), n)
		}
	}
	for i := range d.Loads {
		if len(d.Loads[i].Modal) != n {
			return fmt.Errorf("load case %d has %d modal loads, there are %d modes", i+1, len(d.Loads[i].Modal), n)
		}
	}
	for j, c := range d.C1 {
		if len(c) != n {
			return fmt.Errorf("C1[%d] has %d columns, there are %d modes", j+1, len(c), n)
		}
	}
	if s := d.Surface; s != nil {
		if err := s.checkSizes(n); err != nil {
			return err
		}
	}
	for _, p := range d.Nodes {
		if len(p.Phi) != n || p.Psi != nil && len(p.Psi) != n {
			return fmt.Errorf("node %d: its shapes have %d and %d columns, there are %d modes", p.ID, len(p.Phi), len(p.Psi), n)
		}
	}
	return nil
}

// isFinite reports whether no value is infinite or NaN.
func (d *Data) isFinite() bool {
	sum := d.Mass - d.Mass
	number := func(v []float64) {
		for _, x := range v {
			sum += x - x
		}
	}
	vector := func(v ...spatial.Vec) {
		for _, x := range v {
			number([]float64{x.X, x.Y, x.Z})
		}
	}
	matrix := func(m ...spatial.Mat) {
		for _, x := range m {
			vector(x.A, x.B, x.C)
		}
	}
	vector(d.S0)
	vector(d.S...)
	vector(d.C0...)
	for _, c := range d.C1 {
		vector(c...)
	}
	matrix(d.J0)
	matrix(d.J1...)
	matrix(d.J2...)
	number(d.M)
	number(d.K)
	number(d.D)
	number(d.Zeta)
	for _, g := range d.KGeo {
		number(g.K)
	}
	for i := range d.Loads {
		vector(d.Loads[i].Force, d.Loads[i].Torque)
		number(d.Loads[i].Modal)
	}
	if s := d.Surface; s != nil {
		vector(s.Positions...)
		for _, p := range s.Phi {
			vector(p...)
		}
	}
	for _, p := range d.Nodes {
		vector(p.Position)
		matrix(p.Axes)
		vector(p.Phi...)
		vector(p.Psi...)
	}
	return sum == 0
}

// unsymmetricEntry returns the entry that differs most from the one across the diagonal, -1 where all agree.
func unsymmetricEntry(a []float64, n int) (row, col int) {
	largest, worst := 0.0, 0.0
	row = -1
	for _, x := range a {
		largest = math.Max(largest, math.Abs(x))
	}
	if len(a) == 0 {
		return -1, -1
	}
	for i := range n {
		for j := range i {
			if e := math.Abs(a[i*n+j] - a[j*n+i]); e > worst && e > symmetryTolerance*largest {
				worst, row, col = e, i, j
			}
		}
	}
	return row, col
}

// checkInertia checks that J0 is symmetric and that no principal inertia is larger than the sum of the others.
func (d *Data) checkInertia() error {
	a := make([]float64, 9)
	for r := range 3 {
		for c := range 3 {
			a[3*r+c] = at(&d.J0, r, c)
		}
	}
	if r, c := unsymmetricEntry(a, 3); r >= 0 {
		return newCheckError("J0", "J0 is not symmetric: J0[%d][%d] is %g, J0[%d][%d] is %g", r+1, c+1, a[3*r+c], c+1, r+1, a[3*c+r])
	}
	v := symmetricEigenvalues(a, 3)
	if v == nil || v[0] < -1e-9*v[2] || v[0]+v[1] < v[2]*(1-1e-6) {
		return newCheckError("J0", "J0 is the inertia of no body: its principal values are %.6g, and the largest must not be above the sum of the others", v)
	}
	return nil
}

// checkPairwiseSymmetries checks C1[k][j] = -C1[j][k] and J2[k,j] = J2[j,k]ᵀ.
func (d *Data) checkPairwiseSymmetries(n int) error {
	large, size := 0.0, 0.0
	for j := range n {
		for k := range n {
			large = math.Max(large, d.C1[j][k].Norm())
			size = math.Max(size, matNorm(&d.J2[j*n+k]))
		}
	}
	for j := range n {
		for k := range j + 1 {
			if e := d.C1[j][k].Add(d.C1[k][j]).Norm(); e > symmetryTolerance*large {
				return newCheckError("C1", "C1 is not antisymmetric: column %d of C1[%d] and column %d of C1[%d] must cancel", k+1, j+1, j+1, k+1)
			}
			t := d.J2[k*n+j].T()
			t = t.Sub(&d.J2[j*n+k])
			if matNorm(&t) > symmetryTolerance*size {
				return newCheckError("J2", "J2 is not symmetric: J2[%d][%d] must be the transpose of J2[%d][%d]", j+1, k+1, k+1, j+1)
			}
		}
	}
	return nil
}

// matNorm returns the Frobenius norm.
func matNorm(m *spatial.Mat) float64 {
	return math.Sqrt(m.A.Dot(m.A) + m.B.Dot(m.B) + m.C.Dot(m.C))
}

func (d *Data) checkNodes(n int) error {
	seen := map[int]bool{}
	for i := range d.Nodes {
		p := &d.Nodes[i]
		if seen[p.ID] {
			return newCheckError("nodes", "two nodes have the id %d", p.ID)
		}
		seen[p.ID] = true
		t := p.Axes.T()
		e := t.MulMat(&p.Axes)
		if e = e.Sub(&spatial.Identity); matNorm(&e) > 1e-6 || p.Axes.Det() < 0 {
			return newCheckError("nodes", "node %d: its axes are no rotation", p.ID)
		}
	}
	for _, z := range d.Zeta {
		if z < 0 {
			return newCheckError("damping_ratio", "a damping ratio is %g: it must not be negative", z)
		}
	}
	return nil
}
