package export

import (
	"bufio"
	"encoding/csv"
	"io"

	"github.com/trammel-mbd/trammel/core/result"
)

// csvWriter writes a column for the analysis, one for the time, and all others.
type csvWriter struct {
	w        *bufio.Writer
	labels   bool
	analysis string
	line     []byte
}

func init() { Formats[".csv"] = Format{"comma-separated values of all columns", newCSVWriter} }

func newCSVWriter(w io.Writer, s *Source) (result.AnalysisWriter, error) {
	return &csvWriter{w: bufio.NewWriter(w), labels: s.Labels}, nil
}

func (c *csvWriter) WriteColumns(columns []result.Column) error {
	names := result.LabelledColumnNames(columns)
	if !c.labels {
		for i := range columns {
			names[i] = columns[i].Name
		}
	}
	w := csv.NewWriter(c.w)
	_ = w.Write(append([]string{"time", "analysis"}, names...)) // an error stays in c.w
	w.Flush()
	return w.Error()
}

func (c *csvWriter) BeginAnalysis(a result.Analysis) error {
	c.analysis = a.Name
	return nil
}

func (c *csvWriter) WriteRow(t float64, v []float64) error {
	c.line = append(append(result.AppendFormattedNumber(c.line[:0], t), ','), c.analysis...)
	for _, x := range v {
		c.line = result.AppendFormattedNumber(append(c.line, ','), x)
	}
	_, err := c.w.Write(append(c.line, '\n'))
	return err
}

func (c *csvWriter) FinishWriting() error { return c.w.Flush() }
