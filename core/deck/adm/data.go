package adm

import (
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

var dataStatements = []spec{
	{name: "ARRAY", kind: "Reference_Array", id: true, read: emitArray, write: writeArrayNumbers, args: joinArgs(
		flagArg("X", "type", "X"), flagArg("Y", "type", "Y"), flagArg("U", "type", "U"), flagArg("IC", "type", "IC"),
		newArgWithOptionalEntries("SIZE", "num_element"), newArgHandledByStatement("VARIABLES"), newArgHandledByStatement("NUMBERS"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "STRING", kind: "Reference_String", id: true, args: joinArgs(toLineEndArg("STRING", "string"))},
	{name: "MATRIX", kind: "Reference_Matrix", id: true, read: emitMatrix, write: writeMatrix, args: joinArgs(
		newArgWithOptionalEntries("ROWS", "nrow"), newArgWithOptionalEntries("COLUMNS", "ncol"), wordArg("FULL", "full"), newArgOfFormHandledByStatement(asFlag, "SPARSE"),
		newArgHandledByStatement("I"), newArgHandledByStatement("J"), newArgHandledByStatement("VALUES"), toLineEndArg("FILE", "file_name"), toLineEndArg("NAME", "matrix_name"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
	{name: "SPLINE", kind: "Reference_Spline", id: true, read: emitSpline, write: writeSpline, args: joinArgs(
		newArgHandledByStatement("X"), newArgHandledByStatement("Y"), newArgHandledByStatement("Z"), flagArg("LINEAR_EXTRAPOLATE", "linear_extrap", "TRUE"),
		toLineEndArg("FILE", "file_name"), toLineEndArg("BLOCK", "block_name"), ignoredArgs(asLine, "CHANNEL"),
		expressionArg("FUNCTION", "usrsub_param_string"), routineArgs(),
	)},
}

// emitArray: without a type it holds numbers.
func emitArray(e *elementEmitter) bool {
	v, n := e.argumentNamed("VARIABLES"), e.argumentNamed("NUMBERS")
	if !e.hasAttr("type") && e.r.section == deck.InModel {
		switch {
		case v != nil:
			e.setDerived("type", "U", v.name)
		case n != nil:
			e.setDerived("type", "IC", n.name)
		}
	}
	if v != nil {
		e.setText(v.name, v.val)
	} else if n != nil {
		e.setText(n.name, n.val)
	}
	return emitRoutine(e)
}

// emitMatrix: the numbers of a full matrix are by columns (CORDER) or rows
// (RORDER); a sparse one has lists of rows, columns and values.
func emitMatrix(e *elementEmitter) bool {
	if a := e.argumentNamed("FILE"); a != nil {
		e.addErrorAt(a.name, "E614", "not supported: a matrix in a file").Help = "write its numbers as VALUES="
		return false
	}
	for i := range e.raw.Attrs {
		if a := &e.raw.Attrs[i]; a.Name == "full" {
			order := map[string]string{"R": "TRUE", "C": "FALSE"}[upperFirst(a.Value)]
			if order == "" {
				e.addErrorAt(e.argumentNamed("FULL").val, "E621", "FULL is RORDER or CORDER, not %q", shortenForMessage(a.Value))
				order = "FALSE"
			}
			a.Name, a.Value, a.Map = "isroworder", order, nil
		}
	}
	v := e.argumentNamed("VALUES")
	if v == nil {
		return emitRoutine(e)
	}
	if e.argumentNamed("SPARSE") == nil {
		e.setText(v.name, v.val)
		return emitRoutine(e)
	}
	e.setDerived("issparse", "TRUE", e.argumentNamed("SPARSE").name)
	e.emitSparseEntries(v)
	return true
}

func upperFirst(s string) string {
	if s == "" {
		return ""
	}
	return string(s[0] &^ 0x20)
}

func (e *elementEmitter) emitSparseEntries(v *arg) {
	rows, cols := e.argumentNamed("I"), e.argumentNamed("J")
	if rows == nil || cols == nil {
		e.addErrorAt(v.name, "E621", "a sparse matrix needs I, J and VALUES")
		return
	}
	lists := [][]text{splitEntries(rows.val), splitEntries(cols.val), splitEntries(v.val)}
	if !e.areEntriesSingle(lists) {
		return
	}
	n := len(lists[2])
	if len(lists[0]) != n || len(lists[1]) != n {
		e.addErrorAt(v.val, "E607", "%d values for %d rows and %d columns", n, len(lists[0]), len(lists[1]))
		return
	}
	e.setDerived("nval", strconv.Itoa(n), v.val)
	e.setText(v.name, interleave(lists))
}

// areEntriesSingle reports whether no entry of the lists holds several values with blanks between
// them: what is woven from the lists would then be of other columns.
func (e *elementEmitter) areEntriesSingle(lists [][]text) bool {
	for _, l := range lists {
		for _, v := range l {
			if strings.IndexFunc(v.s, func(r rune) bool { return r <= ' ' }) >= 0 {
				e.addErrorAt(v, "E607", "values of this list are separated by commas, not blanks: %q", shortenForMessage(v.s))
				return false
			}
		}
	}
	return true
}

// interleave puts lists of one length together: the first entries, the second ones
// and so on, separated by blanks.
func interleave(lists [][]text) text {
	j := textJoiner{src: lists[0][0].src}
	for i := range lists[0] {
		for _, l := range lists {
			if l[i].s == "" {
				j.addString(",", l[i].fileOffset(0)) // an empty entry stays one
			}
			j.addText(l[i])
			j.addString(" ", min(l[i].fileSpan().End, len(j.src.Text)-1)) // the file may end with the entry
		}
	}
	t := j.joinedText()
	return t.trimmed()
}

// emitSpline: X and Y hold the points of a curve. With several Y, of which each
// begins with its value of z, they are a surface; so they are with Z, as Python
// programs give it: Y then holds the curves for these values one behind the
// other, as in PUT_SPLINE.
func emitSpline(e *elementEmitter) bool {
	x, y := e.argumentNamed("X"), e.argumentNamed("Y")
	if x == nil || y == nil {
		return emitRoutine(e)
	}
	xs := splitEntries(x.val)
	lists := [][]text{xs}
	surface := false
	for i := range e.st.args {
		if a := &e.st.args[i]; a.spec.name == "Y" {
			lists = append(lists, splitEntries(a.val))
			surface = surface || len(lists) > 2
		}
	}
	if !e.areEntriesSingle(lists) {
		return false
	}
	if z := e.argumentNamed("Z"); z != nil && !surface && len(splitEntries(z.val)) > 1 {
		zs, ys := splitEntries(z.val), lists[1]
		if len(ys) != len(xs)*len(zs) {
			e.addErrorAt(y.val, "E607", "%d values of Y for %d of X and %d of Z", len(ys), len(xs), len(zs))
			return false
		}
		lists = lists[:1]
		for k, v := range zs {
			lists = append(lists, append([]text{v}, ys[k*len(xs):(k+1)*len(xs)]...))
		}
		surface = true
	}
	if surface {
		return e.emitSurfaceText(lists, y)
	}
	if len(xs) != len(lists[1]) {
		e.addErrorAt(y.val, "E607", "%d values of Y for %d of X", len(lists[1]), len(xs))
		// The pairs that there are keep what refers to the spline quiet.
		n := min(len(xs), len(lists[1]))
		xs, lists = xs[:n], [][]text{xs[:n], lists[1][:n]}
	}
	e.setDerived("num_xy_pair", strconv.Itoa(len(xs)), x.val)
	e.setText(y.name, interleave(lists))
	return emitRoutine(e)
}

// emitSurfaceText: the text of a surface are the values of z, with which the lists of y
// begin, and then for each x that and its y.
func (e *elementEmitter) emitSurfaceText(lists [][]text, y *arg) bool {
	z := [][]text{}
	for n, l := range lists[1:] {
		if len(l) != len(lists[0])+1 {
			e.addErrorAt(y.val, "E607", "list %d of Y has %d values; with its z before them there should be %d for those of X", n+1, len(l), len(lists[0])+1)
			return false
		}
		z, lists[n+1] = append(z, l[:1]), l[1:]
	}
	e.setDerived("num_z", strconv.Itoa(len(z)), y.name)
	j := textJoiner{src: y.val.src}
	j.addText(interleave(z))
	j.addString(" ", y.val.fileOffset(0))
	j.addText(interleave(lists))
	e.setText(y.name, j.joinedText())
	return emitRoutine(e)
}
