package run

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/system"
)

func (e *stormError) Error() string {
	return fmt.Sprintf(`time %g: one-sided and bounded constraints have opened and closed %d times within %.3g, the last one %s: this is work for a stepper that does not stop at each: integrator_type="NSC"`,
		e.time, storm, e.span, e.element)
}

// tell notes what became of rows at time t in run.log and run.json.
func (s *siding) tell(t float64, all []system.Switch) error {
	for _, x := range all {
		text := fmt.Sprintf("%s %s at time %g", x.Row.Owner(), x.What, t)
		if x.Speed > 0 {
			text += fmt.Sprintf(", approach speed %g", x.Speed)
		}
		if s.count++; s.count <= maxEvents {
			s.r.rec.Update(func(d *Document) {
				d.Events = append(d.Events, EventInfo{Time: t, Element: x.Row.Owner(), Value: x.Speed, Actions: []string{x.What}})
			})
			s.r.rec.Log("%s", text)
		}
		if s.count == maxEvents {
			s.r.rec.Log("further changes of one-sided and bounded constraints are not listed")
		}
	}
	return s.calmed(t, all)
}

// calmed counts the events, of which this one at t has changed all, and ends a run with too many of them.
func (s *siding) calmed(t float64, all []system.Switch) error {
	if s.idle++; len(all) > 0 {
		s.idle = 0
	}
	copy(s.times[:], s.times[1:])
	s.times[storm-1] = t
	element := "a constraint that has broken"
	switch {
	case len(all) > 0:
		element = all[0].Row.Owner()
	case s.last < s.r.state.Laws():
		element = s.r.state.LawRow(s.last).Owner()
	}
	switch span := t - s.times[0]; {
	case s.idle >= idleMost:
		span = t - s.times[storm-idleMost]
		s.calm()
		return fmt.Errorf("time %g: %s is at its bound and is not brought off it: %d events within %.3g have changed nothing; a smaller constr_tol or integr_tol may help, or integrator_type=\"NSC\", which does not stop at each",
			t, element, idleMost, span)
	case span < stormSteps*s.r.tuning.HMax:
		s.calm()
		return &stormError{t, element, span}
	}
	return nil
}
