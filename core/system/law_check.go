package system

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// probeUnwrittenOutputs calls the routine once more with outputs that hold a value that no
// routine writes, and warns of entries that still hold it.
func (l *routineLaw) probeUnwrittenOutputs(t float64, s *State) {
	switch l.r.Sub.Implementation {
	case "gpython", "plugin", "compiled", "caller":
		return
	}
	const pattern = 0x7ff8_dead_beef_5afe
	l.frame.PrepareCall(t, true, false)
	for _, o := range l.outs {
		v := l.frame.Reals(o)
		for k := range v {
			v[k] = math.Float64frombits(pattern)
		}
	}
	if l.callRoutine(s) != nil {
		return
	}
	var unset []string
	for _, o := range l.outs {
		var at []int
		for k, v := range l.frame.Reals(o) {
			if math.Float64bits(v) == pattern {
				at = append(at, k+1)
			}
		}
		if len(at) > 0 {
			unset = append(unset, l.entryNumbersText(o, at))
		}
	}
	if len(unset) > 0 && s.isFirstReport(l.r.Sub.File, l.r.Sub.Symbol, strings.Join(unset, " ")) {
		s.Warn("%s: %s never sets %s: taken as 0", l.r.OwnerTitle(), l.r.Name(), strings.Join(unset, " and "))
	}
}

// entryNumbersText names entries of an output, counted from 1: "entries 2, 4-6 of
// result", or the output alone if all are meant.
func (l *routineLaw) entryNumbersText(o int, at []int) string {
	name := l.r.Sig.Args[o].Name
	if len(at) == l.frame.Len(o) {
		return name
	}
	var list []string
	for k := 0; k < len(at); {
		n := 1
		for k+n < len(at) && at[k+n] == at[k]+n {
			n++
		}
		if n < 3 {
			list, k = append(list, fmt.Sprint(at[k])), k+1
			continue
		}
		list, k = append(list, fmt.Sprintf("%d-%d", at[k], at[k+n-1])), k+n
	}
	if len(at) == 1 {
		return "entry " + list[0] + " of " + name
	}
	return "entries " + strings.Join(list, ", ") + " of " + name
}

// isFirstReport reports whether something is reported about a routine for the first time:
// elements that share one would report the same again.
func (s *State) isFirstReport(words ...string) bool {
	key := strings.Join(words, "\x00")
	if words[0] == "" || !s.reported[key] {
		if s.reported == nil {
			s.reported = map[string]bool{}
		}
		s.reported[key] = true
		return true
	}
	return false
}

// StatefulRoutine is a routine that gives two results for one input.
type StatefulRoutine struct {
	Routine *Routine
	Output  string // the first entry that differs: "result[2]"
	First   float64
	Second  float64
	After   string // what was called in between
}

func (i StatefulRoutine) String() string {
	return fmt.Sprintf("%s: %s keeps state between evaluations: for the same input %s is %.9g and, %s, %.9g",
		i.Routine.OwnerTitle(), i.Routine.Name(), i.Output, i.First, i.After, i.Second)
}

// FindStatefulRoutines calls every routine several times with the input that it has at p and
// returns those whose outputs are not the same bit for bit. In a run a routine is
// called for iterates, for steps that are given up and for differences, in an
// order that it cannot know: its results must not depend on what was called
// before. Each routine is called
//
//   - twice with the input,
//   - with other input in between: inputs and answers moved by ±1/32 of their size,
//   - at a time a little later in between,
//
// first all of it with dflag set, then, since much code keeps nothing while that is
// set, without; and at last once more after all others, in reverse order. Meanwhile
// TIMGET stays: a routine that moves its state when the solver has accepted a
// step, and reports so by TIMGET, passes, as does one that changes something in
// its set-up call only. What a routine does at other positions, and in steps that
// are accepted, is not seen.
//
// A routine that exchanges data at steps of its own (discrete) is left out. The
// state is good for nothing else afterwards. The error is that of the first
// evaluation.
func (s *State) FindStatefulRoutines(p *integrate.Point) ([]StatefulRoutine, error) {
	s.interpreted = true
	if err := s.EvaluateForResults(p); err != nil {
		return nil, err
	}
	var all []*probedRoutine
	for _, l := range s.routines {
		if !l.discrete && !l.superseded {
			all = append(all, &probedRoutine{l: l, s: s, t: p.T, real: slices.Clone(l.frame.Real), value: slices.Clone(l.frame.Value)})
		}
	}
	for _, x := range all {
		x.probeRepeatability()
	}
	for _, x := range slices.Backward(all) {
		x.repeatFirstCallAndCompare("after calls of other routines")
	}
	var found []StatefulRoutine
	for _, x := range all {
		if x.found != nil {
			found = append(found, *x.found)
		}
	}
	return found, nil
}

