package host

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/sdk"
)

// binding is a function as one element calls it.
type binding struct {
	session  *octaveSession
	function function
	frame    *sdk.Frame
	handle   int
	in, outs []int // places in the argument list
	texts    bool  // some of the inputs are texts
	total    int   // numbers that it returns
	asked    []sdk.Query
	ends     []int32 // where the values of the queries end
	message  []float64
	stop     any // what ended the call from inside of a query
}

// callFunction is one call of the function.
func (b *binding) callFunction(c *sdk.Call) error {
	if b.frame != c.Frame() {
		if err := b.openFunctionHandle(c.Frame()); err != nil {
			return b.callError(c, err)
		}
	}
	s := b.session
	if err := s.sendMessage(b.packCallMessage()); err != nil {
		return s.lostError()
	}
	for {
		v, err := s.receiveMessage()
		if err != nil {
			return s.lostError()
		}
		if b.stop != nil && v[0] != msgQuery {
			stop := b.stop
			b.stop = nil
			panic(stop) // what sdk raised
		}
		switch v[0] {
		case msgQuery:
			if err := s.sendMessage(append([]float64{msgAnswer}, packList(b.answerQuery(c, unpackList(v[1:])))...)); err != nil {
				return s.lostError()
			}
		case msgFailure:
			return b.callError(c, parseFault(v[1:]))
		case msgResult:
			return b.storeResults(v[1:])
		default:
			return fmt.Errorf("a message from Octave has the unknown kind %g", v[0])
		}
	}
}

// openFunctionHandle gives the function a handle in Octave, for the arguments of f.
func (b *binding) openFunctionHandle(f *sdk.Frame) error {
	s := b.session
	s.handles++
	b.handle, b.frame, b.in, b.outs, b.total, b.texts, b.asked = s.handles, f, nil, nil, 0, false, nil
	var args []string
	var lengths []int
	// A surface has fewer results for low orders; a user constraint reports which
	// of its results it wants: places of these arguments among the numbers.
	order, wanted := 0, []int{}
	at, nText := 0, 0
	for i, a := range f.Sig.Args {
		switch n := f.Len(i); {
		case a.Skip&sdk.InPython != 0:
		case a.Out:
			b.outs = append(b.outs, i)
			lengths = append(lengths, n)
			b.total += n
		case a.Kind == sdk.Text:
			b.in, b.texts = append(b.in, i), true
			nText++
			args = append(args, fmt.Sprintf("t{%d}", nText))
		default:
			b.in = append(b.in, i)
			if f.Sig.Name == "SURSUB" && a.Name == "iord" {
				order = at + 1
			} else if a.Name == "idrsel" {
				wanted = []int{at + 2, at + 1, at + 3}
			}
			if a.Len == "" {
				args = append(args, fmt.Sprintf("q(%d)", at+1))
			} else {
				args = append(args, fmt.Sprintf("q(%d:%d)", at+1, at+n))
			}
			at += n
		}
	}
	texts := 0
	if b.texts {
		texts = 1
	}
	call := fmt.Sprintf("@(q, t) %s(%s)", b.function.name, strings.Join(args, ", "))
	_, err := s.sendRequest(append([]float64{msgBind}, packList([]any{b.handle, b.function.name, call, texts, lengths, at, order, wanted})...))
	return err
}

// packCallMessage returns the message of a call.
func (b *binding) packCallMessage() []float64 {
	f := b.frame
	m := append(b.message[:0], msgCall, float64(b.handle))
	if b.hasCurrentQueries() {
		m = append(m, 0)
	} else {
		m = append(append(m, 1), b.packQueries()...)
	}
	for _, i := range b.in {
		switch f.Sig.Args[i].Kind {
		case sdk.Int:
			for _, k := range f.Ints(i) {
				m = append(m, float64(k))
			}
		case sdk.Real:
			m = append(m, f.Reals(i)...)
		}
	}
	m = append(m, f.Value...)
	for _, k := range f.Flag {
		m = append(m, float64(k))
	}
	if b.texts {
		var list []any
		for _, i := range b.in {
			if f.Sig.Args[i].Kind == sdk.Text {
				list = append(list, f.Text[f.ArgOffset(i)])
			}
		}
		m = append(m, packList(list)...)
	}
	b.message = m
	return m
}

// hasCurrentQueries reports whether Octave has the list of queries that the frame foresees.
func (b *binding) hasCurrentQueries() bool {
	a := &b.frame.QueryAnswers
	if len(a.Asked) != len(b.asked) || len(a.Asked) > 0 && !slices.Equal(a.At[1:], b.ends) {
		return false
	}
	for i := range b.asked {
		p, q := &b.asked[i], &a.Asked[i]
		if p.Ary != q.Ary || p.Name != q.Name || !slices.Equal(p.Par, q.Par) {
			return false
		}
	}
	return true
}

