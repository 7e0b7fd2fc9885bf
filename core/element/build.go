package element

import (
	"errors"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/flex"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Model is a deck that has been built.
type Model struct {
	Deck      *deck.Model
	System    *system.System
	Requests  []Request
	Driver    *Driver   // runs analyses before the commands do; nil if there is none
	Tuning    Transient // Param_Transient and Param_Simulation of the model block
	Static    Static    // Param_Static of the model block
	Linear    *Linear   // Param_Linear of the model block
	Commands  []Command
	Sensors   []Sensor
	Samplers  []Sampler   // discrete states
	Posts     []*Post     // notified of each row of the results
	Callbacks []*Callback // called at events of the run
	Routines  []*system.Routine
	Surfaces  []FlexSurface // of flexible bodies, for pictures
	// Failed are the routines that could not be loaded, or failed while they read
	// data of the model.
	Failed []error

	// Memory is the state that the run begins with, nil for that of the deck.
	Memory *Memory

	// WrittenOut are the variables whose expressions constraints and motions contain in place of VARVAL.
	WrittenOut map[int]bool

	// Read are the profiles of routines that have read data of the model.
	Read []*system.Profile

	frames   map[int]*frame     // of markers as the run begins
	grids    []MarkerPoseMemory // nodes of nonlinear flexible bodies as the run begins
	nodes    map[int]*beamNode  // the same by their ids
	load     Load               // opens each routine once, however often the model is changed
	readings map[readingKey]*routineReading
}

// Load opens user subroutines.
type Load func(ref *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error)

// ErrDeck is returned where a deck has errors; they are in its diagnostics.
var ErrDeck = errors.New("the deck has errors")

// builder is a deck while it is built.
type builder struct {
	deck    *deck.Model
	sys     *system.System
	out     *Model
	load    Load
	units   float64        // factor of masses: force units per mass unit times length unit per time unit squared
	frames  map[int]*frame // of markers as the run begins
	written map[int]*frame // the same as the deck gives them
	ground  *deck.Element
	owner   map[int]*deck.Element // arrays of states and outputs: the equation that fills them
	faults  reportedErrors
	rows    []func() // constraints that need all elements to be known
	checks  []func() // what is examined when all elements have been built
	clock   float64  // end of the analyses so far
	home    string   // folder that commands name files relative to
	saved   []string // files that commands have written so far

	evaluates map[int]*Evaluate

	customs    map[*deck.Element]*usersub.Routine // those loaded so far, nil where that failed
	hidden     int                                // variables of ours so far: VARVAL(-1), ...
	ownMarkers int                                // markers of nonlinear beams so far

	matrices  map[*deck.Element][][]float64    // those read so far
	flexData  map[*deck.Element]*flex.Data     // those read so far, nil where that failed
	flexibles map[*deck.Element]*flexible      // flexible bodies that were built
	grids     map[int][]*deck.Element          // nodes of nonlinear flexible bodies, by the id of the body; nil before they are wanted
	nonlinear map[*deck.Element]*nonlinearBody // nonlinear flexible bodies that were built
	lines     map[*deck.Element]*beamLine      // their elements
	shapes    map[*deck.Element]int            // curves and surfaces: indices in System.Shapes
	texts     map[*deck.Element]*string        // of Reference_String, those read so far
}

// Build compiles a deck. What is wrong with it is added to its diagnostics;
// routines that cannot be loaded are in Model.Failed.
func Build(m *deck.Model, load Load) *Model {
	includeCommands(m, m.Dir)
	b := buildModel(m, cacheLoadedRoutines(load), map[readingKey]*routineReading{}, readSavedMemory(m))
	if b.out.Memory != nil {
		b.out.Memory.written = b.written
	}
	b.home = m.Dir
	b.readCommands()
	b.warnLikelyMistakes()
	addRemedies(m.Diags.List)
	m.Diags.DropWarningsAndNotes(AllowedWarningCodes(m))
	return b.out
}

// buildModel compiles the model block. What is in readings is not read again.
func buildModel(m *deck.Model, load Load, readings map[readingKey]*routineReading, memory *Memory) *builder {
	b := &builder{
		deck: m, sys: system.New(), load: load, units: 1,
		out:    &Model{Deck: m, Tuning: DefaultTransient(), Static: DefaultStatic(), load: load, readings: readings, Memory: memory, WrittenOut: map[int]bool{}},
		frames: map[int]*frame{}, written: map[int]*frame{}, owner: map[int]*deck.Element{},
		evaluates: map[int]*Evaluate{},
	}
	b.out.System = b.sys
	b.sys.ModFnc = newModFnc(m)
	b.faults.findFaultyElements(m)
	b.buildElements()
	for _, f := range b.rows {
		f()
	}
	b.zeroUnusedArrays()
	for _, f := range b.checks {
		f()
	}
	b.checkParameterUnits()
	b.sys.Facts = b.deckFacts()
	b.out.Linear = b.readLinearSettings(b.deck.ElementsOfKind(linearKind))
	b.out.frames = b.frames
	return b
}

// buildElements builds the elements of the model block, phase by phase.
func (b *builder) buildElements() {
	byKind := map[*deck.Schema]*kind{}
	for i := range kinds {
		byKind[kinds[i].schema] = &kinds[i]
	}
	var at [nPhases][]*deck.Element
	for _, e := range b.deck.Elements {
		if k := byKind[e.Schema]; k != nil && k.build != nil {
			at[k.phase] = append(at[k.phase], e)
		}
	}
	for p := range at {
		for _, e := range at[p] {
			b.buildThenDisableIfInactive(e, func() { b.buildAndRecordFault(e, func() { byKind[e.Schema].build(b, e) }) })
		}
		if phase(p) == markers {
			b.setLengthScale()
		}
	}
}

// setLengthScale sets the length scale: the longest side of the box that holds all
// markers, those of ground included, and the nodes of nonlinear beams; 1 where that is a point.
func (b *builder) setLengthScale() {
	lo, hi := [3]float64{}, [3]float64{}
	first := true
	include := func(p spatial.Vec) {
		for k := range 3 {
			v := p.At(k)
			if first || v < lo[k] {
				lo[k] = v
			}
			if first || v > hi[k] {
				hi[k] = v
			}
		}
		first = false
	}
	for _, e := range b.deck.ElementsOfKind(markerKind) {
		if f := b.frames[e.ID()]; f != nil && !e.Bool("floating") {
			include(f.pos)
		}
	}
	for _, x := range b.nonlinear {
		for _, n := range x.nodes {
			include(n.start.pos)
		}
	}
	for k := range lo {
		b.sys.Length = max(b.sys.Length, hi[k]-lo[k])
	}
	if b.sys.Length == 0 {
		b.sys.Length = 1
	}
	if m := b.out.Memory; m != nil { // tolerances stay what they were
		b.sys.Length = m.State.Length
	}
}
