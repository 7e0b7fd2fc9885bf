package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const customKind = "CustomFunction"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: customKind, NoID: true,
			Doc: "a function by a user subroutine: SYMBOL(a, b, ...) in expressions, CUSFNC and SYSFNC in routines",
			Attrs: joinAttrs(
				&deck.AttrSpec{Name: "symbol", Type: deck.String, Required: true, Doc: "name of the function"},
				requiredAttr(nonNegativeIntegerAttr("num_param", "", "number of parameters")),
				deck.UserSubAttrs("", 0),
			),
		},
		phase: arrays,
		build: buildCustomFunction,
	})
}

// buildCustomFunction: the format does not document the argument list of these functions.
// Ours is that of VARSUB, with the caller's parameters in par and 0 as id.
func buildCustomFunction(b *builder, e *deck.Element) {
	symbol := customFunctionSymbol(e)
	if b.faults.of[e] || symbol == "" {
		return // reported
	}
	for _, o := range b.deck.ElementsOfKind(customKind) {
		if o == e {
			break
		}
		if customFunctionSymbol(o) == symbol {
			e.AddErrorf("symbol", "B106", "there is another %s with the symbol %s", customKind, symbol).AddNote(o.Span, "the first is here")
			return
		}
	}
	if e.Has("usrsub_param_string") {
		e.AddWarningf("usrsub_param_string", "B107", "the caller gives the parameters: these are ignored")
	}
	sub := b.loadCustomRoutine(e)
	if sub == nil {
		return
	}
	if a := sub.About; a.DescribesParams() && e.Int("num_param") != len(a.Params) && !hasVariadicParam(a) {
		e.AddErrorf("num_param", "B190", "routine %s takes %d parameters: %s", sub.Symbol, len(a.Params), a.UsageText())
		return
	}
	r := &system.Routine{Element: customKind + " " + symbol, Sub: sub, Sig: usersub.VARSUB, Par: make([]float64, e.Int("num_param"))}
	b.out.Routines = append(b.out.Routines, r)
	b.sys.Customs = append(b.sys.Customs, system.CustomFunction{Symbol: symbol, Routine: r})
}

// hasVariadicParam reports whether the last parameter may be given any number of times.
func hasVariadicParam(a *usersub.About) bool {
	return len(a.Params) > 0 && a.Params[len(a.Params)-1].Many
}

// customFunctionSymbol is the name of a custom function, in capitals.
func customFunctionSymbol(e *deck.Element) string {
	return strings.ToUpper(strings.TrimSpace(e.Str("symbol")))
}

// loadCustomRoutine loads the routine of a custom function when it is first wanted; nil if it
// cannot be had.
func (b *builder) loadCustomRoutine(e *deck.Element) *usersub.Routine {
	sub, ok := b.customs[e]
	if !ok {
		if b.customs == nil {
			b.customs = map[*deck.Element]*usersub.Routine{}
		}
		ref, _ := e.RoutineRef(usersub.VARSUB.Name)
		sub = b.openRoutine(&ref, usersub.VARSUB)
		b.customs[e] = sub
	}
	return sub
}
