package run

import (
	"slices"

	"github.com/trammel-mbd/trammel/core/element"
)

// planCommands returns the commands to be run: those of the deck, changed by the
// options, or one transient analysis for a deck that has none.
func planCommands(m *element.Model, opt Options) ([]element.Command, error) {
	commands := append([]element.Command(nil), m.Commands...)
	last, simulate, analysis := -1, -1, false
	for i := range commands {
		if l := commands[i].Load; l != nil {
			last, analysis = i, true
			if l.Simulates { // the options are for the analyses of that model
				return commands, nil
			}
		}
		if commands[i].RunsAnalyses() || commands[i].Save != "" {
			last = i
		}
		analysis = analysis || commands[i].RunsAnalyses()
		if commands[i].IsTimeOrStaticAnalysis() {
			simulate = i
		}
	}
	switch {
	case !analysis && !opt.HasEnd:
		return nil, ErrNoSimulate
	case !analysis:
		commands = append(commands, element.Command{})
		last, simulate = len(commands)-1, len(commands)-1
	case simulate < 0 && commands[last].Load != nil:
		return commands[:last+1], nil
	case simulate < 0:
		return commands[:last+1], refuseTimeOptions(commands, opt)
	}
	if opt.HasEnd {
		at := setEndTime(commands, simulate, startTimeOf(m), opt.End)
		if at != simulate {
			last = at
		}
		simulate = at
	}
	return commands[:last+1], setOutputTimes(commands[:simulate+1], opt)
}

// setOutputTimes sets the rows of the last analysis that has an end.
func setOutputTimes(commands []element.Command, opt Options) error {
	if opt.Steps == 0 && opt.DT == 0 {
		return nil
	}
	for i := len(commands) - 1; i >= 0; i-- {
		if c := &commands[i]; hasEndTime(c) {
			c.Steps, c.Interval, c.Increment, c.Times = opt.Steps, opt.DT, 0, nil
			return nil
		}
	}
	return &UsageError{"the deck has no analysis with an end time: leave out --steps and --dt"}
}

// hasEndTime reports whether a command simulates up to a time.
func hasEndTime(c *element.Command) bool {
	return c.IsTimeOrStaticAnalysis() && !c.Assembly && (!c.Static || c.HasEnd || c.HasDuration)
}

// refuseTimeOptions refuses options for an analysis over time, where the deck has none.
func refuseTimeOptions(commands []element.Command, opt Options) error {
	switch {
	case !opt.HasEnd && opt.Steps == 0 && opt.DT == 0:
		return nil
	case hasDriver(commands):
		return &UsageError{"the driver (CONSUB) of the deck sets how far its analyses go: leave out --end, --steps and --dt"}
	}
	return &UsageError{"the deck has no transient analysis: leave out --end, --steps and --dt"}
}

// hasDriver reports whether a routine runs analyses.
func hasDriver(commands []element.Command) bool {
	return slices.ContainsFunc(commands, func(c element.Command) bool { return c.Driver != nil })
}

// startTimeOf returns the time at which a run of a model begins.
func startTimeOf(m *element.Model) float64 {
	if m.Memory != nil {
		return m.Memory.State.Time
	}
	return 0
}

// setEndTime ends the first analysis that reaches the time end there, or the last one
// if none does; now is when the run begins. It returns the place of that command.
func setEndTime(commands []element.Command, last int, begin, end float64) (commandIndex int) {
	for i := range commands[:last+1] {
		c := &commands[i]
		if !c.IsTimeOrStaticAnalysis() || !hasEndTime(c) && i != last {
			continue
		}
		if c.HasStart {
			begin = c.Start
		}
		if c.HasDuration {
			begin += c.Duration
		} else {
			begin = c.End
		}
		if begin >= end || i == last {
			c.End, c.HasEnd, c.HasDuration, c.Assembly = end, true, false, false
			return i
		}
	}
	return last
}
