package adm

import (
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

var dataStatements = []spec{
	{name: "ARRAY", kind: "Reference_Array", id: true, read: array, write: writeArrayNumbers, args: join(
		is("X", "type", "X"), is("Y", "type", "Y"), is("U", "type", "U"), is("IC", "type", "IC"),
		of("SIZE", "num_element"), values("VARIABLES"), values("NUMBERS"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "STRING", kind: "Reference_String", id: true, args: join(toEnd("STRING", "string"))},
	{name: "MATRIX", kind: "Reference_Matrix", id: true, read: matrix, write: writeMatrix, args: join(
		of("ROWS", "nrow"), of("COLUMNS", "ncol"), one("FULL", "full"), mark("SPARSE"),
		values("I"), values("J"), values("VALUES"), toEnd("FILE", "file_name"), toEnd("NAME", "matrix_name"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "SPLINE", kind: "Reference_Spline", id: true, read: spline, write: writeSpline, args: join(
		values("X"), values("Y"), values("Z"), is("LINEAR_EXTRAPOLATE", "linear_extrap", "TRUE"),
		toEnd("FILE", "file_name"), toEnd("BLOCK", "block_name"), silent(asLine, "CHANNEL"),
		function("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
}

// array: without a type it holds numbers.
func array(e *emitter) bool {
	v, n := e.argument("VARIABLES"), e.argument("NUMBERS")
	if !e.has("type") && e.r.section == deck.InModel {
		switch {
		case v != nil:
			e.set("type", "U", v.name)
		case n != nil:
			e.set("type", "IC", n.name)
		}
	}
	if v != nil {
		e.body(v.name, v.val)
	} else if n != nil {
		e.body(n.name, n.val)
	}
	return routine(e)
}

// matrix: the numbers of a full matrix are by columns (CORDER) or rows
// (RORDER); a sparse one has lists of rows, columns and values.
func matrix(e *emitter) bool {
	if a := e.argument("FILE"); a != nil {
		e.fail(a.name, "E614", "not supported: a matrix in a file").Help = "write its numbers as VALUES="
		return false
	}
	for i := range e.raw.Attrs {
		if a := &e.raw.Attrs[i]; a.Name == "full" {
			order := map[string]string{"R": "TRUE", "C": "FALSE"}[upperFirst(a.Value)]
			if order == "" {
				e.fail(e.argument("FULL").val, "E621", "FULL is RORDER or CORDER, not %q", shorten(a.Value))
				order = "FALSE"
			}
			a.Name, a.Value, a.Map = "isroworder", order, nil
		}
	}
	v := e.argument("VALUES")
	if v == nil {
		return routine(e)
	}
	if e.argument("SPARSE") == nil {
		e.body(v.name, v.val)
		return routine(e)
	}
	e.set("issparse", "TRUE", e.argument("SPARSE").name)
	e.sparse(v)
	return true
}

func upperFirst(s string) string {
	if s == "" {
		return ""
	}
	return string(s[0] &^ 0x20)
}

func (e *emitter) sparse(v *arg) {
	rows, cols := e.argument("I"), e.argument("J")
	if rows == nil || cols == nil {
		e.fail(v.name, "E621", "a sparse matrix needs I, J and VALUES")
		return
	}
	lists := [][]text{entries(rows.val), entries(cols.val), entries(v.val)}
	if !e.apart(lists) {
		return
	}
	n := len(lists[2])
	if len(lists[0]) != n || len(lists[1]) != n {
		e.fail(v.val, "E607", "%d values for %d rows and %d columns", n, len(lists[0]), len(lists[1]))
		return
	}
	e.set("nval", strconv.Itoa(n), v.val)
	e.body(v.name, weave(lists))
}

// apart reports whether no entry of the lists holds several values with blanks between
// them: what is woven from the lists would then be of other columns.
func (e *emitter) apart(lists [][]text) bool {
	for _, l := range lists {
		for _, v := range l {
			if strings.IndexFunc(v.s, func(r rune) bool { return r <= ' ' }) >= 0 {
				e.fail(v, "E607", "values of this list are separated by commas, not blanks: %q", shorten(v.s))
				return false
			}
		}
	}
	return true
}

// weave puts lists of one length together: the first entries, the second ones
// and so on, separated by blanks.
func weave(lists [][]text) text {
	j := joiner{src: lists[0][0].src}
	for i := range lists[0] {
		for _, l := range lists {
			if l[i].s == "" {
				j.add(",", l[i].at(0)) // an empty entry stays one
			}
			j.put(l[i])
			j.add(" ", min(l[i].span().End, len(j.src.Text)-1)) // the file may end with the entry
		}
	}
	t := j.text()
	return t.trim()
}

// spline: X and Y hold the points of a curve. With several Y, of which each
// begins with its value of z, they are a surface; so they are with Z, as Python
// programs give it: Y then holds the curves for these values one behind the
// other, as in PUT_SPLINE.
func spline(e *emitter) bool {
	x, y := e.argument("X"), e.argument("Y")
	if x == nil || y == nil {
		return routine(e)
	}
	xs := entries(x.val)
	lists := [][]text{xs}
	surface := false
	for i := range e.st.args {
		if a := &e.st.args[i]; a.spec.name == "Y" {
			lists = append(lists, entries(a.val))
			surface = surface || len(lists) > 2
		}
	}
	if !e.apart(lists) {
		return false
	}
	if z := e.argument("Z"); z != nil && !surface && len(entries(z.val)) > 1 {
		zs, ys := entries(z.val), lists[1]
		if len(ys) != len(xs)*len(zs) {
			e.fail(y.val, "E607", "%d values of Y for %d of X and %d of Z", len(ys), len(xs), len(zs))
			return false
		}
		lists = lists[:1]
		for k, v := range zs {
			lists = append(lists, append([]text{v}, ys[k*len(xs):(k+1)*len(xs)]...))
		}
		surface = true
	}
	if surface {
		return e.surface(lists, y)
	}
	if len(xs) != len(lists[1]) {
		e.fail(y.val, "E607", "%d values of Y for %d of X", len(lists[1]), len(xs))
		// The pairs that there are keep what refers to the spline quiet.
		n := min(len(xs), len(lists[1]))
		xs, lists = xs[:n], [][]text{xs[:n], lists[1][:n]}
	}
	e.set("num_xy_pair", strconv.Itoa(len(xs)), x.val)
	e.body(y.name, weave(lists))
	return routine(e)
}

// surface: the text of a surface are the values of z, with which the lists of y
// begin, and then for each x that and its y.
func (e *emitter) surface(lists [][]text, y *arg) bool {
	z := [][]text{}
	for n, l := range lists[1:] {
		if len(l) != len(lists[0])+1 {
			e.fail(y.val, "E607", "list %d of Y has %d values; with its z before them there should be %d for those of X", n+1, len(l), len(lists[0])+1)
			return false
		}
		z, lists[n+1] = append(z, l[:1]), l[1:]
	}
	e.set("num_z", strconv.Itoa(len(z)), y.name)
	j := joiner{src: y.val.src}
	j.put(weave(z))
	j.add(" ", y.val.at(0))
	j.put(weave(lists))
	e.body(y.name, j.text())
	return routine(e)
}
