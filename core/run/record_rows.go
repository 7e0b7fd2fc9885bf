package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/result"
)

// Layout is what the rows of a model consist of.
type Layout struct {
	// Columns are those of requests first, which go into requests.csv. All go into the store.
	Columns []result.Column
	// Requests is the number of columns of requests.
	Requests int
	// Store requests a store and for the scene.
	Store bool
	// Labels puts the labels of requests into the first line of requests.csv, in place of their ids.
	Labels bool
	Scene  *result.Scene
	// Integrator and Tolerance are those of the deck.
	Integrator string
	Tolerance  float64
}

// rowFiles are the files of the rows of one model.
type rowFiles struct {
	root     *os.Root
	number   int // of the model, from 1
	table    *result.CSVWriter
	special  bool // the table is not a regular file
	store    *result.StoreWriter
	layout   Layout
	begun    bool // there are columns
	analyses int
	analysis bool // an analysis has begun and not ended
	keep     func(t float64, row []float64)
}

// rowsFileName, storeFileName and sceneFileName return the names of the files of the n-th model, from 1 on.
func rowsFileName(n int) string  { return numberedFileName("requests", ".csv", n) }
func storeFileName(n int) string { return numberedFileName("results", ".store", n) }
func sceneFileName(n int) string { return numberedFileName("scene", ".json", n) }

func numberedFileName(name, suffix string, n int) string {
	if n == 1 {
		return name + suffix
	}
	return fmt.Sprintf("%s_%d%s", name, n, suffix)
}

// removeResults removes the files of an earlier run, but for requests.csv, which is emptied.
func removeResults(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if isRowsOrSceneFile(e.Name()) && e.Name() != RowsFile {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// isRowsOrSceneFile reports whether a run may have written rows, a scene or matrices to a file of this name.
func isRowsOrSceneFile(file string) bool {
	suffix := filepath.Ext(file)
	name := strings.TrimSuffix(file, suffix)
	if stem, number, ok := strings.Cut(name, "_"); ok {
		if n, err := strconv.Atoi(number); err != nil || n < 0 {
			return false
		}
		name = stem
	}
	switch suffix {
	case ".csv":
		return name == "requests" || slices.Contains(linearFiles, name)
	case ".store":
		return name == "results"
	case ".json":
		return name == "scene"
	}
	return false
}

// openTable begins the table of the n-th model.
func (w *rowFiles) openTable(root *os.Root, n int) error {
	*w = rowFiles{root: root, number: n}
	f, err := truncateFile(root, rowsFileName(n))
	if err != nil {
		return err
	}
	w.table = &result.CSVWriter{File: f}
	info, err := f.Stat()
	w.special = err == nil && !info.Mode().IsRegular()
	return err
}

// truncateFile empties a file, without waiting for who reads from it, should it be a pipe.
func truncateFile(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|noWait, 0o666)
}

// writeColumnsAndScene writes the columns, and the scene.
func (w *rowFiles) writeColumnsAndScene(l *Layout, p *result.Provenance) error {
	w.layout, w.begun = *l, true
	w.table.Labels = l.Labels
	if err := w.table.WriteColumns(l.Columns[:l.Requests]); err != nil || !l.Store {
		return err
	}
	f, err := truncateFile(w.root, storeFileName(w.number))
	if err != nil {
		return err
	}
	w.store = result.NewStoreWriter(f)
	if err := w.store.WriteColumns(l.Columns); err != nil {
		return err
	}
	if err := w.store.WriteProvenance(p); err != nil || l.Scene == nil {
		return err
	}
	text, err := l.Scene.JSON()
	if err != nil {
		return err
	}
	return w.root.WriteFile(sceneFileName(w.number), text, 0o666)
}

// close closes the files.
func (w *rowFiles) close() error {
	var err error
	if w.table != nil {
		err = errors.Join(w.table.Err, w.table.FinishWriting())
	}
	if w.store != nil {
		err = errors.Join(err, w.store.FinishWriting())
	}
	return err
}

// BeginRowFiles begins the files of rows. A further call must give as many columns, since every simulation of a run appends
// to the same rows.
func (r *Recorder) BeginRowFiles(l *Layout) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if r.discards {
		r.rows.begun, r.rows.layout, r.doc.Columns = true, *l, columnInfos(l.Columns[:l.Requests])
		return nil
	}
	if r.rows.begun {
		if n := len(r.rows.layout.Columns); n != len(l.Columns) {
			panic(fmt.Sprintf("run: %d columns after %d", len(l.Columns), n))
		}
		return nil
	}
	return r.beginRowFiles(l)
}

func (r *Recorder) beginRowFiles(l *Layout) error {
	infos := columnInfos(l.Columns[:l.Requests])
	if n := r.rows.number; n > 1 {
		r.doc.Results[n-1].Columns = infos
	} else {
		r.doc.Columns = infos
	}
	return r.rows.writeColumnsAndScene(l, r.provenance(l))
}

