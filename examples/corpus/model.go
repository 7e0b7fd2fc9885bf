package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// kind is what a column holds, which decides what error it may have.
type kind int

const (
	length kind = iota
	angle
	speed    // length per time
	turning  // rad per time
	accel    // accelerations
	load     // forces, torques
	variable // states of control elements
)

// column is one column of results.
type column struct {
	What string
	Kind kind
}

// model is one random model.
type model struct {
	Seed    int64
	Attempt int // earlier ones had no reference, or amplified disturbances
	Family  string
	Units   string
	Columns []column
	End     float64 // s
	Rows    int     // output steps
	Size    float64 // in the deck's length unit
	Period  float64 // the shortest of its motion, s
	Amp     float64 // amplitude of the motion by size
	Own     string  // attributes of Param_Transient that belong to the model

	Rest bool // the equilibrium and the modes about it are wanted, not a motion

	size      float64 // m
	body      string
	head      string
	reference any // what independent equations need, by family
	bodies    []*body
	links     []link
	frames    map[int]frame // by marker
	gravity   float64
	plain     bool // rigid bodies, joints and gravity are all
}

// deckXML is the model as XML with further attributes of Param_Transient.
func (m *model) deckXML(settings string) string {
	own := m.Own
	if strings.Contains(settings, "dae_interpolation") {
		own = ""
	}
	param, commands := "", fmt.Sprintf("    <Simulate analysis_type=\"Transient\" end_time=\"%g\" num_steps=\"%d\"/>\n", m.End, m.Rows)
	kind := "Param_Transient"
	if m.Rest {
		own, kind, commands = "", "Param_Static", toRest
	}
	if s := strings.TrimSpace(settings + " " + own); s != "" {
		param = "    <" + kind + " " + s + "/>\n"
	}
	return fmt.Sprintf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- examples/corpus: seed %d, attempt %d: %s -->\n<MotionSolve>\n  <Model>\n%s%s%s  </Model>\n  <Command>\n"+
		"%s    <Stop/>\n  </Command>\n</MotionSolve>\n",
		m.Seed, m.Attempt, m.Family, m.head, param, m.body, commands)
}

// toRest writes a row of the start and one of the equilibrium, and the modes.
const toRest = "    <Simulate analysis_type=\"Assembly\"/>\n    <Simulate analysis_type=\"Static\"/>\n    <Simulate analysis_type=\"Linear\"/>\n"

// family makes the models of one kind.
type family struct {
	name string
	make func(b *deckBuilder)
}

// families are taken in turn by the seed.
var families = []family{
	{"loop4", buildFourLinkLoop}, {"chain", buildChain}, {"tumble", buildTumblingBody}, {"rods", buildRods}, {"springs-line", buildSpringLine},
	{"springs-space", buildSpringsInSpace}, {"bushings", buildBushings}, {"contact", buildContact}, {"friction", buildFriction}, {"kinematic", buildKinematic},
	{"driven", buildDrivenChain}, {"control", buildControlledMass}, {"elastic-pendulum", buildElasticPendulum}, {"geared", buildGears}, {"orbit", buildOrbit},
	{"loop7", buildSevenHingeLoop}, {"joints", buildRareJoints}, {"stops", buildStops}, {"rotor", buildRotor}, {"beam", buildBeam},
}

// resting are the families of models with springs that come to rest somewhere.
var resting = []family{{"springs-space", buildSpringsInSpace}, {"bushings", buildBushings}, {"elastic-pendulum", buildElasticPendulum},
	{"joints", buildRareJoints}, {"rotor", buildRotor}, {"beam", buildBeam}, {"geared", buildGears}, {"rods", buildRods}, {"loop4", buildFourLinkLoop}}

// generateMotionModel makes a model; nudge disturbs its start.
func generateMotionModel(seed int64, attempt int, nudge float64) *model {
	return families[int(seed%int64(len(families)))].generate(seed, attempt, nudge, false)
}

