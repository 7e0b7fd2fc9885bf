package element

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The parts of XML Schema that Table.XSD uses, and a check of documents against
// them.
type (
	xsDocument struct {
		Elements []xsElement `xml:"element"`
		Types    []xsComplex `xml:"complexType"`
		Groups   []xsGroup   `xml:"attributeGroup"`
		Simple   []xsSimple  `xml:"simpleType"`
	}
	xsElement struct {
		Name string `xml:"name,attr"`
		Ref  string `xml:"ref,attr"`
		Type string `xml:"type,attr"`
		Own  *struct {
			Choice []xsElement `xml:"choice>element"`
		} `xml:"complexType"`
	}
	xsComplex struct {
		Name   string        `xml:"name,attr"`
		Mixed  bool          `xml:"mixed,attr"`
		Attrs  []xsAttribute `xml:"attribute"`
		Groups []struct {
			Ref string `xml:"ref,attr"`
		} `xml:"attributeGroup"`
		Any *struct{} `xml:"anyAttribute"`
	}
	xsGroup struct {
		Name  string        `xml:"name,attr"`
		Attrs []xsAttribute `xml:"attribute"`
	}
	xsAttribute struct {
		Name   string    `xml:"name,attr"`
		Use    string    `xml:"use,attr"`
		Type   string    `xml:"type,attr"`
		Simple *xsSimple `xml:"simpleType"`
	}
	xsSimple struct {
		Name    string     `xml:"name,attr"`
		Values  []xsFacet  `xml:"restriction>enumeration"`
		Pattern []xsFacet  `xml:"restriction>pattern"`
		Union   []xsSimple `xml:"union>simpleType"`
	}
	xsFacet struct {
		Value string `xml:"value,attr"`
	}
)

// takes reports whether a value is one of the type.
func (s *xsSimple) takes(v string) bool {
	for i := range s.Union {
		if s.Union[i].takes(v) {
			return true
		}
	}
	for _, e := range s.Values {
		if e.Value == v {
			return true
		}
	}
	for _, p := range s.Pattern {
		if regexp.MustCompile("^(?:" + p.Value + ")$").MatchString(v) {
			return true
		}
	}
	return false
}

func schema(t *testing.T) *xsDocument {
	var b bytes.Buffer
	if err := Table().XSD(&b); err != nil {
		t.Fatal(err)
	}
	d := &xsDocument{}
	if err := xml.Unmarshal(b.Bytes(), d); err != nil {
		t.Fatal(err)
	}
	return d
}

// problems checks a document; ok is false if it is not well-formed.
func (d *xsDocument) problems(text string) (list []string, ok bool) {
	r := xml.NewDecoder(strings.NewReader(text))
	block, depth := map[string]string{}, 0
	for {
		tok, err := r.Token()
		if err == io.EOF {
			return list, true
		} else if err != nil {
			return nil, false
		}
		switch x := tok.(type) {
		case xml.StartElement:
			name := x.Name.Local
			switch depth++; {
			case depth <= 2 && d.block(name) != nil:
				block = map[string]string{}
				for _, e := range d.block(name).Own.Choice {
					block[e.Name] = e.Type
				}
			case block[name] == "":
				list = append(list, name)
			default:
				list = append(list, d.element(name, block[name], x.Attr)...)
			}
		case xml.EndElement:
			depth--
		}
	}
}

func (d *xsDocument) block(name string) *xsElement {
	for i := range d.Elements {
		if d.Elements[i].Name == name {
			return &d.Elements[i]
		}
	}
	return nil
}

func (d *xsDocument) element(name, of string, attrs []xml.Attr) (list []string) {
	known, anything := map[string]xsAttribute{}, false
	for _, c := range d.Types {
		if c.Name != of {
			continue
		}
		anything = c.Any != nil
		for _, g := range d.Groups {
			if len(c.Groups) == 1 && g.Name == c.Groups[0].Ref {
				c.Attrs = append(c.Attrs, g.Attrs...)
			}
		}
		for _, a := range c.Attrs {
			known[a.Name] = a
		}
	}
	for _, a := range attrs {
		k, ok := known[a.Name.Local]
		delete(known, a.Name.Local)
		if !ok && !anything || ok && !d.fits(k, a.Value) {
			list = append(list, name+"."+a.Name.Local)
		}
	}
	for _, a := range known {
		if a.Use == "required" {
			list = append(list, name+" without "+a.Name)
		}
	}
	return list
}

