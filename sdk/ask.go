package sdk

import (
	"math"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// SysFnc queries the solver for a scalar measure: SysFnc("DX", 9) is DX(9). A
// measure or id that the solver does not know ends the call with an error.
// Its cost is that of a look-up if the routine requested it in a call before.
func (c *Call) SysFnc(name string, ids ...int) float64 {
	v, flag := c.door.SysFnc(name, c.fillIDBuffer(ids))
	if flag != 0 {
		c.abortOnQueryError("SYSFNC", name, ids, flag)
	}
	return v
}

// TrySysFnc is SysFnc for a routine that can do without the measure: the error
// flag is 0 if all is well, otherwise the value is 0.
func (c *Call) TrySysFnc(name string, ids ...int) (value float64, flag int) {
	v, f := c.door.SysFnc(name, c.fillIDBuffer(ids))
	return v, int(f)
}

// SysAry queries the solver for a vector measure: SysAry("TDISP", 11, 12) has
// three values. They are read only and valid until the routine returns. What
// the solver does not know ends the call with an error.
func (c *Call) SysAry(name string, ids ...int) []float64 {
	v, flag := c.sysAry(name, ids)
	if flag != 0 {
		c.abortOnQueryError("SYSARY", name, ids, flag)
	}
	return v
}

// TrySysAry is SysAry for a routine that can do without the measure: the error
// flag is 0 if all is well, otherwise there are no values.
func (c *Call) TrySysAry(name string, ids ...int) (values []float64, flag int) {
	v, f := c.sysAry(name, ids)
	return v, int(f)
}

// sysAry queries through the cache, which leaves the values in the frame.
func (c *Call) sysAry(name string, ids []int) ([]float64, int32) {
	par := c.fillIDBuffer(ids)
	_, flag := c.door.SysAry(name, par, nil)
	i := c.frame.FindQuery(true, usersub.CanonicalMeasure(name), par)
	return c.frame.AnswerValues(i), flag
}

// ModFnc requests an attribute of a model element as text, and what kind of
// value it is: 0 and 1 logical, 2 integer, 3 integers, 4 real, 5 reals, 6 text;
// -1 unknown element, -2 unknown id, -3 unknown attribute. Each query
// travels to the solver and back: make it in the set-up call and keep the value
// in Data.
func (c *Call) ModFnc(element string, id int, attribute string) (text string, kindOrError int) {
	t, f := c.door.ModFnc(element, c.fillIDBuffer([]int{id})[0], attribute)
	return t, int(f)
}

// fillIDBuffer puts ids into the buffer of the call as the solver takes them.
func (c *Call) fillIDBuffer(ids []int) []int32 {
	c.ids = c.ids[:0]
	for _, id := range ids {
		if id < math.MinInt32 || id > math.MaxInt32 {
			c.Abort("%d is not an id", id)
		}
		c.ids = append(c.ids, int32(id))
	}
	return c.ids
}

func (c *Call) abortOnQueryError(how, name string, ids []int, flag int32) {
	// A copy keeps the ids of all other queries off the heap.
	c.Abort("%s does not know %s%v (error flag %d)", how, name, append([]int(nil), ids...), flag)
}
