package element

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Calls of custom functions in expressions. The function asks what it likes, so that it is
// a law of its own, whose inputs are its parameters, expressions themselves, and its
// queries. In the expression a variable without a number that decks can give takes the
// place of the call: VARVAL(-1).

// callRewriter is an expression while calls of custom functions are replaced.
type callRewriter struct {
	b    *builder
	e    *deck.Element
	a    *deck.Attr
	from int // where text begins in the value of the attribute
	text string
	out  strings.Builder
	done int // up to here text is in out
	edit []attributeEdit
	bad  bool
}

// attributeEdit says that the bytes from..to of the new text stand for at..end of the value of
// the attribute.
type attributeEdit struct{ from, to, at, end int }

// expandCustomCalls returns the text of an expression from a place on, with calls of custom
// functions replaced, and what was replaced. It is not ok when errors were reported.
func (b *builder) expandCustomCalls(e *deck.Element, a *deck.Attr, from int, text string) (expanded string, edits []attributeEdit, ok bool) {
	if len(b.deck.ElementsOfKind(customKind)) == 0 {
		return text, nil, true
	}
	w := callRewriter{b: b, e: e, a: a, from: from, text: text}
	for i := 0; i < len(text); {
		switch {
		case !isLetter(text[i]) && !isDigit(text[i]) && text[i] != '.':
			i++
		default:
			j := i
			for j < len(text) && (isLetter(text[j]) || isDigit(text[j]) || text[j] == '.') {
				j++
			}
			i = w.rewriteName(i, j)
		}
	}
	w.out.WriteString(text[w.done:])
	return w.out.String(), w.edit, !w.bad
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// rewriteName examines the word i..j and returns where to continue.
func (w *callRewriter) rewriteName(i, j int) (next int) {
	e := w.b.findCustomFunction(w.text[i:j])
	open := j
	for open < len(w.text) && strings.IndexByte(" \t\r\n", w.text[open]) >= 0 {
		open++
	}
	if e == nil || open == len(w.text) || w.text[open] != '(' {
		return j
	}
	commas, end := findArgumentCommas(w.text, open)
	if end < 0 {
		return j // the parser reports that ) is missing
	}
	w.out.WriteString(w.text[w.done:i])
	n := w.rewriteCall(e, i, j, append(commas, end-1), open+1, end)
	from := w.out.Len()
	fmt.Fprintf(&w.out, "VARVAL(%d)", -n)
	w.edit = append(w.edit, attributeEdit{from, w.out.Len(), w.from + i, w.from + end})
	w.done = end
	return end
}

// findArgumentCommas returns the places of the commas between the arguments of the ( at open, and the
// end of the list, -1 if there is none.
func findArgumentCommas(text string, open int) (commas []int, end int) {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return commas, i + 1
			}
		case ',':
			if depth == 1 {
				commas = append(commas, i)
			}
		}
	}
	return nil, -1
}

// rewriteCall makes the call i..end with the name i..j, whose arguments begin at first and end at
// ends, a hidden variable and returns its number.
func (w *callRewriter) rewriteCall(e *deck.Element, i, j int, ends []int, first, end int) (variableID int) {
	b := w.b
	if len(ends) == 1 && strings.TrimSpace(w.text[first:ends[0]]) == "" {
		ends = nil
	}
	v := system.NewUnboundValue(1)
	v.Const = []float64{0}
	if n := e.Int("num_param"); len(ends) != n && e.Has("num_param") {
		w.a.AddErrorf(w.from+i, w.from+end, "X001", "%s takes %d parameters, found %d", strings.ToUpper(w.text[i:j]), n, len(ends))
		w.bad = true
		return b.addHiddenVariable(v)
	}
	var given []system.Call
	for _, to := range ends {
		p, ok := b.compileSubexpression(w.e, w.a, w.from+first, w.text[first:to])
		if first = to + 1; !ok {
			w.bad = true
			continue
		}
		x := system.NewUnboundValue(1)
		x.Law = b.sys.AddLaw(system.ExpressionLaw(w.e.KindID()+": "+w.a.Spec.Name, p))
		given = append(given, system.Call{Name: "VARVAL", Args: []int{-b.addHiddenVariable(x)}})
	}
	sub := b.loadCustomRoutine(e)
	if sub == nil || w.bad {
		return b.addHiddenVariable(v)
	}
	r := &system.Routine{
		Element: customKind + " " + customFunctionSymbol(e), Sub: sub, Sig: usersub.VARSUB, Par: make([]float64, len(given)),
		Given: map[string][]system.Call{"par": given}, Order: []string{"par"},
	}
	b.out.Routines = append(b.out.Routines, r)
	v = system.NewUnboundValue(1)
	v.Law = b.sys.AddLaw(r.LawSpec())
	return b.addHiddenVariable(v)
}

// addHiddenVariable enters a variable under a number below 0 and returns its opposite.
func (b *builder) addHiddenVariable(v system.Value) (negatedID int) {
	b.hidden++
	b.sys.RegisterValue("VARVAL", -b.hidden, v)
	return b.hidden
}

// findCustomFunction returns the CustomFunction with a symbol, nil if there is none.
func (b *builder) findCustomFunction(name string) *deck.Element {
	all := b.deck.ElementsOfKind(customKind)
	if i := slices.IndexFunc(all, func(e *deck.Element) bool { return strings.EqualFold(customFunctionSymbol(e), name) }); i >= 0 {
		return all[i]
	}
	return nil
}

// compileSubexpression compiles a part of an expression that begins at a place in its attribute.
func (b *builder) compileSubexpression(e *deck.Element, a *deck.Attr, from int, part string) (*expr.Program, bool) {
	text, edits, ok := b.expandCustomCalls(e, a, from, part)
	if !ok {
		return nil, false
	}
	p, errs := expr.Compile(text, system.MeasureTable{})
	for _, x := range errs {
		pos, end := originalPosition(edits, from, x.Pos, x.End)
		d := a.AddErrorf(pos, end, "X001", "%s", x.Msg)
		d.Help = x.Hint
	}
	if len(errs) > 0 {
		return nil, false
	}
	b.bindProgramToAttr(e, a, p, func(pos, end int) (int, int) { return originalPosition(edits, from, pos, end) })
	return p, true
}

// originalPosition returns the place in the value of the attribute of a place in the new text, which
// stands for what begins at from there.
func originalPosition(edits []attributeEdit, from, pos, end int) (originalPos, originalEnd int) {
	place := func(x int, last bool) int {
		shift := from
		for _, e := range edits {
			if x < e.from || x == e.from && last {
				break
			}
			if x < e.to || x == e.to && last {
				if last {
					return e.end
				}
				return e.at
			}
			shift = e.end - e.to
		}
		return x + shift
	}
	return place(pos, false), place(end, true)
}
