package deck

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Markdown writes a reference of the table: every element with its attributes,
// their types, units, defaults and conditions.
func (t Table) Markdown(w io.Writer) error {
	m := &mdWriter{bufio.NewWriter(w)}
	m.writeLine("# Elements of a deck\n")
	m.writeLine("Made by `trammel schema --markdown` from the table that decks are read with.\n")
	m.writeLine("Names of elements, attributes and words are read in capitals and small letters alike. A number is written as 1, 1.5, 1E-3 or 1.5D-3; an")
	m.writeLine("angle in rad, or in degrees with a D behind it; a list with blanks or commas between its entries. An expression, path or list of parameters")
	m.writeLine("`NULL` and an id 0 are as good as none. In the command block an element of the model changes the attributes that are given. Units are those")
	m.writeLine("of Param_Unit; \"1\" means dimensionless. A star marks required attributes.\n")
	m.writeLinks(t, "the model", func(s *Schema) bool { return s.Section != InCommand })
	m.writeLinks(t, "commands", func(s *Schema) bool { return s.Section != InModel })
	for _, s := range t {
		if s.Unsupported == "" && !s.Ignored {
			m.writeKind(s)
		}
	}
	m.writeRoutines()
	m.writeUnsupported(t)
	return m.Flush()
}

type mdWriter struct{ *bufio.Writer }

func (m *mdWriter) writeLine(text string) { m.WriteString(text + "\n") }

// writeLinks writes links to the elements of a block.
func (m *mdWriter) writeLinks(t Table, what string, in func(*Schema) bool) {
	var all []string
	for _, s := range t {
		if in(s) && s.Unsupported == "" && !s.Ignored {
			all = append(all, "["+s.Kind+"](#"+strings.ToLower(s.Kind)+")")
		}
	}
	m.writeLine("Elements of " + what + ": " + strings.Join(all, " · ") + "\n")
}

func (m *mdWriter) writeKind(s *Schema) {
	m.writeLine("## " + s.Kind + "\n")
	text := strings.ToUpper(s.Doc[:1]) + s.Doc[1:] + "."
	if len(s.Alias) > 0 {
		text += " Also spelt " + strings.Join(s.Alias, ", ") + "."
	}
	switch s.Section {
	case InCommand:
		text += " A command."
	case InBoth:
		text += " In the model for the start, in the command block for a change."
	}
	if s.Once {
		text += " A model holds only one."
	}
	m.writeLine(escapeCell(text) + "\n")
	m.writeLine("| attribute | value | default | unit | meaning |")
	m.writeLine("|---|---|---|---|---|")
	called, idle := false, []string{}
	for _, a := range newKind(s).specs {
		switch {
		case a.Type == Ignored:
			if a.Name != "id" && a.Name != "full_label" {
				idle = append(idle, a.Name)
			}
		case isRoutineAttr(a.Name):
			if !called {
				m.writeLine("| `usrsub_…` | | | | the [user subroutine](#user-subroutines)" + escapeCell(conditionText(a)) + " |")
			}
			called = true
		default:
			m.writeAttr(a)
		}
	}
	for i := range s.Text {
		m.writeAttr(&s.Text[i])
	}
	if len(idle) > 0 {
		m.writeLine("\nRead, without effect: " + strings.Join(idle, ", ") + ".")
	}
	m.writeLine("")
}

// isRoutineAttr reports whether an attribute is one of those of user subroutines.
func isRoutineAttr(name string) bool {
	return slices.ContainsFunc(UserSubAttrs("", 9), func(a AttrSpec) bool { return a.Name == name })
}

func (m *mdWriter) writeAttr(a *AttrSpec) {
	name := "`" + a.Name + "`"
	if a.Name == "" {
		name = "*text*"
	}
	if a.Required {
		name += " *"
	}
	doc := a.Doc
	if len(a.Alias) > 0 {
		doc += " (also `" + strings.Join(a.Alias, "`, `") + "`)"
	}
	if a.Second != "" {
		doc += "; given twice, the second is `" + a.Second + "`"
	}
	def := ""
	if a.Default != "" {
		def = "`" + a.Default + "`"
	}
	m.writeLine("| " + strings.Join([]string{name, escapeCell(a.valuesText()), def, escapeCell(a.Unit), escapeCell(doc + conditionText(a))}, " | ") + " |")
}

// conditionText says when an attribute counts.
func conditionText(a *AttrSpec) string {
	if a.When == "" {
		return ""
	}
	return "; counts " + a.conditionText()
}

