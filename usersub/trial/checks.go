package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Options reports what to compare and how well. The zero value checks with
// tolerances of 0.
type Options struct {
	// An entry is as expected when it is off by at most ATol + RTol*|expected|.
	RTol, ATol float64
	// DTol is the tolerance of derivatives, relative to the largest entry of
	// the matrix or 1, beside the error of the differences.
	DTol float64
	// Seed shuffles the rows for the check "order".
	Seed uint64
	// Against is another implementation, nil if there is none.
	Against *Bench
	// Related opens another routine of the same file: YFOXX beside YFOSUB. An
	// error means that there is none. Nil: there are none at all.
	Related func(name string) (func() (usersub.Sub, error), error)
	// Unanswered lets routines make queries that a row does not answer.
	Unanswered bool
}

// routineTrial is one run of all checks.
type routineTrial struct {
	*Options
	bench  *Bench
	rows   []Row
	report *Report
	first  []outputs // of the rows; nil for a row that failed
}

// CheckRoutine checks the routine of b with the rows of t. The checks are
//
//	values     outputs are as expected
//	finite     no output is NaN or infinite
//	queries  the row answers all queries
//	repeat     the same row gives the same outputs, bit for bit
//	order      so does each row after others, in a shuffled order
//	dflag      so does a call for a derivative
//	partials   derivatives agree with differences
//	agreement  another implementation gives the same outputs
//
// r is filled as the checks continue, so that it is useful when the process ends
// in the middle. Run returns the error of ctx when it is cancelled.
func CheckRoutine(ctx context.Context, r *Report, b *Bench, t *Table, o Options) error {
	r.Routine, r.Name = b.Sig.Name, b.Name
	x := &routineTrial{&o, b, t.Rows, r, make([]outputs, len(t.Rows))}
	for _, step := range []func(int){x.callAndCheckRow, x.checkRepeatable} {
		for i := range x.rows {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			step(i)
		}
	}
	x.checkShuffledOrder()
	if b.Sig.ArgIndex("dflag") >= 0 {
		x.forEachRowThatWorked(x.checkSelectionOfPartials)
	}
	if ctx.Err() == nil {
		x.checkPartials()
	}
	if o.Against != nil && ctx.Err() == nil {
		x.forEachRowThatWorked(x.compareImplementation)
	}
	return ctx.Err()
}

// forEachRowThatWorked calls f for the rows that worked.
func (x *routineTrial) forEachRowThatWorked(f func(int)) {
	for i := range x.rows {
		if x.first[i] != nil {
			f(i)
		}
	}
}

// addRoutineError notes an error of the routine. One that requests a shorter step is no
// error in a run, but no value either.
func (x *routineTrial) addRoutineError(check string, i int, err error) {
	o := Broken
	if errors.Is(err, usersub.ErrRetry) {
		o = Failed
	}
	c := Case{Check: check, Row: x.rows[i].Name, Outcome: o, Message: err.Error()}
	if o == Broken {
		c.Err = err
	}
	x.report.Cases = append(x.report.Cases, c)
}

// addCheckResult notes a check that passes without a message.
func (x *routineTrial) addCheckResult(check string, i int, message string) {
	o := Passed
	if message != "" {
		o = Failed
	}
	x.report.addCase(check, x.rows[i].Name, o, "%s", message)
}

// callAndCheckRow makes the first call of a row and checks its outputs.
func (x *routineTrial) callAndCheckRow(i int) {
	r := &x.rows[i]
	out, unknown, err := x.bench.callRow(r, callOptions{})
	if err != nil {
		x.addRoutineError("values", i, err)
		return
	}
	x.first[i] = out
	x.addCheckResult("finite", i, describeNonFinite(x.bench.Sig, out))
	if len(r.Want) > 0 {
		x.addCheckResult("values", i, x.compareExpected(r, out))
	}
	if len(unknown) > 0 && !x.Unanswered {
		x.addCheckResult("queries", i, fmt.Sprintf("it queries %s, for which the row has no value: add a column, or the value \"error\" if the solver is not to know it",
			strings.Join(unknown, ", ")))
	} else {
		x.addCheckResult("queries", i, "")
	}
}

