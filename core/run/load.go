package run

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/trammel-mbd/trammel/core/element"
)

// ResultInfo is what run.json says about the results of one model of several.
type ResultInfo struct {
	File string `json:"file"`  // in the folder of the results
	Deck string `json:"model"` // as the command names it; that of the run for the first
}

// loadModel continues with another model and the commands that follow for it. Its results
// go into a file of their own, unless nothing has come of the model before.
func (r *runner) loadModel(l *element.Loading) error {
	next := l.Model(r.rec.folder)
	if next == nil {
		return element.ErrDeck
	}
	if err := modelErrors(next); err != nil {
		return err
	}
	begun := r.state != nil
	commands, err := plan(next, r.opt)
	if errors.Is(err, ErrNoSimulate) && begun {
		commands, err = next.Commands, nil // what went before was enough
	}
	if err != nil {
		return err
	}
	if err := r.unloadModel(); err != nil {
		return err
	}
	if err := r.rec.Next(columns(next), l.Name); err != nil {
		return err
	}
	r.rec.Log("Load_Model: the run continues with the model of %s", l.Name)
	r.solution, r.driver = newSolution(next, r.rec), nil
	r.monitor.energy, r.output.last = balance{}, math.NaN()
	r.openPosts()
	return r.carryOut(commands)
}

// unloadModel takes leave of a model: its routines are reported, and stay in run.json.
func (r *runner) unloadModel() error {
	defer func() { r.output.posts = nil }()
	if r.state == nil {
		return nil
	}
	r.totals.routines = r.routines()
	return r.callPosts(true)
}

// carryOut carries out commands up to the one that ends the run.
func (r *runner) carryOut(commands []element.Command) error {
	for i := range commands {
		if err := r.command(&commands[i]); err != nil {
			return err
		}
		if r.halted() {
			break
		}
	}
	return nil
}

// rowsFile returns the name of the n-th table of results, from 1 on.
func rowsFile(n int) string {
	if n == 1 {
		return RowsFile
	}
	return fmt.Sprintf("requests_%d.csv", n)
}

// removeTables removes the tables of an earlier run beyond the first.
func removeTables(dir string) {
	for n := 2; os.Remove(filepath.Join(dir, rowsFile(n))) == nil; n++ {
	}
}

// Next begins the table of another model, with its columns. It is requests.csv if no
// columns were given before, else a further file.
func (r *Recorder) Next(names []string, model string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if r.width >= 0 {
		if len(r.doc.Results) == 0 {
			r.doc.Results = []ResultInfo{{RowsFile, r.doc.Deck}}
		}
		f, err := r.root.Create(rowsFile(len(r.doc.Results) + 1))
		if err != nil {
			return err
		}
		if err := errors.Join(r.verify(), r.rows.Close()); err != nil {
			f.Close()
			return err
		}
		r.rows, r.keep, r.whole, r.sum = f, nil, 0, 0 // a table in memory has the columns of one model
		if err := r.look(); err != nil {
			return err
		}
	}
	r.doc.Results = append(r.doc.Results, ResultInfo{rowsFile(len(r.doc.Results) + 1), model})
	r.width = len(names)
	return r.header(names)
}
