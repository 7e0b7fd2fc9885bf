package deck

import (
	"bytes"
	"strings"
)

// WriteXML writes a model in XML. Attributes are in the order of the table.
func WriteXML(w *OutputModel) []File {
	x := &xmlWriter{OutputModel: w}
	root := w.Root
	if root == "" || strings.EqualFold(root, "model") || strings.EqualFold(root, "command") {
		root = "MotionSolve"
	}
	x.writeLine(0, `<?xml version="1.0" encoding="UTF-8"?>`)
	x.writeComment(0, x.Title())
	x.writeLine(0, "<"+root+">")
	x.writeBlock("Model", w.Elements)
	x.writeBlock("Command", w.Commands)
	x.writeLine(0, "</"+root+">")
	x.AddNotesOnOmittedElements("XML")
	return []File{{".xml", x.b.Bytes()}}
}

type xmlWriter struct {
	*OutputModel
	b bytes.Buffer
}

func (x *xmlWriter) writeLine(depth int, text string) {
	x.b.WriteString(strings.Repeat("  ", depth) + text + "\n")
}

func (x *xmlWriter) writeBlock(name string, list []*Element) {
	if len(list) == 0 {
		return
	}
	x.writeLine(1, "<"+name+">")
	for _, e := range list {
		if remark := x.TakeComments(e); !e.IsWithoutEffect() {
			x.writeComment(2, remark)
			x.writeElement(e)
		}
	}
	x.writeLine(1, "</"+name+">")
}

// writeComment writes lines between the signs of a comment, in which no two hyphens
// may be side by side.
func (x *xmlWriter) writeComment(depth int, lines []string) {
	if len(lines) == 0 {
		return
	}
	text := strings.Join(WrapLines(lines, xmlWidth), "\n"+strings.Repeat("  ", depth)+"     ")
	for strings.Contains(text, "--") {
		text = strings.ReplaceAll(text, "--", "- -")
	}
	x.writeLine(depth, "<!-- "+text+" -->")
}

// xmlWidth is where lines are broken between attributes.
const xmlWidth = 110

func (x *xmlWriter) writeElement(e *Element) {
	const indent = "    "
	line := indent + "<" + e.Kind
	add := func(name, value string) {
		word := " " + name + `="` + escape.Replace(value) + `"`
		if len(line)+len(word) > xmlWidth && line != indent+"<"+e.Kind {
			x.b.WriteString(line + "\n")
			line = indent + "  "
		}
		line += word
	}
	if a := e.attrOf(e.kind.ident); a != nil && e.kind.ident.Type != Ignored {
		add("id", e.WrittenValue(a))
	}
	if l := e.Label(); l != "" {
		add("label", l)
	}
	for _, a := range e.GivenAttrs() {
		v := e.WrittenValue(a)
		if a.Spec.NamesFile() {
			v = x.RelocatedAttrPath(a.Spec, v)
		}
		add(a.Spec.Name, v)
	}
	if d := e.impliedDialect(); d != "" {
		add("usrsub_dialect", d)
	}
	x.b.WriteString(line)
	if e.text == nil {
		x.b.WriteString("/>\n")
		return
	}
	x.b.WriteString(">\n")
	x.writeText(e.text.Value)
	x.writeLine(2, "</"+e.Kind+">")
}

// writeText writes the text between tags, its lines as they are.
func (x *xmlWriter) writeText(value string) {
	for _, l := range strings.Split(value, "\n") {
		for l = strings.TrimSpace(l); l != ""; {
			end := len(l)
			if end > xmlWidth {
				if i := strings.LastIndexAny(l[:xmlWidth], " \t"); i > 0 {
					end = i
				}
			}
			x.writeLine(3, escape.Replace(strings.TrimSpace(l[:end])))
			l = strings.TrimSpace(l[end:])
		}
	}
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;", "\r", "&#13;", "\t", "&#9;")

// impliedDialect is the dialect that the form of the deck, but not the element, gives
// its routine; "" if there is none.
func (e *Element) impliedDialect() string {
	if e.model.Dialect == "" || e.kind.index["usrsub_dialect"] == nil || e.Has("usrsub_dialect") {
		return ""
	}
	if ref, ok := e.RoutineRef("none"); !ok || ref.Script != "" || ref.Plugin != "" {
		return ""
	}
	return strings.ToUpper(e.model.Dialect)
}

// AddNotesOnOmittedElements notes the elements that a file of a form leaves out because they
// have no effect, a kind at a time.
func (w *OutputModel) AddNotesOnOmittedElements(form string) {
	count := map[string]int{}
	var first []*Element
	for _, e := range append(append([]*Element{}, w.Elements...), w.Commands...) {
		if e.IsWithoutEffect() {
			if count[e.Kind]++; count[e.Kind] == 1 {
				first = append(first, e)
			}
		}
	}
	for _, e := range first {
		w.Lost.AddNotef(e.Span, "N701", "%s has no effect and is left out in %s (%d)", e.Kind, form, count[e.Kind])
	}
}
