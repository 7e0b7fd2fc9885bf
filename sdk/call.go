package sdk

import (
	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// Call is one call of a routine for one element. It is valid until the routine
// returns; only Data stays from call to call.
type Call struct {
	ID      int       // number of the element in the deck
	Element string    // its kind: "Force_Penalty"
	Time    float64   // simulated time
	Par     []float64 // the numbers of USER(...); read only
	Data    any       // the routine's own, one for each element; nil at first

	frame *usersub.Frame
	door  usersub.QueryCache
	par   int // place of par in the argument list, -1 if there is none
	ids   []int32

	parameters []Parameter // of the routine

	out   string // the output that was written last, and its place
	outAt int
}

// beginCall prepares c for the call whose arguments are in f.
func (c *Call) beginCall(f *usersub.Frame, s usersub.State) {
	if c.frame != f {
		c.frame, c.door.Frame, c.par, c.out = f, f, f.Sig.ArgIndex("par"), ""
		c.ID, c.Element = f.ID, f.Element
	}
	c.door.State, c.door.Asked = s, 0
	c.Time, c.Par = f.Time(), nil
	if c.par >= 0 {
		c.Par = f.Reals(c.par)
	}
}

// Frame is the arguments and the foreseen queries as the solver lays them
// out, for plugins that hand calls on to another language.
func (c *Call) Frame() *usersub.Frame { return c.frame }

// State is the way back into the solver as the solver's own implementations have it, for
// plugins that hand calls on to one of these. It is valid until the routine returns.
func (c *Call) State() usersub.State { return c.door.State }

// IsSetup reports whether this is the call made before the run, in which a routine
// prepares itself and makes all queries that it will make later.
func (c *Call) IsSetup() bool { return c.frame.IsSetup() }

// IsDifferencing reports whether the solver calls to compute a derivative (dflag).
func (c *Call) IsDifferencing() bool {
	i := c.frame.Sig.ArgIndex("dflag")
	return i >= 0 && c.frame.Ints(i)[0] != 0
}

// ParInt returns entry k of Par as an integer: the id of a marker, say.
func (c *Call) ParInt(k int) int {
	if k < 0 || k >= len(c.Par) {
		c.Abort("parameter %d is needed, USER(...) has %d", k+1, len(c.Par))
	}
	return int(c.Par[k])
}

// IntInput returns the integer argument called name.
func (c *Call) IntInput(name string) int { return int(c.frame.Ints(c.argIndex(name, usersub.Int))[0]) }

// RealInput returns the real input called name: "states", "input". It is read only.
func (c *Call) RealInput(name string) []float64 { return c.frame.Reals(c.argIndex(name, usersub.Real)) }

// RealOutput returns the output called name, to be written. It holds zeros.
func (c *Call) RealOutput(name string) []float64 {
	if name != "" && c.out == name {
		return c.frame.Reals(c.outAt)
	}
	i := c.argIndex(name, usersub.Real)
	if !c.frame.Sig.Args[i].Out {
		c.Abort("%s is not an output of %s", name, c.frame.Sig.Name)
	}
	c.out, c.outAt = name, i
	return c.frame.Reals(i)
}

// argIndex finds an argument by name.
func (c *Call) argIndex(name string, kind usersub.Kind) int {
	i := c.frame.Sig.ArgIndex(name)
	if i < 0 || c.frame.Sig.Args[i].Kind != kind {
		c.Abort("%s has no such argument %s", c.frame.Sig.Name, name)
	}
	return i
}

// States returns the states of a state equation; read only.
func (c *Call) States() []float64 { return c.RealInput("states") }

// Input returns the inputs of a state equation; read only.
func (c *Call) Input() []float64 { return c.RealInput("input") }
