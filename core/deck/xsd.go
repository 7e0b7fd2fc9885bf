package deck

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// XSD writes an XML Schema of the table, with which editors complete and check
// decks. It is stricter than the reader: names of elements and attributes are
// those of the table in its spelling, or their aliases. Values of enumerations
// may have any case. In the command block the elements of a model modify:
// there no attribute but the id is required.
func (t Table) XSD(w io.Writer) error {
	x := &xsdWriter{Writer: bufio.NewWriter(w)}
	x.line(`<?xml version="1.0" encoding="UTF-8"?>`)
	x.line(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">`)
	x.blocks(t)
	for _, s := range t {
		x.attributes(s)
		x.kind(s, false)
		if s.Section == InModel {
			x.kind(s, true)
		}
	}
	for _, s := range simpleTypes {
		x.pattern(s.name, s.pattern)
	}
	x.line(`<xs:simpleType name="truth">`)
	x.choice(&AttrSpec{Type: Bool, Enum: []string{"TRUE", "FALSE"}})
	x.line(`</xs:simpleType>`)
	x.line(`</xs:schema>`)
	return x.Flush()
}

const (
	realPattern = `[+\-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eEdD][+\-]?[0-9]+)?`
	intPattern  = `[+\-]?[0-9]+(\.0*)?([eE]\+?[0-9]+)?`
)

// simpleTypes are the types of values that are not those of one attribute.
var simpleTypes = []struct{ name, pattern string }{
	{"real", `\s*` + realPattern + `\s*`},
	{"angle", `\s*` + realPattern + `\s*[dD]?\s*`},
	{"integer", `\s*` + intPattern + `\s*`},
	{"id", `\s*\+?[0-9]+(\.0*)?\s*`},
	{"reals", `[0-9eEdD+\-.,\s]*`},
	{"integers", `[0-9eE+\-.,\s]*`},
}

type xsdWriter struct {
	*bufio.Writer
	depth int
}

// line writes a line; tags that begin or end change the indentation.
func (x *xsdWriter) line(text string) {
	if strings.HasPrefix(text, "</") {
		x.depth--
	}
	fmt.Fprintf(x, "%s%s\n", strings.Repeat("  ", x.depth), text)
	if strings.HasPrefix(text, "<xs:") && !strings.HasSuffix(text, "/>") && !strings.Contains(text, "</") {
		x.depth++
	}
}

func (x *xsdWriter) doc(text string) {
	if text != "" {
		x.line("<xs:annotation><xs:documentation>" + escaped(text) + "</xs:documentation></xs:annotation>")
	}
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

// blocks writes the root and the two blocks, each of which may be a root too.
func (x *xsdWriter) blocks(t Table) {
	x.line(`<xs:element name="MotionSolve">`)
	x.line(`<xs:complexType>`)
	x.line(`<xs:choice minOccurs="0" maxOccurs="unbounded">`)
	x.line(`<xs:element ref="Model"/>`)
	x.line(`<xs:element ref="Command"/>`)
	x.line(`</xs:choice>`)
	x.line(`</xs:complexType>`)
	x.line(`</xs:element>`)
	x.block(t, "Model", "the model: its elements in any order", func(s *Schema) string {
		if s.Section == InCommand {
			return ""
		}
		return s.Kind
	})
	x.block(t, "Command", "commands, executed from the first to the last; elements of the model change what is given", func(s *Schema) string {
		if s.Section == InModel {
			return s.Kind + ".change"
		}
		return s.Kind
	})
}

// block writes a block whose elements have the types that of returns.
func (x *xsdWriter) block(t Table, name, doc string, of func(*Schema) string) {
	x.line(`<xs:element name="` + name + `">`)
	x.doc(doc)
	x.line(`<xs:complexType>`)
	x.line(`<xs:choice minOccurs="0" maxOccurs="unbounded">`)
	for _, s := range t {
		if of(s) == "" {
			continue
		}
		for _, n := range append([]string{s.Kind}, s.Alias...) {
			x.line(`<xs:element name="` + n + `" type="` + of(s) + `"/>`)
		}
	}
	x.line(`</xs:choice>`)
	x.line(`</xs:complexType>`)
	x.line(`</xs:element>`)
}

// kind writes the type of an element.
func (x *xsdWriter) kind(s *Schema, change bool) {
	name := s.Kind
	if change {
		name += ".change"
	}
	mixed := ""
	if len(s.Text) > 0 || s.Ignored || s.Open || s.Unsupported != "" {
		mixed = ` mixed="true"`
	}
	x.line(`<xs:complexType name="` + name + `"` + mixed + `>`)
	doc := s.Doc
	switch {
	case s.Unsupported != "":
		doc = "not supported: " + s.Unsupported
	case s.Ignored:
		doc += " (read, without effect)"
	}
	if len(s.Text) > 0 && s.Text[0].Doc != "" {
		doc += "; text: " + s.Text[0].Doc
	}
	x.doc(doc)
	for _, a := range newKind(s).specs {
		if a.needed(s) {
			x.attribute(s, a, change)
		}
	}
	x.line(`<xs:attributeGroup ref="` + s.Kind + `"/>`)
	if s.Ignored || s.Open || s.Unsupported != "" {
		x.line(`<xs:anyAttribute processContents="skip"/>`)
	}
	x.line(`</xs:complexType>`)
}

// needed reports whether the attribute must be there, in this spelling, unless
// the element is a change.
func (a *AttrSpec) needed(s *Schema) bool {
	return a.Required && a.When == "" && len(a.Alias) == 0 && !s.Ignored
}

// attributes writes those that may be left out, as a group.
func (x *xsdWriter) attributes(s *Schema) {
	x.line(`<xs:attributeGroup name="` + s.Kind + `">`)
	for _, a := range newKind(s).specs {
		if !a.needed(s) {
			x.attribute(s, a, false)
		}
	}
	x.line(`</xs:attributeGroup>`)
}

func (x *xsdWriter) attribute(s *Schema, a *AttrSpec, change bool) {
	for k, n := range append([]string{a.Name}, a.Alias...) {
		use := ""
		if a.needed(s) && (!change || a.Type == ID) {
			use = ` use="required"`
		}
		doc := a.describe()
		if k > 0 {
			doc = "another name of " + a.Name
		}
		simple := a.xsdType()
		if simple != "" {
			use += ` type="` + simple + `"`
		}
		x.line(`<xs:attribute name="` + n + `"` + use + `>`)
		x.doc(doc)
		if simple == "" {
			x.line(`<xs:simpleType>`)
			x.choice(a)
			x.line(`</xs:simpleType>`)
		}
		x.line(`</xs:attribute>`)
	}
}

// describe says what the attribute is in one line: meaning, unit, default, and
// when it counts.
func (a *AttrSpec) describe() string {
	parts := []string{a.Doc}
	if a.Type == Ignored && a.Doc == "" {
		parts[0] = "without effect"
	}
	if a.Unit != "" && a.Unit != "1" {
		parts = append(parts, "unit: "+a.Unit)
	}
	if len(a.To) > 0 {
		parts = append(parts, "id of "+strings.Join(a.To, " or "))
	}
	if a.Default != "" {
		parts = append(parts, "default: "+a.Default)
	}
	if a.When != "" {
		parts = append(parts, "counts "+a.whenWords())
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "; ")
}

// whenWords says AttrSpec.When in words.
func (a *AttrSpec) whenWords() string {
	var all []string
	for _, f := range strings.Fields(a.When) {
		switch {
		case strings.HasPrefix(f, "!"):
			all = append(all, "without "+f[1:])
		default:
			all = append(all, "with "+strings.ReplaceAll(f, "|", " or "))
		}
	}
	return strings.Join(all, " and ")
}

// xsdType is the type of the value, "" for one of its own.
func (a *AttrSpec) xsdType() string {
	switch a.Type {
	case Real:
		return "real"
	case Angle:
		return "angle"
	case Int:
		return "integer"
	case ID, Ref:
		return "id"
	case Reals:
		return "reals"
	case Ints, Refs:
		return "integers"
	case Bool:
		return "truth"
	case Enum:
		return ""
	}
	return "xs:string"
}

// choice writes the values of an enumeration: in the table's spelling, for
// editors, and in any case, for decks.
func (x *xsdWriter) choice(a *AttrSpec) {
	others := a.Enum
	if a.Type == Bool {
		others = []string{"TRUE", "FALSE", "YES", "NO", "ON", "OFF", "T", "F", "Y", "N", "1", "0"}
	}
	others = append(slices.Clone(others), slices.Sorted(maps.Keys(a.EnumAlias))...)
	x.line(`<xs:union>`)
	x.line(`<xs:simpleType>`)
	x.line(`<xs:restriction base="xs:string">`)
	for _, v := range a.Enum {
		x.line(`<xs:enumeration value="` + escaped(v) + `"/>`)
	}
	x.line(`</xs:restriction>`)
	x.line(`</xs:simpleType>`)
	x.line(`<xs:simpleType>`)
	x.line(`<xs:restriction base="xs:string">`)
	var all []string
	for _, v := range others {
		all = append(all, anyCase(v))
	}
	point := ""
	if a.Type == Bool {
		point = `\.?` // .TRUE.
	}
	x.line(`<xs:pattern value="` + escaped(`\s*`+point+"("+strings.Join(all, "|")+")"+point+`\s*`) + `"/>`)
	x.line(`</xs:restriction>`)
	x.line(`</xs:simpleType>`)
	x.line(`</xs:union>`)
}

// anyCase is a pattern of a word in capitals and small letters.
func anyCase(word string) string {
	var b strings.Builder
	for _, r := range word {
		switch {
		case unicode.IsLetter(r):
			fmt.Fprintf(&b, "[%c%c]", unicode.ToUpper(r), unicode.ToLower(r))
		case r == ' ':
			b.WriteString(`\s+`)
		case strings.ContainsRune(`.\?*+{}()[]|^$-`, r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (x *xsdWriter) pattern(name, pattern string) {
	x.line(`<xs:simpleType name="` + name + `">`)
	x.line(`<xs:restriction base="xs:string">`)
	x.line(`<xs:pattern value="` + escaped(pattern) + `"/>`)
	x.line(`</xs:restriction>`)
	x.line(`</xs:simpleType>`)
}
