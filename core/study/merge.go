package study

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"github.com/trammel-mbd/trammel/core/result"
)

// fixedColumns are the columns of results besides parameters and responses.
var fixedColumns = []string{"run", "status", "exit_code", "time_reached", "wall_s", "message"}

// Table receives the results of a study: the names of parameters and responses, then a row a run in the order of the runs.
type Table interface {
	WriteColumns(parameters, responses []string, texts []bool, o *Origin) error
	WriteRow(values []Value, r *Row) error
	FinishWriting() error
}

// Merged is what a merge has found.
type Merged struct{ Runs, Done, Failed int }

// rowPlace is where the row of a run is.
type rowPlace struct {
	offset int64
	part   int32 // from 1; 0 without a row
}

// Merge hands the results of all runs to tables, and closes them. Runs without results have the status missing. The rows are those of the plan, in its
// order: they do not depend on the workers, but for wall_s.
func (f *Folder) Merge(tables ...Table) (*Merged, error) {
	places, owners, err := f.findRows()
	if err != nil {
		return nil, err
	}
	texts, err := f.findTextParameters()
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if err := t.WriteColumns(f.Origin.Parameters, f.Origin.Responses, texts, f.Origin); err != nil {
			return nil, err
		}
	}
	plan, err := f.openPlanAt(1, 0)
	if err != nil {
		return nil, err
	}
	defer plan.close()
	parts := newPartReaders(f, owners)
	defer parts.close()
	m := &Merged{Runs: f.Origin.Runs}
	absent := Row{Status: Missing, ExitCode: -1, TimeReached: math.NaN(), WallS: math.NaN(), Responses: (&Worker{Folder: f}).newNaNResponses()}
	for run := 1; run <= f.Origin.Runs; run++ {
		p, err := plan.readNextRun()
		if err != nil {
			return nil, err
		}
		absent.Run = run
		r := &absent
		if at := places[run-1]; at.part > 0 {
			if r, err = parts.readRowAt(at, len(f.Origin.Responses)); err != nil {
				return nil, fmt.Errorf("the row of run %d: %w", run, err)
			}
			m.Done++
			m.Failed += map[bool]int{true: 1}[r.Status == Failed]
		}
		for _, t := range tables {
			if err := t.WriteRow(p.Values, r); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range tables {
		if err := t.FinishWriting(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// findRows finds the row of each run. Of two, which come from a worker that was taken for gone, the one that was ok counts, then the first by the name
// of the part.
func (f *Folder) findRows() ([]rowPlace, []string, error) {
	owners, err := f.listResultOwners()
	if err != nil {
		return nil, nil, err
	}
	places := make([]rowPlace, f.Origin.Runs)
	failures := map[int]bool{}
	for i, o := range owners {
		err := forEachLine(f.resultsPath(o), func(offset int64, line []byte) {
			run, failed, ok := parseRowHead(line)
			if !ok || run < 1 || run > len(places) {
				return
			}
			if places[run-1].part == 0 || failures[run] && !failed {
				places[run-1] = rowPlace{offset, int32(i + 1)}
				delete(failures, run)
				if failed {
					failures[run] = true
				}
			}
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return places, owners, nil
}

// forEachLine calls use for each whole line of a file.
func forEachLine(path string, use func(offset int64, line []byte)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	offset := int64(0)
	for lines := bufio.NewReaderSize(file, 1<<18); ; {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		use(offset, line)
		offset += int64(len(line))
	}
}

// findTextParameters says which parameters have texts among their values.
func (f *Folder) findTextParameters() ([]bool, error) {
	texts := make([]bool, len(f.Origin.Parameters))
	if f.Study.Design.Kind != List {
		for i, p := range f.Study.Parameters {
			for _, v := range p.Values {
				texts[i] = texts[i] || v.IsText
			}
		}
		return texts, nil
	}
	plan, err := f.openPlanAt(1, 0)
	if err != nil {
		return nil, err
	}
	defer plan.close()
	for range f.Origin.Runs {
		r, err := plan.readNextRun()
		if err != nil {
			return nil, err
		}
		for i, v := range r.Values {
			texts[i] = texts[i] || v.IsText
		}
	}
	return texts, nil
}

// partReaders read rows of parts, whose neighbours are mostly read next.
type partReaders struct {
	folder *Folder
	owners []string
	files  []*os.File
	lines  []*bufio.Reader
	at     []int64
}

func newPartReaders(f *Folder, owners []string) *partReaders {
	n := len(owners)
	return &partReaders{f, owners, make([]*os.File, n), make([]*bufio.Reader, n), make([]int64, n)}
}

func (p *partReaders) readRowAt(at rowPlace, responses int) (*Row, error) {
	i := int(at.part - 1)
	if p.files[i] == nil {
		var err error
		if p.files[i], err = os.Open(p.folder.resultsPath(p.owners[i])); err != nil {
			return nil, err
		}
		p.lines[i] = bufio.NewReaderSize(p.files[i], 1<<14)
	}
	if p.at[i] != at.offset {
		if _, err := p.files[i].Seek(at.offset, io.SeekStart); err != nil {
			return nil, err
		}
		p.lines[i].Reset(p.files[i])
		p.at[i] = at.offset
	}
	line, err := p.lines[i].ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	p.at[i] += int64(len(line))
	return parseRow(line, responses)
}

func (p *partReaders) close() {
	for _, f := range p.files {
		if f != nil {
			f.Close()
		}
	}
}

// csvTable writes results as comma-separated values. What is not there is empty.
type csvTable struct {
	file *os.File
	out  *bufio.Writer
	w    *csv.Writer
	row  []string
}

// NewCSV returns a table that writes a file.
func NewCSV(file *os.File) Table {
	out := bufio.NewWriterSize(file, 1<<18)
	return &csvTable{file: file, out: out, w: csv.NewWriter(out)}
}

func (c *csvTable) WriteColumns(parameters, responses []string, _ []bool, _ *Origin) error {
	c.row = append(append([]string{"run"}, parameters...), responses...)
	return c.w.Write(append(c.row, fixedColumns[1:]...))
}

func (c *csvTable) WriteRow(values []Value, r *Row) error {
	c.row = append(c.row[:0], strconv.Itoa(r.Run))
	for _, v := range values {
		c.row = append(c.row, v.String())
	}
	for _, x := range r.Responses {
		c.row = append(c.row, cell(x))
	}
	code := ""
	if r.Status != Missing {
		code = strconv.Itoa(r.ExitCode)
	}
	return c.w.Write(append(c.row, r.Status, code, cell(r.TimeReached), cell(r.WallS), r.Message))
}

func cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return string(result.AppendFormattedNumber(nil, x))
}

func (c *csvTable) FinishWriting() error {
	c.w.Flush()
	if err := c.w.Error(); err != nil {
		return err
	}
	return c.out.Flush()
}
