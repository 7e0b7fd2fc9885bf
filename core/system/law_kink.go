package system

import "github.com/trammel-mbd/trammel/core/expr"

// kinkLaw is an expression that motion depends on, with derivatives that jump where some of its values pass zero.
type kinkLaw struct {
	law   *expressionLaw
	kinks *expr.Kinks
}

// kinkLaws are those of a model.
type kinkLaws struct {
	made bool
	all  []kinkLaw
	size int
}

// Kinks returns the number of values in expressions that motion depends on, at whose zeros derivatives of these expressions jump.
func (s *State) Kinks() int {
	x := &s.kinks
	if x.made {
		return x.size
	}
	x.made = true
	for i := range s.plan.law {
		l, ok := s.plan.law[i].law.(*expressionLaw)
		if spec := &s.sys.Laws[i]; !ok || spec.Report || spec.Demand {
			continue
		}
		if k := l.program.NewKinks(); k != nil {
			x.all = append(x.all, kinkLaw{l, k})
			x.size += k.Size()
		}
	}
	return x.size
}

// KinkValues sets dst, of length Kinks, to these values in the last evaluation.
func (s *State) KinkValues(dst []float64) {
	for i := range s.kinks.all {
		k := &s.kinks.all[i]
		n := k.kinks.Size()
		k.kinks.Values(dst[:n], k.law.work)
		dst = dst[n:]
	}
}
