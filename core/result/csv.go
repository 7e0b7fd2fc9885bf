package result

import (
	"hash/crc32"
	"math"
	"os"
	"strconv"
	"strings"
)

// CSVWriter writes comma-separated values: the names of the columns, then a line a row. Each line is written in one
// piece, so that whoever reads the file finds whole rows.
type CSVWriter struct {
	File *os.File
	// Bytes and Sum are the size of the lines that were written and their CRC-32C.
	Bytes int64
	Sum   uint32
	// Err is the first error. Nothing is written behind it, since a row may end in the middle.
	Err error
	// Labels puts labels of elements in place of their kinds and ids in the first line, see ColumnLabels.
	Labels bool

	line []byte
}

// WriteColumns writes the first line: time, then the names of the columns, or labels of requests with Labels. Names with commas, quotes or
// ends of lines are quoted.
func (w *CSVWriter) WriteColumns(columns []Column) error {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].Name
	}
	if w.Labels {
		names = LabelledColumnNames(columns)
	}
	w.line = append(w.line[:0], "time"...)
	for _, n := range names {
		w.line = append(w.line, ',')
		if strings.ContainsAny(n, ",\"\r\n") {
			n = `"` + strings.ReplaceAll(n, `"`, `""`) + `"`
		}
		w.line = append(w.line, n...)
	}
	return w.writeLine()
}

// LabelledColumnNames returns names of columns made of the labels of their elements: "wheel centre.X" in place of 3.X. A column
// keeps its name where the element has no label, and where two columns would have one name.
func LabelledColumnNames(columns []Column) []string {
	names, count := make([]string, len(columns)), map[string]int{"time": 1}
	for i := range columns {
		c := &columns[i]
		if names[i] = c.Name; c.Element.Label != "" {
			names[i] = c.Element.Label + "." + c.Component
		}
		count[names[i]]++
	}
	for i := range names {
		if count[names[i]] > 1 {
			names[i] = columns[i].Name
		}
	}
	return names
}

// WriteRow implements Writer. Each number has the fewest digits that give the same number back. It allocates nothing once a
// line of this length has been written.
func (w *CSVWriter) WriteRow(t float64, v []float64) error {
	if w.Err != nil {
		return w.Err
	}
	w.line = AppendFormattedNumber(w.line[:0], t)
	for _, x := range v {
		w.line = append(w.line, ',')
		w.line = AppendFormattedNumber(w.line, x)
	}
	return w.writeLine()
}

// AppendFormattedNumber appends a number as tables have it.
func AppendFormattedNumber(dst []byte, x float64) []byte {
	if x == 0 && !math.Signbit(x) {
		return append(dst, '0')
	}
	return strconv.AppendFloat(dst, x, 'g', -1, 64)
}

// writeLine writes the line; the system has it when emit returns. A line that could not be written whole is taken back.
func (w *CSVWriter) writeLine() error {
	w.line = append(w.line, '\n')
	n, err := w.File.Write(w.line)
	if err != nil {
		w.Err = err
		if n > 0 {
			_ = w.File.Truncate(w.Bytes)
		}
		return err
	}
	w.Bytes += int64(len(w.line))
	w.Sum = crc32.Update(w.Sum, castagnoli, w.line)
	return nil
}

// FinishWriting closes the file; each row has been written to it before.
func (w *CSVWriter) FinishWriting() error { return w.File.Close() }
