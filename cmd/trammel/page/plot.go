package page

import (
	"fmt"
	"io"
	"sort"

	"github.com/trammel-mbd/trammel/cmd/trammel/page/chart"
	"github.com/trammel-mbd/trammel/core/result"
)

// PlotOptions say what a plot shows.
type PlotOptions struct {
	Format        string // svg, png or html
	Title         string // "" for one made of the columns
	Width, Height int
	Over          *int    // column of the horizontal axis in the first result; nil for time
	From, To      float64 // times
}

// WritePlot plots columns of the first result, and columns of the same names in the others.
func WritePlot(w io.Writer, all []*Result, columns []int, o *PlotOptions) error {
	if o.Format == "html" {
		return all[0].writePlotPage(w, columns, o.Title)
	}
	c := &chart.Chart{Title: o.Title, Width: o.Width, Height: o.Height, XLabel: "time (" + all[0].timeUnit() + ")"}
	if c.Title == "" {
		c.Title = all[0].plotTitle(columns)
	}
	if o.Over != nil {
		v := &all[0].Columns[*o.Over]
		if c.XLabel = v.Name; v.Unit != "" && v.Unit != "1" {
			c.XLabel += " (" + v.Unit + ")"
		}
	}
	for k, r := range all {
		for _, i := range columns {
			v, err := r.readCurve(&all[0].Columns[i], all[0], o)
			if err != nil {
				return err
			}
			if len(all) > 1 && v != nil {
				v.Label += " (" + r.Name + ")"
			}
			if v != nil {
				c.Curves = append(c.Curves, *v)
			} else if k == 0 {
				return fmt.Errorf("%s: the column %s cannot be read", r.Name, all[0].Columns[i].Name)
			}
		}
	}
	if o.Format == "png" {
		return c.WritePNG(w)
	}
	return c.WriteSVG(w)
}

// readCurve reads the column of the name of c; nil where there is none.
func (r *Result) readCurve(c *result.Column, first *Result, o *PlotOptions) (*chart.Curve, error) {
	at := result.FindColumn(r.Columns, c.Name)
	if at < 0 {
		return nil, nil
	}
	times, err := r.ReadTimes()
	if err != nil {
		return nil, err
	}
	y, err := r.ReadColumn(at)
	if err != nil {
		return nil, err
	}
	x := times
	if o.Over != nil {
		over := result.FindColumn(r.Columns, first.Columns[*o.Over].Name)
		if over < 0 {
			return nil, nil
		}
		if x, err = r.ReadColumn(over); err != nil {
			return nil, err
		}
	}
	from := sort.SearchFloat64s(times, o.From)
	to := sort.Search(len(times), func(i int) bool { return times[i] > o.To })
	from = min(from, to)
	v := &chart.Curve{Label: c.Name, X: x[from:to], Y: y[from:to]}
	if c.Unit != "1" {
		v.Unit = c.Unit
	}
	if c.Element.Label != "" {
		v.Label += " " + c.Element.Label
	}
	return v, nil
}

func (r *Result) timeUnit() string {
	if r.Scene != nil && r.Scene.Units.Time != "" {
		return r.Scene.Units.Time
	}
	return "s"
}

// plotTitle names the element of columns if it is one, else the result.
func (r *Result) plotTitle(columns []int) string {
	e := r.Columns[columns[0]].Element
	for _, i := range columns {
		if r.Columns[i].Element != e {
			return r.Name
		}
	}
	if e.Kind == "" {
		return r.Name
	}
	if e.Label == "" {
		return fmt.Sprintf("%s: %s %d", r.Name, e.Kind, e.ID)
	}
	return fmt.Sprintf("%s: %s", r.Name, e.Label)
}

// writePlotPage writes the page with these columns alone, in one plot.
func (r *Result) writePlotPage(w io.Writer, columns []int, title string) error {
	times, err := r.ReadTimes()
	if err != nil {
		return err
	}
	m := &memoryRows{time: times}
	some := &Result{Name: title, rows: m, PlotsOf: [][]int{nil}}
	if title == "" {
		some.Name = r.plotTitle(columns)
	}
	for k, i := range columns {
		v, err := r.ReadColumn(i)
		if err != nil {
			return err
		}
		m.values = append(m.values, v)
		some.Columns = append(some.Columns, r.Columns[i])
		some.PlotsOf[0] = append(some.PlotsOf[0], k)
	}
	return some.WriteReport(w, DefaultBudget)
}
