package syntax

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-python/gpython/parser"
)

// rewriteStrings makes one call of string literals that are behind each other if
// one of them is an f-string.
func (m *scriptRewriter) rewriteStrings(group []Token) {
	formatted := false
	for i := range group {
		p := stringPrefix(group[i].text)
		formatted = formatted || strings.ContainsAny(p, "fF") && !strings.ContainsAny(p, "tT")
	}
	if !formatted {
		return
	}
	w := &fStringWriter{m: m}
	m.addEdit(group[0].at, group[0].at, "("+FormatName+"(")
	for i := range group {
		w.writeLiteral(&group[i])
	}
	end := group[len(group)-1].endOffset()
	m.insertClosing(end, group[0].at, w.flushText()+"))")
}

// fStringWriter writes the arguments of the call: text, and for each field its
// value, its conversion and its specification, and text again.
type fStringWriter struct {
	m       *scriptRewriter
	pending string // text that is not written yet
	fields  int
}

// perCall is how many fields a call takes: gpython's calls have 255 arguments.
const perCall = 60

func (w *fStringWriter) flushText() string {
	s := quoteLiteral(w.pending)
	w.pending = ""
	return s
}

// quoteLiteral writes a string literal on one line.
func quoteLiteral(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// writeLiteral writes a string literal of the group.
func (w *fStringWriter) writeLiteral(l *Token) {
	m := w.m
	head := lexPrefix.FindStringSubmatch(l.text)
	if head == nil || !strings.HasSuffix(l.text[len(head[0]):], head[1]) {
		m.setFirstFault(l.at, "the string has no end")
		return
	}
	raw := strings.ContainsAny(stringPrefix(l.text), "rR")
	if strings.ContainsAny(stringPrefix(l.text), "bB") {
		m.setFirstFault(l.at, "bytes and text cannot be joined")
		return
	}
	body := l.text[len(head[0]) : len(l.text)-len(head[1])]
	if !strings.ContainsAny(stringPrefix(l.text), "fF") {
		w.addText(body, raw, l.at)
		m.addEdit(l.at, l.endOffset(), strings.Repeat("\n", strings.Count(l.text, "\n")))
		return
	}
	x := fStringScanner{s: m.text[:l.endOffset()], at: l.at + len(head[0]), quote: head[1], raw: raw}
	list := x.readParts(false)
	if x.bad != "" || x.at != l.endOffset()-len(head[1]) {
		m.setFirstFault(min(x.at, l.endOffset()-1), nonEmptyOr(x.bad, "f-string: a field is not closed: } is missing"))
		return
	}
	at := l.at
	for i := range list {
		if p := &list[i]; p.field {
			at = w.writeField(p, at, raw)
		} else {
			w.addText(p.text, raw, l.at)
		}
	}
	m.addEdit(at, l.endOffset(), strings.Repeat("\n", strings.Count(m.text[at:l.endOffset()], "\n")))
}

func nonEmptyOr(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// addText takes text with its escapes.
func (w *fStringWriter) addText(text string, raw bool, at int) {
	if strings.Contains(text, `\N{`) && !raw {
		w.m.setFirstFault(at, `\N{...} is not supported by the embedded interpreter; write the letter itself, or \u and its number`)
		return
	}
	if !raw && strings.Contains(text, `\`) {
		out, err := parser.DecodeEscape(bytes.NewBufferString(text), false)
		if err != nil {
			w.m.setFirstFault(at, err.Error())
			return
		}
		text = out.String()
	}
	w.pending += text
}

// writeField writes a field: everything from at to its expression goes. It returns
// where the field's expression ends; what is behind it goes, too.
func (w *fStringWriter) writeField(p *fStringPart, at int, raw bool) int {
	m := w.m
	w.pending += p.shown
	convert := p.convert
	if p.shown != "" && convert == "" && !p.hasSpec {
		convert = "r"
	}
	lines := func(from, to int) string { return strings.Repeat("\n", strings.Count(m.text[from:to], "\n")) }
	before := w.flushText() + ","
	if w.fields++; w.fields%perCall == 0 {
		before = strings.TrimSuffix(before, ",") + ") + " + FormatName + `("",`
	}
	m.addEdit(at, p.from, before+lines(at, p.from)+"(")
	m.rewriteField(p.from, p.to)
	m.insertClosing(p.to, p.from-1, `),"`+convert+`",`)
	if end, ok := w.literalSpecification(p, raw); ok {
		m.insertClosing(p.to, p.from-1, quoteLiteral(end)+",")
		return p.to
	}
	inner := &fStringWriter{m: m}
	m.insertClosing(p.to, p.from-1, FormatName+"(")
	at = p.to
	for i := range p.spec {
		if q := &p.spec[i]; q.field {
			at = inner.writeField(q, at, raw)
		} else {
			inner.addText(q.text, raw, p.specAt)
		}
	}
	m.insertClosing(at, p.from-1, inner.flushText()+"),")
	return at
}

// literalSpecification returns a specification that has no fields.
func (w *fStringWriter) literalSpecification(p *fStringPart, raw bool) (string, bool) {
	inner := &fStringWriter{m: w.m}
	for i := range p.spec {
		if p.spec[i].field {
			return "", false
		}
		inner.addText(p.spec[i].text, raw, p.specAt)
	}
	return inner.pending, true
}

// rewriteField edits the expression of a field, which keeps its place.
func (m *scriptRewriter) rewriteField(from, to int) {
	list := Tokenize(m.text[from:to])
	keep := list[:0]
	line := strings.Count(m.text[:from], "\n")
	for _, l := range list {
		if l.kind == '\n' {
			continue // the field is in parentheses
		}
		l.at, l.Line = l.at+from, l.Line+line
		keep = append(keep, l)
	}
	if len(keep) > 0 {
		m.rewriteExpressions(keep, false)
	}
}

// setFirstFault notes the first thing that cannot be understood.
func (m *scriptRewriter) setFirstFault(at int, msg string) {
	if m.bad == nil {
		col := len([]rune(m.text[at-m.columnOf(at):at])) + 1
		m.bad = &Problem{Line: strings.Count(m.text[:at], "\n") + 1, Col: col, Msg: msg}
	}
}
