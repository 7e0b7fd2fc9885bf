package element

import (
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

// higherPair is one of the constraints between a point, a curve or a surface of I
// and a curve or a surface of J: which attributes name them.
type higherPair struct {
	kind, doc string
	i, j      string // attributes of the shapes, i "" for the point
	attrs     []deck.AttrSpec
	// guess are the beginnings of the attributes of a point near the contact on I's
	// and J's shape; global reports that its axes are not those of the marker.
	guess  [2]string
	global bool
	speed  [2]string // attributes of the speed of the contact along curves
	sign   float64   // of these speeds towards the ends of the curves
	rolls  bool      // may be kept from slipping
}

var higherPairs = []higherPair{
	{
		kind: "Constraint_PTCV", doc: "a point that slides on a curve",
		j: "curve_id", guess: [2]string{"", "disp_"}, global: true, speed: [2]string{"", "vel_0"}, sign: 1,
		attrs: joinAttrs(
			referenceAttr("curve_id", "the curve, in axes of J", curveKind),
			initialPointAttrs("disp_", "of a point near the contact at the start, along global axes"),
			withAliases(realAttr("vel_0", "", "length/time", "speed of the contact along the curve at the start, positive towards its end; that of the bodies if missing"), "vel_o"),
		),
	},
	{
		kind: "Constraint_CVCV", doc: "two plane curves that touch",
		i: "i_curve_id", j: "j_curve_id", guess: [2]string{"i_disp_", "j_disp_"}, speed: [2]string{"i_vel0", "j_vel0"}, sign: -1, rolls: true,
		attrs: joinAttrs(
			referenceAttr("i_curve_id", "the curve of I, in its axes", curveKind),
			referenceAttr("j_curve_id", "the curve of J, in its axes", curveKind),
			initialPointAttrs("i_disp_", "of a point near the contact at the start, in axes of I"),
			initialPointAttrs("j_disp_", "of a point near the contact at the start, in axes of J"),
			withAliases(realAttr("i_vel0", "", "length/time", "speed of the contact along I's curve at the start, positive towards its start"), "i_vel_0"),
			withAliases(realAttr("j_vel0", "", "length/time", "speed of the contact along J's curve at the start, positive towards its start"), "j_vel_0"),
			noSlipAttr(),
		),
	},
	{
		kind: "Constraint_PTSF", doc: "a point that slides on a surface",
		j: "surface_id", guess: [2]string{"", "disp_"},
		attrs: joinAttrs(
			referenceAttr("surface_id", "the surface, in axes of J", surfaceKind),
			initialPointAttrs("disp_", "of a point near the contact at the start, in axes of J"),
		),
	},
	{
		kind: "Constraint_CVSF", doc: "a curve that touches a surface",
		i: "curve_id", j: "surface_id", guess: [2]string{"i_disp_", "j_disp_"}, rolls: true,
		attrs: joinAttrs(
			referenceAttr("curve_id", "the curve, in axes of I", curveKind),
			referenceAttr("surface_id", "the surface, in axes of J", surfaceKind),
			initialPointAttrs("i_disp_", "of a point near the contact at the start, in axes of I"),
			initialPointAttrs("j_disp_", "of a point near the contact at the start, in axes of J"),
			noSlipAttr(),
		),
	},
	{
		kind: "Constraint_SFSF", doc: "two surfaces that touch",
		i: "i_surface_id", j: "j_surface_id", guess: [2]string{"i_disp_", "j_disp_"},
		attrs: joinAttrs(
			referenceAttr("i_surface_id", "the surface of I, in its axes", surfaceKind),
			referenceAttr("j_surface_id", "the surface of J, in its axes", surfaceKind),
			initialPointAttrs("i_disp_", "of a point near the contact at the start, in axes of I"),
			initialPointAttrs("j_disp_", "of a point near the contact at the start, in axes of J"),
		),
	},
}

// initialPointAttrs are the three coordinates of a point, with a 0 or an o behind them.
func initialPointAttrs(name, doc string) []deck.AttrSpec {
	a := repeatForEachAxis(realAttr(name+"*0", "", "length", "* "+doc))
	for k, x := range [3]string{"x", "y", "z"} {
		a[k].Alias = []string{name + x + "o"}
	}
	return a
}

func noSlipAttr() *deck.AttrSpec {
	return withAliases(flagAttr("is_no_slip", "the two roll on each other; otherwise they slide without friction"), "no_slip")
}

func init() {
	for _, p := range higherPairs {
		registerElements(kind{
			schema: &deck.Schema{Kind: p.kind, Doc: p.doc, Attrs: joinAttrs(
				markerAttr("i_marker_id", "marker on the first body, on which reactions act"),
				markerAttr("j_marker_id", "marker on the second body"),
				p.attrs,
			)},
			phase: joints,
			build: func(b *builder, e *deck.Element) { b.buildHigherPair(e, &p) },
		})
	}
}

func (b *builder) buildHigherPair(e *deck.Element, p *higherPair) {
	if !b.allMarkersExist(e, "i_marker_id", "j_marker_id") {
		return
	}
	var shape [2]int
	for k, name := range [2]string{p.i, p.j} {
		n, ok := b.findReferencedShape(e, name)
		if !ok {
			b.faults.addFaultyElement(e) // reported
			return
		}
		shape[k] = n
	}
	i, j := b.nonFloatingMarkerIndex(e, "i_marker_id"), b.nonFloatingMarkerIndex(e, "j_marker_id")
	if of := b.sys.Markers[i].Body; of == b.sys.Markers[j].Body {
		e.AddErrorf("j_marker_id", "B206", "both markers belong to %s", &b.sys.Bodies[of])
		return
	}
	var start [2]system.PairStart
	for k := range start {
		start[k] = b.readInitialContact(e, p, k)
	}
	h := b.sys.NewHigherPairRows(e.Kind, e.ID(), i, j, shape, start)
	b.sys.AddRows(h)
	if p.rolls && e.Bool("is_no_slip") {
		b.sys.AddRows(h.NewNoSlipRows())
	}
}

// findReferencedShape returns the index of the curve or surface that an attribute names, -1
// for the point, which is named by none.
func (b *builder) findReferencedShape(e *deck.Element, attribute string) (index int, ok bool) {
	if attribute == "" {
		return -1, true
	}
	kind := curveKind
	if strings.HasSuffix(attribute, "surface_id") {
		kind = surfaceKind
	}
	n, ok := b.shapes[b.deck.FindElement(kind, e.Ref(attribute))]
	return n, ok
}

// readInitialContact reads what the deck knows of the contact on side k.
func (b *builder) readInitialContact(e *deck.Element, p *higherPair, k int) (s system.PairStart) {
	s.Global = p.global
	if p.guess[k] != "" {
		var v [3]float64
		given := 0
		for n, x := range [3]string{"x0", "y0", "z0"} {
			if name := p.guess[k] + x; e.Has(name) {
				v[n] = e.Real(name)
				given++
			}
		}
		if given > 0 && given < 3 {
			e.AddErrorf("", "B208", "all three of %[1]sx0, %[1]sy0 and %[1]sz0 are needed, or none", p.guess[k])
		}
		if given == 3 {
			s.Near = &spatial.Vec{X: v[0], Y: v[1], Z: v[2]}
		}
	}
	if name := p.speed[k]; name != "" && e.Has(name) {
		s.Speed, s.Moves = p.sign*e.Real(name), true
	}
	return s
}
