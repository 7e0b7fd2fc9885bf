package deck

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck/xml"
)

// ReadIncludedCommands reads the commands of another file in XML form, which are checked
// against the model. What else the file holds is left aside. The problems go to
// the Diags of the model.
func (m *Model) ReadIncludedCommands(src *Source) []*Element {
	b := m.NewCommandBuilder()
	b.m.Diags = m.Diags
	m.Sources = append(m.Sources, src)
	b.readXML(src)
	list, _ := b.AddedCommands()
	return list
}

// readXML adds the elements of a file in XML form.
func (b *Builder) readXML(src *Source) {
	r := &xmlReader{Builder: b, src: src, closed: map[string]int{}}
	r.AddSource(src)
	src.toUTF8(r.Diags())
	src.indexLines()
	r.readParameters()
	r.scan = xml.NewScanner(src.text, r.reportProblem)
	for t := r.scan.NextToken(); t.Kind != xml.EOF; t = r.scan.NextToken() {
		switch t.Kind {
		case xml.Start:
			r.openTag(t)
		case xml.End:
			r.closeTag(t)
		case xml.Text:
			r.readText(t)
		}
	}
	r.closeAtEnd()
}

// readParameters defines the parameters of the file, so that they may be used before they are defined. Problems of the file are reported
// when it is read.
func (r *xmlReader) readParameters() {
	if !containsFold(r.src.text, "<"+parameterKind) || !r.HasKind(parameterKind) {
		return
	}
	r.scan = xml.NewScanner(r.src.text, func(xml.Problem) {})
	for t := r.scan.NextToken(); t.Kind != xml.EOF; t = r.scan.NextToken() {
		if name := r.src.text[t.Name.Start:t.Name.End]; t.Kind == xml.Start && strings.EqualFold(name, parameterKind) {
			r.AddElement(r.collectRaw(t, name))
		}
	}
	r.ahead = true
}

// containsFold reports whether a text contains a word, regardless of the case of its letters.
func containsFold(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i] == word[0] && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

// AdoptCommands returns commands of another deck as commands that act on this model, checked
// against it. The problems go to the Diags of the model.
func (m *Model) AdoptCommands(list []*Element) []*Element {
	b := m.NewCommandBuilder()
	b.m.Diags = m.Diags
	for _, e := range list {
		r := &Raw{Kind: e.Kind, Span: e.Span, Section: InCommand}
		for i := range e.Attrs {
			a := &e.Attrs[i]
			r.Attrs = append(r.Attrs, Attr{Name: a.Name, Value: a.Value, NameSpan: a.NameSpan, ValueSpan: a.ValueSpan, Map: a.Map, Whole: a.Whole})
		}
		if t := e.text; t != nil {
			r.Text = &Attr{Name: t.Name, Value: t.Value, NameSpan: t.NameSpan, ValueSpan: t.ValueSpan, Map: t.Map, Whole: t.Whole}
		}
		b.AddElement(r)
	}
	adopted, _ := b.AddedCommands()
	return adopted
}
