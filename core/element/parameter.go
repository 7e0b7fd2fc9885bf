package element

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/unit"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Parameter", NoID: true, Parameter: true,
			Doc: "a named value that --set, --params and studies change; attributes use it as ${name}" + ours,
			Attrs: joinAttrs(
				requiredAttr(&deck.AttrSpec{Name: "name", Type: deck.String, Doc: "letters, digits, _ and points, a letter first"}),
				requiredAttr(&deck.AttrSpec{Name: "value", Type: deck.String, Doc: "number, expression of numbers and other parameters, or text"}),
				&deck.AttrSpec{Name: "unit", Type: deck.String, Doc: "unit of the number, such as N/mm; it must be the deck's for what the parameter is used as"},
				realAttr("min", "", "unit", "least number that may be assigned"),
				realAttr("max", "", "unit", "largest number that may be assigned"),
				&deck.AttrSpec{Name: "doc", Type: deck.String, Doc: "what it is"},
			),
		},
	})
}

// checkParameterUnits compares the unit of each parameter with that of the attributes whose value it is.
func (b *builder) checkParameterUnits() {
	force, mass, length, time := ModelUnits(b.deck)
	quantity := map[string]unit.Measure{
		"force": {Mass: 1, Length: 1, Time: -2, Size: force.SI}, "mass": {Mass: 1, Size: mass.SI},
		"length": {Length: 1, Size: length.SI}, "time": {Time: 1, Size: time.SI}, "rad": unit.Number,
	}
	named := func(name string) (unit.Measure, bool) {
		m, ok := quantity[name]
		return m, ok
	}
	for _, p := range b.deck.Parameters {
		if p.Unit == "" {
			continue
		}
		own, err := unit.ParseProduct(p.Unit, unit.FindByName)
		if err != nil {
			b.deck.Diags.AddErrorf(p.Span, "B298", "parameter %s: unit: %q: %v", p.Name, p.Unit, err).Help = "write a unit as N/mm, kg m^2, N s/m or 1"
			continue
		}
		for _, a := range p.Uses {
			if a.Spec == nil || a.Spec.Unit == "" {
				continue
			}
			checkParameterUnit(b.deck, p, own, a, named)
		}
	}
}

// checkParameterUnit reports a parameter whose unit is none of those that an attribute may have. Units of the reference that depend on
// something else ("unit of expr") are not compared.
func checkParameterUnit(m *deck.Model, p *deck.Parameter, parameterUnit unit.Measure, a *deck.Attr, unitOfName func(string) (unit.Measure, bool)) {
	near := math.NaN()
	for _, text := range strings.FieldsFunc(strings.ReplaceAll(a.Spec.Unit, " or ", ","), func(r rune) bool { return r == ',' }) {
		wanted, err := unit.ParseProduct(strings.TrimSpace(text), unitOfName)
		if err != nil {
			return
		}
		if ratio := parameterUnit.Size / wanted.Size; parameterUnit.IsSameQuantity(wanted) {
			if math.Abs(ratio-1) < 1e-9 {
				return
			}
			near = ratio
		}
	}
	d := a.AddErrorf(0, len(a.Value), "B298", "parameter %s has the unit %s, the attribute has %s", p.Name, p.Unit, a.Spec.Unit)
	d.AddNote(p.Span, "the parameter is defined here")
	if d.Help = "correct the unit of the parameter, or use another one"; !math.IsNaN(near) {
		d.Help = fmt.Sprintf("in the units of the deck it is ${%s*%g}", p.Name, near)
	}
}
