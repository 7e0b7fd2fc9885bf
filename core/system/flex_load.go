package system

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/usersub"
)

// FlexLoad is a generalized force on a flexible body, the sum of Value × Load over its terms.
type FlexLoad struct {
	Element string
	ID      int
	Flex    int // in System.Flex
	Terms   []FlexLoadTerm
}

// FlexLoadTerm has the load of a unit of Value, 6 + n numbers: force and torque about the origin along the axes of the body, then forces on the coordinates z. A nil
// load is a unit at one place.
type FlexLoadTerm struct {
	Value Output
	Load  []float64
	At    int
}

// addTo adds k Load to dst.
func (t *FlexLoadTerm) addTo(dst []float64, k float64) {
	if t.Load == nil {
		dst[t.At] += k
		return
	}
	for i, v := range t.Load {
		dst[i] += k * v
	}
}

// addLoads adds k times the loads on the body to dst, along the axes of the body.
func (x *flexState) addLoads(s *State, dst []float64, k float64) {
	for i := range s.sys.FlexLoads {
		if l := &s.sys.FlexLoads[i]; l.Flex == x.at {
			for n := range l.Terms {
				l.Terms[n].addTo(dst, k*s.lawOutputValue(l.Terms[n].Value))
			}
		}
	}
}

// loadPower returns the power of the loads on the body.
func (x *flexState) loadPower(s *State) float64 {
	st := &s.kin.body[x.f.Frame]
	clear(x.load)
	x.addLoads(s, x.load, 1)
	p := spatial.LoadVec(x.load).Dot(st.R.MulTransposed(st.V)) + spatial.LoadVec(x.load[3:]).Dot(x.w)
	for j, zd := range x.zd {
		p += x.load[6+j] * zd
	}
	return p
}

// linearizeFlexLoad adds the partials of a load with respect to the inputs of its laws. How it turns with the body is in the partials of the residual.
func (j *jacobian) linearizeFlexLoad(l *FlexLoad) {
	s := j.s
	x := &s.flex[l.Flex]
	r := &s.kin.body[x.f.Frame].R
	for n := range l.Terms {
		t := &l.Terms[n]
		j.gather.clearTouched()
		j.collectOutputDerivative(int(t.Value.Law), t.Value.Out, 1)
		if len(j.gather.touched) == 0 {
			continue
		}
		clear(x.load)
		t.addTo(x.load, 1)
		r.Mul(spatial.LoadVec(x.load)).Store(x.load)
		r.Mul(spatial.LoadVec(x.load[3:])).Store(x.load[3:])
		at := 0
		for _, b := range x.f.parts {
			n := s.sys.Bodies[b].speedCount()
			j.addGatheredOuterProduct(s.sys.bodyNode(b), x.load[at:at+n], -1, &j.gather)
			at += n
		}
	}
}

// addFlexLoadEdges lists what a load touches.
func (p *evaluationPlan) addFlexLoadEdges(l *FlexLoad, add func(i, j int)) {
	for n := range l.Terms {
		p.addLawNodes(int(l.Terms[n].Value.Law), func(node int) {
			for _, b := range p.sys.Flex[l.Flex].parts {
				add(p.sys.bodyNode(b), node)
			}
		})
	}
}

// LoadCase is a load on a flexible body: force and torque about the origin along its axes, and forces on its modal coordinates, in the units of the model.
type LoadCase struct {
	Force, Torque vec
	Modal         []float64
}

// Scaled returns the load as FlexLoadTerm has it; size are the sizes of the coordinates.
func (c *LoadCase) Scaled(size []float64) []float64 {
	out := make([]float64, 6+len(size))
	c.Force.Store(out)
	c.Torque.Store(out[3:])
	for k, s := range size {
		out[6+k] = c.Modal[k] / s
	}
	return out
}

// ModalLoadLawSpec returns the law of MFOSUB, whose outputs are the 6 + n entries of a load: scale times the load case icase, counted from 1, or loadvec where icase
// is 0. own is the case that counts where a routine that gives no loadvec leaves icase at 0; -1 for none.
func (r *Routine) ModalLoadLawSpec(cases []LoadCase, size []float64, own int, always bool) LawSpec {
	n := 6 + len(size)
	return LawSpec{Owner: r.OwnerTitle(), Outputs: n, New: func(s *State) (Law, error) {
		l := &modalLoadLaw{routineLaw: newRoutineLaw(r), size: size, own: own, always: always}
		for i := range cases {
			l.cases = append(l.cases, cases[i].Scaled(size))
			copy(l.frame.RealArgNamed("modloads")[i*len(size):], cases[i].Modal)
		}
		l.all = make([]float64, l.n)
		l.written = true // it gives a case or a load
		s.routines = append(s.routines, l.routineLaw)
		return l, l.callSetup(s)
	}}
}

// modalLoadLaw is the law of MFOSUB. Its routine has the real outputs scale and loadvec.
type modalLoadLaw struct {
	*routineLaw
	cases  [][]float64
	size   []float64
	own    int
	always bool // the routine always gives loadvec
	all    []float64
	part   []float64
	in     int // number of the case of the last evaluation, -1 for loadvec
}

func (l *modalLoadLaw) Outputs() int { return 6 + len(l.size) }

func (l *modalLoadLaw) Eval(out, in []float64, s *State) error {
	if err := l.evalAt(l.all, in, s.p.T, false, s); err != nil {
		return err
	}
	l.in = int(l.frame.Ints(l.r.Sig.ArgIndex("icase"))[0]) - 1
	switch {
	case l.always:
		l.in = -1
	case l.in < -1 || l.in >= len(l.cases):
		return l.callError(usersub.Exception, fmt.Sprintf("icase is %d: the data of the body have %d load cases", l.in+1, len(l.cases)), s.p.T)
	case l.in < 0:
		l.in = l.own
	}
	l.store(out, l.all, 1)
	return nil
}

// store sets dst, entries stride apart, to the load for the outputs all of the routine, which are stride apart too.
func (l *modalLoadLaw) store(dst, all []float64, stride int) {
	for k := range 6 + len(l.size) {
		switch {
		case l.in >= 0:
			dst[k*stride] = all[0] * l.cases[l.in][k]
		case k < 6:
			dst[k*stride] = all[(1+k)*stride]
		default:
			dst[k*stride] = all[(1+k)*stride] / l.size[k-6]
		}
	}
}

func (l *modalLoadLaw) Partials(dst, dt, in, _ []float64, precise bool, s *State) error {
	clear(dt) // no constraint depends on a load
	n := len(in)
	if len(l.part) != l.n*n {
		l.part = make([]float64, l.n*n)
	}
	if err := l.routineLaw.Partials(l.part, nil, in, l.all, precise, s); err != nil {
		return err
	}
	for k := range in {
		l.store(dst[k:], l.part[k:], n)
	}
	return nil
}
