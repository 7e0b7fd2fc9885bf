package flex

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/spatial"
)

// Summary is what a user wants to know of data, in SI units.
type Summary struct {
	Name        string        `json:"name,omitempty"`
	Mass        float64       `json:"mass"`
	Center      [3]float64    `json:"center"`
	Inertia     [3][3]float64 `json:"inertia"` // about the center
	Modes       int           `json:"modes"`
	Frequencies []float64     `json:"frequencies_hz"`
	Damping     string        `json:"damping"`
	Nodes       []NodeSummary `json:"nodes"`
	Checks      []CheckResult `json:"checks"`
	Notes       []string      `json:"notes,omitempty"`
}

// NodeSummary describes a node.
type NodeSummary struct {
	ID       int        `json:"id"`
	Name     string     `json:"name,omitempty"`
	Position [3]float64 `json:"position"`
	Rotates  bool       `json:"rotates"` // it has rotations by modes, and can carry joints that transmit torques
}

// CheckResult is a figure that describes how well data agree with one another.
type CheckResult struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Good  bool    `json:"good"`
}

// Summarize describes data that Check found right.
func (d *Data) Summarize() (*Summary, error) {
	f, err := d.FixedFrameFrequencies()
	if err != nil {
		return nil, err
	}
	c := d.S0.Scale(1 / d.Mass)
	far := spatial.TildeProduct(c, c)
	far = far.Scale(d.Mass)
	j := d.J0.Add(&far)
	s := &Summary{Name: d.Name, Mass: d.Mass, Center: [3]float64{c.X, c.Y, c.Z}, Modes: d.ModeCount(), Frequencies: f, Notes: d.Notes, Nodes: []NodeSummary{}}
	for r := range 3 {
		for k := range 3 {
			s.Inertia[r][k] = at(&j, r, k)
		}
	}
	switch {
	case d.D != nil:
		s.Damping = "matrix"
	case d.Zeta != nil:
		s.Damping = "ratios"
	default:
		s.Damping = "none"
	}
	for i := range d.Nodes {
		p := &d.Nodes[i]
		s.Nodes = append(s.Nodes, NodeSummary{p.ID, p.Name, [3]float64{p.Position.X, p.Position.Y, p.Position.Z}, p.Psi != nil})
	}
	s.Checks = d.computeCheckResults()
	return s, nil
}

// computeCheckResults returns figures of the data.
func (d *Data) computeCheckResults() []CheckResult {
	n := d.ModeCount()
	w := 6 + n
	m := d.MassMatrix(nil)
	for i := range w {
		for j := range w {
			if i != j {
				m[i*w+j] /= math.Sqrt(m[i*w+i] * m[j*w+j])
			}
		}
	}
	for i := range w {
		m[i*w+i] = 1
	}
	least := 0.0
	if v := symmetricEigenvalues(m, w); len(v) > 0 {
		least = v[0]
	}
	largestS, massed := 0.0, 0.0
	for j := range n {
		modal := math.Sqrt(d.M[j*n+j])
		largestS = math.Max(largestS, d.S[j].Norm()/modal/math.Sqrt(d.Mass))
		largestS = math.Max(largestS, d.C0[j].Norm()/modal/math.Sqrt(matNorm(&d.J0)))
		// Σ m φ_j·φ_j is half the trace of J2[j][j]; M has the rotations of nodes besides.
		half := (d.J2[j*n+j].A.X + d.J2[j*n+j].B.Y + d.J2[j*n+j].C.Z) / 2
		massed = math.Max(massed, half/d.M[j*n+j])
	}
	return []CheckResult{
		{"least eigenvalue of the scaled mass matrix", least, least > 1e-8},
		{"coupling of modes with rigid motions (S, C0), 0 for mean axes", largestS, largestS <= 1+1e-9},
		{"largest part of a modal mass in J2, 1 for solids, 0 where it is not known", massed, massed <= 1+1e-2},
	}
}

// Text returns the summary for a reader.
func (s *Summary) Text() string {
	var b strings.Builder
	if s.Name != "" {
		fmt.Fprintf(&b, "name: %s\n", s.Name)
	}
	fmt.Fprintf(&b, "mass: %.9g kg\ncenter: %.9g %.9g %.9g m\ninertia about the center, kg m²:\n", s.Mass, zeroIfRounding(s.Center[0]), zeroIfRounding(s.Center[1]), zeroIfRounding(s.Center[2]))
	for _, r := range s.Inertia {
		fmt.Fprintf(&b, "  %14.7g %14.7g %14.7g\n", r[0], r[1], r[2])
	}
	fmt.Fprintf(&b, "modes: %d\nfrequencies, Hz:\n", s.Modes)
	for i, f := range s.Frequencies {
		fmt.Fprintf(&b, "  %3d  %.9g\n", i+7, f)
	}
	fmt.Fprintf(&b, "damping: %s\nnodes: %d\n", s.Damping, len(s.Nodes))
	for _, p := range s.Nodes {
		fmt.Fprintf(&b, "  %d", p.ID)
		if p.Name != "" {
			fmt.Fprintf(&b, " (%s)", p.Name)
		}
		fmt.Fprintf(&b, " at %.7g %.7g %.7g m", zeroIfRounding(p.Position[0]), zeroIfRounding(p.Position[1]), zeroIfRounding(p.Position[2]))
		if !p.Rotates {
			b.WriteString(", without rotations")
		}
		b.WriteByte('\n')
	}
	b.WriteString("checks:\n")
	for _, c := range s.Checks {
		mark := "good"
		if !c.Good {
			mark = "doubtful"
		}
		fmt.Fprintf(&b, "  %s: %.3g, %s\n", c.Name, c.Value, mark)
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	return b.String()
}

// zeroIfRounding returns x without what rounding left of a zero.
func zeroIfRounding(x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	return x
}

// JSON returns the summary as a document.
func (s *Summary) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}
