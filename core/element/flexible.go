package element

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/flex"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const (
	flexibleKind = "Body_Flexible"
	flexDataKind = "Reference_FlexData"

	// firstMode is the number of the first mode of a flexible body: the rigid motions are 1 to 6.
	firstMode = 7
)

func init() {
	file := []*deck.AttrSpec{
		{Name: "flex_file", Type: deck.Path, Doc: "data of the body: .json, .SID_FEM or .mtx (extension); beside the deck if it is there"},
		{Name: "flex_units", Type: deck.String, Doc: "units of a file that has none, such as mm-t-s (extension)"},
		{Name: "h3d_file", Type: deck.Path, Doc: "binary file of MotionSolve, which cannot be read: flex_file is needed too"},
		{Name: "mnf_file", Type: deck.Path, Doc: "binary file of Adams, which cannot be read: flex_file is needed too"},
	}
	registerElements(
		kind{
			schema: &deck.Schema{
				Kind: flexibleKind, Doc: "a flexible body in a floating frame of reference: modal coordinates beside the motion of its frame",
				Instead: []string{"flexdata_id|flex_file"},
				Attrs: joinAttrs(
					choiceAttr("type", "MODAL", "MODAL: modes beside the motion of a frame; NLFE: nonlinear beams between nodes (GRID), taken where the body has nodes and nothing is said", "MODAL", "NLFE"),
					notNegativeAttr(realAttr("cratio", "0", "time", "NLFE: damping of the beams as a part of their stiffness (extension)")),
					optionalReferenceAttr("flexdata_id", "data of the body", flexDataKind),
					file[0], file[1], file[2], file[3],
					optionalMarkerAttr("lprf_id", "marker of the body that is its frame: the data and all other markers are given in it; the global frame if missing. That of nonlinear beams moves with their first node"),
					flagAttr("is_user_damp", "cdamp_expr gives the damping"),
					expressionAttr("cdamp_expr", "1", "ratio of modal damping to the critical one, of FXFREQ and FXMODE too; if missing the damping of the data, else 0.01 below 100 Hz, 0.1 below 1000 Hz, 1 above"),
					repeatForEachAxis(realAttr("v_ic_*", "0", "length/time", "initial velocity of the origin of the frame along global *")),
					repeatForEachAxis(flagAttr("v_ic_*_flag", "keep v_ic_* exactly when the initial conditions are made consistent")),
					repeatForEachAxis(realAttr("w_ic_*", "0", "rad/time", "initial angular velocity of the frame about * of lprf_id")),
					repeatForEachAxis(flagAttr("w_ic_*_flag", "keep w_ic_* exactly when the initial conditions are made consistent")),
					&deck.AttrSpec{Name: "q_ic", Type: deck.Reals, Unit: "that of Q", Doc: "initial modal coordinates from mode 7 on, 0 for those that are missing (extension)"},
					&deck.AttrSpec{Name: "qdot_ic", Type: deck.Reals, Unit: "that of QDOT", Doc: "initial speeds of modal coordinates (extension)"},
					positiveAttr(realAttr("max_frequency", "", "Hz", "modes with higher frequencies are left out (extension)")),
					flagAttr("rigidified", "the body keeps its undeformed shape: a rigid body"),
					deck.UserSubAttrs("", 0),
				),
			},
			phase: bodies,
			build: buildFlexible,
		},
		kind{
			schema: &deck.Schema{
				Kind: flexDataKind, Doc: "data of flexible bodies from a file", Open: true,
				Attrs: joinAttrs(file[0], file[1], file[2], file[3]),
			},
			phase: settings,
			build: func(b *builder, e *deck.Element) { b.readFlexData(e) },
		},
	)
}

// dataHelp says which data are read.
const dataHelp = "flex_file takes .json, which trammel flex reduce makes from finite-element matrices, .SID_FEM, or matrices of Adams (.mtx), which flexprep of MotionView and " +
	"mnf2mtx of Adams write from such a file"

// flexible is a Body_Flexible while the deck is built.
type flexible struct {
	e     *deck.Element
	index int // in System.Flex
	data  *flex.Data
	size  []float64 // of coordinates, by which shapes are divided
	rigid bool      // rigidified
	nodes map[int]system.BodyIdx
}

// FlexSurface is what pictures show of a flexible body, in the frame of its data and the units of the deck.
type FlexSurface struct {
	Flex int // index in System.Flex, which has no modes where the body is rigidified
	*flex.Surface
}

// readFlexData returns the data that an element names, in the units of the deck; nil where that fails, which is reported once.
func (b *builder) readFlexData(e *deck.Element) *flex.Data {
	if d, read := b.flexData[e]; read {
		return d
	}
	d := b.readFlexFile(e)
	if d == nil {
		b.faults.addFaultyElement(e)
	}
	if b.flexData == nil {
		b.flexData = map[*deck.Element]*flex.Data{}
	}
	b.flexData[e] = d
	return d
}

