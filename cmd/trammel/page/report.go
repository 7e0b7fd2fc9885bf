package page

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/trammel-mbd/trammel/core/result"
)

// reportPolicy lets a report load nothing: all it needs is inside.
const reportPolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'">`

// DefaultBudget is the count of values in a report unless another is given: about 20 MB.
const DefaultBudget = 4 << 20

// WriteReport writes the page with one result inside: a file that opens without a network. It holds at most budget values,
// half of them for the motion and half for the columns. Where the result has more, columns that are no requests are left out
// first, then rows: each two rows that are left hold the least and the greatest value of a block. A note says so.
func (r *Result) WriteReport(w io.Writer, budget int) error {
	m, err := r.describeResult()
	if err != nil {
		return err
	}
	m.Report, m.Live = true, false
	b := &reportWriter{r: r, meta: m, w: bufio.NewWriter(w)}
	if err := b.chooseColumnsAndRows(budget / 2); err != nil {
		return err
	}
	data, err := b.formatDataElements(budget / 2)
	if err != nil {
		return err
	}
	if _, err := b.w.WriteString(pageHTML(r.Name+": trammel report", reportPolicy, data, "", moduleDataURL)); err != nil {
		return err
	}
	return b.w.Flush()
}

// reportWriter is a report while it is written.
type reportWriter struct {
	r     *Result
	meta  *meta
	w     *bufio.Writer
	take  []int // columns that are written
	block int   // rows that two rows stand for; 0 for all rows
}

// chooseColumnsAndRows chooses columns and rows.
func (b *reportWriter) chooseColumnsAndRows(budget int) error {
	r, rows := b.r, b.meta.Rows
	whole := rows*r.BodyCount()*PoseFloats <= budget && rows > 0 // all poses are in the motion
	var requests, all []int
	for i, c := range r.Columns {
		switch {
		case c.Element.Kind == result.KindModes && r.Drawing != nil && len(r.Drawing.Flexible) > 0, c.Element.Kind == result.KindRequest || c.Element.Kind == "":
			requests = append(requests, i)
			all = append(all, i)
		case whole && r.isPoseColumn(i):
			b.markColumnTakenFromMotion(i)
		default:
			all = append(all, i)
		}
	}
	b.take = all
	if len(all)*rows > budget && len(requests) > 0 && len(requests) < len(all) {
		b.take = requests
		b.addNote("Of %d columns this report has the %d of requests.", len(r.Columns), len(requests))
	}
	if n := len(b.take); n > 0 && n*rows > budget {
		blocks := max(budget/(2*n), 16)
		b.block = (rows + blocks - 1) / blocks
		b.addNote("Curves are decimated: of each %d rows the least and the greatest value are left.", b.block)
	}
	return nil
}

// BodyCount returns the count of bodies in the scene, with ground.
func (r *Result) BodyCount() int {
	if r.Scene == nil {
		return 0
	}
	return len(r.Scene.Bodies)
}

// markColumnTakenFromMotion says that the page takes a column from the motion.
func (b *reportWriter) markColumnTakenFromMotion(i int) {
	if b.meta.Derived == nil {
		b.meta.Derived = map[int]derivedFrom{}
	}
	for k := range b.r.Scene.Bodies {
		if at := b.r.Scene.Bodies[k].Pose; at >= 0 && i >= at && i < at+PoseFloats {
			b.meta.Derived[i] = derivedFrom{k, i - at}
		}
	}
}

func (b *reportWriter) addNote(format string, args ...any) {
	if b.meta.Note != "" {
		b.meta.Note += " "
	}
	b.meta.Note += fmt.Sprintf(format, args...)
}

// formatDataElements returns the elements that hold the data.
func (b *reportWriter) formatDataElements(budget int) (string, error) {
	var out []byte
	embed := func(id, kind, text string) {
		out = fmt.Appendf(out, "<script type=%q id=%q>%s</script>\n", kind, id, text)
	}
	binary := func(id string, data []byte) {
		embed(id, "application/octet-stream", base64.StdEncoding.EncodeToString(data))
	}
	if b.r.Scene != nil {
		p, err := b.r.ReadPoses(budget)
		if err != nil {
			return "", err
		}
		if n := len(p.Rows); n > 1 && n < b.meta.Rows {
			b.addNote("The motion has %d of %d rows.", n, b.meta.Rows)
		}
		points, err := b.encodeContacts(p.Rows, budget)
		if err != nil {
			return "", err
		}
		if points != nil {
			binary("contacts-0", points)
		}
		if b.block > 0 {
			for i, row := range p.Rows {
				p.Rows[i] = 2 * (row / uint32(b.block))
			}
		}
		binary("poses-0", p.encodeBytes())
	}
	times, err := b.r.ReadTimes()
	if err != nil {
		return "", err
	}
	binary("time-0", encodeFloats64(b.decimateTimes(times)))
	for _, i := range b.take {
		v, err := b.r.ReadColumn(i)
		if err != nil {
			return "", err
		}
		binary(fmt.Sprintf("column-0-%d", i), encodeFloats32(b.decimateToExtremes(v)))
	}
	b.markOmittedColumns()
	text, err := json.Marshal(b.meta)
	if err != nil {
		return "", err
	}
	embed("meta-0", "application/json", string(text))
	list, err := json.Marshal(describeContents([]*Result{b.r}))
	if err != nil {
		return "", err
	}
	embed("contents", "application/json", string(list))
	return string(out), nil
}

// encodeContacts returns the points of contact in frames of the motion, nil where there are none or too many.
func (b *reportWriter) encodeContacts(frames []uint32, budget int) ([]byte, error) {
	if !b.meta.Contacts {
		return nil, nil
	}
	points, err := b.r.EncodeContactPoints(frames, budget)
	if b.meta.Contacts = points != nil; points == nil {
		b.addNote("Contact points are left out.")
	}
	return points, err
}

// markOmittedColumns marks columns that the report has not.
func (b *reportWriter) markOmittedColumns() {
	has := make([]bool, len(b.meta.Columns))
	for _, i := range b.take {
		has[i] = true
	}
	for i := range b.meta.Columns {
		if _, derived := b.meta.Derived[i]; !derived && !has[i] {
			b.meta.Columns[i].Absent = true
		}
	}
}

// decimateTimes returns the times of the rows of the report: of a block its first and its middle row.
func (b *reportWriter) decimateTimes(t []float64) []float64 {
	if b.block == 0 {
		return t
	}
	var out []float64
	for i := 0; i < len(t); i += b.block {
		out = append(out, t[i], t[min(i+b.block/2, len(t)-1)])
	}
	return out
}

// decimateToExtremes leaves the least and the greatest value of each block, in the order in which they come.
func (b *reportWriter) decimateToExtremes(v []float64) []float64 {
	if b.block == 0 {
		return v
	}
	var out []float64
	for i := 0; i < len(v); i += b.block {
		low, high := i, i
		for k := i; k < min(i+b.block, len(v)); k++ {
			if v[k] < v[low] || math.IsNaN(v[low]) {
				low = k
			}
			if v[k] > v[high] || math.IsNaN(v[high]) {
				high = k
			}
		}
		out = append(out, v[min(low, high)], v[max(low, high)])
	}
	return out
}
