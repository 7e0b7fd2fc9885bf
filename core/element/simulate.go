package element

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// Command is one command of a deck that runs: an analysis, a change of the
// settings of those behind it, or changes of the model.
type Command struct {
	Element *deck.Element
	Settings
	Tune bool // Tuning replaces the settings
	Tuning
	Change *Change      // the model changes
	Rest   *Static      // replaces the settings of static analyses
	Driver *Driver      // a routine runs analyses
	Linear *Linear      // the equations are linearized about the state reached
	Save   string       // the model is written to this file
	Begin  bool         // the run begins, with Model.Memory
	Load   *LoadedModel // another model takes the place of this; the last command
}

// RunsAnalyses reports whether the command is an analysis or, as a driver, runs some.
func (c *Command) RunsAnalyses() bool {
	return !c.Tune && c.Rest == nil && c.Change == nil && c.Save == "" && !c.Begin && c.Load == nil
}

// IsTimeOrStaticAnalysis reports whether the command is itself an analysis of motion, of equilibria or of assembly: no linear one, and no driver.
func (c *Command) IsTimeOrStaticAnalysis() bool {
	return c.RunsAnalyses() && c.Driver == nil && c.Linear == nil
}

// Tuning is the settings of transient analyses from a command on.
type Tuning = Transient

// Settings report how far an analysis goes and when results are written.
type Settings struct {
	Start, End, Duration          float64
	HasStart, HasEnd, HasDuration bool
	Steps                         int     // output steps, 0 if not given
	Interval                      float64 // between outputs, 0 if not given
	Increment                     int     // integrator steps between outputs, 0 if not given
	Times, Restarts               []float64
	Assembly                      bool // the model is brought onto its constraints and one row is written
	Static                        bool // the model is brought to rest; with an end or a duration, at each output time
}

func init() {
	registerElements(
		kind{schema: &deck.Schema{
			Kind: "Simulate", Section: deck.InCommand, Doc: "an analysis",
			Attrs: joinAttrs(
				requiredAttr(withSpellings(choiceAttr("analysis_type", "", "kind of analysis: TRANSIENT is kinematics where nothing is free to move, STATIC finds an equilibrium, QUASI-STATIC (STATIC with an end) one at each output time, LINEAR linearizes the equations about the state reached, ASSEMBLY brings the model onto its constraints",
					"TRANSIENT", "STATIC", "QUASI-STATIC", "LINEAR", "ASSEMBLY", "FREQUENCY RESPONSE"), "DYNAMIC", "TRANSIENT", "DYNAMICS", "TRANSIENT",
					"KINEMATIC", "TRANSIENT", "KINEMATICS", "TRANSIENT", "STATICS", "STATIC", "EQUILIBRIUM", "STATIC",
					"QUASISTATIC", "QUASI-STATIC", "QUASI_STATIC", "QUASI-STATIC", "QUASI STATIC", "QUASI-STATIC", "QUASI-STATICS", "QUASI-STATIC")),
				realAttr("start_time", "0", "time", "time at the start; the end of the analysis before if missing"),
				realAttr("end_time", "", "time", "time at the end"),
				positiveAttr(realAttr("duration", "", "time", "time from start to end, instead of end_time")),
				withAliases(positiveIntegerAttr("num_steps", "number of equal intervals between outputs"), "num_step"),
				positiveAttr(realAttr("print_interval", "", "time", "time between outputs")),
				positiveIntegerAttr("print_increment", "integrator steps between outputs"),
				optionalReferenceAttr("print_array_id", "array of type IC with the output times; one is added at the end", arrayKind),
				optionalReferenceAttr("restart_array_id", "array of type IC with times at which steps end and the integrator restarts", arrayKind),
				unusedAttrs("of frequency responses", "start_freq", "end_freq", "freq_input_id_list", "incr_type"),
			),
		}, phase: commands},
		kind{schema: &deck.Schema{Kind: "Stop", Section: deck.InCommand, Doc: "ends the run; commands behind it are not carried out"}, phase: commands},
	)
}