// BeginNextModel begins the rows of another model. They go into the files of the first one if there were no columns before, else
// into further files.
func (r *Recorder) BeginNextModel(l *Layout, model string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if r.rows.begun {
		if len(r.doc.Results) == 0 {
			r.doc.Results = []ResultInfo{{File: RowsFile, Deck: r.doc.Deck}}
		}
		damage, err := r.closeRowFiles()
		if err != nil {
			return errors.Join(damage, err)
		}
		// A table in memory has the columns of one model: what keeps rows ends here.
		if err := r.rows.openTable(r.root, len(r.doc.Results)+1); err != nil {
			return err
		}
	}
	r.doc.Results = append(r.doc.Results, ResultInfo{File: rowsFileName(len(r.doc.Results) + 1), Deck: model})
	return r.beginRowFiles(l)
}

// BeginAnalysis begins an analysis of a type, to which rows from now on belong, unless one is under way.
func (r *Recorder) BeginAnalysis(kind string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := &r.rows
	if w.store == nil || r.closed || w.analysis {
		return nil
	}
	w.analyses++
	w.analysis = true
	return w.store.BeginAnalysis(result.Analysis{Name: fmt.Sprintf("%s_%d", kind, w.analyses), Type: kind})
}

// endAnalysis ends the analysis under way.
func (r *Recorder) endAnalysis() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows.analysis = false
}

// WriteRow writes one row: the time and a value a column. It allocates nothing once a row of this length has been written.
func (r *Recorder) WriteRow(t float64, v []float64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if r.discards {
		if r.rows.keep != nil {
			r.rows.keep(t, v[:r.rows.layout.Requests])
		}
		return nil
	}
	w := &r.rows
	if len(v) != len(w.layout.Columns) {
		panic(fmt.Sprintf("run: a row of %d values for %d columns", len(v), len(w.layout.Columns)))
	}
	if w.table.Err != nil {
		return w.table.Err
	}
	v, all := v[:w.layout.Requests], v
	if w.keep != nil {
		w.keep(t, v)
	}
	if err := w.table.WriteRow(t, v); err != nil || w.store == nil {
		return err
	}
	return w.store.WriteRow(t, all)
}

// setContactPointsOfNextRow gives the row that WriteRow writes next its points of contact.
func (r *Recorder) setContactPointsOfNextRow(points []result.ContactPoint) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed && r.rows.store != nil {
		r.rows.store.SetContactsOfNextRow(points)
	}
}

// writeStepHistory adds what the integrator has done to the store, if there is one.
func (r *Recorder) writeStepHistory(s *result.Steps) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.rows.store == nil {
		return nil
	}
	return r.rows.store.WriteSteps(s)
}

// closeRowFiles closes the files of rows. Damage is what others have done to them, and part of the error.
func (r *Recorder) closeRowFiles() (damage, err error) {
	w := &r.rows
	if !w.begun {
		_ = w.table.WriteColumns(nil) // a table without rows
	}
	if w.store != nil {
		err = w.store.WriteProvenance(r.provenance(&w.layout))
	}
	damage = r.verifyTable()
	return damage, errors.Join(damage, err, w.close())
}

// provenance is what is known of the origin of the rows by now.
func (r *Recorder) provenance(l *Layout) *result.Provenance {
	d := &r.doc
	p := &result.Provenance{
		Program: "trammel " + d.Version, Deck: d.Deck, DeckSHA256: d.DeckSHA256, Integrator: l.Integrator, Tolerance: l.Tolerance,
		Began: r.start.Format("2006-01-02T15:04:05Z07:00"), Status: d.Status, WallS: d.WallS, Warnings: d.Warnings,
	}
	known := map[string]bool{}
	for _, x := range d.Routines {
		if x.File != "" && !known[x.File] {
			known[x.File] = true
			p.Code = append(p.Code, result.Code{File: x.File, SHA256: x.SHA256})
		}
	}
	return p
}

// ColumnInfo is what run.json says about a column of requests.csv.
type ColumnInfo struct {
	Name     string `json:"name"`    // 3.F2
	Element  string `json:"element"` // Post_Request 3
	Label    string `json:"label"`   // of the element, or its comment; "" without either
	Quantity string `json:"quantity"`
	Unit     string `json:"unit"`            // "" where it is not known, as of an expression
	Frame    string `json:"frame,omitempty"` // global or marker 12: the axes of a component of a vector
}

// RequestColumnsOf returns the columns of requests of a model.
func RequestColumnsOf(m *element.Model) []ColumnInfo {
	return columnInfos(requestColumns(m, newUnitNames(m.Deck)))
}

func columnInfos(columns []result.Column) []ColumnInfo {
	all := make([]ColumnInfo, len(columns))
	for i, c := range columns {
		all[i] = ColumnInfo{c.Name, fmt.Sprintf("Post_Request %d", c.Element.ID), c.Element.Label, c.Quantity, c.Unit, c.Frame}
	}
	return all
}
