package usersub

import (
	"fmt"
	"slices"
	"strings"
)

// GivenParam is one value of USER(...) as a deck writes it: stiffness=1e4, or by its
// position without a name.
type GivenParam struct {
	Name  string
	Value float64
}

// Bound is the parameters of a routine in their order.
type Bound struct {
	Values []float64
	From   []int    // of each: its place among those given, -1 for a default
	Params []*Param // of each: what the routine says about it, nil if nothing
}

// Misfit is what is wrong with the values that were given.
type BindError struct {
	At      int    // place among those given, -1 for the list as a whole
	OfName  bool   // its name is wrong, not its value
	Unknown bool   // the name is none of those of the routine
	Text    string // one line: "damping = -1 N s/mm must be at least 0"
	Hint    string
}

// BindParams orders and checks the values that a deck gives a routine and fills in what
// is missing. Values without a name are first, in the order of the routine. It
// works without anything being reported (a may be nil): then there are no names, and all
// is as given.
func (a *About) BindParams(given []GivenParam) (Bound, []BindError) {
	if !a.DescribesParams() {
		return bindUnnamed(given)
	}
	b := binding{about: a, from: make([][]int, len(a.Params))}
	for k := range given {
		b.placeValue(given, k)
	}
	return b.fillMissing(given)
}

// bindUnnamed takes values of a routine that describes nothing.
func bindUnnamed(given []GivenParam) (b Bound, wrong []BindError) {
	for k, g := range given {
		if g.Name != "" {
			return Bound{}, []BindError{{At: k, OfName: true, Text: "the routine does not name its parameters",
				Hint: "give the numbers alone, in the order of the routine: USER(1.5, 2)"}}
		}
		b.Values, b.From, b.Params = append(b.Values, g.Value), append(b.From, k), append(b.Params, nil)
	}
	return b, nil
}

// binding is a list of parameters while it is ordered.
type binding struct {
	about *About
	from  [][]int // of each parameter: which of those given
	next  int     // parameter of the next value without a name
	named bool    // one had a name
	many  bool    // more values than parameters, as reported
	wrong []BindError

	unknown bool // there was a name that the routine does not have
}

func (b *binding) placeValue(given []GivenParam, k int) {
	g, params := given[k], b.about.Params
	i := b.next
	if g.Name == "" {
		switch {
		case b.named:
			b.addBindError(BindError{At: k, Text: "a value without a name follows one with a name", Hint: b.paramListText()})
			return
		case i >= len(params):
			if !b.many {
				b.addBindError(BindError{At: k, Text: fmt.Sprintf("%d values are given, the routine takes %s", len(given), countText(len(params))), Hint: b.paramListText()})
			}
			b.many = true
			return
		}
		if !params[i].Many {
			b.next++
		}
	} else {
		b.named = true
		i = slices.IndexFunc(params, func(p Param) bool { return strings.EqualFold(p.Name, g.Name) })
		if i < 0 {
			b.unknown = true
			b.addBindError(BindError{At: k, OfName: true, Unknown: true, Text: "the routine has no parameter " + g.Name, Hint: b.paramListText()})
			return
		}
		if len(b.from[i]) > 0 && !params[i].Many {
			b.addBindError(BindError{At: k, OfName: true, Text: params[i].Name + " is given twice"})
			return
		}
	}
	b.from[i] = append(b.from[i], k)
	if why := params[i].invalidReason(g.Value); why != "" {
		b.addBindError(BindError{At: k, Text: params[i].valueText(g.Value) + " " + why, Hint: params[i].Doc})
	}
}

// fillMissing fills in defaults and finds what is missing.
func (b *binding) fillMissing(given []GivenParam) (Bound, []BindError) {
	var out Bound
	add := func(p *Param, v float64, from int) {
		out.Values, out.From, out.Params = append(out.Values, v), append(out.From, from), append(out.Params, p)
	}
	for i := range b.about.Params {
		p := &b.about.Params[i]
		switch {
		case len(b.from[i]) > 0:
			for _, k := range b.from[i] {
				add(p, given[k].Value, k)
			}
		case p.Many:
		case p.Default != nil:
			add(p, *p.Default, -1)
		default:
			if !b.unknown { // else it may be the one that was meant
				b.addBindError(BindError{At: -1, Text: fmt.Sprintf("parameter %d, %s, is missing and has no default", i+1, p.nameAndKindText()), Hint: b.paramListText()})
			}
		}
	}
	if len(b.wrong) > 0 {
		return Bound{}, b.wrong
	}
	return out, nil
}

func (b *binding) addBindError(m BindError) { b.wrong = append(b.wrong, m) }

// paramListText lists the parameters: "USER(stiffness, damping, marker)".
func (b *binding) paramListText() string { return "the routine takes " + b.about.UsageText() }

// UsageText is the list of parameters as a deck writes it:
// "USER(stiffness, damping=10, markers...)".
func (a *About) UsageText() string {
	var list []string
	for k := range a.Params {
		p := &a.Params[k]
		text := p.Name
		if p.Default != nil {
			text += "=" + shortNumber(*p.Default)
		}
		if p.Many {
			text += "..."
		}
		list = append(list, text)
	}
	return "USER(" + strings.Join(list, ", ") + ")"
}

// nameAndKindText is the name of a parameter with what it is: "marker (id of a
// Reference_Marker: the bead)".
func (p *Param) nameAndKindText() string {
	if p.Doc == "" {
		return fmt.Sprintf("%s (%s)", p.Name, p.KindText())
	}
	return fmt.Sprintf("%s (%s: %s)", p.Name, p.KindText(), p.Doc)
}

// valueText is a value with name and unit: "damping = -1 N s/mm".
func (p *Param) valueText(v float64) string {
	return strings.TrimSpace(p.Name + " = " + shortNumber(v) + " " + p.Unit)
}

func countText(n int) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "one"
	}
	return fmt.Sprint(n)
}
