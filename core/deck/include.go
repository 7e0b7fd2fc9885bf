package deck

import "github.com/trammel-mbd/trammel/core/deck/xml"

// Include reads the commands of another file in XML form, which are checked
// against the model. What else the file holds is left aside. The problems go to
// the Diags of the model.
func (m *Model) Include(src *Source) []*Element {
	b := m.Extend()
	b.m.Diags = m.Diags
	m.Sources = append(m.Sources, src)
	b.readXML(src)
	list, _ := b.Added()
	return list
}

// readXML adds the elements of a file in XML form.
func (b *Builder) readXML(src *Source) {
	r := &xmlReader{Builder: b, src: src, closed: map[string]int{}}
	r.AddSource(src)
	src.toUTF8(r.Diags())
	src.index()
	r.scan = xml.New(src.text, r.problem)
	for t := r.scan.Next(); t.Kind != xml.EOF; t = r.scan.Next() {
		switch t.Kind {
		case xml.Start:
			r.start(t)
		case xml.End:
			r.end(t)
		case xml.Text:
			r.text(t)
		}
	}
	r.finish()
}
