package element

import "github.com/trammel-mbd/trammel/core/deck"

// Command is one command of a deck that runs: an analysis, or a change of the
// settings of those behind it.
type Command struct {
	Element *deck.Element
	Settings
	Tune bool // Tuning replaces the settings
	Tuning
}

// Tuning is the settings of transient analyses from a command on.
type Tuning = Transient

// Settings tell how far a transient analysis goes and when results are written.
type Settings struct {
	Start, End, Duration          float64
	HasStart, HasEnd, HasDuration bool
	Steps                         int     // output steps, 0 if not given
	Interval                      float64 // between outputs, 0 if not given
	Increment                     int     // integrator steps between outputs, 0 if not given
}

// commands reads the command block up to Stop.
func (b *builder) commands() {
	tuning := b.out.Tuning
	for _, e := range b.deck.Commands {
		switch {
		case e.Kind == "Stop":
			return
		case e.Kind == "Simulate":
			if c, ok := b.simulate(e); ok {
				b.out.Commands = append(b.out.Commands, c)
			}
		case e.Kind == "Param_Transient" || e.Kind == "Param_Simulation":
			given := map[string]bool{}
			for k, v := range tuning.Given {
				given[k] = v
			}
			tuning.Given = given
			if e.Kind == "Param_Transient" {
				tuning.Read(e)
			} else {
				tuning.ReadSimulation(e)
			}
			b.out.Commands = append(b.out.Commands, Command{Element: e, Tune: true, Tuning: tuning})
		case e.Modifies && e.Schema.Section == deck.InModel:
			e.Errorf("", "B090", "changing elements by commands is not supported yet")
		}
	}
}

func (b *builder) simulate(e *deck.Element) (Command, bool) {
	c := Command{Element: e}
	if t := e.Enum("analysis_type"); t != "TRANSIENT" {
		if t != "" {
			e.Errorf("analysis_type", "B091", "analyses of type %s are not supported yet; TRANSIENT is", t)
		}
		return c, false
	}
	c.HasStart, c.HasEnd, c.HasDuration = e.Has("start_time"), e.Has("end_time"), e.Has("duration")
	if c.HasStart {
		c.Start = e.Real("start_time")
	}
	switch {
	case c.HasEnd && c.HasDuration:
		e.Errorf("duration", "B092", "give end_time or duration, not both")
	case c.HasEnd:
		c.End = e.Real("end_time")
	case c.HasDuration:
		c.Duration = e.Real("duration")
	default:
		e.Errorf("", "B092", "end_time or duration is missing")
		return c, false
	}
	n := 0
	if e.Has("num_steps") {
		c.Steps = e.Int("num_steps")
		n++
	}
	if e.Has("print_interval") {
		c.Interval = e.Real("print_interval")
		n++
	}
	if e.Has("print_increment") {
		c.Increment = e.Int("print_increment")
		n++
	}
	if n > 1 {
		e.Errorf("", "B093", "num_steps, print_interval and print_increment exclude each other")
	}
	return c, true
}