// readCommands reads the command block up to Stop.
func (b *builder) readCommands() {
	b.warnOverwrittenSettings()
	tuning, rest := b.out.Tuning, b.out.Static
	var linear []*deck.Element // commands that have set linear analyses
	changes := changes{b: b, model: b.out}
	defer changes.buildGatheredChanges()
	list := b.deck.Commands
	if m := b.out.Memory; m != nil {
		for _, e := range list[:m.Off] {
			changes.addCommand(e)
		}
		changes.buildGatheredChanges()
		list = list[m.Off:]
		b.out.Commands = append(b.out.Commands, Command{Begin: true})
		changes.begun, b.clock = true, m.State.Time
	}
	if d := b.out.Driver; d != nil {
		b.out.Commands = append(b.out.Commands, Command{Element: d.Element, Driver: d})
		changes.begun = true
	}
	for i, e := range list {
		switch {
		case e.Kind == "Stop":
			if behind := list[i+1:]; len(behind) > 0 {
				behind[0].AddWarningf("", "B039", "it follows Stop: this and all later commands are not carried out").
					AddNote(e.Span, "Stop is here").Help = "move Stop behind them, or remove it"
			}
			return
		case e.Kind == "Simulate":
			changes.buildGatheredChanges()
			changes.begun = true
			c, ok := b.readSimulate(e, linear, &tuning)
			if ok && allowsRigidContacts(changes.model, &tuning, &c) {
				b.out.Commands = append(b.out.Commands, c)
			}
		case e.Kind == "Param_Transient":
			tuning.ReadParams(e)
			b.checkTolerances(e, &tuning)
			b.out.Commands = append(b.out.Commands, Command{Element: e, Tune: true, Tuning: tuning})
		case e.Kind == staticKind:
			rest.ReadParams(e)
			now := rest
			b.out.Commands = append(b.out.Commands, Command{Element: e, Rest: &now})
		case e.Kind == linearKind:
			refuseUnsupportedLinear(e)
			linear = append(linear, e)
			b.out.Commands = append(b.out.Commands, Command{Element: e, Tune: true, Tuning: tuning})
		case e.Kind == "Param_Simulation":
			tuning.ReadSimulation(e)
			b.checkTolerances(e, &tuning)
			b.out.Commands = append(b.out.Commands, Command{Element: e, Tune: true, Tuning: tuning})
			if d := b.loadDriver(e); d != nil {
				changes.buildGatheredChanges()
				changes.begun = true
				b.out.Commands = append(b.out.Commands, Command{Element: e, Driver: d})
			}
		case ChangesModel(e):
			changes.addCommand(e)
		case e.Kind == "Save" && e.Has("model_file"):
			changes.buildGatheredChanges()
			b.saved = append(slices.Clone(b.saved), filepath.Clean(e.Str("model_file")))
			b.out.Commands = append(b.out.Commands, Command{Element: e, Save: e.Str("model_file")})
		case e.Kind == "Load_Model" && e.Has("model_file"):
			changes.buildGatheredChanges()
			b.out.Commands = append(b.out.Commands, Command{Element: e, Load: b.readLoadModel(e, list[i+1:])})
			return
		}
	}
}

// IsKinematicAnalysis reports whether e is an analysis that is called kinematic.
func IsKinematicAnalysis(e *deck.Element) bool {
	if e.Kind != "Simulate" {
		return false
	}
	a := e.Attr("analysis_type")
	return a != nil && strings.HasPrefix(strings.ToUpper(strings.TrimSpace(a.Value)), "KINEM")
}

