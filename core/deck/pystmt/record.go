package pystmt

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

// Functions that the modules of lib call.
const (
	recordName  = "_record"  // (name, site, id, label, [(keyword, value, site), …])
	resultsName = "_results" // (n, request, k) → the values at the output times
	timesName   = "_times"   // (n) → the output times
	ticketName  = "_ticket"  // () → a number for the model as it is
	freshName   = "_fresh"   // () begins another model
	freedomName = "_freedom" // (n) → the degrees of freedom of model n
	eigenName   = "_eigen"   // (n) → real and imaginary parts of the eigenvalues of model n
	measureName = "_measure" // (n, id, [expression, …]) adds a request to model n
)

func nativeNames() []string {
	return append(adm.RecordableStatements(), recordName, resultsName, timesName, ticketName, freshName, measureName, freedomName, eigenName, refuseName, noteName, lackName, parameterName)
}

// callNativeFunction answers the functions of the program.
func (s *programRun) callNativeFunction(name string, site int, args []any, keys []string, vals []any) (any, error) {
	switch name {
	case recordName:
		return nil, s.recordObject(args)
	case ticketName:
		s.models, s.era = append(s.models, s.list[:len(s.list):len(s.list)]), append(s.era, s.begun)
		return int64(len(s.models) - 1), nil
	case freshName:
		s.before, s.list = s.list, nil
		s.begun++
		return nil, nil
	case measureName:
		return nil, s.addResultRequest(args)
	case freedomName:
		return s.countDegreesOfFreedom(args)
	case eigenName:
		return s.computeEigenvalues(args)
	case refuseName:
		return nil, s.reportUnsupportedCall(args)
	case noteName:
		return nil, s.addDifferenceNoteOnce(args)
	case lackName:
		return nil, s.declareUnsupportedName(args)
	case parameterName:
		return s.defineParameter(site, args, keys, vals)
	case timesName, resultsName:
		return s.queryResults(name, args)
	}
	return nil, s.recordStatement(name, site, args, keys, vals)
}

// recordStatement records NAME(id, KEYWORD=value, …).
func (s *programRun) recordStatement(name string, site int, args []any, keys []string, vals []any) error {
	w := s.newStatementRecorder(name, site)
	if adm.StatementHasID(name) && len(args) > 0 {
		w.setID(args[0], w.positionalSpan(0))
		args = args[1:]
		w.shift = 1
	}
	for i, v := range args {
		text, ok := v.(string)
		at := w.positionalSpan(i + w.shift)
		if names := signatures[name]; names != nil {
			w.setPositional(names, i, v, keys, at)
			continue
		}
		if !ok {
			s.addErrorf(at, "E626", "%s: argument %d has no keyword", w.statementName(), i+w.shift+1).Help = "write KEYWORD=value"
			continue
		}
		w.st.Args = append(w.st.Args, adm.Argument{Name: text, At: at, Value: newValueWithSpan(text, at), Choice: true})
	}
	for _, k := range sortedKeywordIndices(keys, w.site) {
		w.setKeyword(keys[k], vals[k], w.keySpans(keys[k]))
	}
	s.list = append(s.list, w.finishStatement())
	return nil
}

// signatures are the statements whose declaration is documented, with the keywords that their
// arguments by position have, behind the id.
var signatures = map[string][]string{
	"ACCGRAV": {"IGRAV", "JGRAV", "KGRAV"},
	"PFORCE":  {"LABEL", "FUNCTION", "PENALTY", "PENALTY1", "UNILATERAL", "SMOOTHING_FACTOR", "ROUTINE", "SCRIPT", "INTERPRETER"},
}

// setPositional takes argument i behind the id of a statement whose declaration is documented.
// Declarations have INTERPRETER and SCRIPT in either order: their values distinguish them.
func (w *statementRecorder) setPositional(names []string, i int, v any, keys []string, at deck.Span) {
	if i >= len(names) {
		w.s.addErrorf(at, "E626", "%s: argument %d is one too many", w.statementName(), i+w.shift+1).Help = "in their order the arguments are " + strings.Join(names, ", ")
		return
	}
	name := names[i]
	if text, _ := v.(string); text != "" && (name == "INTERPRETER" || name == "SCRIPT") {
		name = "SCRIPT"
		if slices.Contains([]string{"PYTHON", "MATLAB", "OML"}, strings.ToUpper(text)) {
			name = "INTERPRETER"
		}
	}
	if x, ok := v.(float64); ok && x == 1 && name == "SMOOTHING_FACTOR" {
		return // the declared value, which is there for what follows
	}
	if slices.ContainsFunc(keys, func(k string) bool { return strings.EqualFold(k, name) }) {
		w.s.addErrorf(at, "E626", "%s: argument %d is %s, which is given by its keyword too", w.statementName(), i+w.shift+1, name)
		return
	}
	w.setKeyword(name, v, [2]deck.Span{at, at})
}

