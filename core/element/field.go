package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// The six coordinates of fields and bushings: displacements of I from J along
// J's axes and angles about them.
var sixth = [6]string{"x", "y", "z", "tx", "ty", "tz"}

// fieldUnit returns the unit of force i by coordinate j: force for translations, torque for turns,
// by length or radian.
func fieldUnit(i, j int, per string) string {
	what, by := "force", "length"
	if i >= 3 {
		what = "force length"
	}
	if j >= 3 {
		by = "rad"
	}
	return what + per + "/" + by
}

func preloadAttrs() (a []deck.AttrSpec) {
	for k, n := range sixth {
		unit := "force"
		if k >= 3 {
			unit = "force length"
		}
		a = append(a, *realAttr("preload_"+n, "0", unit, "force or torque on I that does not depend on the motion"))
	}
	return a
}

func fieldAttrs() []deck.AttrSpec {
	a := joinAttrs(markerAttr("i_marker_id", "marker where the force acts"), markerAttr("j_marker_id", "marker from which displacements are measured, along its axes"),
		choiceAttr("type", "", "how the force is given; if missing, by the attributes given", "LINEAR", "USERSUB"))
	for k, n := range sixth {
		l := realAttr("length_"+n, "0", "length", "reference displacement, at which the force is the preload")
		if k >= 3 {
			l = angleAttr("length_"+n, "0", "angle at which the torque is the preload")
		}
		a = append(a, *l)
	}
	a = joinAttrs(a, preloadAttrs())
	for i := range 6 {
		for j := range 6 {
			ij := itoa(i+1) + itoa(j+1)
			a = joinAttrs(a, realAttr("k"+ij, "0", fieldUnit(i, j, ""), "stiffness"), realAttr("c"+ij, "0", fieldUnit(i, j, " time"), "damping"))
		}
	}
	return joinAttrs(a, realAttr("cratio", "0", "time", "damping as a part of the stiffness, where no damping is given"), deck.UserSubAttrs("", 0), bodyIDAttrs())
}

func bushingAttrs() []deck.AttrSpec {
	a := joinAttrs(markerAttr("i_marker_id", "marker where the force acts"), markerAttr("j_marker_id", "marker from which displacements are measured, along its axes"))
	for k, n := range sixth {
		a = joinAttrs(a, realAttr("k"+n, "0", fieldUnit(k, k, ""), "stiffness"), realAttr("c"+n, "0", fieldUnit(k, k, " time"), "damping"))
	}
	return joinAttrs(a, preloadAttrs(), bodyIDAttrs())
}

func init() {
	registerElements(
		kind{
			schema: &deck.Schema{
				Kind: "Force_Field", Doc: "force and torque -K (d - length) - C d' + preload on I along J's axes, or those of a FIESUB; the opposite on J's body at I's origin",
				Attrs: fieldAttrs(),
			},
			phase: forces,
			build: buildLinearField,
		},
		kind{
			schema: &deck.Schema{
				Kind: "Force_Bushing", Doc: "force and torque -k d - c d' + preload on I along each of J's axes; the opposite on J's body at I's origin",
				Attrs: bushingAttrs(),
			},
			phase: forces,
			build: buildBushing,
		},
	)
}

// linearField is a linear field: forces c0 - K d - C d'.
type linearField struct {
	k, c [6][6]float64
	c0   [6]float64
}

func buildLinearField(b *builder, e *deck.Element) {
	if !b.allMarkersExist(e, "i_marker_id", "j_marker_id") {
		return
	}
	if namesRoutine(e, usersub.FIESUB) {
		r := b.loadRoutine(e, usersub.FIESUB, nil)
		if r == nil {
			return
		}
		q := fieldDisplacementCalls(e)
		r.Given, r.Order = map[string][]system.Call{"disp": q[:6], "velo": q[6:]}, []string{"disp", "velo"}
		b.addFieldForce(e, b.sys.AddLaw(r.FieldLawSpec()), "FIELD")
		return
	}
	var f linearField
	damped := false
	for i := range 6 {
		f.c0[i] = e.Real("preload_" + sixth[i])
		for j := range 6 {
			ij := itoa(i+1) + itoa(j+1)
			f.k[i][j], f.c[i][j] = e.Real("k"+ij), e.Real("c"+ij)
			damped = damped || e.Has("c"+ij)
			f.c0[i] += f.k[i][j] * e.Real("length_"+sixth[j])
		}
	}
	switch {
	case damped && e.Has("cratio"):
		e.AddWarningf("cratio", "B090", "the damping C is taken, cratio is ignored")
	case !damped:
		for i := range 6 {
			for j := range 6 {
				f.c[i][j] = e.Real("cratio") * f.k[i][j]
			}
		}
	}
	b.addLinearField(e, &f, "FIELD")
}

