package system

import "github.com/trammel-mbd/trammel/core/spatial"

// The change of the push Gᵀl of a higher pair with the pose. Its torques and the
// forces on the parameters depend on the turns θ of both bodies and on the coordinates u;
// displacements change nothing. With the force f = ±l of the first rows on a
// side, tangents t = x_u and derivatives by u_w written t_w,
//
//	δ(ρ×f) = f̃ ρ̃ δθ + Σ t×f δu        on the body
//	δ(t·f) = (t×f)·δθ + Σ t_w·f δu_w    on a parameter
//
// and with the multiplier l of t·n = 0, torque ±l t×n on the bodies,
//
//	δ(t×n)   = ñ t̃ δθI - t̃ ñ δθJ + Σ t_w×n δu_w + Σ t×n_w δv_w
//	δ(t_w·n) = (t_w×n)·(δθI - δθJ) + Σ t_wx·n δu_x + Σ t_w·n_x δv_x    for u_w of I
//	δ(t·n_w) = (t×n_w)·(δθI - δθJ) + Σ t_x·n_w δu_x + Σ t·n_wx δv_x    for v_w of J

// pairStiffness is ∂(push)/∂(coordinates) with the coordinates of both sides, one
// behind the other: three of the turn, then the two parameters.
type pairStiffness [10][10]float64

// addRotationBlock adds c m to the block between the turns of two sides.
func (k *pairStiffness) addRotationBlock(a, b int, m mat, c float64) {
	for col, v := range [3]vec{m.A, m.B, m.C} {
		for row := range 3 {
			k[5*a+row][5*b+col] += c * v.At(row)
		}
	}
}

// addRotationParameterBlock adds v between the turn of side a and parameter w of side b, which is
// the same either way.
func (k *pairStiffness) addRotationParameterBlock(a, b, w int, v vec) {
	for row := range 3 {
		k[5*a+row][5*b+3+w] += v.At(row)
		k[5*b+3+w][5*a+row] += v.At(row)
	}
}

// addStiffness adds -q ∂(Gᵀl)/∂(motions of the bodies): the terms of the contact force l[0:3] and of each tangency row.
func (h *HigherPair) addStiffness(s *State, l []float64, q float64, j *jacobian) {
	at := &s.touch[h.set]
	var k pairStiffness
	f := vec{X: l[0], Y: l[1], Z: l[2]}
	for a := range at.side {
		h.addContactForceStiffness(&k, a, &at.side[a], f)
		f = f.Neg()
	}
	for m := range h.lines {
		if l[3+m] != 0 {
			h.addTangentRowStiffness(&k, at, m, l[3+m])
		}
	}
	h.addToBodyBlocks(s, &k, -q, j)
}

func (h *HigherPair) addContactForceStiffness(k *pairStiffness, a int, c *contactSide, f vec) {
	k.addRotationBlock(a, a, spatial.TildeProduct(f, c.arm), 1)
	for w := range h.side[a].n {
		k.addRotationParameterBlock(a, a, w, c.t[w].Cross(f))
		for x := range h.side[a].n {
			k[5*a+3+w][5*a+3+x] += c.tt[w+x].Dot(f)
		}
	}
}

func (h *HigherPair) addTangentRowStiffness(k *pairStiffness, at *pairContact, m int, l float64) {
	i, n := &at.side[0], &at.normal
	t := i.t[m]
	nt, tn := spatial.TildeProduct(n.n, t), spatial.TildeProduct(t, n.n)
	for a, sign := range [2]float64{l, -l} {
		k.addRotationBlock(a, 0, nt, sign)
		k.addRotationBlock(a, 1, tn, -sign)
		for w := range h.side[0].n {
			k.addRotationParameterBlock(a, 0, w, i.tt[m+w].Cross(n.n).Scale(sign))
		}
		for w := range h.side[1].n {
			k.addRotationParameterBlock(a, 1, w, t.Cross(n.d[w]).Scale(sign))
		}
	}
	for w := range h.side[0].n {
		for x := range h.side[0].n {
			k[3+w][3+x] += l * i.ttt[m+w+x].Dot(n.n)
		}
		for x := range h.side[1].n {
			v := l * i.tt[m+w].Dot(n.d[x])
			k[3+w][8+x] += v
			k[8+x][3+w] += v
		}
	}
	for w := range h.side[1].n {
		for x := range h.side[1].n {
			k[8+w][8+x] += l * t.Dot(n.dd[w+x])
		}
	}
}

// addToBodyBlocks adds c k to the blocks of the bodies.
func (h *HigherPair) addToBodyBlocks(s *State, k *pairStiffness, c float64, j *jacobian) {
	var slot, row [10]int
	for n := range slot {
		p := &h.side[n/5]
		slot[n], row[n] = -1, 0
		switch w := n % 5; {
		case w < 3 && p.slot >= 0 && s.sys.Bodies[h.Bodies[p.slot]].Kind == Rigid:
			slot[n], row[n] = int(p.slot), 3+w
		case w >= 3 && w-3 < p.n:
			slot[n] = int(p.at[w-3])
		}
	}
	for a := range slot {
		for b := range slot {
			if slot[a] >= 0 && slot[b] >= 0 {
				pair := j.pair
				pair.body[slot[a]*pair.n+slot[b]][row[a]*pair.size[slot[b]]+row[b]] += c * k[a][b]
			}
		}
	}
}