// sortedKeywordIndices returns the keywords in the order of the file, then those that came by
// **, which have none.
func sortedKeywordIndices(keys []string, site Site) []int {
	var out []int
	for _, k := range site.Keys {
		if i := slices.Index(keys, k.Name); i >= 0 {
			out = append(out, i)
		}
	}
	for i := range keys {
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// recordObject records what an object of a module of lib has become.
func (s *programRun) recordObject(args []any) error {
	if len(args) != 5 {
		return errors.New("_record takes name, site, id, label and keywords")
	}
	name, ok1 := args[0].(string)
	site, ok2 := args[1].(int64)
	items, ok3 := args[4].([]any)
	if !ok1 || !ok2 || !ok3 || !slices.Contains(adm.RecordableStatements(), name) {
		return fmt.Errorf("_record cannot take %v", args)
	}
	w := s.newStatementRecorder(name, int(site))
	if args[2] != nil {
		w.setID(args[2], w.st.At)
	}
	if args[3] != nil {
		w.setKeyword("LABEL", args[3], [2]deck.Span{w.st.At, w.st.At})
	}
	for _, it := range items {
		item, ok := it.([]any)
		if !ok || len(item) != 4 {
			return fmt.Errorf("_record cannot take the keyword %v", it)
		}
		key, _ := item[0].(string)
		spans := [2]deck.Span{w.st.At, w.st.At}
		if n, ok := item[2].(int64); ok && n > 0 { // assigned later
			x := s.opt.Interpreter.Site(int(n))
			at := s.spanIn(x.File, x.Name)
			spans = [2]deck.Span{at, at}
			if len(x.Args) > 0 {
				spans[1] = s.spanIn(x.File, x.Args[0])
			}
		} else if as, ok := item[3].(string); ok {
			spans = w.keySpans(as)
		}
		w.setKeyword(key, item[1], spans)
	}
	s.list = append(s.list, w.finishStatement())
	return nil
}

// statementRecorder makes one statement.
type statementRecorder struct {
	s     *programRun
	st    adm.Statement
	site  Site
	shift int
}

func (s *programRun) newStatementRecorder(name string, site int) *statementRecorder {
	w := &statementRecorder{s: s, st: adm.Statement{Name: name}}
	w.st.At = deck.Span{Src: s.src}
	if site > 0 {
		w.site = s.opt.Interpreter.Site(site)
		w.st.At = s.spanIn(w.site.File, w.site.Name)
	}
	return w
}

func (w *statementRecorder) statementName() string {
	if w.st.ID == nil {
		return w.st.Name
	}
	return w.st.Name + "(" + w.st.ID.Text + ")"
}

// positionalSpan is the place of an argument by position.
func (w *statementRecorder) positionalSpan(i int) deck.Span {
	if i < len(w.site.Args) {
		return w.s.spanIn(w.site.File, w.site.Args[i])
	}
	return w.st.At
}

// keySpans are the places of a keyword and its value.
func (w *statementRecorder) keySpans(name string) [2]deck.Span {
	for _, k := range w.site.Keys {
		if k.Name == name {
			return [2]deck.Span{w.s.spanIn(w.site.File, k.At), w.s.spanIn(w.site.File, k.Value)}
		}
	}
	return [2]deck.Span{w.st.At, w.st.At}
}

func (w *statementRecorder) setID(v any, at deck.Span) {
	text, ok := scalarText(v)
	if !ok || text == "" {
		w.s.addErrorf(at, "E626", "%s: the id is a number, not %s", w.st.Name, pythonKindName(v))
		return
	}
	w.st.ID = &adm.Value{Text: text, At: at}
}

// setKeyword takes KEYWORD=value. What is None or empty is not given.
func (w *statementRecorder) setKeyword(name string, v any, at [2]deck.Span) {
	if r, ok := v.(interface{ RegisterRoutine() string }); ok {
		switch upper := strings.ToUpper(name); upper {
		case "ROUTINE", "FUNCTION":
			w.setRoutine(r.RegisterRoutine(), name, at)
			return
		case "NORMAL_ROUTINE", "FRICTION_ROUTINE": // of a contact, which has two
			w.setRoutineFunction(at, upper, r.RegisterRoutine(), map[string]string{"NORMAL_ROUTINE": "CNF_SCRIPT_NAME", "FRICTION_ROUTINE": "CFF_SCRIPT_NAME"}[upper])
			return
		}
	}
	sep := ", "
	if upper := strings.ToUpper(name); upper == "TYPE" || upper == "PATTERN" {
		sep = ":"
	}
	text, ok := listText(v, sep)
	switch upper := strings.ToUpper(name); {
	case !ok:
		w.s.addErrorf(at[1], "E627", "%s: %s cannot be %s", w.statementName(), upper, pythonKindName(v))
	case text == "":
	case upper == "ID" && adm.StatementHasID(w.st.Name):
		w.st.ID = &adm.Value{Text: text, At: at[1]}
	case upper == "LABEL":
		x := newValueWithSpan(text, at[1])
		w.st.Label = &x
	default:
		w.st.Args = append(w.st.Args, adm.Argument{Name: name, At: at[0], Value: newValueWithSpan(text, at[1])})
	}
}

// setRoutine takes a function of the program as a routine.
func (w *statementRecorder) setRoutine(function, name string, at [2]deck.Span) {
	if !adm.MayNameRoutine(w.st.Name) {
		w.s.addErrorf(at[1], "E627", "%s: %s cannot be a function: the statement has no routine", w.statementName(), strings.ToUpper(name))
		return
	}
	w.setRoutineFunction(at, "ROUTINE", function, "SCRIPT")
}

// setRoutineFunction says which function of the program is called.
func (w *statementRecorder) setRoutineFunction(at [2]deck.Span, name, function, script string) {
	for _, x := range [][2]string{{script, w.s.file}, {"INTERPRETER", "PYTHON"}, {name, function}} {
		w.st.Args = append(w.st.Args, adm.Argument{Name: x[0], At: at[0], Value: adm.Value{Text: x[1], At: at[1]}})
	}
}

// finishStatement returns the statement. One that names a routine and gives it no
// parameters calls it without any.
func (w *statementRecorder) finishStatement() adm.Statement {
	var routine *adm.Argument
	for i := range w.st.Args {
		switch a := &w.st.Args[i]; strings.ToUpper(a.Name) {
		case "ROUTINE":
			routine = a
		case "FUNCTION":
			return w.st
		}
	}
	if routine != nil && adm.MayNameRoutine(w.st.Name) {
		w.st.Args = append(w.st.Args, adm.Argument{Name: "FUNCTION", At: routine.At, Value: adm.Value{Text: "USER()", At: routine.Value.At}})
	}
	return w.st
}

// newValueWithSpan reports whether a text is the string that is at a place, so that its
// characters have places of their own.
func newValueWithSpan(text string, at deck.Span) adm.Value {
	lit := at.Text()
	for _, quote := range []string{`"`, `'`} {
		if inner, ok := strings.CutPrefix(lit, quote); ok && inner == text+quote && !strings.Contains(text, `\`) {
			at.Start++
			at.End--
			return adm.Value{Text: text, At: at, Exact: true}
		}
	}
	return adm.Value{Text: text, At: at}
}

// listText writes a value as the statement language does, the entries of lists
// with sep between them. Lists in lists are taken one after the other.
func listText(v any, sep string) (string, bool) {
	list, ok := v.([]any)
	if !ok {
		return scalarText(v)
	}
	var parts []string
	for _, x := range list {
		t, ok := listText(x, sep)
		if !ok {
			return "", false
		}
		parts = append(parts, t)
	}
	return strings.Join(parts, sep), true
}

func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case bool:
		return strings.ToUpper(strconv.FormatBool(v)), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		if v == 0 {
			return "0", true // and not -0
		}
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return strconv.FormatFloat(v, 'f', -1, 64), true
		}
		return strconv.FormatFloat(v, 'g', -1, 64), true
	case string:
		return v, true
	}
	return "", false
}

// pythonKindName names the kind of a value.
func pythonKindName(v any) string {
	switch v.(type) {
	case nil:
		return "None"
	case []any:
		return "a list"
	case interface{ RegisterRoutine() string }:
		return "a function"
	}
	if n, ok := v.(interface{ TypeName() string }); ok {
		return "an object of type " + n.TypeName()
	}
	return fmt.Sprintf("%v", v)
}
