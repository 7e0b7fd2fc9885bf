package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/usersub"
)

// Post is a routine that is notified of each row of the results: POST_SUB, or the
// CONTACTPOST of a contact.
type Post struct {
	Element *deck.Element
	Sub     *usersub.Routine
	Sig     *usersub.Sig
	Par     []float64
	Dims    map[string]int // integer arguments that stay the same
}

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Post_UserAPI", Doc: "a POST_SUB, which is called at each row of the results, and once more at the end",
			Attrs: joinAttrs(deck.UserSubAttrs("", 0)),
		},
		phase: requests,
		build: buildPostRoutine,
	})
}

func buildPostRoutine(b *builder, e *deck.Element) {
	ref, _ := e.RoutineRef(usersub.POST_SUB.Name)
	if sub := b.openRoutine(&ref, usersub.POST_SUB); sub != nil {
		b.out.Posts = append(b.out.Posts, &Post{Element: e, Sub: sub, Sig: usersub.POST_SUB, Par: b.readParams(e, sub)})
	}
}
