package vi

// What IPM does with cones.

func (w *IPM) initConeNearPath(k int, tau float64) {
	it := &w.items[k]
	cone := &w.cones[w.cone[k]]
	lo, g := it.row, w.g[it.row]
	slack, n := pairOnCentralPath(w.c[lo]-g*(w.l[lo]+cone.Cohesion), tau)
	n /= g
	w.u[lo], w.l[lo] = slack, n-cone.Cohesion
	w.pairs++
	at := lo + 1
	for j, rows := range cone.Rows {
		x := w.l[at : at+int32(rows)]
		at += int32(rows)
		a := cone.Length[j]
		if rows == 0 || a == 0 {
			clear(x)
			continue
		}
		reach := a * n
		if t := norm(x); t > reach {
			for i := range x {
				x[i] *= reach / t
			}
		}
	}
}

// fillConeScaling fills W of a cone.
func (w *IPM) fillConeScaling(k int, out []float64) {
	it := &w.items[k]
	cone := &w.cones[w.cone[k]]
	size, lo := int(it.n), int(it.row)
	clear(out)
	n := w.l[lo] + cone.Cohesion
	out[0] = n / (w.u[lo] + n*w.d[lo])
	at := 1
	for j, rows := range cone.Rows {
		a, m := cone.Length[j], int(rows)
		if m > 0 && a > 0 {
			s := &w.group[groups*int(w.cone[k])+j]
			s.linearize(a*n, w.delta, w.l[lo+at:lo+at+m], w.c[lo+at:lo+at+m], w.d[lo+at:lo+at+m])
			w.slip = max(w.slip, norm(s.f[:m])/s.s*w.g[lo+at])
			for i := range m {
				for c := range m {
					out[(at+i)*size+at+c] = s.w[i][c]
				}
				out[(at+i)*size] = -s.lean[i] * a * out[0]
			}
		}
		at += m
	}
}

// fillConeRightHandSide fills dl of a cone for no dq, and the right-hand sides of its groups.
func (w *IPM) fillConeRightHandSide(k int, tau2 float64) {
	it := &w.items[k]
	cone := &w.cones[w.cone[k]]
	lo := int(it.row)
	n, slack := w.l[lo]+cone.Cohesion, w.u[lo]
	s := tau2 / w.g[lo]
	r := s - slack*n
	if tau2 > 0 {
		r -= w.ru[lo]
	}
	w.rest[lo] = (r+n*slack)/n - w.c[lo]
	dn := w.rest[lo] / (slack/n + w.d[lo])
	w.dl[lo] = dn
	at := lo + 1
	for j, rows := range cone.Rows {
		a, m := cone.Length[j], int(rows)
		if m > 0 && a > 0 {
			g := &w.group[groups*int(w.cone[k])+j]
			for i := range m {
				w.dl[at+i] = -g.slackStepConstant(i, w.delta, w.aim, w.l[at:at+m]) - g.lean[i]*a*dn
			}
		} else {
			clear(w.dl[at : at+m])
		}
		at += m
	}
}

// fillConeSlackSteps fills the steps of the slacks of a cone.
func (w *IPM) fillConeSlackSteps(k int) {
	it := &w.items[k]
	lo := int(it.row)
	w.du[lo] = w.jd[lo] + w.d[lo]*w.dl[lo] + w.c[lo] - w.u[lo]
}

// advanceCone goes a part of the step.
func (w *IPM) advanceCone(k int, stepFraction float64) {
	it := &w.items[k]
	lo := int(it.row)
	w.u[lo] += stepFraction * w.du[lo]
	for i := lo; i < lo+int(it.n); i++ {
		w.l[i] += stepFraction * w.dl[i]
	}
}

// fillConeMultiplierStep fills dl of a cone for J dq.
func (w *IPM) fillConeMultiplierStep(k int) {
	it := &w.items[k]
	cone := &w.cones[w.cone[k]]
	lo := int(it.row)
	n := w.l[lo] + cone.Cohesion
	dn := (w.rest[lo] - w.jd[lo]) / (w.u[lo]/n + w.d[lo])
	w.dl[lo] = dn
	at := lo + 1
	for j, rows := range cone.Rows {
		a, m := cone.Length[j], int(rows)
		if m > 0 && a > 0 {
			g := &w.group[groups*int(w.cone[k])+j]
			for i := range m {
				v := -g.slackStepConstant(i, w.delta, w.aim, w.l[at:at+m]) - g.lean[i]*a*dn
				for c := range m {
					v -= g.w[i][c] * w.jd[at+c]
				}
				w.dl[at+i] = v
			}
		}
		at += m
	}
}
