package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

const stringKind = "Reference_String"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: stringKind, Instead: []string{"string|" + routineNames},
			Doc: "a text that routines read by its id",
			Attrs: joinAttrs(
				&deck.AttrSpec{Name: "string", Type: deck.String, Doc: "the text"},
				deck.UserSubAttrs("!string", 0),
			),
		},
		phase: arrays,
		build: func(b *builder, e *deck.Element) { b.readStringOnce(e) },
	})
}

// readStringOnce returns the text of a Reference_String, nil where it cannot be had, which
// is reported once, and where its routine requests it.
func (b *builder) readStringOnce(e *deck.Element) *string {
	if t, read := b.texts[e]; read {
		return t
	}
	if b.texts == nil {
		b.texts = map[*deck.Element]*string{}
	}
	b.texts[e] = nil
	b.buildAndRecordFault(e, func() { b.texts[e] = b.readReferenceString(e) })
	return b.texts[e]
}

func (b *builder) readReferenceString(e *deck.Element) *string {
	switch {
	case e.Has("string"):
		s := e.Str("string")
		return &s
	case b.faults.of[e]:
	case !namesRoutine(e, usersub.STRING_READ):
		e.AddErrorf("", "B125", "a string needs a text or a user subroutine")
	default:
		if rd := b.callReadRoutine(e, usersub.STRING_READ); rd != nil {
			return rd.text
		}
	}
	return nil
}
