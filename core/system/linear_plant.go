package system

import "fmt"

// inputOffset adds to outputs of laws: the inputs of a plant.
type inputOffset struct {
	law, out int
	by       float64
}

// addPlantInputs adds the inputs of a plant to the outputs of law i.
func addPlantInputs(all []inputOffset, i int, out []float64) {
	for _, x := range all {
		if x.law == i {
			out[x.out] += x.by
		}
	}
}

// Inputs implements linear.Model: inputs add to what their variables are by
// themselves, that of an implicit variable too. nil takes all off.
func (l *Linearization) Inputs(u []float64) {
	l.shift, l.memo.ok = l.shift[:0], false
	for i, x := range u {
		if x == 0 {
			continue
		}
		law, out := l.plan.lawOfVariable(l.plant.Inputs[i])
		l.shift = append(l.shift, inputOffset{law, out, x})
	}
	if len(l.shift) == 0 {
		l.shift = nil
	}
}

// lawOfVariable returns the law whose output a variable is.
func (p *evaluationPlan) lawOfVariable(c Call) (law, out int) {
	i := p.index[c.lookupKey()]
	if law := p.lawOfMeasure(i); law >= 0 {
		return law, int(i - p.law[law].out)
	}
	if m := &p.measure[i]; m.kind == algebraic {
		return int(p.sys.Algebraic[m.at].Law), 0
	}
	return -1, 0
}

// CheckPlant reports which input of a plant is not a variable whose value can be added to.
func (s *State) CheckPlant(p Plant) error {
	for i, c := range p.Inputs {
		if law, _ := s.plan.lawOfVariable(c); law < 0 {
			return fmt.Errorf("input %d, %s, is a constant", i+1, c)
		}
	}
	return nil
}

// Outputs sets dst to the outputs of the plant at the point evaluated last, in the order of its list.
func (l *Linearization) Outputs(dst []float64) {
	for k, c := range l.plant.Outputs {
		i := l.plan.index[c.lookupKey()]
		if l.plan.lawOfMeasure(i) >= 0 {
			dst[k] = l.m[i]
		} else {
			dst[k] = l.measureValue(int(i))
		}
	}
}