func (b *builder) readFlexFile(e *deck.Element) *flex.Data {
	if !e.Has("flex_file") {
		switch {
		case e.Has("h3d_file"):
			e.AddErrorf("h3d_file", "B410", "an .h3d with modes cannot be read: no document describes this binary form").Help = dataHelp
		case e.Has("mnf_file"):
			e.AddErrorf("mnf_file", "B410", "an .mnf cannot be read: no document describes this binary form").Help = dataHelp
		case e.Kind == flexDataKind && (e.Text() != nil || len(e.Attrs) > 1):
			e.AddErrorf("", "B410", "modes between the tags are not read: they lack the mass distribution. flex_file is needed, with .json, .SID_FEM or .mtx")
		default:
			e.AddErrorf("", "B410", "the data are missing: flex_file or flexdata_id is needed")
		}
		return nil
	}
	path, found := e.FilePath("flex_file")
	if !found {
		e.AddErrorf("flex_file", "B411", "there is no file %s", e.Str("flex_file"))
		return nil
	}
	if e.Has("flex_units") && strings.EqualFold(filepath.Ext(path), ".json") {
		e.AddErrorf("flex_units", "B411", "a .json has its units in the key \"units\": leave flex_units out")
		return nil
	}
	d, err := flex.ReadFile(path, e.Str("flex_units"))
	if err == nil {
		err = d.Check()
	}
	if err != nil {
		e.AddErrorf("flex_file", "B411", "%s", strings.ReplaceAll(err.Error(), "--units", "flex_units"))
		return nil
	}
	d.ToUnits(b.consistentUnits())
	return d
}

// consistentUnits returns the units of the deck with the mass that a unit of force accelerates by one.
func (b *builder) consistentUnits() flex.Units {
	_, mass, length, time := ModelUnits(b.deck)
	return flex.Units{Mass: mass.SI / b.units, Length: length.SI, Time: time.SI}
}

// buildFlexible adds the frame and the modal coordinates; nodes come with the markers on them.
func buildFlexible(b *builder, e *deck.Element) {
	if b.isNonlinear(e) {
		buildNonlinear(b, e)
		return
	}
	d := b.findFlexData(e)
	frame := b.findFrameOnSameBody(e, "lprf_id", global)
	if e.Bool("is_user_damp") && !e.Has("cdamp_expr") && !namesRoutine(e, usersub.DMPSUB) {
		e.AddErrorf("is_user_damp", "B412", "the damping is missing: cdamp_expr or a user subroutine (DMPSUB)")
		return
	}
	if d != nil {
		d = b.limitFrequencies(e, d)
	}
	if d == nil {
		b.faults.addFaultyElement(e)
		return
	}
	q, ok := readModalValues(e, d, "q_ic")
	qd, also := readModalValues(e, d, "qdot_ic")
	if !ok || !also {
		return
	}
	f := &flexible{e: e, data: d, nodes: map[int]system.BodyIdx{}}
	start := system.Body{
		Pos0: frame.pos, Rot0: frame.rot,
		V0: readVector(e, "v_ic_x", "v_ic_y", "v_ic_z"), W0: frame.rot.Mul(readVector(e, "w_ic_x", "w_ic_y", "w_ic_z")),
		ExactV:     readExactFlags(e, "v_ic_x_flag", "v_ic_y_flag", "v_ic_z_flag"),
		ExactW:     readExactFlags(e, "w_ic_x_flag", "w_ic_y_flag", "w_ic_z_flag"),
		ExactAxesV: spatial.Identity, ExactAxesW: frame.rot,
	}
	var body system.FlexBody
	if e.Bool("rigidified") {
		if e.Has("q_ic") {
			e.AddErrorf("q_ic", "B413", "a body that is rigidified has its undeformed shape: leave q_ic out")
			return
		}
		body = f.makeBodyWithoutModes()
		q, qd = nil, nil
	} else {
		body = f.makeBodyWithModes()
		b.addModalDamping(e, d, f.size, &body)
	}
	f.index = b.sys.AddFlexBody(body, start, q, qd)
	if s := d.SurfaceOrNodes(); s != nil {
		b.out.Surfaces = append(b.out.Surfaces, FlexSurface{Flex: f.index, Surface: s})
	}
	if slices.ContainsFunc(b.deck.Commands, IsKinematicAnalysis) {
		b.sys.AddModeHoldRows(f.index)
	}
	if b.flexibles == nil {
		b.flexibles = map[*deck.Element]*flexible{}
	}
	b.flexibles[e] = f
	b.checks = append(b.checks, func() { b.checkNodeUse(f) })
}

// findFlexData returns the data that a body names.
func (b *builder) findFlexData(e *deck.Element) *flex.Data {
	if r := b.deck.FindElement(flexDataKind, e.Ref("flexdata_id")); r != nil {
		return b.readFlexData(r)
	}
	if e.Has("flexdata_id") {
		return nil // reported
	}
	return b.readFlexData(e)
}