// valuesText says what may be given.
func (a *AttrSpec) valuesText() string {
	text := map[Type]string{
		ID: "id", Ref: "id", Refs: "ids", Int: "integer", Real: "number", Angle: "angle", Bool: "TRUE, FALSE", Expr: "expression",
		RealOrExpr: "number or expression", String: "text", Path: "path", Params: "USER(…)", Ints: "integers", Reals: "numbers",
	}[a.Type]
	switch {
	case a.Type == Enum:
		text = strings.Join(a.Enum, ", ")
	case len(a.To) > 0:
		text += " of " + strings.Join(a.To, " or ")
	}
	switch {
	case a.Positive:
		text += " > 0"
	case a.NonNegative:
		text += " ≥ 0"
	}
	if a.Min != 0 {
		text += fmt.Sprintf(" ≥ %g", a.Min)
	}
	if a.Max != 0 {
		text += fmt.Sprintf(" ≤ %g", a.Max)
	}
	if a.Len > 0 {
		text += fmt.Sprintf(", %d of them", a.Len)
	}
	return text
}

// escapeCell keeps a text from ending its cell of a table.
func escapeCell(text string) string { return strings.ReplaceAll(toOneLine(text), "|", `\|`) }

func (m *mdWriter) writeRoutines() {
	m.writeLine("## User subroutines\n")
	m.writeLine("An element whose law may be a routine has these attributes.\n")
	m.writeLine("| attribute | value | default | unit | meaning |")
	m.writeLine("|---|---|---|---|---|")
	for _, a := range UserSubAttrs("", 1) {
		m.writeAttr(&a)
	}
	m.writeLine("")
}

// writeUnsupported lists what is not supported and what has no effect.
func (m *mdWriter) writeUnsupported(t Table) {
	m.writeLine("## Without effect\n")
	for _, s := range t {
		if s.Ignored {
			m.writeLine("* " + s.Kind + ": " + escapeCell(s.Doc))
		}
	}
	m.writeLine("\n## Not supported\n")
	for _, s := range t {
		if s.Unsupported != "" {
			m.writeLine("* " + s.Kind + ": " + escapeCell(s.Unsupported))
		}
	}
}

// FindSchema returns the element of a name or another spelling, regardless of case.
func (t Table) FindSchema(name string) (*Schema, bool) {
	for _, s := range t {
		if strings.EqualFold(s.Kind, name) || slices.ContainsFunc(s.Alias, func(a string) bool { return strings.EqualFold(a, name) }) {
			return s, true
		}
	}
	return nil, false
}

// SchemasWithAttr returns the elements that have an attribute of a name or another spelling, regardless of case.
func (t Table) SchemasWithAttr(name string) (list []*Schema) {
	for _, s := range t {
		if s.attr(name) != nil {
			list = append(list, s)
		}
	}
	return list
}

func (s *Schema) attr(name string) *AttrSpec {
	for i := range s.Attrs {
		a := &s.Attrs[i]
		if a.Type != Ignored && (strings.EqualFold(a.Name, name) || slices.ContainsFunc(a.Alias, func(b string) bool { return strings.EqualFold(b, name) })) {
			return a
		}
	}
	return nil
}

// DescriptionLines describes an element for a terminal: what it is, then a line for each attribute: name, values, default, unit and meaning,
// separated from each other by tabs. Attributes of routines are left out.
func (s *Schema) DescriptionLines() []string {
	lines := []string{s.Kind + ": " + s.Doc}
	if s.Unsupported != "" {
		return append(lines, "not supported: "+s.Unsupported)
	}
	for i := range s.Attrs {
		if a := &s.Attrs[i]; a.Type != Ignored && !isRoutineAttr(a.Name) {
			lines = append(lines, a.descriptionLine())
		}
	}
	for i := range s.Text {
		lines = append(lines, s.Text[i].descriptionLine())
	}
	return lines
}

// AttrDescriptionLine is the line of DescriptionLines for one attribute; "" if there is none.
func (s *Schema) AttrDescriptionLine(name string) string {
	if a := s.attr(name); a != nil {
		return a.descriptionLine()
	}
	return ""
}

func (a *AttrSpec) descriptionLine() string {
	name, text := a.Name, a.valuesText()
	if name == "" {
		name = "(text)"
	}
	if a.Unit != "" {
		text += " (" + a.Unit + ")"
	}
	switch {
	case a.Required:
		text += ", required"
	case a.Default != "":
		text += ", default " + a.Default
	}
	return name + "\t" + text + ": " + a.Doc + a.conditionSuffix()
}

func (a *AttrSpec) conditionSuffix() string {
	return strings.NewReplacer("`", "").Replace(conditionText(a))
}
