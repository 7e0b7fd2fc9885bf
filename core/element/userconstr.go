package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Constraint_UserConstr", Doc: "a constraint by a UCOSUB: a function of coordinates of parts and markers that the routine declares, kept zero",
			Attrs: joinAttrs(
				withAliases(optionalMarkerAttr("i_marker_id", "marker for whose body the reaction is reported; no reaction is reported if missing; extension, as in Constraint_General"), "i"),
				choiceAttr("type", "USERSUB", "how the constraint is given", "USERSUB"),
				oneSidedAttrs("the result of the routine"),
				multiplierBoundAttrs(),
				breakForceAttrs(brokenRow, "force"),
				deck.UserSubAttrs("", 0),
			),
		},
		phase: joints,
		build: buildUserConstr,
	})
}

func buildUserConstr(b *builder, e *deck.Element) {
	if !b.allMarkersExist(e, "i_marker_id") {
		return
	}
	i := system.NoMarker
	if e.Has("i_marker_id") {
		i = b.nonFloatingMarkerIndex(e, "i_marker_id")
	}
	b.addMassCentreMarkers()
	law := b.readMultiplierBoundLaw(e)
	// the number of variables is known after the set-up call only
	if r := b.loadRoutine(e, usersub.UCOSUB, nil); r != nil {
		b.addGeneralConstraintRow(e, system.NewUserConstraintRow(r, i), law)
	}
}

// addMassCentreMarkers adds the marker at the mass centre of each body, along whose axes UCOVAR gives the inertia. The axes of a part are
// those that its moments of inertia are given for: im_id, else cg_id. They are its
// principal axes where there are no products of inertia.
func (b *builder) addMassCentreMarkers() {
	for _, e := range b.deck.Elements {
		switch e.Kind {
		case "Body_Point":
			if i, ok := b.sys.Body(system.PointMass, e.ID()); ok {
				b.sys.AddMassCentreMarker(i, spatial.Identity)
			}
		case "Body_Rigid":
			i, ok := b.sys.Body(system.Rigid, e.ID())
			if !ok {
				continue
			}
			axes := spatial.Identity
			if im := b.frames[e.Ref("im_id")]; im != nil {
				rot := b.sys.Bodies[i].Rot0.T()
				axes = rot.MulMat(&im.rot)
			}
			b.sys.AddMassCentreMarker(i, axes)
		}
	}
}