func (d *xsDocument) fits(a xsAttribute, v string) bool {
	if a.Type == "xs:string" {
		return true
	}
	if a.Simple != nil {
		return a.Simple.takes(v)
	}
	for i := range d.Simple {
		if d.Simple[i].Name == a.Type {
			return d.Simple[i].takes(v)
		}
	}
	return false
}

// TestSchemaTakesExamples: all examples that are well-formed are valid.
func TestSchemaTakesExamples(t *testing.T) {
	d := schema(t)
	files, _ := filepath.Glob("../../examples/*/*.xml")
	valid := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		list, ok := d.problems(string(text))
		if ok {
			valid++
		}
		if len(list) > 0 {
			t.Errorf("%s: %q", f, list)
		}
	}
	if valid < 25 {
		t.Errorf("%d of %d examples are well-formed", valid, len(files))
	}
}

// TestSchemaRefuses: names, values and attributes that are missing.
func TestSchemaRefuses(t *testing.T) {
	d := schema(t)
	for in, want := range map[string]string{
		`<Model><Force_Penalty id="1" penalty="1.D3" expr="DX(1)" unilateral="true"/></Model>`:             "",
		`<Model><Force_Penalty id="1" penalty="1.x" expr="DX(1)"/></Model>`:                                "Force_Penalty.penalty",
		`<Model><Force_Penalty id="1" expr="DX(1)"/></Model>`:                                              "", // method="VI" needs no penalty
		`<Model><Motion_Joint id="1" expr="TIME"/></Model>`:                                                "Motion_Joint without joint_id",
		`<Command><Force_Penalty id="1" expr="DX(1)"/></Command>`:                                          "",
		`<Command><Force_Penalty expr="DX(1)"/></Command>`:                                                 "Force_Penalty without id",
		`<Model><Reference_Marker id="1" body_id="2" psi="90D" theta=" 1.5 " phi="x"/></Model>`:            "Reference_Marker.phi",
		`<Model><Reference_Marker id="1" body_id="2" pos_w="1"/></Model>`:                                  "Reference_Marker.pos_w",
		`<Model><Constraint_Joint id="1" type="Revolute" i_marker_id="1" j_marker_id="2"/></Model>`:        "",
		`<Model><Constraint_Joint id="1" type="Revolting" i_marker_id="1" j_marker_id="2"/></Model>`:       "Constraint_Joint.type",
		`<Model><Simulate analysis_type="Transient"/></Model>`:                                             "Simulate",
		`<MotionSolve><Command><Simulate analysis_type="transient" end_time="1"/></Command></MotionSolve>`: "",
		`<Model><Post_Graphic id="1" colour="red">text</Post_Graphic></Model>`:                             "",
	} {
		list, ok := d.problems(in)
		if got := strings.Join(list, " "); !ok || got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// TestSchemaPatterns: patterns have the escapes that XML Schema knows (part 2, appendix F) and no others: a strict reader refuses the whole schema.
func TestSchemaPatterns(t *testing.T) {
	var b bytes.Buffer
	if err := Table().XSD(&b); err != nil {
		t.Fatal(err)
	}
	patterns := 0
	for _, line := range strings.Split(b.String(), "\n") {
		if !strings.Contains(line, "<xs:pattern") {
			continue
		}
		patterns++
		for i := 0; i < len(line); i++ {
			if line[i] != '\\' {
				continue
			}
			if i++; !strings.ContainsRune(`nrt\|.?*+(){}-[]^sSiIcCdDwWpP`, rune(line[i])) {
				t.Errorf("escape %q in %s", line[i-1:i+1], strings.TrimSpace(line))
			}
		}
	}
	if patterns < 10 {
		t.Errorf("%d patterns", patterns)
	}
}
