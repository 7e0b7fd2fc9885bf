package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/system"
)

// saveModel writes the model with the state reached, and the state itself beside it.
func (r *runner) saveModel(name string) error {
	if r.state == nil {
		if err := r.setUpAndFindInitialConditions(0); err != nil {
			return err
		}
	}
	if err := r.makeConsistentAfterEquilibrium(); err != nil {
		return err
	}
	if err := r.callbacks.notifyAtCurrentPoint(eventSaveBegin); err != nil {
		return err
	}
	if err := r.writeSavedModel(name); err != nil {
		return err
	}
	return r.callbacks.notifyAtCurrentPoint(eventSaveEnd)
}

// writeSavedModel writes the files of a model that is saved.
func (r *runner) writeSavedModel(name string) error {
	name, err := r.resolveSavePath(name)
	if err != nil {
		return err
	}
	d, err := r.model.NewDeckFromState(r.point, r.settings.changes)
	if err != nil {
		return fmt.Errorf("Save: %w", err)
	}
	base := filepath.Base(name)
	files := deck.WriteXML(&deck.OutputModel{Model: d, Name: strings.TrimSuffix(base, filepath.Ext(base)), Dir: filepath.Dir(name), Lost: &deck.Diags{}})
	m := element.Memory{Off: len(d.Commands), State: r.state.MemoryToResumeFrom(r.point), Sensors: r.sources.sensors.armedSensors(), Placed: r.model.InitialMarkerPoses(), Nodes: r.model.InitialNodePoses()}
	state, err := m.Encode(files[0].Text)
	if err != nil {
		return fmt.Errorf("Save: %w", err)
	}
	// The state of another model must not lie beside this one at any time.
	if err := os.Remove(name + element.StateSuffix); err != nil && !os.IsNotExist(err) {
		return &UsageError{fmt.Sprintf("Save: %v", err)}
	}
	if err := os.WriteFile(name, files[0].Text, 0o666); err != nil {
		return &UsageError{fmt.Sprintf("Save: %v", err)}
	}
	if err := os.WriteFile(name+element.StateSuffix, state, 0o666); err != nil {
		return &UsageError{fmt.Sprintf("Save: %v", err)}
	}
	r.rec.Log("the model at time %g is saved in %s and its state in %s", r.point.T, name, base+element.StateSuffix)
	if n := len(r.model.Routines); n > 0 {
		r.rec.Log("what user subroutines keep in variables of their own is not saved")
	}
	return nil
}

// resumeFromMemory begins where another run has saved its state. Nothing is assembled: the
// point is consistent, and all that depends on history is what it was.
func (r *runner) resumeFromMemory(m *element.Memory) error {
	s, p, err := r.model.System.RestoreState(r.newSession(m.State.Time), r.rec.warn, m.State)
	if err != nil {
		var unfit *system.MemoryError
		if errors.As(err, &unfit) {
			return &UsageError{err.Error()}
		}
		return err
	}
	r.adoptStateAndPoint(s, p)
	r.sources.sensors.restoreArmedSensors(m.Sensors)
	dof := s.DegreesOfFreedom()
	r.rec.recordDegreesOfFreedom(dof)
	if err := r.findRedundancy(); err != nil {
		return err
	}
	r.rec.Log("the run continues from time %g, where its state was saved; degrees of freedom: %d", p.T, dof)
	if len(r.model.Routines) > 0 {
		r.rec.Log("user subroutines start again: what they keep in variables of their own is not saved")
	}
	return nil
}

// armedSensors reports which sensors are armed.
func (s *sensors) armedSensors() []element.SensorMemory {
	all := []element.SensorMemory{}
	if s == nil {
		return all
	}
	for k := range s.list {
		all = append(all, element.SensorMemory{Element: s.list[k].Title, Armed: s.armed[k]})
	}
	return all
}

// restoreArmedSensors takes over from the sensors of another run.
func (s *sensors) restoreArmedSensors(all []element.SensorMemory) {
	if s == nil {
		return
	}
	for _, x := range all {
		for k := range s.list {
			if s.list[k].Title == x.Element {
				s.armed[k] = x.Armed
			}
		}
	}
}
