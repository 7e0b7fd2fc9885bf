package loading

import "github.com/trammel-mbd/trammel/usersub"

// UtilityCalls are calls that are not in use; they nest only where the solver is driven.
type UtilityCalls struct{ free []*usersub.UtilityCall }

// Acquire returns a call of u by the routine that is called through d, which is nil outside of a call; it is handed back with Release.
func (p *UtilityCalls) Acquire(u *usersub.Utility, d *usersub.QueryCache) *usersub.UtilityCall {
	var c *usersub.UtilityCall
	if n := len(p.free); n > 0 {
		c, p.free = p.free[n-1], p.free[:n-1]
	} else {
		c = new(usersub.UtilityCall)
	}
	if d == nil {
		c.PrepareCall(u, nil, 0)
	} else {
		c.PrepareCall(u, d, d.Frame.Time())
	}
	return c
}

// Release takes a call back.
func (p *UtilityCalls) Release(c *usersub.UtilityCall) {
	c.State = nil
	p.free = append(p.free, c)
}

// ReadInputs calls read for each input of a call: scalars first, since arrays need the sizes among them. length is that of a text
// in Fortran by its number among the texts, -1 in C. ok is false once read is, for sizes that make no sense and missing pointers.
func ReadInputs(c *usersub.UtilityCall, length func(text int) int, read func(i, length int) bool) (ok bool) {
	for pass := range 2 {
		text := 0
		for i := range c.Args {
			a, n := &c.Args[i], -1
			if a.Kind == usersub.Text {
				n = length(text)
				text++
			}
			if a.IsInput() && (pass == 0) == a.IsScalar() && !read(i, n) {
				return false
			}
		}
	}
	return true
}

// WriteOutputs calls write for each output of a call, with lengths as ReadInputs has them.
func WriteOutputs(c *usersub.UtilityCall, length func(text int) int, write func(i, length int)) {
	text := 0
	for i := range c.Args {
		a, n := &c.Args[i], -1
		if a.Kind == usersub.Text {
			n = length(text)
			text++
		}
		if a.Out {
			write(i, n)
		}
	}
}
