package record

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// replaySolver is the solver of a call that is made again: it answers with what is
// recorded.
type replaySolver struct {
	*replayer
	call      *Call
	used      []bool // events
	missing   []string
	concluded bool
	status    float64
	err       error // of calls made inside: nothing more is to be done
}

var (
	_ usersub.State     = (*replaySolver)(nil)
	_ usersub.Invoker   = (*replaySolver)(nil)
	_ usersub.Custom    = (*replaySolver)(nil)
	_ usersub.Messages  = (*replaySolver)(nil)
	_ usersub.Concluder = (*replaySolver)(nil)
)

// findAnswer finds the answer to one that did not travel with the call.
func (s *replaySolver) findAnswer(isVector bool, name string, par []int32) *Query {
	i := s.findEvent(func(e *Event) bool {
		q := e.Query
		return q != nil && q.Ary == isVector && q.Name == name && slices.Equal(q.Par, par)
	})
	if i < 0 {
		s.recordUnanswered(queryText(isVector, name, par))
		return nil
	}
	return s.call.Events[i].Query
}

// queryText is how messages write a query.
func queryText(isVector bool, name string, par []int32) string {
	of := "SYSFNC "
	if isVector {
		of = "SYSARY "
	}
	return of + name + strings.ReplaceAll(fmt.Sprint(par), " ", ",")
}

// SysFnc returns the recorded scalar measure.
func (s *replaySolver) SysFnc(name string, par []int32) (float64, int32) {
	if q := s.findAnswer(false, name, par); q != nil {
		return q.Value[0], q.Flag
	}
	return 0, 1
}

// SysAry returns the recorded vector of measures.
func (s *replaySolver) SysAry(name string, par []int32, dst []float64) (int, int32) {
	if q := s.findAnswer(true, name, par); q != nil {
		return copy(dst, q.Value), q.Flag
	}
	return 0, 1
}

// ModFnc returns the recorded attribute of an element.
func (s *replaySolver) ModFnc(element string, id int32, name string) (text string, kindOrError int32) {
	element, name = usersub.CanonicalMeasure(element), usersub.CanonicalMeasure(name)
	i := s.findEvent(func(e *Event) bool {
		a := e.Attribute
		return a != nil && a.ID == id && usersub.CanonicalMeasure(a.Element) == element && usersub.CanonicalMeasure(a.Name) == name
	})
	if i >= 0 {
		a := s.call.Events[i].Attribute
		return a.Text, a.Info
	}
	if a := s.attributes[attribute{element, name, id}]; a != nil {
		return a.Text, a.Info
	}
	s.recordUnanswered(fmt.Sprintf("MODFNC %s[%d] %s", element, id, name))
	return "", -2
}

// InvokeUtility gives the recorded result of a utility.
func (s *replaySolver) InvokeUtility(c *usersub.UtilityCall) {
	if c.NeedsNoSolver() || seen[c.Name] {
		c.ExecuteLocally()
		return
	}
	i := s.findEvent(func(e *Event) bool {
		return e.Utility != nil && e.Utility.Name == c.Name && s.inputsMatch(e.Utility, c)
	})
	if i < 0 && s.call.End == nil { // the one in which the recorded run ended
		s.replayInnerCalls(len(s.call.Events) + 1)
		setUnsupportedOutputs(c, "the recording ends in it")
		return
	}
	if i < 0 {
		s.recordUnanswered(fmt.Sprintf("utility %s(%s)", c.Name, inputsText(c)))
		setUnsupportedOutputs(c, "it was not recorded")
		return
	}
	s.replayInnerCalls(i)
	u, k := s.call.Events[i].Utility, 0
	c.Unsupported = u.Unsupported
	for a := range c.Args {
		if c.Args[a].Out {
			v := &c.Arg[a]
			v.Int = append(v.Int[:0], u.Output[k].Int...)
			v.Real = append(v.Real[:0], u.Output[k].Real...)
			v.Text = append(v.Text[:0], u.Output[k].Text...)
			k++
		}
	}
}

// setUnsupportedOutputs gives a utility the outputs that it has where the solver offers nothing.
func setUnsupportedOutputs(c *usersub.UtilityCall, why string) {
	c.State = nil
	c.ExecuteLocally()
	c.SetUnsupported(why)
}

// replayInnerCalls makes the calls that were made inside of event i.
func (s *replaySolver) replayInnerCalls(i int) {
	if err := s.call.ReadInnerCallsBefore(i); err != nil && s.err == nil {
		s.err = err
	}
}

// inputsMatch reports whether a utility was recorded with these inputs; numbers may be
// off by the tolerance, and texts be in other capitals (Fortran's).
func (s *replaySolver) inputsMatch(u *Utility, c *usersub.UtilityCall) bool {
	k := 0
	for i := range c.Args {
		if !c.Args[i].IsInput() {
			continue
		}
		v, w := &c.Arg[i], &u.Input[k]
		k++
		if !slices.Equal(v.Int, w.Int) || !slices.EqualFunc(v.Text, w.Text, equalTexts) || len(v.Real) != len(w.Real) {
			return false
		}
		for j := range v.Real {
			if relativeDistance(w.Real[j], v.Real[j]) > s.o.Tol {
				return false
			}
		}
	}
	return true
}

func equalTexts(a, b string) bool {
	return strings.EqualFold(usersub.TrimBlanks(a), usersub.TrimBlanks(b))
}

// inputsText writes those of a utility.
func inputsText(c *usersub.UtilityCall) string {
	var list []string
	for i := range c.Args {
		if c.Args[i].IsInput() && !c.Args[i].Implied {
			list = append(list, valueText(&c.Arg[i]))
		}
	}
	return strings.Join(list, ", ")
}

// HasCustom reports whether calls of a custom function are recorded.
func (s *replaySolver) HasCustom(name string) bool {
	return slices.ContainsFunc(s.call.Events, func(e Event) bool { return e.Custom != nil && e.Custom.Name == name })
}

// CusFnc returns the recorded value of a custom function.
func (s *replaySolver) CusFnc(name string, par []float64) (float64, int32) {
	i := s.findEvent(func(e *Event) bool {
		return e.Custom != nil && e.Custom.Name == name && slices.Equal(e.Custom.Par, par)
	})
	if i < 0 {
		s.recordUnanswered(fmt.Sprintf("custom function %s%v", name, par))
		return 0, 1
	}
	s.replayInnerCalls(i)
	return s.call.Events[i].Custom.Value, s.call.Events[i].Custom.Flag
}

// Message passes a message to o.Say.
func (s *replaySolver) Message(m *usersub.Message) {
	if s.o.Say != nil {
		s.o.Say(m)
	}
}

// Conclude notes that the routine ends the run.
func (s *replaySolver) Conclude(status float64) { s.concluded, s.status = true, status }
