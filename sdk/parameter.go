package sdk

import (
	"strings"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// Quantity is a state or an input of a state equation.
type Quantity = usersub.Quantity

// Parameter is one number of USER(...): its name, unit, meaning and range. A deck
// may give it by its position or by its name, and is checked before the run.
//
//	sdk.Param("stiffness", "N/mm", "of the spring").Above(0).Default(1e4)
//	sdk.Param("marker", "", "the bead").ID("Reference_Marker")
type Parameter struct{ described usersub.Param }

// Param is a parameter that may be any number and must be given. The unit reports the
// reader what the routine expects, nothing is converted.
func Param(name, unit, doc string) Parameter {
	return Parameter{usersub.Param{Name: name, Unit: unit, Doc: doc}}
}

// WithDefault sets the value of the parameter where the deck gives none.
func (p Parameter) WithDefault(v float64) Parameter {
	p.described.Default = &v
	return p
}

// AtLeast is the smallest value.
func (p Parameter) AtLeast(v float64) Parameter {
	p.described.Min, p.described.AboveMin = &v, false
	return p
}

// Above is what all values must exceed.
func (p Parameter) Above(v float64) Parameter {
	p.described.Min, p.described.AboveMin = &v, true
	return p
}

// AtMost is the largest value.
func (p Parameter) AtMost(v float64) Parameter {
	p.described.Max, p.described.BelowMax = &v, false
	return p
}

// Below is what all values must stay under.
func (p Parameter) Below(v float64) Parameter {
	p.described.Max, p.described.BelowMax = &v, true
	return p
}

// AsInteger makes the parameter a whole number.
func (p Parameter) AsInteger() Parameter {
	p.described.Type = usersub.Integer
	return p
}

// AsElementID makes it the id of an element of this kind, "Reference_Marker", which the model
// must have; "" is for an id of any kind, which is not looked up.
func (p Parameter) AsElementID(element string) Parameter {
	p.described.Type, p.described.Element = usersub.ID, element
	return p
}

// AnyNumberOf lets the last parameter be given any number of times, none included.
func (p Parameter) AnyNumberOf() Parameter {
	p.described.Many = true
	return p
}

// Param returns the parameter called name: what the deck gives, else its default. A
// name that the routine has not reported in WithParameters ends the call with an error, and so
// does a parameter that is not there.
func (c *Call) Param(name string) float64 {
	for k := range c.parameters {
		p := &c.parameters[k].described
		if !strings.EqualFold(p.Name, name) {
			continue
		}
		switch {
		case k < len(c.Par):
			return c.Par[k]
		case p.Default != nil:
			return *p.Default
		}
		c.Abort("parameter %s (%d of USER(...)) is needed, there are %d", p.Name, k+1, len(c.Par))
	}
	c.Abort("the routine describes no parameter %s", name)
	return 0
}

// ParamID returns the parameter called name as an id.
func (c *Call) ParamID(name string) int { return int(c.Param(name)) }
