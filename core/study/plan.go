package study

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/trammel-mbd/trammel/core/result"
)

// PlannedRun is a run with the values of its parameters, in the order of the study file.
type PlannedRun struct {
	Run    int // from 1
	Seed   uint64
	Values []Value
}

// writePlan writes the runs, a line each. Nothing changes the file afterwards.
func (f *Folder) writePlan(base string) error {
	p, err := f.Study.expandDesign(base)
	if err != nil {
		return err
	}
	file, err := os.Create(f.Path(PlanFile))
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(file, sum), 1<<18)
	run := PlannedRun{Values: make([]Value, len(f.Study.Parameters))}
	names := make([]string, len(run.Values))
	for i, p := range f.Study.Parameters {
		text, err := json.Marshal(p.Name)
		if err != nil {
			return err
		}
		names[i] = string(text)
	}
	var line []byte
	for run.Run = 1; run.Run <= p.runCount(); run.Run++ {
		run.Seed = RunSeed(f.Study.Seed, run.Run)
		p.setRunValues(run.Run-1, run.Values)
		if line, err = run.appendJSON(line[:0], names); err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			return err
		}
	}
	f.Origin.Runs, f.Origin.Chunk = p.runCount(), chunkSize(p.runCount())
	if err := w.Flush(); err != nil {
		return err
	}
	f.Origin.PlanSHA256 = hex.EncodeToString(sum.Sum(nil))
	return file.Sync()
}

// appendJSON appends the line of a run: {"run":1,"seed":5,"values":{"k":1000}}.
func (r *PlannedRun) appendJSON(b []byte, names []string) ([]byte, error) {
	b = append(b, `{"run":`...)
	b = strconv.AppendInt(b, int64(r.Run), 10)
	b = append(b, `,"seed":`...)
	b = strconv.AppendUint(b, r.Seed, 10)
	b = append(b, `,"values":{`...)
	for i, v := range r.Values {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, names[i]...), ':')
		switch {
		case v.IsText:
			text, err := json.Marshal(v.Text)
			if err != nil {
				return nil, err
			}
			b = append(b, text...)
		case !isFinite(v.Number):
			return nil, fmt.Errorf("run %d: the value of %s is %g", r.Run, names[i], v.Number)
		default:
			b = result.AppendFormattedNumber(b, v.Number)
		}
	}
	return append(b, "}}\n"...), nil
}

// planReader reads the lines of a plan in their order.
type planReader struct {
	file  *os.File
	lines *bufio.Reader
	names []string
	next  int
}

// openPlanAt opens the plan at a run, whose line begins at an offset.
func (f *Folder) openPlanAt(run int, offset int64) (*planReader, error) {
	file, err := os.Open(f.Path(PlanFile))
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		file.Close()
		return nil, err
	}
	return &planReader{file, bufio.NewReaderSize(file, 1<<16), f.Origin.Parameters, run}, nil
}

// readNextRun returns the next run.
func (p *planReader) readNextRun() (*PlannedRun, error) {
	line, err := p.lines.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%s ends before run %d: %w", p.file.Name(), p.next, err)
	}
	var x struct {
		Run    int            `json:"run"`
		Seed   uint64         `json:"seed"`
		Values map[string]any `json:"values"`
	}
	if err := json.Unmarshal(line, &x); err != nil || x.Run != p.next {
		return nil, fmt.Errorf("%s: the line of run %d is damaged", p.file.Name(), p.next)
	}
	p.next++
	r := &PlannedRun{Run: x.Run, Seed: x.Seed}
	for _, name := range p.names {
		switch v := x.Values[name].(type) {
		case float64:
			r.Values = append(r.Values, Number(v))
		case string:
			r.Values = append(r.Values, Text(v))
		default:
			return nil, fmt.Errorf("%s: run %d has no value of %s", p.file.Name(), x.Run, name)
		}
	}
	return r, nil
}

func (p *planReader) close() { p.file.Close() }

// Plan reads runs of chunks. It knows where in the file each chunk begins.
type Plan struct {
	folder  *Folder
	offsets []int64 // of chunks
}

// IndexPlan finds the chunks in the plan.
func (f *Folder) IndexPlan() (*Plan, error) {
	file, err := os.Open(f.Path(PlanFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p := &Plan{folder: f}
	block, offset, line := make([]byte, 1<<18), int64(0), 0
	begins := true
	for {
		n, err := file.Read(block)
		for i, c := range block[:n] {
			if begins && line%f.Origin.Chunk == 0 {
				p.offsets = append(p.offsets, offset+int64(i))
			}
			begins = c == '\n'
			if begins {
				line++
			}
		}
		offset += int64(n)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if line != f.Origin.Runs || !begins {
		return nil, fmt.Errorf("%s has %d lines; the study has %d runs", f.Path(PlanFile), line, f.Origin.Runs)
	}
	return p, nil
}

// ReadChunk returns the runs of a chunk, from 0 on.
func (p *Plan) ReadChunk(k int) ([]*PlannedRun, error) {
	o := p.folder.Origin
	first := k*o.Chunk + 1
	r, err := p.folder.openPlanAt(first, p.offsets[k])
	if err != nil {
		return nil, err
	}
	defer r.close()
	var list []*PlannedRun
	for run := first; run < first+o.Chunk && run <= o.Runs; run++ {
		x, err := r.readNextRun()
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}
