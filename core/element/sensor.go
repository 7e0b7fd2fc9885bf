package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

const (
	sensorKind   = "Sensor_Event"
	evaluateKind = "Sensor_Evaluate"
)

// Sensor is a Sensor_Event: it triggers when its condition on a value begins to
// hold. For EQ that is |e - Value| ≤ Tol or a change of sign of e - Value, for GE
// e ≥ Value - Tol, for LE e ≤ Value + Tol.
type Sensor struct {
	ID         int
	Title      string
	Sensed     system.Output // a law on demand
	Value, Tol float64
	Compare    string // EQ, GE, LE
	// Crossing sensors are evaluated inside steps too and do not trigger where they
	// start with a condition that holds.
	Crossing bool
	Evaluate *Evaluate // nil without one
	// What it does: 0 for none.
	DT, Step                     float64
	HMax                         float64 // no step is longer while the sensor is there
	Print, Restart, Return, Halt bool
}

// Evaluate is a Sensor_Evaluate: the value that an event stores for SENVAL.
type Evaluate struct {
	Law   system.Output // a law on demand
	Store int           // its place in the State
}

func init() {
	given := joinAttrs(choiceAttr("type", "EXPRESSION", "how the value is given", "EXPRESSION", "USERSUB"))
	registerElements(
		kind{
			schema: &deck.Schema{
				Kind: sensorKind, Doc: "does something when a value reaches a limit; the step ends there and the integrator restarts",
				Attrs: joinAttrs(given,
					withCondition("type=EXPRESSION", requiredAttr(expressionAttr("expr", "1", "the value that is watched"))),
					deck.UserSubAttrs("type=USERSUB", 0),
					realAttr("value", "0", "unit of expr", "the limit"),
					withSpellings(choiceAttr("compare", "EQ", "the condition: the value reaches the limit, from either side (EQ), is or becomes as large (GE) or as small (LE)", "EQ", "GE", "LE"), "LT", "LE", "GT", "GE"),
					positiveAttr(realAttr("error_tol", "1e-3", "unit of expr", "how far from the limit the condition holds, and how well an event is located; the default is that of this solver")),
					optionalReferenceAttr("evaluate_id", "what is stored for SENVAL", evaluateKind),
					positiveAttr(realAttr("dt", "", "time", "time between outputs from the event on, to the end of the analysis")),
					positiveAttr(realAttr("stepsize", "", "time", "largest first step behind the event")),
					flagAttr("zero_crossing", "search for the limit inside steps too, and do not trigger at a start where the condition holds already"),
					positiveAttr(realAttr("hmax", "", "time", "largest step of all analyses with this sensor")),
					flagAttr("halt", "end the run"),
					flagAttr("return", "end the analysis; the next command follows"),
					flagAttr("print", "write a row of results at the event"),
					flagAttr("restart", "restart the integrator, which every event does here"),
					harmlessUnusedAttrs("events are always logged", "verbose"),
				),
			},
			phase: requests,
			build: buildSensor,
		},
		kind{
			schema: &deck.Schema{
				Kind: evaluateKind, Doc: "a value that is stored when an event happens, for SENVAL",
				Attrs: joinAttrs(given,
					withCondition("type=EXPRESSION", requiredAttr(expressionAttr("expr", "1", "the value that is stored"))),
					deck.UserSubAttrs("type=USERSUB", 0),
				),
			},
			phase: equations,
			build: buildSensorEvaluation,
		},
	)
}

func buildSensorEvaluation(b *builder, e *deck.Element) {
	if b.deck.FindElement(evaluateKind, e.ID()) != e {
		return // another has the id, as reported
	}
	v := system.NewUnboundValue(1)
	v.Store = b.sys.AddStoredValue()
	b.sys.RegisterValue("SENVAL", e.ID(), v)
	if law := b.addOnDemandLaw(e, usersub.SEVSUB); law >= 0 {
		b.evaluates[e.ID()] = &Evaluate{Law: system.Output{Law: law}, Store: v.Store}
	}
}

func buildSensor(b *builder, e *deck.Element) {
	law := b.addOnDemandLaw(e, usersub.SENSUB)
	s := Sensor{
		ID: e.ID(), Title: e.KindID(), Sensed: system.Output{Law: law},
		Value: e.Real("value"), Tol: e.Real("error_tol"), Compare: e.Enum("compare"), Crossing: e.Bool("zero_crossing"),
		DT: e.Real("dt"), Step: e.Real("stepsize"), HMax: e.Real("hmax"),
		Print: e.Bool("print"), Restart: e.Bool("restart"), Return: e.Bool("return"), Halt: e.Bool("halt"),
	}
	id := e.Ref("evaluate_id")
	if id != 0 {
		s.Evaluate = b.evaluates[id]
		b.aliasEvaluationBySensorID(e, id)
	}
	if id == 0 && s.DT == 0 && s.Step == 0 && !(s.Print || s.Restart || s.Return || s.Halt) {
		e.AddWarningf("", "B100", "the sensor only logs its events: none of evaluate_id, dt, stepsize, halt, return, print and restart is given")
	}
	if law >= 0 && (id == 0 || s.Evaluate != nil) && !e.Inactive {
		b.out.Sensors = append(b.out.Sensors, s)
	}
}

// aliasEvaluationBySensorID lets SENVAL take the id of the sensor for that of its Sensor_Evaluate, unless another Sensor_Evaluate has this id.
func (b *builder) aliasEvaluationBySensorID(e *deck.Element, id int) {
	other := b.deck.FindElement(evaluateKind, e.ID())
	v, ok := b.sys.Values["SENVAL"][id]
	switch {
	case ok && other == nil:
		b.sys.RegisterValue("SENVAL", e.ID(), v)
	case other != nil && e.ID() != id:
		e.AddWarningf("evaluate_id", "B101", "SENVAL(%d) is the value of Sensor_Evaluate %d, not of the one that this sensor stores; that is SENVAL(%d)", e.ID(), e.ID(), id)
	}
}

// addOnDemandLaw adds a law that is evaluated on demand: expr or a routine; -1 if it
// cannot be had, as reported.
func (b *builder) addOnDemandLaw(e *deck.Element, sig *usersub.Sig) system.LawIdx {
	law := b.addScalarLaw(e, sig)
	if law >= 0 {
		b.sys.Laws[law].Demand = true
	}
	return law
}

// maySensorEndAnalysis reports whether a sensor may end an analysis before its time, so that
// the next one may start at any time.
func (b *builder) maySensorEndAnalysis() bool {
	for _, e := range b.deck.ElementsOfKind(sensorKind) {
		if e.Bool("return") {
			return true
		}
	}
	return false
}
