package record

import (
	"fmt"
	"math"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// CallTitle names a call in one line.
func CallTitle(c *Call) string {
	f := c.Frame
	s := fmt.Sprintf("call %d: %s %d, %s (%s) at time %.17g", c.N, f.Element, f.ID, c.Place.Ref.Function, c.Place.Kind, f.Time())
	if f.IsSetup() {
		s += ", set-up"
	}
	if i := f.Sig.ArgIndex("dflag"); i >= 0 && f.Ints(i)[0] != 0 {
		s += ", for a difference"
	}
	return s
}

// CallText shows a call with all its arguments. now are those after it was made
// again with the result err, nil if it was not.
func CallText(c *Call, now *usersub.Frame, err error) string {
	var b strings.Builder
	fmt.Fprintln(&b, CallTitle(c))
	f := c.Frame
	for i, a := range f.Sig.Args {
		if a.Out {
			continue
		}
		fmt.Fprintf(&b, "  in   %-9s %s\n", a.Name, argumentText(f, i))
	}
	for i, q := range f.Asked {
		fmt.Fprintf(&b, "  knew %s = %s%s\n", queryText(q.Ary, q.Name, q.Par), realsText(f.AnswerValues(i)), flagText(f.Flag[i]))
	}
	for i := range c.Events {
		fmt.Fprintf(&b, "  %s\n", c.Events[i].eventText())
	}
	c.writeOutputsOrErrors(&b, now, err)
	return b.String()
}

// writeOutputsOrErrors shows the outputs, or the errors.
func (c *Call) writeOutputsOrErrors(b *strings.Builder, now *usersub.Frame, err error) {
	was := c.End != nil && c.End.Err == nil
	for i, a := range c.Frame.Sig.Args {
		if !a.Out || !was && (now == nil || err != nil) {
			continue
		}
		fmt.Fprintf(b, "  out  %-9s", a.Name)
		if was {
			fmt.Fprintf(b, " %s", argumentText(c.Frame, i))
		}
		if now != nil && err == nil {
			if text := argumentText(now, i); !was || text != argumentText(c.Frame, i) {
				fmt.Fprintf(b, "   now %s", text)
			}
		}
		fmt.Fprintln(b)
	}
	switch {
	case c.End == nil:
		fmt.Fprintln(b, "  it did not return: the recorded run ended in it")
	case c.End.Err != nil:
		fmt.Fprintf(b, "  failed %v\n", c.End.Err)
	}
	if c.End != nil && c.End.Concluded {
		fmt.Fprintf(b, "  concluded with the status %g\n", c.End.Status)
	}
	if err != nil {
		fmt.Fprintf(b, "  now failed %v\n", err)
	}
}

func argumentText(f *usersub.Frame, i int) string {
	switch f.Sig.Args[i].Kind {
	case usersub.Int:
		return strings.Trim(fmt.Sprint(f.Ints(i)), "[]")
	case usersub.Real:
		return realsText(f.Reals(i))
	}
	return textsText(f.Text[f.ArgOffset(i) : f.ArgOffset(i)+f.Len(i)])
}

func realsText(list []float64) string {
	var out []string
	for _, v := range list {
		out = append(out, fmt.Sprintf("%.17g", v))
	}
	return strings.Join(out, " ")
}

func textsText(list []string) string {
	var out []string
	for _, v := range list {
		out = append(out, fmt.Sprintf("%q", v))
	}
	return strings.Join(out, " ")
}

func valueText(v *usersub.UtilityValue) string {
	var list []string
	if len(v.Int) > 0 {
		list = append(list, strings.Trim(fmt.Sprint(v.Int), "[]"))
	}
	if len(v.Real) > 0 {
		list = append(list, realsText(v.Real))
	}
	if len(v.Text) > 0 {
		list = append(list, textsText(v.Text))
	}
	return strings.Join(list, " ")
}

func valuesText(list []usersub.UtilityValue) string {
	var out []string
	for i := range list {
		out = append(out, valueText(&list[i]))
	}
	return strings.Join(out, ", ")
}

func flagText(v int32) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprintf(" (error flag %d)", v)
}

func (e *Event) eventText() string {
	switch {
	case e.Query != nil:
		q := e.Query
		return fmt.Sprintf("queried %s = %s%s", queryText(q.Ary, q.Name, q.Par), realsText(q.Value), flagText(q.Flag))
	case e.Attribute != nil:
		a := e.Attribute
		return fmt.Sprintf("queried MODFNC %s[%d] %s = %q (%d)", a.Element, a.ID, a.Name, a.Text, a.Info)
	case e.Utility != nil:
		u := e.Utility
		s := fmt.Sprintf("queried %s(%s) = %s", u.Name, valuesText(u.Input), valuesText(u.Output))
		if u.Unsupported != "" {
			s += ": " + u.Unsupported
		}
		return s
	case e.Custom != nil:
		u := e.Custom
		return fmt.Sprintf("queried %s(%s) = %.17g%s", u.Name, strings.ReplaceAll(realsText(u.Par), " ", ", "), u.Value, flagText(u.Flag))
	}
	m := e.Message
	return fmt.Sprintf("said %s %d %s: %s", m.Utility, m.Flag, m.Tag, m.Text)
}

// Summary is what a recording holds of one place.
type Summary struct {
	Element        string  `json:"element"`
	Function       string  `json:"function"`
	Kind           string  `json:"kind"`
	Implementation string  `json:"supplier"`
	File           string  `json:"file"`
	Calls          int     `json:"calls"`
	Setup          int     `json:"set_up"`
	Errors         int     `json:"errors"`
	Queries        int     `json:"questions"` // known to the last call
	First          float64 `json:"first_time"`
	Last           float64 `json:"last_time"`
}

// SummarizeFrames reads the file to its end and reports each place, in the order of their first
// calls, and of the calls that did not return, the outermost first.
func (r *Recording) SummarizeFrames() (list []*Summary, unfinished []string, err error) {
	of := map[*ElementFrame]*Summary{}
	err = r.ReadCallsOnce(func(c *Call) error {
		f := c.Frame
		s := of[c.Place]
		if s == nil {
			s = &Summary{Element: fmt.Sprintf("%s %d", f.Element, f.ID), Function: c.Place.Ref.Function, Kind: c.Place.Kind,
				Implementation: c.Place.Implementation, File: c.Place.File, First: math.Inf(1), Last: math.Inf(-1)}
			of[c.Place], list = s, append(list, s)
		}
		s.Calls++
		s.Setup += int(boolByte(f.IsSetup()))
		s.First, s.Last = min(s.First, f.Time()), max(s.Last, f.Time())
		s.Queries = len(f.Asked)
		switch {
		case c.End == nil:
			unfinished = append(unfinished, CallText(c, nil, nil))
		case c.End.Err != nil:
			s.Errors++
		}
		return nil
	})
	return list, unfinished, err
}
