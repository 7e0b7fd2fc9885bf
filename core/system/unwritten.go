package system

import (
	"fmt"
	"math"
	"strings"
)

// unwritten calls the routine once more with outputs that hold a value that no
// routine writes, and warns of entries that still hold it.
func (l *routineLaw) unwritten(t float64, s *State) {
	if sup := l.r.Sub.Implementation; sup == "gpython" || sup == "plugin" || sup == "compiled" {
		return
	}
	const pattern = 0x7ff8_dead_beef_5afe
	l.frame.Prepare(t, true, false)
	for _, o := range l.outs {
		v := l.frame.Reals(o)
		for k := range v {
			v[k] = math.Float64frombits(pattern)
		}
	}
	if l.call(s) != nil {
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
			unset = append(unset, l.entries(o, at))
		}
	}
	if len(unset) > 0 && s.first(l.r.Sub.File, l.r.Sub.Symbol, strings.Join(unset, " ")) {
		s.Warn("%s: %s never sets %s: taken as 0", l.r.Owner(), l.r.Name(), strings.Join(unset, " and "))
	}
}

// entries names entries of an output, counted from 1: "entries 2, 4-6 of
// result", or the output alone if all are meant.
func (l *routineLaw) entries(o int, at []int) string {
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

// first reports whether something is reported about a routine for the first time:
// elements that share one would report the same again.
func (s *State) first(words ...string) bool {
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
