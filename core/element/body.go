package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	velocity := joinAttrs(
		repeatForEachAxis(realAttr("v_ic_*", "0", "length/time", "initial velocity of the mass centre along *")),
		repeatForEachAxis(flagAttr("v_ic_*_flag", "keep v_ic_* exactly when the initial conditions are made consistent")),
	)
	registerElements(
		kind{
			schema: &deck.Schema{
				Kind: "Body_Rigid", Doc: "a rigid body, or ground",
				Attrs: joinAttrs(
					optionalMarkerAttr("cg_id", "marker at the mass centre; its axes are those of the body; needed unless isground"),
					optionalMarkerAttr("im_id", "marker whose origin and axes the moments of inertia are given for; cg_id if missing"),
					optionalMarkerAttr("lprf_id", "marker in which all other markers of the body are given"),
					withAliases(flagAttr("isground", "this is ground, which does not move"), "IsGround"),
					notNegativeAttr(realAttr("mass", "0", "mass", "mass of the body")),
					repeatForEachAxis(realAttr("inertia_**", "0", "mass length²", "moment of inertia about *")),
					realAttr("inertia_xy", "0", "mass length²", "product of inertia, the integral of x y dm"),
					realAttr("inertia_yz", "0", "mass length²", "product of inertia, the integral of y z dm"),
					realAttr("inertia_xz", "0", "mass length²", "product of inertia, the integral of x z dm"),
					choiceAttr("inertia_convention", "INTEGRALS", "what the products of inertia are (extension): INTEGRALS as described, TENSOR the entries of the tensor, of the opposite sign", "INTEGRALS", "TENSOR"),
					velocity,
					repeatForEachAxis(realAttr("w_ic_*", "0", "rad/time", "initial angular velocity about *")),
					repeatForEachAxis(flagAttr("w_ic_*_flag", "keep w_ic_* exactly when the initial conditions are made consistent")),
					optionalMarkerAttr("vm_id", "marker along whose axes v_ic is given; global axes if missing"),
					optionalMarkerAttr("wm_id", "marker along whose axes w_ic is given; cg_id if missing"),
					harmlessUnusedAttrs("for coupling with flow solvers", "is_wet_body", "cp_inp_id"),
				),
			},
			phase: bodies,
			build: buildRigid,
		},
		kind{
			schema: &deck.Schema{
				Kind: "Body_Point", Doc: "a point mass: three translations, a fixed orientation",
				Attrs: joinAttrs(
					markerAttr("cg_id", "marker at the point"),
					optionalMarkerAttr("lprf_id", "marker in which all other markers of the body are given"),
					requiredAttr(positiveAttr(realAttr("mass", "", "mass", "mass of the body"))),
					velocity,
				),
			},
			phase: bodies,
			build: buildPoint,
		},
	)
}

// readVector reads three components.
func readVector(e *deck.Element, x, y, z string) spatial.Vec {
	return spatial.Vec{X: e.Real(x), Y: e.Real(y), Z: e.Real(z)}
}

func readExactFlags(e *deck.Element, names ...string) (x [3]bool) {
	for k, n := range names {
		x[k] = e.Bool(n)
	}
	return x
}

// buildRigid: the body's axes are those of the CM marker.
func buildRigid(b *builder, e *deck.Element) {
	if e.Bool("isground") {
		if b.ground != nil {
			e.AddErrorf("isground", "B020", "%s is ground already", b.ground.KindIDLabel())
		} else {
			b.ground = e
		}
		b.sys.SetGroundID(e.ID())
		return
	}
	if !e.Has("cg_id") && !b.faults.of[e] {
		e.AddErrorf("", "E305", "cg_id is missing").Help = "cg_id: marker at the mass centre"
	}
	cm := b.findFrameOnSameBody(e, "cg_id", global)
	body := system.Body{
		ID: e.ID(), Name: e.Label(), Kind: system.Rigid,
		Mass: e.Real("mass") * b.units, Inertia: b.readInertia(e, cm),
		Pos0: cm.pos, Rot0: cm.rot,
		ExactV: readExactFlags(e, "v_ic_x_flag", "v_ic_y_flag", "v_ic_z_flag"),
		ExactW: readExactFlags(e, "w_ic_x_flag", "w_ic_y_flag", "w_ic_z_flag"),
	}
	b.findFrameOnSameBody(e, "lprf_id", global)
	vm, wm := b.findDirectionFrame(e, "vm_id", global), b.findDirectionFrame(e, "wm_id", cm)
	body.ExactAxesV, body.ExactAxesW = vm.rot, wm.rot
	body.V0 = vm.rot.Mul(readVector(e, "v_ic_x", "v_ic_y", "v_ic_z"))
	body.W0 = wm.rot.Mul(readVector(e, "w_ic_x", "w_ic_y", "w_ic_z"))
	b.sys.AddBody(body)
}

func buildPoint(b *builder, e *deck.Element) {
	cm := b.findFrameOnSameBody(e, "cg_id", global)
	b.findFrameOnSameBody(e, "lprf_id", global)
	b.sys.AddBody(system.Body{
		ID: e.ID(), Name: e.Label(), Kind: system.PointMass,
		Mass: e.Real("mass") * b.units, Pos0: cm.pos, Rot0: spatial.Identity,
		V0:         readVector(e, "v_ic_x", "v_ic_y", "v_ic_z"),
		ExactV:     readExactFlags(e, "v_ic_x_flag", "v_ic_y_flag", "v_ic_z_flag"),
		ExactAxesV: spatial.Identity, ExactAxesW: spatial.Identity,
	})
}

// findDirectionFrame returns the frame of a marker that gives directions to the attributes
// of a body, other if it is not given.
func (b *builder) findDirectionFrame(e *deck.Element, attribute string, fallback *frame) *frame {
	m := b.deck.FindElement(markerKind, e.Ref(attribute))
	if m == nil {
		return fallback
	}
	if m.Bool("floating") {
		e.AddErrorf(attribute, "B010", "marker %d is floating and has no pose", m.ID())
	}
	return b.markerFrameAtStart(m.ID())
}

// findFrameOnSameBody is findDirectionFrame for a marker that must belong to the body itself.
func (b *builder) findFrameOnSameBody(e *deck.Element, attribute string, fallback *frame) *frame {
	f := b.findDirectionFrame(e, attribute, fallback)
	if m := b.deck.FindElement(markerKind, e.Ref(attribute)); m != nil && !b.faults.of[m] && !b.faults.of[e] {
		if of := b.findBodyOfMarker(m); of != nil && of != e {
			e.AddErrorf(attribute, "B023", "marker %d belongs to %s", m.ID(), of.KindIDLabel()).AddNote(m.Span, "the marker is here")
		}
	}
	return f
}
