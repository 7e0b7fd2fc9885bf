package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/trammel-mbd/trammel/cmd/trammel/page/draw"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/run"
)

// Result is one result: a folder that a run has left or still fills, a table of numbers, or a deck that has not run.
type Result struct {
	Name     string
	Dir      string // folder, "" without one
	Columns  []result.Column
	Analyses []result.Analysis
	Scene    *result.Scene // nil without one
	Drawing  *draw.Drawing // of the scene
	Frames   []string      // names of the rows where they are poses of a deck
	Document *run.Document // of run.json, nil without one
	Modes    []Mode
	Notes    []string // what is missing or left out
	PlotsOf  [][]int  // columns of the plots that open first; nil for those that suit the columns

	mu   sync.Mutex
	rows rows
	raw  []byte // run.json
}

// OpenResult opens a result: a folder, or a file of comma-separated values.
func OpenResult(path string) (*Result, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no such file or folder", path)
	}
	if err != nil {
		return nil, err
	}
	r := &Result{Name: resultNameOfPath(path)}
	if !info.IsDir() {
		r.Columns, r.rows, err = readCSVTable(path)
		return r, err
	}
	r.Dir = path
	if err := r.openFolder(); err != nil {
		if r.rows != nil {
			_ = r.Close()
		}
		return nil, err
	}
	return r, nil
}

// resultNameOfPath is the last part of a path without .out and .csv.
func resultNameOfPath(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".out"), ".csv")
}

func (r *Result) openFolder() error {
	if err := r.readRunDocument(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	store, err := result.OpenFolder(r.Dir)
	switch {
	case err == nil:
		r.Columns, r.Analyses, r.rows = store.Columns, store.Analyses, storeRows{store}
	case errors.Is(err, fs.ErrNotExist):
		table := filepath.Join(r.Dir, run.RowsFile)
		if r.Columns, r.rows, err = readCSVTable(table); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: there are no results in this folder (%s and %s are missing)", r.Dir, result.StoreFile, run.RowsFile)
		}
		if err != nil {
			return err
		}
		r.Notes = append(r.Notes, "These results have no motion of bodies: they come from "+run.RowsFile+".")
	default:
		return err
	}
	if err := r.readScene(); err != nil {
		return err
	}
	return r.readModes()
}

// readRunDocument reads run.json.
func (r *Result) readRunDocument() error {
	name := filepath.Join(r.Dir, run.DocumentFile)
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	d := &run.Document{}
	if err := json.Unmarshal(text, d); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.Document, r.raw = d, bytes.TrimSpace(text)
	return nil
}

func (r *Result) readScene() error {
	s, err := result.ReadScene(r.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.setScene(s)
}

// setScene checks a scene and draws it.
func (r *Result) setScene(s *result.Scene) error {
	if err := draw.CheckScene(s); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(r.Dir, result.SceneFile), err)
	}
	for i := range s.Bodies {
		if at := s.Bodies[i].Pose; at >= 0 && at+len(result.PoseColumns) > len(r.Columns) {
			return fmt.Errorf("%s: the pose of body %d is not among the %d columns of the results", filepath.Join(r.Dir, result.SceneFile), s.Bodies[i].ID, len(r.Columns))
		}
	}
	r.Scene, r.Drawing = s, draw.NewDrawing(s)
	return nil
}

// Close closes the files of the result.
func (r *Result) Close() error { return r.rows.close() }

// RowCount returns the count of rows.
func (r *Result) RowCount() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rows.rowCount()
}

// ReadTimes returns the times of all rows.
func (r *Result) ReadTimes() ([]float64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rows.readTimes()
}

// ReadColumn returns the values of the column of an index.
func (r *Result) ReadColumn(i int) ([]float64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i < 0 || i >= len(r.Columns) {
		return nil, fmt.Errorf("there is no column of index %d", i)
	}
	return r.rows.readColumn(i)
}

// state is how far a run is.
type state struct {
	Rows     int             `json:"rows"`
	Live     bool            `json:"live"`   // the run still goes
	Killed   bool            `json:"killed"` // run.json says that it goes, but no process writes
	Steps    *result.Steps   `json:"steps,omitempty"`
	Contacts bool            `json:"contacts"` // there are points of contact
	Document json.RawMessage `json:"document"`
}

// readNewRows reads what a run has written since.
func (r *Result) readNewRows() error {
	went := r.Document != nil && r.Document.Status == run.Running
	if err := r.readRunDocument(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := r.rows.readNewRows(); err != nil {
		return err
	}
	if s, ok := r.rows.(storeRows); ok {
		r.Analyses = s.r.Analyses
	}
	if went && r.Document.Status != run.Running {
		r.Modes = nil
		return r.readModes()
	}
	return nil
}

// integratorSteps returns what the integrator has done, nil where the results do not have it.
func (r *Result) integratorSteps() *result.Steps {
	if s, ok := r.rows.(storeRows); ok && len(s.r.Steps.Time) > 0 {
		return &s.r.Steps
	}
	return nil
}

// readRunState reads what a run has written since and returns how far it is.
func (r *Result) readRunState() (*state, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Dir != "" {
		if err := r.readNewRows(); err != nil {
			return nil, err
		}
	}
	live := r.Document != nil && r.Document.Status == run.Running
	killed := live && !run.IsBeingWritten(r.Dir)
	return &state{r.rows.rowCount(), live && !killed, killed, r.integratorSteps(), r.hasContacts(), r.raw}, nil
}
