package expr

// A check that a value is finite is not needed where the results report: a sum, a product
// or a square root of what is NaN or infinite is so, too, and the evaluation has no value
// where a result is. It is needed where the value only goes through an operation that
// may give a number all the same (x / infinity, a comparison), or is used in
// a branch only that may not be taken.

// markUnneededChecks marks the checks that are not needed. Values are gone through from the
// last to the first: what uses a value is behind it.
func (b *FunctionBuilder) markUnneededChecks(results []Value) {
	shows := make([]bool, len(b.made)) // in a result, if it is not finite
	for _, v := range results {
		shows[v] = true
	}
	sets := b.listPhiSettings(&b.root, make([][]setting, len(b.made)))
	for u := Value(len(b.made) - 1); u >= 0; u-- {
		m := &b.made[u]
		if !shows[u] {
			continue
		}
		if m.kind == isPhi {
			for _, s := range sets[u] {
				if b.made[s.value].home == s.home {
					shows[s.value] = true
				}
			}
			continue
		}
		for _, a := range nonFiniteOperands(m) {
			if b.made[a].home == m.home {
				shows[a] = true
			}
		}
	}
	for i := range b.made {
		m := &b.made[i]
		m.spared = m.op == opCheck && operandCheck(m.n) == finiteValue && shows[m.args[0]] && b.made[m.args[0]].home == m.home
	}
}

// setting is what a phi is at the end of a block.
type setting struct {
	value Value
	home  *block
}

// listPhiSettings lists what each phi is set to.
func (b *FunctionBuilder) listPhiSettings(k *block, all [][]setting) [][]setting {
	for _, it := range k.items {
		if br := it.branch; br != nil {
			for _, p := range br.phis {
				all[p.value] = []setting{{p.then, &br.parts[0]}, {p.otherwise, &br.parts[1]}}
			}
			b.listPhiSettings(&br.parts[0], all)
			b.listPhiSettings(&br.parts[1], all)
		}
	}
	return all
}

// nonFiniteOperands returns the operands that, when they are NaN or infinite, make the value so.
func nonFiniteOperands(m *valueDefinition) []Value {
	if m.kind != isCode {
		return nil
	}
	switch m.op {
	case opAdd, opSub, opMul:
		return m.args[:2]
	case opDiv, opNeg, opAbs, opSqrt, opSin, opCos, opTan, opLog, opLog10, opSinh, opCosh, opAsin, opAcos, opFloor, opAint:
		return m.args[:1]
	}
	return nil
}
