package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Force_FlexModal", Instead: []string{"case_id scale_expr|" + routineNames},
			Doc: "load on the modes of a flexible body: a load case of its data times a scale, or the load of a routine; there is no reaction",
			Attrs: joinAttrs(
				requiredAttr(optionalReferenceAttr("flex_body_id", "body that the load acts on", flexibleKind)),
				withAliases(positiveIntegerAttr("case_id", "number of the load case in the data of the body, from 1"), "case_index"),
				withAliases(expressionAttr("scale_expr", "1", "factor of the load case"), "scale"),
				flagAttr("force_sub", "the routine gives the load, and not a load case with its scale"),
				deck.UserSubAttrs("", 0),
			),
		},
		phase: forces,
		build: buildModalForce,
	})
}

// buildModalForce: the generalized force of a load case is scale (F, T, f), F and T along the axes of the body about its origin, f on the modal
// coordinates.
func buildModalForce(b *builder, e *deck.Element) {
	of := b.deck.FindElement(flexibleKind, e.Ref("flex_body_id"))
	f := b.flexibles[of]
	if of == nil || f == nil {
		b.faults.addFaultyElement(e) // reported
		return
	}
	if f.rigid {
		e.AddErrorf("flex_body_id", "B418", "%s is rigidified: it has no modes that a load could act on", of.KindIDLabel())
		return
	}
	var cases []system.LoadCase
	for i := range f.data.Loads {
		c := &f.data.Loads[i]
		cases = append(cases, system.LoadCase{Force: c.Force, Torque: c.Torque, Modal: c.Modal})
	}
	own, ok := b.readLoadCase(e, of, len(cases))
	if !ok {
		return
	}
	load := system.FlexLoad{Element: e.Kind, ID: e.ID(), Flex: f.index}
	if namesRoutine(e, usersub.MFOSUB) {
		if e.Has("scale_expr") {
			e.AddWarningf("scale_expr", "B062", "the user subroutine is taken, scale_expr is ignored")
		}
		r := b.loadRoutine(e, usersub.MFOSUB, map[string]int{"nmodes": len(f.size), "ncases": len(cases)})
		if r == nil {
			return
		}
		law := b.sys.AddLaw(r.ModalLoadLawSpec(cases, f.size, own, e.Bool("force_sub")))
		for k := range 6 + len(f.size) {
			load.Terms = append(load.Terms, system.FlexLoadTerm{Value: system.Output{Law: law, Out: k}, At: k})
		}
	} else {
		switch {
		case own < 0:
			e.AddErrorf("", "E305", "a load case is missing: case_id, or a user subroutine (MFOSUB)")
			return
		case !e.Has("scale_expr"):
			e.AddErrorf("", "E305", "the factor of the load case is missing: scale_expr, or a user subroutine (MFOSUB)")
			return
		}
		value := b.compileAttrLaw(e, "scale_expr")
		if value.Law < 0 {
			return
		}
		load.Terms = []system.FlexLoadTerm{{Value: value, Load: cases[own].Scaled(f.size)}}
	}
	b.sys.FlexLoads = append(b.sys.FlexLoads, load)
}

// readLoadCase returns the place of the load case that e names, -1 for none.
func (b *builder) readLoadCase(e, of *deck.Element, n int) (at int, ok bool) {
	if !e.Has("case_id") {
		return -1, true
	}
	at = e.Int("case_id") - 1
	if at < 0 || at >= n {
		d := e.AddErrorf("case_id", "B418", "%s has no load case %d", of.KindIDLabel(), at+1)
		d.Help = loadCaseList(b.flexibles[of])
		return -1, false
	}
	return at, true
}

// loadCaseList says which load cases there are.
func loadCaseList(f *flexible) string {
	if len(f.data.Loads) == 0 {
		return `its data have none: the key "loads" of a .json has them`
	}
	var all []string
	for i := range f.data.Loads {
		text := itoa(i + 1)
		if name := f.data.Loads[i].Name; name != "" {
			text += " (" + name + ")"
		}
		all = append(all, text)
	}
	return "load cases of its data: " + strings.Join(all, ", ")
}
