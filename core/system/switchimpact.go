package system

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// impact changes speeds so that no closed row approaches: impulses Λ ≥ 0 of all closed rows with Newton's law
//
//	0 ≤ ġ⁺ + e ġ⁻ ⟂ Λ ≥ 0,   ġ⁺ = ġ⁻ + W Λ,
//
// W being what impulses do to the rates, joints included. Their energy changes by ½ Σ Λ (ġ⁺ + ġ⁻). With one e for all it
// cannot grow: with several it may, then all are lowered until it does not.
func (c *switching) impact() (struck bool, err error) {
	s := c.s
	var at []int
	for i := range s.rows.laws {
		r := &s.rows.laws[i]
		if r.law.sign() == 0 || r.level == integrate.Acceleration || !c.touches(i) {
			continue
		}
		at = append(at, i)
		if r.law.sign()*c.look[i].Rate < -rateTol*c.tol {
			struck = true
		}
	}
	if !struck {
		return false, nil
	}
	w, d, err := c.respond(at)
	if err != nil {
		return true, err
	}
	n := len(at)
	before, e, b := make([]float64, n), make([]float64, n), make([]float64, n)
	for k, i := range at {
		r := &s.rows.laws[i]
		v := r.law.sign() * c.look[i].Rate
		if v < -rateTol*c.tol {
			c.hit[i], c.up[i] = math.Max(c.hit[i], -v), false
			if r.oneSided() && !c.ends(i, -v) {
				e[k] = r.law.Restitution
			}
		}
		before[k] = c.look[i].Rate
	}
	var l []float64
	for part := 1.0; ; part /= 2 {
		if part < 0.01 {
			part = 0
		}
		for k := range at {
			b[k] = (1 + part*e[k]) * before[k]
		}
		if l, err = c.solve(at, w, b, "velocity"); err != nil {
			return true, err
		}
		grown, size := 0.0, 0.0
		for k := range at {
			after := before[k]
			for m := range at {
				after += w[k][m] * l[m]
			}
			grown += l[k] * (after + before[k]) / 2
			size += math.Abs(l[k] * before[k])
		}
		if grown <= 1e-12*size || part == 0 {
			for k, i := range at {
				c.up[i] = c.up[i] || e[k]*part > 0
			}
			break
		}
	}
	for k := range at {
		for i, x := range d[k].A {
			c.p.V[i] += l[k] * x
		}
		for i, x := range d[k].XDot {
			c.p.X[i] += l[k] * x
		}
	}
	s.memo.ok = false
	return true, nil
}

// ends reports that a rebound of row i after an approach with speed v is none: the speed is below MinBounce, or what it would
// lift is below what positions are known to, or the time until it is back is none.
func (c *switching) ends(i int, v float64) bool {
	r := &c.s.rows.laws[i]
	if r.law.MinBounce > 0 {
		return v < r.law.MinBounce
	}
	v *= r.law.Restitution
	a := -r.law.sign() * c.look[i].Acc // it is pressed on
	return v < rateTol*c.tol || a > 0 && (v*v < 2*a*c.tol || 2*v < a*0x1p-44*math.Abs(c.p.T))
}
