package study

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// Monitor has the values of all runs of a study, and reads results as they come. Its methods may be called by several goroutines.
type Monitor struct {
	folder  *Folder
	names   []MonitorColumn
	columns [][]float64 // of names; a value a run

	mu       sync.Mutex
	tally    *Tally
	status   []byte
	codes    []int32 // exit codes
	messages map[int]string
	failed   []int // runs, in the order in which they became known
	rowError error // the first line that is no row
}

// MonitorColumn describes a column of a monitor.
type MonitorColumn struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`            // parameter, response or run: what is known of each run
	Texts []string `json:"texts,omitempty"` // of a parameter with texts: its values are indices of these
}

// Bytes of Monitor.StatusCodePerRun.
const (
	monitorMissing = iota
	monitorOK
	monitorFailed
)

// mostMessages is how many messages of failures a monitor keeps.
const mostMessages = 10_000

// NewMonitor reads the plan, and the results so far. The columns are the parameters, the responses, time_reached and wall_s.
func (f *Folder) NewMonitor() (*Monitor, error) {
	m := &Monitor{folder: f, tally: f.NewTally(), status: make([]byte, f.Origin.Runs), codes: make([]int32, f.Origin.Runs), messages: map[int]string{}}
	m.addColumns("parameter", f.Origin.Parameters)
	m.addColumns("response", f.Origin.Responses)
	m.addColumns("run", []string{"time_reached", "wall_s"})
	if err := m.readPlan(); err != nil {
		return nil, err
	}
	m.tally.onRow = m.addRow
	return m, m.Update()
}

func (m *Monitor) addColumns(kind string, names []string) {
	for _, n := range names {
		values := make([]float64, m.folder.Origin.Runs)
		for i := range values {
			values[i] = math.NaN()
		}
		m.names, m.columns = append(m.names, MonitorColumn{Name: n, Kind: kind}), append(m.columns, values)
	}
}

// readPlan reads the values of parameters. Texts become indices; a parameter that has both texts and numbers has the numbers as texts.
func (m *Monitor) readPlan() error {
	texts, err := m.folder.findTextParameters()
	if err != nil {
		return err
	}
	plan, err := m.folder.openPlanAt(1, 0)
	if err != nil {
		return err
	}
	defer plan.close()
	index := make([]map[string]int, len(texts))
	for i := range index {
		index[i] = map[string]int{}
	}
	for run := range m.folder.Origin.Runs {
		p, err := plan.readNextRun()
		if err != nil {
			return err
		}
		for i, v := range p.Values {
			if !texts[i] {
				m.columns[i][run] = v.Number
				continue
			}
			k, ok := index[i][v.String()]
			if !ok {
				k = len(m.names[i].Texts)
				index[i][v.String()] = k
				m.names[i].Texts = append(m.names[i].Texts, v.String())
			}
			m.columns[i][run] = float64(k)
		}
	}
	return nil
}

// addRow takes the row of a run.
func (m *Monitor) addRow(line []byte) {
	o := m.folder.Origin
	r, err := parseRow(line, len(o.Responses))
	if err != nil {
		if m.rowError == nil {
			m.rowError = fmt.Errorf("a row in %s: %w", m.folder.Path(partFolder), err)
		}
		return
	}
	at, k := r.Run-1, len(o.Parameters)
	for i, x := range append(slices.Clone(r.Responses), r.TimeReached, r.WallS) {
		m.columns[k+i][at] = x
	}
	m.codes[at] = int32(r.ExitCode)
	if m.status[at] = monitorOK; r.Status == Failed {
		m.status[at] = monitorFailed
		m.failed = append(m.failed, r.Run)
		if len(m.messages) < mostMessages {
			m.messages[r.Run] = r.Message
		}
	}
}

// Update reads what is new.
func (m *Monitor) Update() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.tally.CountNewResults(); err != nil {
		return err
	}
	return m.rowError
}

// Counts are those of the results so far.
func (m *Monitor) Counts() Counts {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tally.Counts
}

// CountLiveWorkers counts the workers that show signs of life.
func (m *Monitor) CountLiveWorkers() (int, error) { return m.folder.countLiveWorkers() }

// Columns describes the columns.
func (m *Monitor) Columns() []MonitorColumn { return m.names }

// Column returns the values of a column, one a run; NaN where there is none.
func (m *Monitor) Column(i int) ([]float64, error) {
	if i < 0 || i >= len(m.columns) {
		return nil, fmt.Errorf("there is no column %d", i)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.columns[i]), nil
}

// StatusCodePerRun returns a byte a run: 0 without results, 1 for ok, 2 for failed.
func (m *Monitor) StatusCodePerRun() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.status)
}

// FirstFailures returns up to n runs that have failed, those that failed first, by their number.
func (m *Monitor) FirstFailures(n int) []*Row {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := []*Row{}
	for _, run := range slices.Sorted(slices.Values(m.failed[:min(n, len(m.failed))])) {
		list = append(list, m.row(run))
	}
	return list
}

// Row returns what is known of a run: its status is Missing where it has no results.
func (m *Monitor) Row(run int) (*Row, error) {
	if run < 1 || run > len(m.status) {
		return nil, fmt.Errorf("there is no run %d: the study has %d", run, len(m.status))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.row(run), nil
}

func (m *Monitor) row(run int) *Row {
	at, k := run-1, len(m.folder.Origin.Parameters)
	n := len(m.folder.Origin.Responses)
	r := &Row{Run: run, Status: [...]string{Missing, OK, Failed}[m.status[at]], ExitCode: int(m.codes[at]), Message: m.messages[run]}
	for _, c := range m.columns[k : k+n] {
		r.Responses = append(r.Responses, c[at])
	}
	r.TimeReached, r.WallS = m.columns[k+n][at], m.columns[k+n+1][at]
	if r.Status == Missing {
		r.ExitCode = -1
	}
	return r
}

// ValuesOf returns the values of the parameters of a run.
func (m *Monitor) ValuesOf(run int) ([]Value, error) {
	if _, err := m.Row(run); err != nil {
		return nil, err
	}
	var list []Value
	for i := range m.folder.Origin.Parameters {
		x := m.columns[i][run-1]
		if texts := m.names[i].Texts; texts != nil {
			list = append(list, Text(texts[int(x)]))
		} else {
			list = append(list, Number(x))
		}
	}
	return list, nil
}
