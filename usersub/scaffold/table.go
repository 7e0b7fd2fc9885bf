package scaffold

import (
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// formatCSVTable returns the examples of a law as a table for "usersub test".
func formatCSVTable(sig *usersub.Sig, l exampleLaw) string {
	columns := []string{"name"}
	add := func(name string, ok bool) {
		if ok {
			columns = append(columns, name)
		}
	}
	x := &l.Examples[0]
	add("time", sig.ArgIndex("time") >= 0)
	add("par", sig.ArgIndex("par") >= 0)
	query := ""
	if l.Queries {
		query = fmt.Sprintf("DX(%s)", numberText(x.Par[0]))
		add(query, true)
	}
	for _, a := range sig.Args {
		_, whole := x.Ints[a.Name]
		_, real := x.Reals[a.Name]
		add(a.Name, !a.Out && (whole || real))
	}
	for _, n := range sizeNames(sig) {
		add(n, !isSizeDerivable(sig, x, n))
	}
	for _, i := range sig.OutputIndices() {
		add(sig.Args[i].Name, true)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# A row is one call of %s. Values of an array have blanks between them.\n", sig.Name)
	w := csv.NewWriter(&b)
	_ = w.Write(columns)
	for k := range l.Examples {
		_ = w.Write(tableCells(sig, &l.Examples[k], columns, query))
	}
	w.Flush()
	return b.String()
}

// isSizeDerivable reports whether a size follows from the values of an example.
func isSizeDerivable(sig *usersub.Sig, x *example, size string) bool {
	for _, a := range sig.Args {
		if _, ok := x.Reals[a.Name]; ok && a.Len == size {
			return true
		}
	}
	return false
}

func tableCells(sig *usersub.Sig, x *example, columns []string, query string) []string {
	var row []string
	for _, c := range columns {
		i := sig.ArgIndex(c)
		switch v, ok := x.Ints[c]; {
		case c == "name":
			row = append(row, x.Name)
		case c == "time":
			row = append(row, numberText(x.Time))
		case c == "par":
			row = append(row, joinNumbers(x.Par, " "))
		case c == query && c != "":
			row = append(row, numberText(x.DX))
		case i >= 0 && sig.Args[i].Out:
			row = append(row, joinNumbers(x.ExpectedOutput(sig, c), " "))
		case ok:
			row = append(row, strings.Trim(fmt.Sprint(v), "[]"))
		case i >= 0 && sig.Args[i].Kind == usersub.Real:
			row = append(row, joinNumbers(x.Reals[c], " "))
		default:
			row = append(row, fmt.Sprint(x.sizeValue(sig, c)))
		}
	}
	return row
}
