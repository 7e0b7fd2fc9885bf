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
	x.writeLine(`<?xml version="1.0" encoding="UTF-8"?>`)
	x.writeLine(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">`)
	x.writeBlocks(t)
	for _, s := range t {
		x.writeOptionalAttrs(s)
		x.writeKind(t, s, false)
		if s.Section == InModel {
			x.writeKind(t, s, true)
		}
	}
	for _, s := range simpleTypes {
		x.writePattern(s.name, s.pattern)
	}
	x.writeLine(`<xs:simpleType name="truth">`)
	x.writeEnum(&AttrSpec{Type: Bool, Enum: []string{"TRUE", "FALSE"}})
	x.writeLine(`</xs:simpleType>`)
	x.writeLine(`</xs:schema>`)
	return x.Flush()
}

const (
	realPattern = `[+\-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eEdD][+\-]?[0-9]+)?`
	intPattern  = `[+\-]?[0-9]+(\.0*)?([eE]\+?[0-9]+)?`

	parameterPattern = `|.*[$]\{.*` // a value with parameters, such as ${mass}
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

// writeLine writes a line; tags that begin or end change the indentation.
func (x *xsdWriter) writeLine(text string) {
	if strings.HasPrefix(text, "</") {
		x.depth--
	}
	fmt.Fprintf(x, "%s%s\n", strings.Repeat("  ", x.depth), text)
	if strings.HasPrefix(text, "<xs:") && !strings.HasSuffix(text, "/>") && !strings.Contains(text, "</") {
		x.depth++
	}
}

func (x *xsdWriter) writeDoc(text string) {
	if text != "" {
		x.writeLine("<xs:annotation><xs:documentation>" + escapeXML(text) + "</xs:documentation></xs:annotation>")
	}
}

func escapeXML(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}

// writeBlocks writes the root and the two blocks, each of which may be a root too.
func (x *xsdWriter) writeBlocks(t Table) {
	x.writeLine(`<xs:element name="MotionSolve">`)
	x.writeLine(`<xs:complexType>`)
	x.writeLine(`<xs:choice minOccurs="0" maxOccurs="unbounded">`)
	x.writeLine(`<xs:element ref="Model"/>`)
	x.writeLine(`<xs:element ref="Command"/>`)
	x.writeLine(`</xs:choice>`)
	x.writeLine(`</xs:complexType>`)
	x.writeLine(`</xs:element>`)
	x.writeBlock(t, "Model", "the model: its elements in any order", func(s *Schema) string {
		if s.Section == InCommand {
			return ""
		}
		return s.Kind
	})
	x.writeBlock(t, "Command", "commands, executed from the first to the last; elements of the model change what is given", func(s *Schema) string {
		if s.Section == InModel {
			return s.Kind + ".change"
		}
		return s.Kind
	})
}

// writeBlock writes a block whose elements have the types that of returns.
func (x *xsdWriter) writeBlock(t Table, name, doc string, of func(*Schema) string) {
	x.writeLine(`<xs:element name="` + name + `">`)
	x.writeDoc(doc)
	x.writeLine(`<xs:complexType>`)
	x.writeLine(`<xs:choice minOccurs="0" maxOccurs="unbounded">`)
	x.writeElements(t, of)
	x.writeLine(`</xs:choice>`)
	x.writeLine(`</xs:complexType>`)
	x.writeLine(`</xs:element>`)
}

// writeElements writes the names of elements with the types that of returns; none where that is empty.
func (x *xsdWriter) writeElements(t Table, of func(*Schema) string) {
	for _, s := range t {
		if of(s) == "" {
			continue
		}
		for _, n := range append([]string{s.Kind}, s.Alias...) {
			x.writeLine(`<xs:element name="` + n + `" type="` + of(s) + `"/>`)
		}
	}
}

// kindsWithin returns the kinds that may be in the tag of an element of kind s.
func (t Table) kindsWithin(s *Schema) (inside Table) {
	for _, k := range t {
		if k.Within == s.Kind {
			inside = append(inside, k)
		}
	}
	return inside
}

// writeKind writes the type of an element.
func (x *xsdWriter) writeKind(t Table, s *Schema, change bool) {
	name := s.Kind
	if change {
		name += ".change"
	}
	mixed := ""
	if len(s.Text) > 0 || s.Ignored || s.Open || s.Unsupported != "" {
		mixed = ` mixed="true"`
	}
	x.writeLine(`<xs:complexType name="` + name + `"` + mixed + `>`)
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
	x.writeDoc(doc)
	if inside := t.kindsWithin(s); len(inside) > 0 && !change {
		x.writeLine(`<xs:choice minOccurs="0" maxOccurs="unbounded">`)
		x.writeElements(inside, func(s *Schema) string { return s.Kind })
		x.writeLine(`</xs:choice>`)
	}
	for _, a := range newKind(s).specs {
		if a.isMandatory(s) {
			x.writeAttr(s, a, change)
		}
	}
	x.writeLine(`<xs:attributeGroup ref="` + s.Kind + `"/>`)
	if s.Ignored || s.Open || s.Unsupported != "" {
		x.writeLine(`<xs:anyAttribute processContents="skip"/>`)
	}
	x.writeLine(`</xs:complexType>`)
}

// isMandatory reports whether the attribute must be there, in this spelling, unless
// the element is a change.
func (a *AttrSpec) isMandatory(s *Schema) bool {
	return a.Required && a.When == "" && len(a.Alias) == 0 && !s.Ignored
}

// writeOptionalAttrs writes those that may be left out, as a group.
func (x *xsdWriter) writeOptionalAttrs(s *Schema) {
	x.writeLine(`<xs:attributeGroup name="` + s.Kind + `">`)
	for _, a := range newKind(s).specs {
		if !a.isMandatory(s) {
			x.writeAttr(s, a, false)
		}
	}
	x.writeLine(`</xs:attributeGroup>`)
}

func (x *xsdWriter) writeAttr(s *Schema, a *AttrSpec, change bool) {
	for k, n := range append([]string{a.Name}, a.Alias...) {
		use := ""
		if a.isMandatory(s) && (!change || a.Type == ID) {
			use = ` use="required"`
		}
		doc := a.oneLineDescription()
		if k > 0 {
			doc = "another name of " + a.Name
		}
		simple := a.xsdType()
		if simple != "" {
			use += ` type="` + simple + `"`
		}
		x.writeLine(`<xs:attribute name="` + n + `"` + use + `>`)
		x.writeDoc(doc)
		if simple == "" {
			x.writeLine(`<xs:simpleType>`)
			x.writeEnum(a)
			x.writeLine(`</xs:simpleType>`)
		}
		x.writeLine(`</xs:attribute>`)
	}
}

// oneLineDescription says what the attribute is in one line: meaning, unit, default, and
// when it counts.
func (a *AttrSpec) oneLineDescription() string {
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
		parts = append(parts, "counts "+a.conditionText())
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "; ")
}

