package flex

import "github.com/trammel-mbd/trammel/core/spatial"

// HasEigenmodes reports whether M and K are diagonal: whether each mode has a frequency of its own.
func (d *Data) HasEigenmodes() bool {
	return isDiagonal(d.K, d.ModeCount()) && isDiagonal(d.M, d.ModeCount())
}

// KeepModes returns a copy of the data with the modes of a list alone. The matrices of nodes and of the frame are shared.
func (d *Data) KeepModes(keep []int) *Data {
	n := d.ModeCount()
	out := *d
	vecs := func(v []spatial.Vec) []spatial.Vec {
		if v == nil {
			return nil
		}
		s := make([]spatial.Vec, len(keep))
		for i, j := range keep {
			s[i] = v[j]
		}
		return s
	}
	numbers := func(v []float64) []float64 {
		if v == nil {
			return nil
		}
		s := make([]float64, len(keep))
		for i, j := range keep {
			s[i] = v[j]
		}
		return s
	}
	square := func(a []float64) []float64 {
		if a == nil {
			return nil
		}
		var s []float64
		for _, j := range keep {
			s = append(s, numbers(a[j*n:(j+1)*n])...)
		}
		return s
	}
	out.S, out.C0, out.M, out.K, out.D, out.Zeta = vecs(d.S), vecs(d.C0), square(d.M), square(d.K), square(d.D), numbers(d.Zeta)
	out.C1, out.J1, out.J2, out.KGeo, out.Loads, out.Nodes = nil, nil, nil, nil, nil, nil
	for _, j := range keep {
		out.C1, out.J1 = append(out.C1, vecs(d.C1[j])), append(out.J1, d.J1[j])
		for _, k := range keep {
			out.J2 = append(out.J2, d.J2[j*n+k])
		}
	}
	for _, g := range d.KGeo {
		out.KGeo = append(out.KGeo, Stiffening{g.Load, square(g.K)})
	}
	for _, l := range d.Loads {
		l.Modal = numbers(l.Modal)
		out.Loads = append(out.Loads, l)
	}
	for _, p := range d.Nodes {
		p.Phi, p.Psi = vecs(p.Phi), vecs(p.Psi)
		out.Nodes = append(out.Nodes, p)
	}
	return &out
}
