package system

import (
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Custom is a function that routines call by name: CUSFNC. Its parameters are what
// the caller gives.
type Custom struct {
	Symbol  string // in capitals
	Routine *Routine
}

var _ usersub.Custom = (*door)(nil)

// custom is a Custom of a State.
type custom struct {
	law  *routineLaw
	busy bool // a call is under way
}

// startCustoms makes the set-up calls of custom functions.
func (s *State) startCustoms() error {
	s.customs = map[string]*custom{}
	for _, c := range s.sys.Customs {
		l := newRoutineLaw(c.Routine)
		s.routines = append(s.routines, l)
		s.customs[c.Symbol] = &custom{law: l}
	}
	for _, c := range s.sys.Customs {
		x := s.customs[c.Symbol]
		x.busy = true
		err := x.law.setup(s)
		if x.busy = false; err != nil {
			return err
		}
	}
	s.learnt = false // what it asks is asked by its callers
	return nil
}

// HasCustom implements usersub.Custom.
func (d *door) HasCustom(name string) bool {
	return d.s.customs[strings.ToUpper(strings.TrimSpace(name))] != nil
}

// CusFnc implements usersub.Custom. The function is called with the time and the
// flags of its caller. What it asks counts as a query of the caller, whose
// dependence on it is then known and differenced. A call that fails ends that
// of the caller, too.
func (d *door) CusFnc(name string, par []float64) (float64, int32) {
	c := d.s.customs[strings.ToUpper(strings.TrimSpace(name))]
	if c == nil {
		return 0, 1
	}
	f := c.law.frame
	if c.busy || len(par) > len(f.Arg("par")) {
		d.s.Warn("%s: CUSFNC %s is called %s: its error flag is set", d.owner(), name,
			map[bool]string{true: "by itself", false: "with too many parameters"}[c.busy])
		return 0, 1
	}
	under, caller := d.under, d.frame
	c.busy = true
	defer func() { c.busy, d.under, d.frame = false, under, caller }()
	var state usersub.State = d
	t, differencing := d.TimGet(), false
	if caller != nil {
		state = &usersub.Door{Frame: caller, State: d}
		t = caller.Time()
		if i := caller.Sig.Index("dflag"); i >= 0 {
			differencing = caller.Ints(i)[0] != 0
		}
	}
	p := f.Arg("par")
	clear(p)
	copy(p, par)
	f.Answers = usersub.Answers{}
	f.Prepare(t, differencing, d.setup)
	d.enter(c.law, f)
	if err := c.law.meter.call(f, state); err != nil {
		d.inner = c.law.explain(err, c.law.meter, f)
		return 0, 1
	}
	return f.Arg("value")[0], 0
}
