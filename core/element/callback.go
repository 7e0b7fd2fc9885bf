package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

// Callback is a CBKSUB, which is called at events of the run.
type Callback struct {
	Element *deck.Element
	Sub     *usersub.Routine
	Par     []float64
}

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "CBKSUB", Doc: "a routine CBKSUB, which is called at events of the run: its start and end, analyses, time steps, rows of results, sensors, commands",
			Attrs: joinAttrs(deck.UserSubAttrs("", 0)),
		},
		phase: requests,
		build: buildCallback,
	})
}

func buildCallback(b *builder, e *deck.Element) {
	ref, _ := e.RoutineRef(usersub.CBKSUB.Name)
	if sub := b.openRoutine(&ref, usersub.CBKSUB); sub != nil {
		b.out.Callbacks = append(b.out.Callbacks, &Callback{Element: e, Sub: sub, Par: b.readParams(e, sub)})
	}
}