// conditionText says AttrSpec.When in words.
func (a *AttrSpec) conditionText() string {
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

// writeEnum writes the values of an enumeration: in the table's spelling, for
// editors, and in any case, for decks.
func (x *xsdWriter) writeEnum(a *AttrSpec) {
	others := a.Enum
	if a.Type == Bool {
		others = []string{"TRUE", "FALSE", "YES", "NO", "ON", "OFF", "T", "F", "Y", "N", "1", "0"}
	}
	others = append(slices.Clone(others), slices.Sorted(maps.Keys(a.EnumAlias))...)
	x.writeLine(`<xs:union>`)
	x.writeLine(`<xs:simpleType>`)
	x.writeLine(`<xs:restriction base="xs:string">`)
	for _, v := range a.Enum {
		x.writeLine(`<xs:enumeration value="` + escapeXML(v) + `"/>`)
	}
	x.writeLine(`</xs:restriction>`)
	x.writeLine(`</xs:simpleType>`)
	x.writeLine(`<xs:simpleType>`)
	x.writeLine(`<xs:restriction base="xs:string">`)
	var all []string
	for _, v := range others {
		all = append(all, anyCasePattern(v))
	}
	point := ""
	if a.Type == Bool {
		point = `\.?` // .TRUE.
	}
	x.writeLine(`<xs:pattern value="` + escapeXML(`\s*`+point+"("+strings.Join(all, "|")+")"+point+`\s*`+parameterPattern) + `"/>`)
	x.writeLine(`</xs:restriction>`)
	x.writeLine(`</xs:simpleType>`)
	x.writeLine(`</xs:union>`)
}

// anyCasePattern is a pattern of a word in capitals and small letters.
func anyCasePattern(word string) string {
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

func (x *xsdWriter) writePattern(name, pattern string) {
	x.writeLine(`<xs:simpleType name="` + name + `">`)
	x.writeLine(`<xs:restriction base="xs:string">`)
	x.writeLine(`<xs:pattern value="` + escapeXML(pattern+parameterPattern) + `"/>`)
	x.writeLine(`</xs:restriction>`)
	x.writeLine(`</xs:simpleType>`)
}