func describeNonFinite(sig *usersub.Sig, out outputs) string {
	var list []string
	for _, i := range sig.OutputIndices() {
		name := sig.Args[i].Name
		for k, v := range out[name] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				list = append(list, fmt.Sprintf("%s[%d] is %v", name, k, v))
			}
		}
	}
	return strings.Join(list, ", ")
}

// compareExpected returns what is not as the row expects.
func (x *routineTrial) compareExpected(r *Row, out outputs) string {
	rtol, atol := x.RTol, x.ATol
	if r.RTol != nil {
		rtol = *r.RTol
	}
	if r.ATol != nil {
		atol = *r.ATol
	}
	var list []string
	for _, i := range x.bench.Sig.OutputIndices() {
		name := x.bench.Sig.Args[i].Name
		for k, want := range r.Want[name] {
			if got := out[name][k]; !math.IsNaN(want) && !(math.Abs(got-want) <= atol+rtol*math.Abs(want)) {
				list = append(list, fmt.Sprintf("%s[%d] is %.17g, expected %.17g (off by %.3g)", name, k, got, want, got-want))
			}
		}
	}
	return strings.Join(list, "; ")
}

// firstDifference returns where two outputs are not the same, bit for bit; NaN equals
// itself.
func (x *routineTrial) firstDifference(a, b outputs) string {
	for _, i := range x.bench.Sig.OutputIndices() {
		name := x.bench.Sig.Args[i].Name
		for k, v := range a[name] {
			if w := b[name][k]; v != w && !(math.IsNaN(v) && math.IsNaN(w)) {
				return fmt.Sprintf("%s[%d] was %.17g and is %.17g", name, k, v, w)
			}
		}
	}
	return ""
}

// checkRepeatedCall calls a row once more and compares with the first call.
func (x *routineTrial) checkRepeatedCall(check string, i int, h callOptions, says string) {
	x.checkRepeatedCallNamed(check, "", i, h, says)
}

// checkRepeatedCallNamed is again for a check that calls rows several times; way reports which
// time it is.
func (x *routineTrial) checkRepeatedCallNamed(check, way string, i int, h callOptions, says string) {
	out, _, err := x.bench.callRow(&x.rows[i], h)
	if err != nil {
		x.addRoutineError(check, i, err)
		return
	}
	message := x.firstDifference(x.first[i], out)
	if message != "" {
		message = says + ": " + message
	}
	x.addCheckResult(check, i, message)
	x.report.Cases[len(x.report.Cases)-1].Row += way
}

func (x *routineTrial) checkRepeatable(i int) {
	if x.first[i] != nil {
		x.checkRepeatedCall("repeat", i, callOptions{warm: true}, "the same input does not give the same output, it keeps a state between calls")
	}
}

// checkShuffledOrder calls the rows in another order.
func (x *routineTrial) checkShuffledOrder() {
	order := make([]int, 0, len(x.rows))
	x.forEachRowThatWorked(func(i int) { order = append(order, i) })
	if len(order) < 2 {
		return
	}
	slices.Reverse(order)
	for _, i := range order {
		x.checkRepeatedCallNamed("order", ", backwards", i, callOptions{warm: true}, "the output depends on earlier calls")
	}
	rand.New(rand.NewPCG(x.Seed, 1)).Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	for _, i := range order {
		x.checkRepeatedCallNamed("order", ", shuffled", i, callOptions{}, "the output depends on earlier calls")
	}
}

func (x *routineTrial) checkSelectionOfPartials(i int) {
	x.checkRepeatedCall("dflag", i, callOptions{dflag: true, warm: true}, "a call for a derivative (dflag) gives another output")
}

// compareImplementation compares with the other implementation.
func (x *routineTrial) compareImplementation(i int) {
	out, _, err := x.Against.callRow(&x.rows[i], callOptions{warm: true})
	if err != nil {
		x.addRoutineError("agreement", i, fmt.Errorf("%s: %w", x.Against.Name, err))
		return
	}
	r := x.rows[i]
	r.Want = x.first[i]
	message := x.compareExpected(&r, out)
	if message != "" {
		message = fmt.Sprintf("in %s %s", x.Against.Name, strings.ReplaceAll(message, "expected", "in "+x.bench.Name+" it is"))
	}
	x.addCheckResult("agreement", i, message)
}