// readModalValues reads numbers for the first modes.
func readModalValues(e *deck.Element, d *flex.Data, name string) (v []float64, ok bool) {
	v = make([]float64, d.ModeCount())
	given := e.Reals(name)
	if len(given) > len(v) {
		e.AddErrorf(name, "B413", "there are %d values, the data have %d modes", len(given), len(v))
		return v, false
	}
	copy(v, given)
	return v, true
}

// makeBodyWithModes returns the body with coordinates in lengths: the largest displacement of a node by a unit, rotations counting
// times the extent of the nodes, but at least the root of the mean square displacement of the body.
func (f *flexible) makeBodyWithModes() system.FlexBody {
	d := f.data
	n := d.ModeCount()
	f.size = make([]float64, n)
	extent := nodeExtent(d)
	for j := range f.size {
		f.size[j] = math.Sqrt(d.M[j*n+j] / d.Mass)
		for i := range d.Nodes {
			p := &d.Nodes[i]
			f.size[j] = math.Max(f.size[j], p.Phi[j].Norm())
			if p.Psi != nil {
				f.size[j] = math.Max(f.size[j], extent*p.Psi[j].Norm())
			}
		}
	}
	scaled := func(v []spatial.Vec) []spatial.Vec {
		out := make([]spatial.Vec, n)
		for j := range out {
			out[j] = v[j].Scale(1 / f.size[j])
		}
		return out
	}
	square := func(a []float64) []float64 {
		if a == nil {
			return nil
		}
		out := make([]float64, n*n)
		for i := range out {
			out[i] = a[i] / (f.size[i/n] * f.size[i%n])
		}
		return out
	}
	body := system.FlexBody{
		ID: f.e.ID(), Name: f.e.Label(), First: firstMode, Size: f.size, Mass: d.Mass, S0: d.S0, J0: d.J0, S: scaled(d.S), C0: scaled(d.C0),
		M: square(d.M), K: square(d.K), D: square(d.D), J1: make([]spatial.Mat, n),
	}
	if slices.ContainsFunc(d.C1, func(c []spatial.Vec) bool {
		return slices.ContainsFunc(c, func(v spatial.Vec) bool { return v != spatial.Vec{} })
	}) {
		for j, c := range d.C1 {
			body.C1 = append(body.C1, scaled(c))
			for k := range body.C1[j] {
				body.C1[j][k] = body.C1[j][k].Scale(1 / f.size[j])
			}
		}
	}
	for _, g := range d.KGeo {
		body.KGeo = append(body.KGeo, system.FlexStiffening{Load: g.Load, K: square(g.K)})
	}
	for j := range d.J1 {
		body.J1[j] = d.J1[j].Scale(1 / f.size[j])
	}
	if slices.ContainsFunc(d.J2, func(m spatial.Mat) bool { return m != spatial.Mat{} }) {
		for i := range d.J2 {
			body.J2 = append(body.J2, d.J2[i].Scale(1/(f.size[i/n]*f.size[i%n])))
		}
	}
	return body
}

// nodeExtent returns the diagonal of the box around the nodes.
func nodeExtent(d *flex.Data) float64 {
	if len(d.Nodes) == 0 {
		return 0
	}
	lo, hi := d.Nodes[0].Position, d.Nodes[0].Position
	for i := range d.Nodes {
		lo, hi = lo.Min(d.Nodes[i].Position), hi.Max(d.Nodes[i].Position)
	}
	return hi.Sub(lo).Norm()
}

// makeBodyWithoutModes returns the body without modes.
func (f *flexible) makeBodyWithoutModes() system.FlexBody {
	d := f.data
	f.rigid = true
	return system.FlexBody{ID: f.e.ID(), Name: f.e.Label(), First: firstMode, Mass: d.Mass, S0: d.S0, J0: d.J0}
}

// findOrAddNodeBody returns the body of a node, which is made when its first marker is; nil data where the node is not there.
func (b *builder) findOrAddNodeBody(f *flexible, id int) (system.BodyIdx, *flex.Node) {
	at := slices.IndexFunc(f.data.Nodes, func(n flex.Node) bool { return n.ID == id })
	if at < 0 {
		return 0, nil
	}
	p := &f.data.Nodes[at]
	if i, made := f.nodes[id]; made {
		return i, p
	}
	shape := system.FlexNodeShape{ID: id, Pos: p.Position}
	for j, s := range f.size { // none where the body is rigid
		shape.Phi = append(shape.Phi, p.Phi[j].Scale(1/s))
		if p.Psi != nil {
			shape.Psi = append(shape.Psi, p.Psi[j].Scale(1/s))
		}
	}
	f.nodes[id] = b.sys.AddFlexNodeBodyAndRows(f.index, shape)
	return f.nodes[id], p
}
