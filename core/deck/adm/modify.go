package adm

import "github.com/trammel-mbd/trammel/core/deck"

// ReadModifications reads commands that are given while a model runs, such as
// "PART/1, MASS = 10" or "ACTIVATE/JOINT, ID=12". Each line, and each part
// between semicolons, may be one. The error is all that is wrong with them.
func ReadModifications(m *deck.Model, table deck.Table, command string) ([]*deck.Element, error) {
	r := newReader(m.Dir, table)
	r.builder = m.NewCommandBuilder()
	r.diags = r.builder.Diags()
	r.section = deck.InCommand
	for _, kind := range []string{"Motion_Joint", "Motion_Marker"} {
		if !m.HasKind(kind) {
			continue
		}
		for _, e := range m.ElementsOfKind(kind) {
			r.motion[e.ID()] = kind
		}
	}
	r.readFile(&deck.Source{Name: "MODIFY", Text: []byte(command)}, commandLanguage())
	return r.builder.AddedCommands()
}
