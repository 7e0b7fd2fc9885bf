package element

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/flex"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// DefaultDampingRatio is the ratio of damping of a mode with a frequency in Hz where neither deck nor data say anything, as in
// Adams' FLEX_BODY.
func DefaultDampingRatio(frequency float64) float64 {
	switch {
	case frequency < 100:
		return 0.01
	case frequency < 1000:
		return 0.1
	}
	return 1
}

// addModalDamping sets the damping of a body: cdamp_expr, else that of the data, else the default. A mode with the
// shape y, yᵀ M y = 1, and the angular frequency ω has the damping force -2ζω (M y)(M y)ᵀ q'. An expression
// belongs to a law where it depends on more than the mode.
func (b *builder) addModalDamping(e *deck.Element, d *flex.Data, size []float64, body *system.FlexBody) {
	frequency, shape, err := d.Modes()
	if err != nil {
		e.AddErrorf("", "B411", "the frequencies of the modes: %v", err)
		return
	}
	var modes []system.FlexDamping
	unit := b.consistentUnits().Time
	for j, f := range frequency { // by the time unit of the deck
		modes = append(modes, system.FlexDamping{Ratio: system.None, Rate: 4 * math.Pi * f, Shape: multiplyMassByShape(d, shape[j], size)})
		frequency[j] = f / unit
	}
	a := e.Attr("cdamp_expr")
	if e.Has("is_user_damp") && !e.Bool("is_user_damp") {
		a = nil
	}
	switch {
	case namesRoutine(e, usersub.DMPSUB) && (!e.Has("is_user_damp") || e.Bool("is_user_damp")):
		if a != nil {
			e.AddWarningf("cdamp_expr", "B062", "the user subroutine is taken, cdamp_expr is ignored")
		}
		b.addDampingRoutine(e, body, modes, frequency)
	case a != nil:
		body.D = nil
		index := len(b.sys.Flex)
		b.rows = append(b.rows, func() {
			b.buildAndRecordFault(e, func() {
				for j := range modes {
					if !b.addDampingExpression(e, a, &b.sys.Flex[index], &modes[j], firstMode+j, frequency[j]) {
						return
					}
				}
			})
		})
	case d.D != nil:
	default:
		for j := range modes {
			ratio := DefaultDampingRatio(frequency[j])
			if d.Zeta != nil {
				ratio = d.Zeta[j]
			}
			addModeDamping(body, &modes[j], ratio)
		}
	}
}

// addDampingRoutine adds the ratios that DMPSUB gives, for the frequencies in Hz.
func (b *builder) addDampingRoutine(e *deck.Element, body *system.FlexBody, modes []system.FlexDamping, frequency []float64) {
	body.D = nil
	index := len(b.sys.Flex)
	b.rows = append(b.rows, func() {
		b.buildAndRecordFault(e, func() {
			r := b.loadRoutine(e, usersub.DMPSUB, map[string]int{"nmode": len(modes)})
			if r == nil {
				return
			}
			r.Constant = map[string][]float64{"freq": frequency}
			law := b.sys.AddLaw(r.LawSpec())
			for j := range modes {
				modes[j].Ratio = system.Output{Law: law, Out: j}
				b.sys.Flex[index].Damping = append(b.sys.Flex[index].Damping, modes[j])
			}
		})
	})
}

// multiplyMassByShape returns M y for coordinates in lengths.
func multiplyMassByShape(d *flex.Data, y, size []float64) []float64 {
	n := len(y)
	s := make([]float64, n)
	for j := range s {
		for k, v := range y {
			s[j] += d.M[j*n+k] * v / size[j]
		}
	}
	return s
}

// addModeDamping adds a constant ratio of one mode to D.
func addModeDamping(body *system.FlexBody, m *system.FlexDamping, ratio float64) {
	n := len(m.Shape)
	if body.D == nil {
		body.D = make([]float64, n*n)
	}
	for j, x := range m.Shape {
		for k, y := range m.Shape {
			body.D[j*n+k] += ratio * m.Rate * x * y
		}
	}
}

var modeNames = regexp.MustCompile(`(?i)\b(FXFREQ|FXMODE)\b`)

// addDampingExpression compiles cdamp_expr for one mode, with FXFREQ and FXMODE replaced by their values.
func (b *builder) addDampingExpression(e *deck.Element, a *deck.Attr, body *system.FlexBody, m *system.FlexDamping, mode int, frequency float64) bool {
	text := modeNames.ReplaceAllStringFunc(a.Value, func(name string) string {
		if name[2]|0x20 == 'f' {
			return "(" + formatNumber(frequency) + ")"
		}
		return strconv.Itoa(mode)
	})
	p, ok := b.compileSubexpression(e, a, 0, text)
	if !ok {
		return false
	}
	if v, constant := p.ConstantValue(); constant {
		if v < 0 {
			e.AddErrorf("cdamp_expr", "B414", "the damping of mode %d is %g: a negative ratio feeds energy", mode, v)
			return false
		}
		addModeDamping(body, m, v)
		return true
	}
	m.Ratio = system.Output{Law: b.sys.AddLaw(system.ExpressionLaw(fmt.Sprintf("%s: cdamp_expr of mode %d", e.KindID(), mode), p))}
	body.Damping = append(body.Damping, *m)
	return true
}
