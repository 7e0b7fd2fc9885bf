package element

import (
	"regexp"
	"strconv"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
)

var varval = regexp.MustCompile(`(?i)\bVARVAL\s*\(\s*(\d+)\s*\)`)

// longest is how long an expression may become by writing variables out.
const longest = 1 << 16

// inlineVariables returns an expression with the variables that it names written out,
// as far as they are expressions themselves: constraints and motions need all
// derivatives with respect to displacements and time. What cannot be written
// out stays, so that it is reported by its name.
func (b *builder) inlineVariables(text string) string {
	for range 32 {
		found := false
		text = varval.ReplaceAllStringFunc(text, func(s string) string {
			id, err := strconv.Atoi(varval.FindStringSubmatch(s)[1])
			if err != nil {
				return s
			}
			v := b.deck.FindElement(variableKind, id)
			if v == nil || v.Enum("type") != "EXPRESSION" || v.Bool("implicit") || !v.Has("expr") {
				return s
			}
			found = true
			b.out.WrittenOut[id] = true
			return "(" + v.Attr("expr").Value + ")"
		})
		if !found || len(text) > longest {
			break
		}
	}
	return text
}

// compileConstraint compiles expr for a constraint, with variables written out.
func (b *builder) compileConstraint(e *deck.Element) (*expr.Program, bool) {
	p, ok := b.compileAttr(e, "expr")
	if !ok {
		b.faults.addFaultyElement(e)
		return nil, false
	}
	for _, c := range p.Measures {
		if c.Name == "VARVAL" && c.Args[0] < 0 {
			e.Attr("expr").AddErrorf(c.Pos, c.End, "B108", "a custom function cannot be part of a constraint or a motion: its derivatives are not known; use a GCOSUB or a MOTSUB")
			b.faults.addFaultyElement(e)
			return nil, false
		}
	}
	if !b.refuseDelays(e, p) {
		b.faults.addFaultyElement(e)
		return nil, false
	}
	text := e.Attr("expr").Value
	if long := b.inlineVariables(text); long != text {
		if q, errs := expr.Compile(long, system.MeasureTable{}); len(errs) == 0 {
			if !b.refuseDelays(e, q) {
				b.faults.addFaultyElement(e)
				return nil, false
			}
			b.checks = append(b.checks, func() { b.bindSplines(nil, q) })
			return q, true
		}
	}
	return p, true
}