func (b *builder) readSimulate(e *deck.Element, linear []*deck.Element, tuning *Transient) (Command, bool) {
	c := Command{Element: e}
	switch t := e.Enum("analysis_type"); t {
	case "TRANSIENT":
	case "ASSEMBLY":
		if c.Assembly, c.HasStart = true, e.Has("start_time"); c.HasStart {
			c.Start = e.Real("start_time")
			b.clock = c.Start
		}
		return c, true
	case "STATIC", "QUASI-STATIC":
		return c, b.readStatic(e, &c, tuning)
	case "LINEAR":
		return c, b.readLinearAnalysis(e, &c, linear)
	default:
		if t != "" {
			e.AddErrorf("analysis_type", "B091", "analyses of type %s are not supported yet; TRANSIENT, STATIC, QUASI-STATIC, LINEAR and ASSEMBLY are", t)
		}
		return c, false
	}
	start := b.clock
	ok := b.readTimeSpan(e, &c)
	b.readOutputTimes(e, &c)
	if ok {
		b.checkStepAndRowCounts(e, &c, tuning, c.startTime(start))
	}
	c.Times, c.Restarts = b.readTimes(e, "print_array_id"), b.readTimes(e, "restart_array_id")
	return c, ok
}

// startTime returns where the analysis starts; now is the end of the one before.
func (c *Command) startTime(previousEnd float64) float64 {
	if c.HasStart {
		return c.Start
	}
	return previousEnd
}

// readTimeSpan reads where an analysis starts and ends, and checks that it continues.
func (b *builder) readTimeSpan(e *deck.Element, c *Command) bool {
	c.HasStart, c.HasEnd, c.HasDuration = e.Has("start_time"), e.Has("end_time"), e.Has("duration")
	if c.HasStart {
		c.Start = e.Real("start_time")
	}
	start, last := c.startTime(b.clock), "end_time"
	switch {
	case c.HasEnd && c.HasDuration:
		e.AddErrorf("duration", "B092", "give end_time or duration, not both")
		return false
	case c.HasEnd:
		c.End = e.Real("end_time")
		b.clock = c.End
	case c.HasDuration:
		c.Duration = e.Real("duration")
		b.clock, last = start+c.Duration, "duration"
	default:
		e.AddErrorf("", "B092", "end_time or duration is missing")
		return false
	}
	if a := e.Attr(last); b.clock <= start && !b.hasErrorAt(a) && (c.HasStart || !b.maySensorEndAnalysis()) {
		e.AddErrorf(last, "B094", "the analysis would end at %g, which is not after its start at %g", b.clock, start)
		return false
	}
	return true
}

// hasErrorAt reports whether an error has been reported at the value of an attribute.
func (b *builder) hasErrorAt(a *deck.Attr) bool {
	for _, d := range b.deck.Diags.List {
		if d.Severity == deck.Error && d.Span.Src == a.ValueSpan.Src && a.ValueSpan.Start <= d.Span.Start && d.Span.Start <= a.ValueSpan.End {
			return true
		}
	}
	return false
}

// readOutputTimes reads when results are written.
func (b *builder) readOutputTimes(e *deck.Element, c *Command) {
	c.Steps, c.Interval, c.Increment = e.Int("num_steps"), e.Real("print_interval"), e.Int("print_increment")
	first := ""
	for _, n := range []string{"num_steps", "print_interval", "print_increment", "print_array_id"} {
		if !e.Has(n) {
			continue
		}
		if first != "" {
			e.AddErrorf(n, "B093", "%s is given too: num_steps, print_interval, print_increment and print_array_id exclude each other", first)
			return
		}
		first = n
	}
}

// readTimes reads an array of times, which increase.
func (b *builder) readTimes(e *deck.Element, name string) []float64 {
	if !e.Has(name) {
		return nil
	}
	a := b.findReferencedArray(e, name, "IC")
	if a == nil {
		return nil
	}
	t := a.TextReals()
	for i := 1; i < len(t); i++ {
		if t[i] <= t[i-1] {
			e.AddErrorf(name, "B095", "the times of array %d do not increase: %g follows %g", a.ID(), t[i], t[i-1])
			return nil
		}
	}
	return t
}