// packQueries takes over the list of queries and returns it for the message: the
// names under which the driver searches for them, then the lengths of their values.
func (b *binding) packQueries() []float64 {
	a := &b.frame.QueryAnswers
	b.asked, b.ends = slices.Clone(a.Asked), nil
	var list []any
	var lengths []int
	for i, q := range a.Asked {
		name := "F" + q.Name
		if q.Ary {
			name = "A" + q.Name
		}
		for _, k := range q.Par {
			name += "_" + strconv.Itoa(int(k))
		}
		if len(q.Par) == 0 {
			name += "_" // what sprintf makes of no numbers
		}
		list, lengths = append(list, name), append(lengths, len(a.AnswerValues(i)))
		b.ends = append(b.ends, a.At[i+1])
	}
	return packList(append(list, lengths))
}

// storeResults stores what the function returned.
func (b *binding) storeResults(v []float64) error {
	f := b.frame
	if len(v) != b.total {
		return fmt.Errorf("a message from Octave has %d results, %d are needed", len(v), b.total)
	}
	for _, i := range b.outs {
		if f.Sig.Args[i].Kind == sdk.Real {
			v = v[copy(f.Reals(i), v):]
			continue
		}
		for k := range f.Ints(i) {
			x := math.Round(v[0])
			if !(math.Abs(x) <= math.MaxInt32) {
				return sdk.NewCallFailure(sdk.BadReturn, fmt.Sprintf("%s returns %g for the integer %s", b.function.name, v[0], f.Sig.Args[i].Name), "")
			}
			f.Ints(i)[k], v = int32(x), v[1:]
		}
	}
	return nil
}

// undefined is how Octave says that a variable has no value.
const undefined = "' undefined"

// callError is the error for a fault of the function. In a set-up call, where states are
// zero and results are not used, results may be missing.
func (b *binding) callError(c *sdk.Call, err error) error {
	var f *octaveFault
	if !asFault(err, &f) {
		return err
	}
	if c.IsSetup() {
		if f.identifier == "trammel:empty" {
			return nil
		}
		name, _, ok := strings.Cut(strings.TrimPrefix(f.message, "'"), undefined)
		if ok && f.identifier == "Octave:undefined-function" && slices.Contains(b.function.outputs, name) {
			return nil
		}
	}
	cause, detail := sdk.Exception, b.session.formatCallTrace(f)
	message, more, _ := strings.Cut(strings.TrimSpace(b.session.restoreScriptPaths(f.message)), "\n")
	switch f.identifier {
	case "trammel:retry":
		c.Retry(message)
	case "trammel:shape", "trammel:empty":
		cause = sdk.BadReturn
	}
	if more != "" {
		detail = more + "\n" + detail
	}
	return sdk.NewCallFailure(cause, message, strings.TrimRight(detail, "\n"))
}

// answerQuery answers a query of the function through the solver. What ends the call from
// inside ends it when Octave has returned.
func (b *binding) answerQuery(c *sdk.Call, q []any) (reply []any) {
	if b.stop != nil {
		return []any{"!", "the call ends"}
	}
	defer func() {
		if v := recover(); v != nil {
			b.stop = v
			reply = []any{"!", "the call ends"}
		}
	}()
	switch textItem(q, 0) {
	case "fnc":
		v, flag := c.TrySysFnc(textItem(q, 1), toInts(numbersItem(q, 2))...)
		return []any{"", v, flag}
	case "ary":
		v, flag := c.TrySysAry(textItem(q, 1), toInts(numbersItem(q, 2))...)
		return []any{"", v, flag}
	case "mod":
		id := toInts(numbersItem(q, 2))
		if len(id) != 1 {
			return []any{"!", "m_modfnc(element, id, attribute): id must be one number"}
		}
		t, info := c.ModFnc(textItem(q, 1), id[0], textItem(q, 3))
		return []any{"", t, info}
	case "use":
		return b.callUtility(c, textItem(q, 1), q[2:])
	}
	return []any{"!", fmt.Sprintf("the solver does not know %q", textItem(q, 0))}
}

// callUtility calls a utility.
func (b *binding) callUtility(c *sdk.Call, name string, args []any) []any {
	inputs := make([]any, len(args))
	for i, a := range args {
		if v, ok := a.([]float64); ok && len(v) == 1 {
			a = v[0]
		}
		inputs[i] = a
	}
	out, err := c.TryCallUtility(name, inputs...)
	if err != nil {
		return []any{"!", "m_" + strings.ToLower(name) + ": " + err.Error()}
	}
	return append([]any{""}, out...)
}

func toInts(v []float64) []int {
	list := make([]int, len(v))
	for i, x := range v {
		list[i] = int(math.Round(x))
	}
	return list
}
