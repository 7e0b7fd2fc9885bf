package expr

// KinkConditions evaluates the differences of which a program has other derivatives on either side of zero: the penetration of IMPACT
// and BISTOP, and the difference of the arguments of MAX, MIN and DIM. Those that depend on TIME alone are left out: NewBreaks finds them.
type KinkConditions struct{ list []condition }

// FindKinkConditions finds the differences of a program, nil without any.
func (p *Program) FindKinkConditions() *KinkConditions {
	timed := newIntervalEvaluator(p).timed
	k := &KinkConditions{}
	add := func(a, b int32) {
		if !timed[a] || !timed[b] {
			k.list = append(k.list, condition{a: a, b: b, less: true})
		}
	}
	for i := range p.code {
		in := &p.code[i]
		switch in.op {
		case opDim, opMax, opMin:
			add(in.a, in.b)
		case opShape:
			x := p.args[in.a : int(in.a)+int(in.n)]
			switch shapes[in.b].name {
			case "IMPACT":
				add(x[0], x[2])
			case "BISTOP":
				add(x[0], x[2])
				add(x[0], x[3])
			}
		}
	}
	if len(k.list) == 0 {
		return nil
	}
	return k
}

// Count returns the number of differences.
func (k *KinkConditions) Count() int { return len(k.list) }

// CopyDifferences sets dst, of length Count, to the differences in the last evaluation with w. A part of the program that it did not reach keeps
// its values.
func (k *KinkConditions) CopyDifferences(dst []float64, w *Work) {
	for i := range k.list {
		dst[i] = w.v[k.list[i].a] - w.v[k.list[i].b]
	}
}
