package element

import "github.com/trammel-mbd/trammel/core/deck"

// remedies say what to do about problems of a code wherever they come up.
var remedies = map[string]string{
	"B010": "name a marker that is fixed to a body",
	"B020": "a model has one ground: take IsGround away from one of them",
	"B022": "check inertia_xx, inertia_yy and inertia_zz",
	"B071": "name an array of that type, or correct the type of this one",
	"B073": "an array belongs to one equation: define another for this one",
	"B094": "correct end_time, duration or start_time; an analysis starts where the one before ended",
	"B095": "list each time once, in increasing order",
}

// addRemedies adds to problems without advice that of their code.
func addRemedies(list []*deck.Diag) {
	for _, d := range list {
		if d.Help == "" {
			d.Help = remedies[d.Code]
		}
	}
}
