package export

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/unit"
)

// resSpace is the name space of result files.
const resSpace = "http://www.mscsoftware.com/:xrf10"

// resWriter writes a result file of Adams (schema xrf).
type resWriter struct {
	w      *bufio.Writer
	s      *Source
	view   *EntityView
	values []float64
	data   int  // blocks so far
	open   bool // a block is open
	step   string
	counts map[string]int
	buf    []byte
}

func init() { Formats[".res"] = Format{"a result file of Adams (XML, schema xrf)", newResWriter} }

func newResWriter(w io.Writer, s *Source) (result.AnalysisWriter, error) {
	return &resWriter{w: bufio.NewWriter(w), s: s, counts: map[string]int{}}, nil
}

// escapeXMLAttribute returns a text as an attribute value.
func escapeXMLAttribute(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}

func (r *resWriter) WriteColumns(columns []result.Column) error {
	r.view = NewEntityView(columns, r.s.Scene)
	r.values = make([]float64, r.view.Width)
	p := &r.s.Provenance
	var units result.Units
	title := ""
	if r.s.Scene != nil {
		units, title = r.s.Scene.Units, r.s.Scene.Title
	}
	fmt.Fprintf(r.w, `<?xml version="1.0" encoding="UTF-8"?>
<Results xmlns="%s">
<Bibliography>
<File schema="xrf" version="2.0.0.0" />
<Revision version="1" derivedFrom="-unknown-">
<Comment>
</Comment>
</Revision>
</Bibliography>
<Analysis name="run" executionDate="%s" Solver="%s" script="-unknown-">
<Bibliography>
<Application name="%s" version="" />
</Bibliography>
<ModelInfo title="%s" />
<Units angle="rad" length="%s" mass="%s" time="%s" />
<StepMap name="map_001">
<Entity name="time">
<Component name="TIME" unitsValue="%[8]s" id="1" />
</Entity>
`, resSpace, escapeXMLAttribute(strings.Replace(strings.TrimSuffix(p.Began, "Z"), "T", " ", 1)), escapeXMLAttribute(p.Program), escapeXMLAttribute(p.Program), escapeXMLAttribute(title),
		adamsUnitName(units.Length, unit.Lengths), adamsUnitName(units.Mass, unit.Masses), adamsUnitName(units.Time, unit.Times))
	id := 1
	for i := range r.view.Entities {
		e := &r.view.Entities[i]
		fmt.Fprintf(r.w, "<Entity name=\"%s\" entity=\"%s\" entType=\"%s\" objectId=\"%d\">\n", escapeXMLAttribute(e.Name), escapeXMLAttribute(e.Entity), e.Type, e.ID)
		for k, c := range e.Parts {
			id++
			if u := translateUnitToAdams(e.Units[k]); u != "" {
				u = " unitsValue=\"" + escapeXMLAttribute(u) + "\""
				fmt.Fprintf(r.w, "<Component name=\"%s\"%s id=\"%d\" />\n", escapeXMLAttribute(c), u, id)
			} else {
				fmt.Fprintf(r.w, "<Component name=\"%s\" id=\"%d\" />\n", escapeXMLAttribute(c), id)
			}
		}
		fmt.Fprint(r.w, "</Entity>\n")
	}
	_, err := fmt.Fprint(r.w, "</StepMap>\n")
	return err
}

// adamsUnitName returns the name of a unit in result files.
func adamsUnitName(short string, list []unit.Unit) string {
	if u, ok := unit.FindInList(list, short); ok {
		return u.Adams
	}
	return list[0].Adams
}

// translateUnitToAdams translates a unit that is made of others: mm/s^2 is mm/sec**2, N*mm newton-mm.
func translateUnitToAdams(u string) string {
	if u == "1" || u == "" {
		return ""
	}
	names := func(s string) string {
		base, power, raised := strings.Cut(s, "^")
		for _, list := range [][]unit.Unit{unit.Angles, unit.Lengths, unit.Times, unit.Forces, unit.Masses} {
			for _, x := range list {
				if x.Short == base {
					base = x.Adams
				}
			}
		}
		if raised {
			return base + "**" + power
		}
		return base
	}
	top, bottom, divided := strings.Cut(u, "/")
	factors := strings.Split(top, "*")
	for i := range factors {
		factors[i] = names(factors[i])
	}
	text := strings.Join(factors, "-")
	if divided {
		text += "/" + names(bottom)
	}
	return text
}

// stepTypes are the names of types of analyses in result files. Kinematic and dynamic, static and quasi-static ones
// are two each.
var stepTypes = map[string]string{"static": "static", "quasi-static": "quasiStatic", "kinematic": "kinematic", "transient": "dynamic"}

func (r *resWriter) BeginAnalysis(a result.Analysis) error {
	if a.Rows == 0 {
		return nil
	}
	r.endAnalysis()
	if r.step = stepTypes[a.Type]; r.step == "" {
		r.step = "dynamic"
	}
	r.data++
	r.counts[r.step]++
	r.open = true
	_, err := fmt.Fprintf(r.w, "<Data name=\"%s_%03d\" id=\"%d\">\n", r.step, r.counts[r.step], r.data)
	return err
}

func (r *resWriter) endAnalysis() {
	if r.open {
		fmt.Fprint(r.w, "</Data>\n")
		r.open = false
	}
}

// group is how many numbers are in a line.
const group = 6

func (r *resWriter) WriteRow(t float64, v []float64) error {
	r.view.FillEntityValues(r.values, v)
	r.buf = append(r.buf[:0], "<Step type=\""+r.step+"\">\n"...)
	r.buf = append(result.AppendFormattedNumber(r.buf, t), '\n')
	for i, x := range r.values {
		if i > 0 {
			r.buf = append(r.buf, " \n"[boolToInt(i%group == 0)])
		}
		r.buf = result.AppendFormattedNumber(r.buf, x)
	}
	r.buf = append(r.buf, "\n</Step>\n"...)
	_, err := r.w.Write(r.buf)
	return err
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (r *resWriter) FinishWriting() error {
	r.endAnalysis()
	status := "Successful"
	if s := r.s.Provenance.Status; s != "ok" {
		status = s
	}
	fmt.Fprintf(r.w, "<TerminationStatus runTermObject=\"\" runStatus=\"%s\" />\n</Analysis>\n</Results>\n", escapeXMLAttribute(status))
	return r.w.Flush()
}
