package usersub

import "slices"

// maxAnswer bounds what one SYSARY query returns.
const maxAnswer = 4096

// QueryCache answers queries from a frame first and from the solver otherwise. A
// query that the frame did not foresee is added to it, so that it is
// foreseen from then on. Implementations that call back inside the process, and the
// host side of those that do not, query through a QueryCache.
type QueryCache struct {
	Frame *Frame
	State State
	Asked int // queries answered in this call, foreseen or not
	buf   []float64
	last  attribute
}

// attribute is what MODFNC or MODSET was called for last: SET_ATTRIBUTE sets it.
type attribute struct {
	element, name string
	id            int32
}

// Unwrap implements Wrapper: what else the solver offers is reached past the
// answers.
func (d *QueryCache) Unwrap() State { return d.State }

func (d *QueryCache) attributeService() *attribute { return &d.last }

var _ State = (*QueryCache)(nil)

// SysFnc returns a scalar measure, from the cache where it was asked for before.
func (d *QueryCache) SysFnc(name string, par []int32) (float64, int32) {
	d.Asked++
	a := &d.Frame.QueryAnswers
	i, name := d.findQuery(a, false, name, par)
	if i >= 0 {
		return a.Value[a.At[i]], a.Flag[i]
	}
	if v, ok := d.evalCustomFunction(name, par); ok {
		return v, 0
	}
	v, flag := d.State.SysFnc(name, par)
	a.AddAnswer(Query{Name: name, Par: slices.Clone(par)}, flag, v)
	return v, flag
}

// findQuery returns the place of a query, -1 if it has none, and the name in its usual form. Most routines write it in
// that form, and query the same in the same order in each call.
func (d *QueryCache) findQuery(a *QueryAnswers, isVector bool, name string, par []int32) (int, string) {
	if i := d.Asked - 1; i >= 0 && i < len(a.Asked) && a.Asked[i].matches(isVector, name, par) {
		return i, name
	}
	if i := a.FindQuery(isVector, name, par); i >= 0 {
		return i, name
	}
	usual := CanonicalMeasure(name)
	if usual == name {
		return -1, name
	}
	return a.FindQuery(isVector, usual, par), usual
}

// evalCustomFunction answers with a custom function of that name, if there is one: its queries are
// queries of the routine, its value is none.
func (d *QueryCache) evalCustomFunction(name string, par []int32) (float64, bool) {
	c, ok := As[Custom](d.State)
	if !ok || !c.HasCustom(name) {
		return 0, false
	}
	x := make([]float64, len(par))
	for i, v := range par {
		x[i] = float64(v)
	}
	v, flag := c.CusFnc(name, x)
	return v, flag == 0
}

// SysAry returns a vector of measures, from the cache where it was asked for before.
func (d *QueryCache) SysAry(name string, par []int32, dst []float64) (int, int32) {
	d.Asked++
	a := &d.Frame.QueryAnswers
	i, name := d.findQuery(a, true, name, par)
	if i < 0 {
		if d.buf == nil {
			d.buf = make([]float64, maxAnswer)
		}
		n, flag := d.State.SysAry(name, par, d.buf)
		i = a.AddAnswer(Query{Ary: true, Name: name, Par: slices.Clone(par)}, flag, d.buf[:n]...)
	}
	v := a.AnswerValues(i)
	copy(dst, v)
	return len(v), a.Flag[i]
}

// ModFnc implements State. Model data do not change during a call, so they
// are not part of the answers.
func (d *QueryCache) ModFnc(element string, id int32, name string) (text string, kindOrError int32) {
	d.last = attribute{element, name, id}
	return d.State.ModFnc(element, id, name)
}
