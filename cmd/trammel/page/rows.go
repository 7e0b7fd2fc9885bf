package page

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/result"
)

// rows are the values of a result. The methods are called by one goroutine at a time.
type rows interface {
	rowCount() int
	readTimes() ([]float64, error)
	readColumn(i int) ([]float64, error)
	// readNewRows searches for rows that have come since and reports whether there are any.
	readNewRows() (bool, error)
	close() error
}

// storeRows are those of a store.
type storeRows struct{ r *result.Reader }

func (s storeRows) rowCount() int                       { return s.r.Rows }
func (s storeRows) readTimes() ([]float64, error)       { return s.r.ReadTimes() }
func (s storeRows) readColumn(i int) ([]float64, error) { return s.r.ReadWholeColumn(i) }
func (s storeRows) readNewRows() (bool, error)          { return s.r.ReadNewRows() }
func (s storeRows) close() error                        { return s.r.Close() }

// memoryRows are in memory: of a table, or the poses of a deck that has not run.
type memoryRows struct {
	time   []float64
	values [][]float64
}

func (m *memoryRows) rowCount() int                       { return len(m.time) }
func (m *memoryRows) readTimes() ([]float64, error)       { return m.time, nil }
func (m *memoryRows) readColumn(i int) ([]float64, error) { return m.values[i], nil }
func (m *memoryRows) readNewRows() (bool, error)          { return false, nil }
func (m *memoryRows) close() error                        { return nil }

// readCSVTable reads a file of comma-separated values. Its first column is time, whatever its name.
func readCSVTable(file string) ([]result.Column, *memoryRows, error) {
	t, err := result.ReadCSV(file)
	if err != nil {
		return nil, nil, err
	}
	m, first := &memoryRows{time: t.Time}, 0
	if m.time == nil && t.Texts[0] == nil {
		m.time, first = t.Cols[0], 1
	}
	var columns []result.Column
	for i := first; i < len(t.Names); i++ {
		if t.Texts[i] == nil {
			columns = append(columns, result.Column{Name: t.Names[i], Element: requestOfColumn(t.Names[i]), Component: componentOfColumn(t.Names[i])})
			m.values = append(m.values, t.Cols[i])
		}
	}
	if m.time == nil && t.Rows > 0 {
		return nil, nil, fmt.Errorf("%s: the first column must hold numbers: it is the time", file)
	}
	if m.time == nil {
		m.time = []float64{}
	}
	return columns, m, nil
}

// requestOfColumn is the request whose component a column of requests.csv is: 12.FX belongs to 12.
func requestOfColumn(name string) result.Element {
	id, n := 0, 0
	for n < len(name) && name[n] >= '0' && name[n] <= '9' && n < 9 {
		id = 10*id + int(name[n]-'0')
		n++
	}
	if n == 0 || n+1 >= len(name) || name[n] != '.' {
		return result.Element{}
	}
	return result.Element{Kind: result.KindRequest, ID: id}
}

func componentOfColumn(name string) string {
	if e := requestOfColumn(name); e.Kind == "" {
		return name
	}
	for i := range len(name) {
		if name[i] == '.' {
			return name[i+1:]
		}
	}
	return name
}