func buildBushing(b *builder, e *deck.Element) {
	if !b.allMarkersExist(e, "i_marker_id", "j_marker_id") {
		return
	}
	var f linearField
	for i, n := range sixth {
		f.k[i][i], f.c[i][i], f.c0[i] = e.Real("k"+n), e.Real("c"+n), e.Real("preload_"+n)
	}
	b.addLinearField(e, &f, "BUSH")
}

// fieldDisplacementCalls returns the calls of the six displacements and their six rates.
func fieldDisplacementCalls(e *deck.Element) []system.Call {
	return relativeDisplacementCalls(e.Ref("i_marker_id"), e.Ref("j_marker_id"))
}

// relativeDisplacementCalls returns the calls of the displacements and turns of marker i from j along j's axes
// and their rates.
func relativeDisplacementCalls(i, j int) []system.Call {
	var q []system.Call
	for _, n := range [3]string{"DX", "DY", "DZ"} {
		q = append(q, system.Call{Name: n, Args: []int{i, j, j}})
	}
	for _, n := range [3]string{"AX", "AY", "AZ"} {
		q = append(q, system.Call{Name: n, Args: []int{i, j}})
	}
	for _, n := range [3]string{"VX", "VY", "VZ"} {
		q = append(q, system.Call{Name: n, Args: []int{i, j, j, j}})
	}
	for _, n := range [3]string{"WX", "WY", "WZ"} {
		q = append(q, system.Call{Name: n, Args: []int{i, j, j}})
	}
	return q
}

// addLinearField adds the law of those measures that forces depend on, and the
// force.
func (b *builder) addLinearField(e *deck.Element, f *linearField, name string) {
	l := &affineFieldLaw{c0: f.c0[:]}
	for j, call := range fieldDisplacementCalls(e) {
		l.addInputUnlessZero(call, func(i int) float64 {
			if j < 6 {
				return -f.k[i][j]
			}
			return -f.c[i][j-6]
		})
	}
	law := b.sys.AddLaw(system.LawSpec{Owner: e.KindID(), New: func(*system.State) (system.Law, error) { return l, nil }})
	b.addFieldForce(e, law, name)
}

func (b *builder) addFieldForce(e *deck.Element, law system.LawIdx, name string) {
	i, j := b.nonFloatingMarkerIndex(e, "i_marker_id"), b.nonFloatingMarkerIndex(e, "j_marker_id")
	f := system.Force{Element: e.Kind, ID: e.ID(), Direction: system.Axes, I: i, J: j, Ref: j}
	for k := range f.Comp {
		f.Comp[k] = system.Output{Law: law, Out: k}
	}
	b.sys.AddForce(f, name)
}

// affineFieldLaw is the law c0 + Σ col q.
type affineFieldLaw struct {
	c0  []float64
	in  []system.Call
	col [][]float64
}

// addInputUnlessZero appends an input with its column, if that is not zero.
func (l *affineFieldLaw) addInputUnlessZero(call system.Call, entry func(i int) float64) {
	col, used := make([]float64, len(l.c0)), false
	for i := range col {
		col[i] = entry(i)
		used = used || col[i] != 0
	}
	if used {
		l.in, l.col = append(l.in, call), append(l.col, col)
	}
}

func (l *affineFieldLaw) Outputs() int          { return len(l.c0) }
func (l *affineFieldLaw) Inputs() []system.Call { return l.in }

func (l *affineFieldLaw) Eval(out, in []float64, _ *system.State) error {
	copy(out, l.c0)
	for j, v := range in {
		for i, c := range l.col[j] {
			out[i] += c * v
		}
	}
	return nil
}

func (l *affineFieldLaw) Partials(dst, dt, _, _ []float64, _ bool, _ *system.State) error {
	for j := range l.in {
		for i, c := range l.col[j] {
			dst[i*len(l.in)+j] = c
		}
	}
	clear(dt)
	return nil
}