// aside is how far input and time are moved. It is more than differences do (see
// sixth), which have been taken before.
const aside = 1. / 32

// probedRoutine is a routine while it is probed.
type probedRoutine struct {
	l           *routineLaw
	s           *State
	t           float64
	dflag       bool
	real, value []float64 // the input
	first       []float64 // outputs of the first call, nil if it failed
	found       *StatefulRoutine
}

// probeRepeatability calls one routine with its input, in between with others, and compares the outputs.
func (x *probedRoutine) probeRepeatability() {
	for _, x.dflag = range [2]bool{true, false} {
		x.first = x.callWithFactor(x.t, 0)
		x.repeatFirstCallAndCompare("called twice in a row")
		for _, factor := range [2]float64{aside, -aside} {
			x.callWithFactor(x.t, factor)
			x.repeatFirstCallAndCompare("after a call with other input")
		}
		x.callWithFactor(x.t+aside, 0)
		x.repeatFirstCallAndCompare("after a call at another time")
		for _, factor := range [2]float64{aside, -aside} {
			x.callWithFactor(x.t+aside, factor)
			x.repeatFirstCallAndCompare("after a call with other input at another time")
		}
		if x.l.frame.Sig.ArgIndex("dflag") < 0 {
			return
		}
	}
}

// callWithFactor returns the outputs at time t with inputs moved by the factor; nil if the
// routine fails, which is for the run to report.
func (x *probedRoutine) callWithFactor(t, factor float64) []float64 {
	f := x.l.frame
	move := func(dst, from []float64) {
		for i, v := range from {
			dst[i] = v + factor*max(math.Abs(v), x.s.sys.leastInputScale())
		}
	}
	copy(f.Real, x.real)
	for i := range f.Sig.Args {
		if a := &f.Sig.Args[i]; a.Kind == usersub.Real && !a.Out && a.Name != "par" && a.Name != "time" {
			at := f.ArgOffset(i)
			move(f.Reals(i), x.real[at:at+f.Len(i)])
		}
	}
	move(f.Value, x.value)
	f.PrepareCall(t, x.dflag, false)
	if x.l.callRoutine(x.s) != nil {
		return nil
	}
	var out []float64
	for _, o := range x.l.outs {
		if f.Sig.Args[o].Kind == usersub.Int {
			for _, v := range f.Ints(o) {
				out = append(out, float64(v))
			}
			continue
		}
		out = append(out, f.Reals(o)...)
	}
	return out
}

// leastInputScale is the least size by which inputs are moved.
func (sys *System) leastInputScale() float64 {
	if sys.Length > 0 {
		return min(1, sys.Length)
	}
	return 1
}

// repeatFirstCallAndCompare repeats the first call and compares; one finding a routine is enough.
func (x *probedRoutine) repeatFirstCallAndCompare(after string) {
	if x.found != nil || x.first == nil {
		return
	}
	out := x.callWithFactor(x.t, 0)
	for k := range out {
		if a, b := x.first[k], out[k]; math.Float64bits(a) != math.Float64bits(b) && !(math.IsNaN(a) && math.IsNaN(b)) {
			x.found = &StatefulRoutine{x.l.r, x.outputName(k), a, b, after}
			return
		}
	}
}

// outputName names output k, all counted one behind the other.
func (x *probedRoutine) outputName(k int) string {
	f := x.l.frame
	for _, o := range x.l.outs {
		n := f.Len(o)
		switch {
		case k < n && n == 1:
			return f.Sig.Args[o].Name
		case k < n:
			return fmt.Sprintf("%s[%d]", f.Sig.Args[o].Name, k+1)
		}
		k -= n
	}
	return "an output"
}
