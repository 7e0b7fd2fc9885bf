package deck

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck/xml"
)

// closeTag closes the innermost open tag of the name and all tags inside it.
func (r *xmlReader) closeTag(t xml.Token) {
	name := r.src.text[t.Name.Start:t.Name.End]
	lower := strings.ToLower(name)
	for i := len(r.stack) - 1; i >= 0; i-- {
		if r.stack[i].lower == lower {
			for len(r.stack) > i+1 {
				r.reportUnclosed(name)
				r.popTag()
			}
			r.popTag()
			return
		}
	}
	if r.closed[lower] > 0 {
		r.closed[lower]--
		return
	}
	at := r.spanIn(t.Name)
	if n := len(r.stack); n > 0 {
		top := r.stack[n-1].name
		if _, ok := NearestName(name, []string{top.Text()}); ok {
			r.Diags().AddWarningf(at, "W205", "</%s> is taken as the end of %s", name, top.Text()).AddNote(top, "%s begins here", top.Text())
			r.popTag()
			return
		}
	}
	r.Diags().AddWarningf(at, "W204", "</%s> closes nothing and is ignored", name)
}

// reportUnclosed reports the innermost tag, which the end of an outer one closes.
func (r *xmlReader) reportUnclosed(outer string) {
	o := r.stack[len(r.stack)-1]
	if o.role == unknown {
		return
	}
	d := r.Diags().AddWarningf(o.name, "W203", "%s is not closed before </%s>", o.name.Text(), outer)
	d.Help = "end its tag with /> or write </" + o.name.Text() + ">"
}

// closeAtEnd closes what is open at the end of the file.
func (r *xmlReader) closeAtEnd() {
	n := len(r.src.text)
	for i := len(r.stack) - 1; i >= 0; i-- {
		o := r.stack[i]
		if o.role != unknown || i == 0 {
			d := r.Diags().AddErrorf(Span{r.src, n, n}, "E206", "the file ends before </%s>: is it complete?", o.name.Text())
			d.AddNote(o.name, "%s begins here", o.name.Text())
			break
		}
	}
	for len(r.stack) > 0 {
		r.popTag()
	}
}

// readText takes a run of text: that of an element of the table is kept, between
// elements there should be none.
func (r *xmlReader) readText(t xml.Token) {
	at := r.spanIn(t.Span)
	for n := xml.BlankWidth(at.Text(), 0); n > 0; n = xml.BlankWidth(at.Src.text[at.Start:at.End], 0) {
		at.Start += n
	}
	if at.Start == at.End {
		return
	}
	top := len(r.stack) - 1
	switch {
	case top >= 0 && r.stack[top].role == leaf:
		r.stack[top].text = append(r.stack[top].text, r.chunkOf(t))
	case top >= 0 && r.stack[top].role == unknown:
	default:
		short := strings.Join(strings.Fields(at.Text()), " ")
		at.End = at.Start + len(strings.TrimRight(at.Text(), " \t\r\n\u00a0"))
		r.Diags().AddWarningf(at, "W207", "stray text %s between elements is ignored", quoteForMessage(short))
	}
}

// chunk is a run of text inside an element; comments separate runs.
type chunk struct {
	value string
	segs  []Seg
	at    xml.Span
}

func (r *xmlReader) chunkOf(t xml.Token) chunk {
	c := chunk{value: r.src.text[t.Span.Start:t.Span.End], at: t.Span}
	if !t.Verbatim {
		c.value, c.segs = r.scan.Decode(t.Span, true)
	}
	return c
}

// joinText joins the runs of text of an element.
func (r *xmlReader) joinText(o openElement) *Attr {
	if len(o.text) == 0 {
		return nil
	}
	first, last := o.text[0], o.text[len(o.text)-1]
	a := &Attr{NameSpan: o.name, ValueSpan: Span{r.src, first.at.Start, last.at.End}, Value: first.value, Map: first.segs}
	if len(o.text) == 1 {
		return a
	}
	var all strings.Builder
	a.Map = nil
	for _, c := range o.text {
		a.Map = append(a.Map, Seg{At: all.Len(), Src: c.at.Start})
		for _, s := range c.segs {
			a.Map = append(a.Map, Seg{At: s.At + all.Len(), Src: s.Src})
		}
		all.WriteString(c.value)
		a.Map = append(a.Map, Seg{At: all.Len(), Src: c.at.End})
	}
	a.Value = all.String()
	return a
}
