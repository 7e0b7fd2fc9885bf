package flex

import (
	"fmt"
	"math"
)

// sidTolerance is how far numbers that must agree may differ, relative to the largest of them.
const sidTolerance = 1e-5

// checkRepeatedIntegralsAgree compares matrices that contain the same integrals: m1 of mdCM and Ct, Gr and m1 of J, m1 of a node's origin and its phi.
func (r *sidReader) checkRepeatedIntegralsAgree(d *Data) error {
	largestS, largestJ, worstJ, mode := 0.0, 0.0, 0.0, 0
	for j := range d.S {
		largestS = math.Max(largestS, d.S[j].Norm())
		both := d.J1[j].T()
		both = both.Add(&d.J1[j])
		largestJ = math.Max(largestJ, matNorm(&both))
		first := sidTensor(func(i int) float64 { return r.matrices["J"].m1Entry(i, j+1, 1) })
		both = both.Sub(&first)
		if e := matNorm(&both); e > worstJ {
			worstJ, mode = e, j+1
		}
	}
	if len(r.matrices["J"].m1) > 0 && worstJ > sidTolerance*largestJ {
		return &FileError{File: r.l.file, Line: r.matrices["Gr"].line, Message: fmt.Sprintf("Gr and J do not agree: for mode %d Gr + Grᵀ differs from twice m1 of J by %.3g", mode, 2*worstJ)}
	}
	if len(r.matrices["mdCM"].m1) > 0 {
		for j := range d.S {
			s := vecOf(func(a int) float64 { return r.matrices["mdCM"].m1Entry(a, j+1, 1) })
			if e := s.Sub(d.S[j]).Norm(); e > sidTolerance*largestS {
				return &FileError{File: r.l.file, Line: r.matrices["Ct"].line, Message: fmt.Sprintf("Ct and mdCM do not agree: for mode %d Ct differs from m1 of mdCM by %.3g", j+1, e)}
			}
		}
	}
	for i, p := range r.nodes {
		origin := p.matrices["origin"]
		if origin == nil || p.matrices["phi"] == nil {
			return &FileError{File: r.l.file, Line: p.line, Message: fmt.Sprintf("node %d needs origin and phi", p.id)}
		}
		if len(origin.m1) == 0 {
			continue
		}
		largest := 0.0
		for _, f := range d.Nodes[i].Phi {
			largest = math.Max(largest, f.Norm())
		}
		for j, f := range d.Nodes[i].Phi {
			if e := vecOf(func(a int) float64 { return origin.m1Entry(a, j+1, 1) }).Sub(f).Norm(); e > sidTolerance*largest {
				return &FileError{File: r.l.file, Line: p.line, Message: fmt.Sprintf("node %d: m1 of origin and phi do not agree: for mode %d they differ by %.3g", p.id, j+1, e)}
			}
		}
	}
	return nil
}
