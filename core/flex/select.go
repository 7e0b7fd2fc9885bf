package flex

// HasEigenmodes reports whether M and K are diagonal: whether each mode has a frequency of its own.
func (d *Data) HasEigenmodes() bool {
	return isDiagonal(d.K, d.ModeCount()) && isDiagonal(d.M, d.ModeCount())
}

// KeepModes returns a copy of the data with the modes of a list alone. The matrices of nodes and of the frame are shared.
func (d *Data) KeepModes(keep []int) *Data {
	n := d.ModeCount()
	out := *d
	square := func(a []float64) []float64 {
		if a == nil {
			return nil
		}
		var s []float64
		for _, j := range keep {
			s = append(s, pickModes(a[j*n:(j+1)*n], keep)...)
		}
		return s
	}
	out.S, out.C0, out.M, out.K, out.D, out.Zeta = pickModes(d.S, keep), pickModes(d.C0, keep), square(d.M), square(d.K), square(d.D), pickModes(d.Zeta, keep)
	out.C1, out.J1, out.J2, out.KGeo, out.Loads, out.Nodes = nil, nil, nil, nil, nil, nil
	for _, j := range keep {
		out.C1, out.J1 = append(out.C1, pickModes(d.C1[j], keep)), append(out.J1, d.J1[j])
		for _, k := range keep {
			out.J2 = append(out.J2, d.J2[j*n+k])
		}
	}
	for _, g := range d.KGeo {
		out.KGeo = append(out.KGeo, Stiffening{g.Load, square(g.K)})
	}
	for _, l := range d.Loads {
		l.Modal = pickModes(l.Modal, keep)
		out.Loads = append(out.Loads, l)
	}
	if s := d.Surface; s != nil {
		picked := *s
		picked.Phi = nil
		for _, p := range s.Phi {
			picked.Phi = append(picked.Phi, pickModes(p, keep))
		}
		out.Surface = &picked
	}
	for _, p := range d.Nodes {
		p.Phi, p.Psi = pickModes(p.Phi, keep), pickModes(p.Psi, keep)
		out.Nodes = append(out.Nodes, p)
	}
	return &out
}

// pickModes returns the entries of a list, one for each mode, that stay; nil for none.
func pickModes[T any](all []T, keep []int) []T {
	if all == nil {
		return nil
	}
	picked := make([]T, len(keep))
	for i, j := range keep {
		picked[i] = all[j]
	}
	return picked
}
