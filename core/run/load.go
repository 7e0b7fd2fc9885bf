package run

import (
	"errors"
	"math"

	"github.com/trammel-mbd/trammel/core/element"
)

// ResultInfo is what run.json says about the results of one model of several.
type ResultInfo struct {
	File    string       `json:"file"`  // in the folder of the results
	Deck    string       `json:"model"` // as the command names it; that of the run for the first
	Columns []ColumnInfo `json:"columns,omitempty"`
}

// loadModel continues with another model and the commands that follow for it. Its results
// go into a file of their own, unless nothing has come of the model before.
func (r *runner) loadModel(l *element.LoadedModel) error {
	next := l.BuildModel(r.rec.folder)
	if next == nil {
		return element.ErrDeck
	}
	if err := modelErrors(next); err != nil {
		return err
	}
	begun := r.state != nil
	commands, err := planCommands(next, r.opt)
	if errors.Is(err, ErrNoSimulate) && begun {
		commands, err = next.Commands, nil // what went before was enough
	}
	if err != nil {
		return err
	}
	if err := r.unloadModel(); err != nil {
		return err
	}
	if err := r.writeNewStepHistory(); err != nil {
		return err
	}
	r.log.history = stepHistory{}
	r.output.collectColumns(next)
	if err := r.rec.BeginNextModel(&r.output.collector.layout, l.Name); err != nil {
		return err
	}
	r.rec.Log("Load_Model: the run continues with the model of %s", l.Name)
	r.solution, r.driver = newSolution(next, r.rec), nil
	r.monitor.energy, r.output.last = energyBalance{}, math.NaN()
	r.initPostRoutines()
	r.callbacks = newCallbackRoutines(r)
	if err := r.callbacks.notifyAllWithoutState(eventInitialize, eventReloadEnd); err != nil {
		return err
	}
	return r.runCommands(commands)
}

// unloadModel takes leave of a model: its routines are reported, and stay in run.json.
func (r *runner) unloadModel() error {
	defer func() { r.output.posts = nil }()
	if r.state == nil {
		return r.callbacks.notifyModelReplaced()
	}
	if err := r.callPostRoutines(true); err != nil {
		return err
	}
	if err := r.callbacks.notifyModelReplaced(); err != nil {
		return err
	}
	r.totals.routines = r.routineInfos()
	return nil
}

// runCommands carries out commands up to the one that ends the run.
func (r *runner) runCommands(commands []element.Command) error {
	r.remaining += len(commands)
	for i := range commands {
		r.remaining--
		if err := r.runCommand(&commands[i]); err != nil {
			return err
		}
		if r.stoppedBySensor() {
			break
		}
	}
	return nil
}