// generateEquilibriumModel makes a model whose equilibrium is wanted.
func generateEquilibriumModel(seed int64, attempt int) *model {
	return resting[int(seed%int64(len(resting)))].generate(seed, attempt, 0, true)
}

func (f *family) generate(seed int64, attempt int, nudge float64, rest bool) *model {
	b := &deckBuilder{Rand: rand.New(rand.NewPCG(uint64(seed), uint64(attempt)*0x9e3779b97f4a7c15+1)), ids: map[string]int{}, nudge: nudge}
	b.unitSystem = unitSystems[[]int{0, 0, 1, 2}[b.IntN(4)]]
	b.m = &model{Seed: seed, Attempt: attempt, Family: f.name, Units: b.name, Amp: 1, Rows: 20 + b.IntN(41), Rest: rest, frames: map[int]frame{}}
	if b.drawBool(0.15) {
		b.m.Own = `dae_interpolation="TRUE"`
	}
	b.ids["body"] = 1
	fmt.Fprintf(&b.text, "    <Body_Rigid id=\"1\" isground=\"TRUE\"/>\n    <Reference_Marker id=\"1\" body_id=\"1\"/>\n")
	b.ids["Reference_Marker"] = 1
	f.make(b)
	b.writeRequests()
	b.m.Size = b.m.size / b.L
	b.m.head = fmt.Sprintf("    <Param_Unit force_unit=\"NEWTON\" mass_unit=\"%s\" length_unit=\"%s\" time_unit=\"SECOND\"/>\n", b.mass, b.length)
	b.m.body, b.m.gravity = b.text.String(), b.g
	b.m.plain = len(b.ids) == 3 && len(b.m.links) > 0 && b.ids["Constraint_Joint"] == len(b.m.links) && b.ids["body"] == len(b.m.bodies)+1
	return b.m
}

// setScales sets size (m), length of the run (s) and shortest period (s); it comes before the first body.
func (b *deckBuilder) setScales(size, end, period float64) {
	b.m.size, b.m.Period = size, period
	b.m.End = round3Digits(end)
}

// addColumn adds a column of results; rates are of no interest at rest.
func (b *deckBuilder) addColumn(k kind, expr string) {
	if b.m.Rest && k != length && k != angle && k != load {
		return
	}
	b.exprs = append(b.exprs, expr)
	b.m.Columns = append(b.m.Columns, column{expr, k})
}

// addMarkerColumns adds columns of a marker: two components of its place, of its velocity one and of its acceleration one.
func (b *deckBuilder) addMarkerColumns(marker int) {
	k := b.IntN(3)
	for _, n := range []int{k, (k + 1) % 3} {
		b.addColumn(length, fmt.Sprintf("D%c(%d)", "XYZ"[n], marker))
	}
	b.addColumn(speed, fmt.Sprintf("V%c(%d)", "XYZ"[k], marker))
	b.addColumn(accel, fmt.Sprintf("ACC%c(%d)", "XYZ"[k], marker))
}

// addAngularVelocityColumn adds a component of a body's angular velocity along its own axes.
func (b *deckBuilder) addAngularVelocityColumn(p *body) {
	b.addColumn(turning, fmt.Sprintf("W%c(%d,1,%d)", "XYZ"[b.IntN(3)], p.cg, p.cg))
}

// addJointForceColumn adds the force of a joint.
func (b *deckBuilder) addJointForceColumn(j joint) {
	b.addColumn(load, fmt.Sprintf("JOINT(%d,0,%d,1)", j.id, 1+b.IntN(4)))
}

// writeRequests writes the columns, eight to a request.
func (b *deckBuilder) writeRequests() {
	for i, e := range b.exprs {
		if i%8 == 0 {
			if i > 0 {
				b.text.WriteString("/>\n")
			}
			fmt.Fprintf(&b.text, "    <Post_Request id=\"%d\" type=\"EXPRESSION\"", i/8+1)
		}
		fmt.Fprintf(&b.text, " expr%d=\"%s\"", i%8+1, e)
	}
	b.text.WriteString("/>\n")
}
